/**
 * A database file as a whole in memory, for where it can only be read: on a disk or in a folder that nobody here may write to the engine
 * cannot share memory with other readers, which a file in WAL mode needs.
 */
import { readFileSync, statSync } from 'node:fs'
import { walBytes } from './database-file.ts'
import { unavailable } from './failure.ts'
import type { Guard } from './file-guard.ts'

export interface FileImage {
  readonly bytes: Buffer
  /** Throws if the file has changed since the image was read. */
  readonly requireSame: Guard
}

/** Reads a database file into memory. Throws StoreUnavailable or the error of the file system. */
export const readImage = (path: string): FileImage => {
  const before = stateOf(path)
  const requireSame = () => {
    if (stateOf(path) !== before) throw unavailable(path, 'moved', 'it was written to while it was read: try again')
  }
  if (walBytes(path) > 0) throw unavailable(path, 'read-only', aheadOfFile)
  const bytes = readFileSync(path)
  requireSame()
  return { bytes: outOfWal(bytes), requireSame }
}

const aheadOfFile =
  'its newest commits lie in the -wal file beside it, and that cannot be read where nothing can be written: copy both to another folder'

const stateOf = (path: string): string => {
  const { dev, ino, mtimeNs, size } = statSync(path, { bigint: true })
  return [dev, ino, mtimeNs, size, walBytes(path)].join(' ')
}

/** Offsets of the two header bytes for write and read mode: 2 means with a write-ahead log, 1 without. */
const modeOffsets = [18, 19]

const outOfWal = (bytes: Buffer): Buffer => {
  for (const offset of modeOffsets) if (bytes.length > offset) bytes[offset] = 1
  return bytes
}
