/** The text of a file of a set, packed or not. */
import { gunzipSync } from 'node:zlib'
import * as Result from 'effect/Result'
import { boundedBytes } from '../documents/bounded-file.ts'
import { tellable } from '../documents/tellable.ts'
import { fileProblem } from '../documents/whole-file.ts'
import { FileRefused } from '../failures.ts'

/** Bytes that a file may have, and what it holds when it is unpacked. */
const bytesMax = 256_000_000

export const readSetText = (path: string): Result.Result<string, FileRefused> =>
  Result.try({
    try: () => {
      const bytes = boundedBytes(path, bytesMax)
      return utf8.decode(isPacked(bytes) ? gunzipSync(bytes, { maxOutputLength: bytesMax }) : bytes)
    },
    catch: (error) => new FileRefused({ path: tellable(path), problem: problemOf(error) }),
  })

const utf8 = new TextDecoder('utf-8', { fatal: true })

const isPacked = (bytes: Uint8Array): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b

const problemOf = (error: unknown): string => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (code === 'ERR_BUFFER_TOO_LARGE') return `unpacked it would have more than ${bytesMax} bytes`
  return code.startsWith('Z_') ? 'it is not a whole gzip file' : fileProblem(error)
}
