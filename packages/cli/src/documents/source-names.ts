/** Gives every file the name under which it is remembered; two files never share one. */

import { fstatSync, readFileSync, readSync, realpathSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { InvalidRequest, limits, type Request } from '@crabtrail/core'
import { folderKey, sourceKey } from '@crabtrail/text/documents/source-key'
import { isTalkBeginning } from '@crabtrail/text/talks/talks'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { Part } from './export-parts.ts'
import { binaryFormat, type LeftOut, signatureBytes, wayToRead } from './left-out.ts'
import { isPdfName, pdfText } from './pdf-text.ts'
import { codeOf, fileProblem, tellable, withFile } from './whole-file.ts'

/** Something in the file system, and the folder that its source name begins below; both absolute. */
export interface Place {
  readonly path: string
  readonly root: string
}

export interface FoundFile extends Place {
  /** The path as a user would write it in the current folder. */
  readonly written: string
  /** Given for a document that lies in a file with others: `path` is then no file. */
  readonly read?: Part['read']
}

export interface Skipped {
  readonly path: string
  readonly reason: string
}

export interface Found {
  readonly files: ReadonlyArray<FoundFile>
  /** Folders that were named and could be searched. */
  readonly folders: ReadonlyArray<Place>
  /** Paths in these folders that were not read: links that lead out, unreadable or ignored files, and files found under another root. */
  readonly unseen: ReadonlyArray<Place>
  readonly skipped: ReadonlyArray<Skipped>
  /** Files of the folders that are not read, counted by kind and reason. */
  readonly leftOut: ReadonlyArray<LeftOut>
}

export interface NamedFile extends FoundFile {
  readonly source: string
  /** Name of its root in the memory. */
  readonly rootName: string
}

export interface Named {
  readonly files: ReadonlyArray<NamedFile>
  readonly folders: ReadonlyArray<Request.FolderInput>
  /** Names of existing files and folders that were not read. */
  readonly unseen: ReadonlyArray<string>
  readonly skipped: ReadonlyArray<Skipped>
}

export const sourceNames = (found: Found, name: string | undefined): Result.Result<Named, InvalidRequest> => {
  if (folderKey({ path: '.', separator }, name) === undefined) {
    return malformed('--as', `${JSON.stringify(name)} is no name to file documents under: give a plain one, as notes`)
  }
  const rootName = rootNames(name)
  const bySource = new Map<string, NamedFile>()
  const skipped: Array<Skipped> = []
  for (const file of found.files) {
    const source = sourceKey(portable(file), name)
    if (source === undefined) return malformed('--root', `${tellable(file.written)} does not lie below ${tellable(file.root)}`)
    const bytes = Buffer.byteLength(source)
    if (bytes > limits.idBytes) {
      skipped.push({ path: tellable(file.written), reason: `its name has ${bytes} bytes; at most ${limits.idBytes}` })
      continue
    }
    const other = bySource.get(source)
    if (other !== undefined && isTwin(other.path, file.path)) {
      skipped.push({ path: tellable(file.written), reason: twinReason(other.written, file.written) })
      continue
    }
    if (other !== undefined) {
      const both = `${tellable(other.written)} and ${tellable(file.written)} would both be remembered as ${tellable(source)}`
      return malformed('PATH', `${both}: give --root, or read them in apart with --as`)
    }
    bySource.set(source, { ...file, source, rootName: rootName(file.root) })
  }
  return Result.succeed({
    files: [...bySource.values()],
    folders: found.folders.flatMap((folder) => {
      const below = folderKey(portable(folder), name)
      return below === undefined ? [] : [{ root: rootName(folder.root), below, reach: 'files' as const }]
    }),
    unseen: found.unseen.flatMap((place) => sourceKey(portable(place), name) ?? []),
    skipped,
  })
}

/** True for two names that look the same, because the letters of one are composed and those of the other are not. */
const isTwin = (one: string, other: string): boolean => one !== other && one.normalize('NFC') === other.normalize('NFC')

const twinReason = (first: string, second: string): string =>
  `it is ${spelled(second)}, which reads the same as ${spelled(first)}, and two documents cannot share a name: rename one of them`

const spelled = (path: string): string =>
  tellable(path).replace(/[^\x20-\x7e]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)

const separator = sep === '/' ? '/' : '\\'

const portable = ({ path, root }: Place) => ({ path: relative(root, path), separator }) as const

/** Returns the name of a root: the given name, wherever the folder is, or the real path of the folder. */
const rootNames = (name: string | undefined): ((root: string) => string) => {
  const given = name === undefined ? '' : folderKey({ path: '.', separator }, name)
  const real = new Map<string, string>()
  return (root) => {
    if (given) return given
    const known = real.get(root) ?? realPath(root)
    real.set(root, known)
    return known
  }
}

/** Returns the real path. A root that does not exist has no files, and was reported before. */
const realPath = (path: string): string => {
  try {
    return realpathSync(path)
  } catch {
    return resolve(path)
  }
}

const malformed = (field: string, problem: string) => Result.fail(new InvalidRequest({ field, problem }))

/* Reads one document, or returns the reason why it cannot be read; and recognises an export. */

/** Returns the text without a byte order mark, or the reason for skipping the file. */
export const readDocument = (
  path: string,
  maxBytes: number,
  read: (file: number) => Uint8Array = (file) => readFileSync(file),
): Result.Result<string, string> => {
  try {
    return withFile(path, (file) => {
      const before = fstatSync(file, { bigint: true })
      if (before.isDirectory()) return Result.fail('it is a folder')
      if (!before.isFile()) return Result.fail('it is neither a file nor a folder')
      // The size is checked first, so that a file that is far too large is never held.
      const bytes = before.size > maxBytes ? undefined : read(file)
      if (bytes === undefined || bytes.length > maxBytes)
        return Result.fail(`it has ${bytes?.length ?? before.size} bytes; at most ${maxBytes}`)
      const after = fstatSync(file, { bigint: true })
      if (after.size !== before.size || after.mtimeNs !== before.mtimeNs)
        return Result.fail('it was written to while it was read; read it in again')
      const format = binaryFormat(latin1.decode(bytes.subarray(0, signatureBytes)))
      if (format !== undefined) return Result.fail(`it is ${format}`)
      return isWideText(bytes) ? Result.fail(notText(path)) : Result.succeed(utf8.decode(bytes))
    })
  } catch (error) {
    return Result.fail(codeOf(error) === 'ERR_ENCODING_INVALID_ENCODED_DATA' ? notText(path) : fileProblem(error))
  }
}

const notText = (path: string): string => `it is not UTF-8 text; ${wayToRead(path) ?? 'save it as UTF-8'}`

const utf8 = new TextDecoder('utf-8', { fatal: true })
const latin1 = { decode: (bytes: Uint8Array): string => String.fromCharCode(...bytes) }

/** True for text in UTF-16 or UTF-32. Western text in them is valid UTF-8 with a zero beside every letter, as are many binary files. */
const isWideText = (bytes: Uint8Array): boolean => {
  const beginning = bytes.subarray(0, 8_192)
  return beginning.reduce((zeros, byte) => zeros + (byte === 0 ? 1 : 0), 0) * 4 > beginning.length
}

const beginningBytes = 65_536

export const readFound = (
  { path, read }: Pick<FoundFile, 'path' | 'read'>,
  maxBytes: number,
): Effect.Effect<Result.Result<string, string>> => {
  if (read !== undefined) return Effect.sync(() => read(maxBytes))
  return isPdfName(path) ? pdfText(path, maxBytes) : Effect.sync(() => readDocument(path, maxBytes))
}

/** True if the file is an export of conversations with an assistant. False if it cannot be read. */
export const isTalkFile = (path: string): boolean => isTalkBeginning(beginningOf(path))

/** Returns the format of a file that is no text, by its first bytes, with a way to read it; undefined for a text and for a file that cannot be read. */
export const binaryFormatOf = (path: string): string | undefined => binaryFormat(beginningOf(path, signatureBytes, 'latin1'))

const beginningOf = (path: string, most = beginningBytes, encoding: 'utf8' | 'latin1' = 'utf8'): string => {
  const beginning = Buffer.alloc(most)
  try {
    return beginning.toString(
      encoding,
      0,
      withFile(path, (file) => readSync(file, beginning, 0, most, 0)),
    )
  } catch {
    return ''
  }
}
