/** Reads and writes files that count only as a whole: exports. */
import { closeSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import * as Effect from 'effect/Effect'
import { FileRefused } from '../failures.ts'

/** UTF-8 text of a file, or of standard input for `-`. */
export const readWhole = (path: string): Effect.Effect<string, FileRefused> =>
  Effect.try({ try: () => utf8.decode(readFileSync(path === '-' ? 0 : path)), catch: refused(path) })

/**
 * Lines into a file that only its owner may read. It is written beside and then renamed, so that a failure leaves what was there;
 * a pipe or device is written to as it is.
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

/** A disk that runs full takes a part and says so by its number: the next write then fails with the reason. */
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

/** What a file system said, in words. */
export const fileProblem = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences[code] ?? (error instanceof Error ? error.message : String(error))
}
