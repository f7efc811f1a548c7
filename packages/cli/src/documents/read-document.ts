/** Reads one document, or says why it cannot be read; and recognises the record of a session. */

import { closeSync, constants, fstatSync, openSync, readFileSync, readSync } from 'node:fs'
import { isTranscriptLine } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { fileProblem } from './whole-file.ts'

/** The text without a byte order mark, or the reason for passing it over. */
export const readDocument = (
  path: string,
  maxBytes: number,
  read: (file: number) => Uint8Array = (file) => readFileSync(file),
): Result.Result<string, string> => {
  let file: number | undefined
  try {
    // Without waiting for somebody to write to it, should it be a pipe by now.
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const before = fstatSync(file, { bigint: true })
    if (before.isDirectory()) return Result.fail('it is a folder')
    if (!before.isFile()) return Result.fail('it is neither a file nor a folder')
    // Asked first, so that a file that is far too large is never held.
    const bytes = before.size > maxBytes ? undefined : read(file)
    if (bytes === undefined || bytes.length > maxBytes)
      return Result.fail(`it has ${bytes?.length ?? before.size} bytes; at most ${maxBytes}`)
    const after = fstatSync(file, { bigint: true })
    if (after.size !== before.size || after.mtimeNs !== before.mtimeNs)
      return Result.fail('it was written to while it was read; read it in again')
    return isWideText(bytes) ? Result.fail('it is not UTF-8 text; save it as UTF-8') : Result.succeed(utf8.decode(bytes))
  } catch (error) {
    return Result.fail(fileProblem(error))
  } finally {
    if (file !== undefined) closeSync(file)
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** UTF-16 and UTF-32 of western text pass for UTF-8 with a zero beside every letter; so do many binary files. */
const isWideText = (bytes: Uint8Array): boolean => {
  const beginning = bytes.subarray(0, 8_192)
  return beginning.reduce((zeros, byte) => zeros + (byte === 0 ? 1 : 0), 0) * 4 > beginning.length
}

const beginningBytes = 65_536

/** True if the file is the record of a session that a host keeps, by its first line. False if it cannot be read. */
export const isTranscriptFile = (path: string): boolean => {
  let file: number | undefined
  try {
    file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const beginning = Buffer.alloc(beginningBytes)
    const bytes = readSync(file, beginning, 0, beginning.length, 0)
    return isTranscriptLine(beginning.toString('utf8', 0, bytes).split('\n', 1)[0] ?? '')
  } catch {
    return false
  } finally {
    if (file !== undefined) closeSync(file)
  }
}
