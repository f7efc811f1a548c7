/** The folder in which the tests of a run put their databases: in memory where there is room, for they write some gigabytes. */
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statfsSync, statSync } from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
/** Bytes that a run may need; a machine has to have twice as much of memory to spare. */
const room = 4 * 1024 ** 3
const dayMs = 24 * 60 * 60 * 1_000

/** Path of a new folder, which goes when the process ends. Folders that killed runs left behind a day ago go too. */
export const temporaryFolder = (): string => {
  const parent = join(hasRoom() ? memory : tmpdir(), 'crabtrail-tests')
  mkdirSync(parent, { recursive: true })
  for (const name of readdirSync(parent)) {
    const left = statSync(join(parent, name), { throwIfNoEntry: false })
    if (left !== undefined && Date.now() - left.mtimeMs > dayMs) rmSync(join(parent, name), { recursive: true, force: true })
  }
  const folder = mkdtempSync(join(parent, 'run-'))
  // Tests that give up their rights must still get to their own folder.
  chmodSync(folder, 0o755)
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 }))
  return folder
}

const hasRoom = (): boolean => {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= room && freemem() >= 2 * room
  } catch {
    return false
  }
}
