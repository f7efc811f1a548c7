/**
 * The seal of a backup: the CRC-32 of the whole file, in the field `user_version` of its header, which SQLite does not use.
 *
 * SQLite itself detects only damage that makes a file unreadable, and only in the parts that it reads. A sealed file that lost its end, or
 * of which up to 32 neighbouring bits were changed, never fits its seal; after other damage it fits once in four billion.
 */

import { closeSync, fstatSync, fsyncSync, openSync, readdirSync, readSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { crc32 } from 'node:zlib'
import { fileAt, headerOf, isInUseAsStore, isThere } from '../file/database-file.ts'

/** Offset of `user_version` in the header of a database file. */
const sealOffset = 60
const sealLength = 4
const chunkLength = 1_048_576

/** Seals a file that no program has open, and flushes it to the disk. */
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

/** Compares a file with its seal. `absent`: the file is no backup, or was used as a store since, so the seal does not apply. */
export const sealStands = (path: string): 'fits' | 'differs' | 'absent' => {
  const header = headerOf(path)
  const seal = header.readUInt32BE(sealOffset)
  if (seal === 0 || isInUseAsStore(header)) return 'absent'
  const handle = openSync(path, 'r')
  try {
    return seal === sealOf(handle) ? 'fits' : 'differs'
  } finally {
    closeSync(handle)
  }
}

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

/* Copies of a store in its folder: replaced stores, numbered, and copies left behind by a process that was killed. */

/** Returns the first free name of the form `STORE.aside-N`. */
export const freeAside = (store: string): string => {
  for (let number = 1; ; number++) {
    const aside = `${store}.aside-${number}`
    if (!isThere(aside)) return aside
  }
}

/**
 * Returns the copies beside a store, by path. If `store` is a link, they are beside its target. A trial restore makes its copy among
 * temporary files, under the name of the store.
 */
export const copiesBeside = (store: string): ReadonlyArray<string> => {
  const place = fileAt(store)
  return [...copiesIn(dirname(place), basename(place)), ...(dirname(place) === tmpdir() ? [] : looksIn(tmpdir(), basename(place)))]
}

/** Looks in a folder of temporary files. The folder is not part of the store, so a folder that cannot be read is ignored. */
const looksIn = (folder: string, name: string): ReadonlyArray<string> => {
  try {
    return copiesIn(folder, name)
  } catch {
    return []
  }
}

const copiesIn = (folder: string, name: string): ReadonlyArray<string> =>
  readdirSync(folder)
    .filter((one) => one.startsWith(`${name}.`) && copyEnding.test(one))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .map((one) => join(folder, one))

const copyEnding = /\.(aside-\d+|[\da-f-]{36,45}\.part)$/
