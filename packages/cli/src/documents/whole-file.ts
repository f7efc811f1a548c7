/** Reads files with a limit, and reads and writes files that count only as a whole: exports. */

import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeSync,
} from 'node:fs'
import { redact } from '@crabtrail/text/secrets/redaction'
import * as Effect from 'effect/Effect'
import { FileRefused } from '../failures.ts'

/** Most bytes of a line of an export. The longest lines are those of contents, of 10 MB at most, with every character escaped. */
const lineBytesMax = 64_000_000
/** Most bytes of all lines: everything that is read is held until it is proven. */
const bytesMax = 2_000_000_000

/**
 * Reads the lines of a UTF-8 file, without their ends, or of standard input for `-`. `accepts` checks the first line that is not blank as
 * soon as it is read: a refused file is not read further, however long it is.
 */
export const readLines = <E>(
  path: string,
  accepts: (first: string) => Effect.Effect<void, E>,
): Effect.Effect<ReadonlyArray<string>, FileRefused | E> =>
  Effect.gen(function* () {
    const lines = linesOf(path, { bytesMax, decode: (bytes) => utf8.decode(bytes) })
    const take = Effect.try({ try: () => lines.next(), catch: refused(path) })
    const read: Array<string> = []
    let blank = true
    yield* Effect.gen(function* () {
      for (let next = yield* take; next.done !== true; next = yield* take) {
        if (blank && (next.value.trim() !== '' || read.length >= blankMax)) {
          yield* accepts(next.value)
          blank = false
        }
        read.push(next.value)
      }
      if (read.at(-1) === '') read.pop()
    }).pipe(Effect.ensuring(Effect.sync(() => lines.return(undefined))))
    return read
  })

interface LineReading {
  readonly bytesMax: number
  readonly decode: (bytes: Uint8Array) => string
}

/** Yields the lines; behind a line end at the end of the file there is an empty one. Throws for a line that is too long, and what `decode` throws. */
export function* linesOf(path: string, { bytesMax: most, decode }: LineReading): Generator<string, undefined> {
  let open: Array<Buffer> = []
  let openBytes = 0
  for (const piece of piecesOf(path, most)) {
    let from = 0
    for (let end = piece.indexOf(newline); end >= 0; end = piece.indexOf(newline, from)) {
      yield decode(Buffer.concat([...open, piece.subarray(from, end)]))
      open = []
      openBytes = 0
      from = end + 1
    }
    open.push(piece.subarray(from))
    openBytes += piece.length - from
    if (openBytes > lineBytesMax) throw new Error(`a line is longer than ${lineBytesMax.toLocaleString('en')} bytes`)
  }
  yield decode(Buffer.concat(open))
}

const newline = 10
/** Most blank lines before the first line with text. */
const blankMax = 100

/**
 * Writes lines into a file that only its owner may read. A new file is written beside the target and then renamed, so that a failure leaves
 * the old one; a pipe or device is written to directly.
 */
export const writeWhole = (path: string, lines: ReadonlyArray<string>): Effect.Effect<void, FileRefused> =>
  Effect.suspend(() => {
    const beside = isSpecial(path) ? undefined : `${path}.${process.pid}.part`
    const write = () => {
      writeLines(beside ?? path, beside === undefined ? 'w' : 'wx', lines)
      if (beside !== undefined) renameSync(beside, path)
    }
    const clear = Effect.ignore(Effect.try({ try: () => beside !== undefined && rmSync(beside, { force: true }), catch: refused(path) }))
    return Effect.try({ try: write, catch: refused(path) }).pipe(Effect.tapError(() => clear))
  })

const utf8 = new TextDecoder('utf-8', { fatal: true })

const isSpecial = (path: string): boolean => {
  const found = statSync(path, { throwIfNoEntry: false })
  return found !== undefined && !found.isFile()
}

const writeLines = (path: string, flag: 'w' | 'wx', lines: ReadonlyArray<string>): void => {
  const file = openSync(path, flag, 0o600)
  try {
    for (const line of lines) writeAll(file, Buffer.from(`${line}\n`))
    if (flag === 'wx') fsyncSync(file)
  } finally {
    closeSync(file)
  }
}

/** Writes all bytes. A disk that runs full accepts a part and reports its size; the next write then fails with the reason. */
export const writeAll = (file: number, bytes: Buffer): void => {
  for (let written = 0; written < bytes.length; ) written += writeSync(file, bytes, written)
}

const refused = (path: string) => (error: unknown) => new FileRefused({ path, problem: fileProblem(error) })

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be read or written by this user',
  EPERM: 'it may not be read or written by this user',
  EISDIR: 'it is a folder',
  ENOTDIR: 'a part of the path is no folder',
  ENOSPC: 'there is no space left on the device',
  EFBIG: 'it would be larger than a file may be here',
  EROFS: 'the file system is read-only',
  ELOOP: 'links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
}

/** Opens a file to read it, and closes it however the reading ends. A pipe without a writer does not block it. */
export const withFile = <A>(path: string, read: (file: number) => A): A => {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    return read(file)
  } finally {
    closeSync(file)
  }
}

/** Code of an error of Node; empty for another one. */
export const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

export const fileProblem = (error: unknown): string => sentences[codeOf(error)] ?? (error instanceof Error ? error.message : String(error))

/** Returns a path without secrets, as all text that is stored or printed. */
export const tellable = (path: string): string => redact(path).text

/** The message for a person. The error of the file system is not part of it. */
class Refused extends Error {}

const chunkBytes = 1_048_576
/** Milliseconds between two reads of a pipe that has no data yet. */
const pauseMs = 5

/**
 * Reads a file that may be endless, a device, a pipe without a writer, or too large. Memory holds one piece.
 *
 * Yields the bytes piece by piece, at most `bytesMax` of them; `-` is standard input. Throws if the file cannot be read.
 */
export function* piecesOf(path: string, bytesMax: number): Generator<Buffer> {
  const file = path === '-' ? 0 : openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
  try {
    const found = fstatSync(file)
    requireReadable(found, path)
    if (found.isFile() && found.size > bytesMax) throw new Refused(`it has ${found.size} bytes; at most ${bytesMax}`)
    let total = 0
    for (let bytes = nextPiece(file); bytes.length > 0; bytes = nextPiece(file)) {
      total += bytes.length
      if (total > bytesMax) throw new Refused(`it has more than ${bytesMax} bytes`)
      yield bytes
    }
    if (total === 0 && found.isFIFO() && path !== '-') throw new Refused('it is a pipe, and nobody writes to it')
  } finally {
    if (path !== '-') closeSync(file)
  }
}

export const boundedBytes = (path: string, bytesMax: number): Buffer => Buffer.concat([...piecesOf(path, bytesMax)])

/** Refuses folders and devices; `/dev/zero` has no end. A terminal as standard input is read like a pipe. */
const requireReadable = (found: Stats, path: string): void => {
  if (found.isDirectory()) throw new Refused('it is a folder')
  if ((found.isCharacterDevice() || found.isBlockDevice()) && path !== '-') throw new Refused('it is a device: name a file')
}

const nextPiece = (file: number): Buffer => {
  const bytes = Buffer.alloc(chunkBytes)
  for (;;) {
    try {
      return bytes.subarray(0, readSync(file, bytes, 0, chunkBytes, null))
    } catch (error) {
      const code = codeOf(error)
      if (code === 'EOF') return bytes.subarray(0, 0)
      if (code !== 'EAGAIN') throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, pauseMs)
    }
  }
}
