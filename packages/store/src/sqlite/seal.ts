/**
 * The seal of a backup: the CRC-32 of the whole file, in the field `user_version` of its header, which SQLite leaves to us.
 *
 * SQLite itself notices only what makes a file unreadable, and of that only what it comes across. A sealed file that lost its end, or of
 * which up to 32 neighbouring bits were changed, does not fit its seal; after other damage it does once in four billion.
 */
import { closeSync, fstatSync, fsyncSync, openSync, readSync, writeSync } from 'node:fs'
import { crc32 } from 'node:zlib'

/** Where `user_version` lies in the header of a database file. */
const sealOffset = 60
const sealLength = 4
const headerLength = 100
const chunkLength = 1_048_576

/** Seals a file that nobody has open, and flushes it to the disk. */
export const sealFile = (path: string): void => {
  const handle = openSync(path, 'r+')
  try {
    const seal = Buffer.alloc(sealLength)
    seal.writeUInt32BE(sealOf(handle))
    writeSync(handle, seal, 0, sealLength, sealOffset)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
}

/** `absent`: it is no backup, or has been used as a store since, to which the seal of what it was says nothing. */
export const sealStands = (path: string): 'fits' | 'differs' | 'absent' => {
  const handle = openSync(path, 'r')
  try {
    const header = Buffer.alloc(headerLength)
    readSync(handle, header, 0, headerLength, 0)
    const seal = header.readUInt32BE(sealOffset)
    if (seal === 0 || isInWal(header)) return 'absent'
    return seal === sealOf(handle) ? 'fits' : 'differs'
  } finally {
    closeSync(handle)
  }
}

/** Two bytes say how a file is written and read: 2 with a write-ahead log, as every store in use is; 1 without, as every backup. */
const modeOffsets = [18, 19]

/** Whether somebody wrote to the file as to a store since it was made: a backup is only read. */
export const isInUseAsStore = (path: string): boolean => {
  const handle = openSync(path, 'r')
  try {
    const header = Buffer.alloc(headerLength)
    readSync(handle, header, 0, headerLength, 0)
    return isInWal(header)
  } finally {
    closeSync(handle)
  }
}

const isInWal = (header: Buffer): boolean => modeOffsets.every((offset) => header[offset] === 2)

/** Returns the seal of a file. It is never 0, which stands for no seal. */
const sealOf = (handle: number): number => {
  const { size } = fstatSync(handle)
  const chunk = Buffer.alloc(chunkLength)
  let sum = 0
  for (let at = 0; at < size; ) {
    const read = readSync(handle, chunk, 0, chunkLength, at)
    if (read === 0) break
    const bytes = chunk.subarray(0, read)
    if (at === 0) bytes.fill(0, sealOffset, sealOffset + sealLength)
    sum = crc32(bytes, sum)
    at += read
  }
  return sum === 0 ? 1 : sum
}
