/** Packs a package of this workspace as it would be published. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { run } from './child.ts'
import { root } from './openclaw-settings.ts'

/**
 * Returns the path of the tarball. `folder`: name of the folder below `packages`.
 *
 * Each package is packed once a run of the tests, for what packs it empties `dist` first: files that run beside each other would take it away
 * from one another. A program outside of a run packs it anew.
 */
export const pack = (folder: string, into: string): Promise<string> =>
  alone(async () => {
    const packed = join(tmpdir(), 'packed', folder)
    if (process.env['VITEST'] === undefined) rmSync(packed, { recursive: true, force: true })
    if (!existsSync(packed)) {
      const unfinished = `${packed}.unfinished`
      rmSync(unfinished, { recursive: true, force: true })
      mkdirSync(unfinished, { recursive: true })
      await packNow(folder, unfinished)
      renameSync(unfinished, packed)
    }
    const file = readdirSync(packed).find((name) => name.endsWith('.tgz'))
    if (file === undefined) throw new Error('nothing was packed')
    mkdirSync(into, { recursive: true })
    copyFileSync(join(packed, file), join(into, file))
    return join(into, file)
  })

const packNow = async (folder: string, into: string): Promise<void> => {
  const { npm_execpath: caller = '' } = process.env
  // Any other packer leaves `workspace:` and `catalog:` in the manifest.
  const pnpm = /pnpm[^/\\]*$/.test(caller) ? caller : 'pnpm'
  const cwd = join(root, 'packages', folder)
  await run({ command: pnpm, args: ['pack', '--pack-destination', into], cwd, env: process.env, timeoutMs: 300_000 })
}

/** Packs while no other process of the run does: the lock of a database goes with the process that has it. */
const alone = async <A>(work: () => Promise<A>): Promise<A> => {
  const database = new DatabaseSync(join(tmpdir(), 'packing.lock'), { timeout: 300_000 })
  try {
    database.exec('BEGIN EXCLUSIVE')
    return await work()
  } finally {
    database.close()
  }
}
