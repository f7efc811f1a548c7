/** A disk of a megabyte or so: only root may make one, and not everywhere. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const mount = (folder: string, ...options: ReadonlyArray<string>) =>
  execFileSync('mount', ['-t', 'tmpfs', '-o', options.join(','), 'crabtrail', folder], { stdio: 'ignore' })
const unmount = (folder: string) => execFileSync('umount', [folder], { stdio: 'ignore' })

/** Why there is none on this machine, if so. */
export const noSmallDisk = ((): string | undefined => {
  if (process.platform !== 'linux') return 'only Linux has file systems in memory'
  if (process.geteuid?.() !== 0) return 'only root may mount one'
  const folder = mkdtempSync(join(tmpdir(), 'crabtrail-disk-'))
  try {
    mount(folder, 'size=1m')
    unmount(folder)
    return undefined
  } catch {
    return 'mounting one is not allowed here'
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})()

export interface SmallDisk {
  /** Takes all the room that is left. */
  readonly fill: () => void
  readonly makeRoom: () => void
  readonly setReadOnly: () => void
  readonly remove: () => void
}

export const makeSmallDisk = (folder: string, kilobytes: number): SmallDisk => {
  mkdirSync(folder, { recursive: true })
  mount(folder, `size=${kilobytes}k`)
  const rest = join(folder, 'rest')
  return {
    fill: () => {
      try {
        for (;;) writeFileSync(rest, Buffer.alloc(4_096), { flag: 'a' })
      } catch {
        // It is full.
      }
    },
    makeRoom: () => rmSync(rest),
    setReadOnly: () => void mount(folder, 'remount', 'ro'),
    remove: () => void unmount(folder),
  }
}
