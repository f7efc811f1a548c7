/** Reads one note asynchronously, or returns the reason why it cannot be read. */
import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { withoutContexts } from '@crabtrail/text/words/context-fence'
import * as Result from 'effect/Result'
import type { KnownNote } from '../state/followed.ts'
import { messageOf } from '../state/parts.ts'

export interface ReadNote extends KnownNote {
  /** Text of the note, without a byte order mark and without fenced context that the memory itself gave to a model. */
  readonly text: string
  /** SHA-256 of the bytes in hexadecimal, the same digest that the host records. */
  readonly fileHash: string
}

/** `path` must be a real path. Reads nothing when it has become a link or is no regular file. */
export const readNote = async (path: string, maxBytes: number): Promise<Result.Result<ReadNote, string>> => {
  let file: FileHandle | undefined
  try {
    // O_NONBLOCK: opening a pipe must not wait for a writer.
    file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
    return await readOpen(file, maxBytes)
  } catch (error) {
    return Result.fail(fileProblem(error))
  } finally {
    await file?.close()
  }
}

const readOpen = async (file: FileHandle, maxBytes: number): Promise<Result.Result<ReadNote, string>> => {
  const before = await file.stat({ bigint: true })
  if (!before.isFile()) return Result.fail('it is no file')
  // The size is checked first, so that a file above the limit is never loaded.
  const bytes = before.size > maxBytes ? undefined : await file.readFile()
  if (bytes === undefined || bytes.length > maxBytes)
    return Result.fail(`it has ${bytes?.length ?? before.size} bytes; at most ${maxBytes}`)
  const after = await file.stat({ bigint: true })
  if (after.size !== before.size || after.mtimeNs !== before.mtimeNs) return Result.fail('it is being written to')
  if (isWideText(bytes)) return Result.fail('it is not UTF-8 text')
  const text = withoutContexts(utf8.decode(bytes), 'text')
  return Result.succeed({
    text,
    size: Number(before.size),
    mtimeNs: before.mtimeNs,
    digest: await digestOf(text),
    fileHash: await digestOf(bytes),
  })
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** WebCrypto computes it in a thread pool. */
const digestOf = async (text: string | Uint8Array<ArrayBuffer>): Promise<string> =>
  Buffer.from(await crypto.subtle.digest('SHA-256', typeof text === 'string' ? Buffer.from(text) : text)).toString('hex')

/** UTF-16 and UTF-32 of Latin text decode as UTF-8 with a zero byte beside every letter; so do many binary files. */
const isWideText = (bytes: Uint8Array): boolean => {
  const beginning = bytes.subarray(0, 8_192)
  return beginning.reduce((zeros, byte) => zeros + (byte === 0 ? 1 : 0), 0) * 4 > beginning.length
}

export const fileProblem = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return sentences[code] ?? messageOf(error)
}

const sentences: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  EACCES: 'it may not be read by this user',
  EPERM: 'it may not be read by this user',
  ENOTDIR: 'a part of the path is no folder',
  ENOSPC: 'there is no space left on the device',
  EROFS: 'the file system is read-only',
  ELOOP: 'links lead in a circle',
  ENAMETOOLONG: 'the name is too long',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
}
