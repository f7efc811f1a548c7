/** Reads one document, or says why it is none. */
import { readFileSync, statSync } from 'node:fs'
import * as Result from 'effect/Result'
import { fileProblem } from './whole-file.ts'

/** The text without a byte order mark, or the reason for passing it over. */
export const readDocument = (path: string, maxBytes: number): Result.Result<string, string> => {
  try {
    // Asked first, so that a file that is far too large is never held.
    const size = statSync(path).size
    const bytes = size > maxBytes ? undefined : readFileSync(path)
    if (bytes === undefined || bytes.length > maxBytes) return Result.fail(`it has ${bytes?.length ?? size} bytes; at most ${maxBytes}`)
    if (isWideText(bytes)) return Result.fail('it is not UTF-8 text; save it as UTF-8')
    return Result.succeed(utf8.decode(bytes))
  } catch (error) {
    return Result.fail(fileProblem(error))
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** UTF-16 and UTF-32 of western text pass for UTF-8 with a zero beside every letter; so do many binary files. */
const isWideText = (bytes: Uint8Array): boolean => {
  const beginning = bytes.subarray(0, 8_192)
  return beginning.reduce((zeros, byte) => zeros + (byte === 0 ? 1 : 0), 0) * 4 > beginning.length
}
