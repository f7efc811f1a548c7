/** Recognises the files in which hosts of agents record sessions, and reads what was said in one line by line. */
import type { SessionHost } from '@crabtrail/text/talks/session-hosts'
import { sessionHostOf, sessionReader } from '@crabtrail/text/talks/sessions'
import * as Result from 'effect/Result'
import type { Part } from './export-parts.ts'
import { fileProblem, linesOf } from './whole-file.ts'

/** Most bytes of a session. What was said in it is a document. */
const sessionBytesMax = 500_000_000

/** Returns the host whose session the file is; undefined for another file, and for one that cannot be read. */
export const sessionHostIn = (path: string): SessionHost | undefined => {
  try {
    return sessionHostOf(sessionLines(path, Number.POSITIVE_INFINITY))
  } catch {
    return undefined
  }
}

/** Returns the reading of a session, whose host may go on writing to the file. */
export const sessionPart =
  (path: string, host: SessionHost): Part['read'] =>
  (maxBytes) => {
    try {
      return saidText(host, maxBytes, (take) => {
        for (const line of sessionLines(path, sessionBytesMax)) take(line)
        return Result.succeed(undefined)
      })
    } catch (error) {
      return Result.fail(fileProblem(error))
    }
  }

const sessionLines = (path: string, bytesMax: number) => linesOf(path, { bytesMax, decode: (bytes) => lenient.decode(bytes) })

/** A character may be cut off at the end of a file that is written to. */
const lenient = new TextDecoder()

/** Returns what was said in the lines that `give` hands over, a line for each, or the reason why there is none. */
export const saidText = (
  host: SessionHost,
  maxBytes: number,
  give: (take: (line: string) => void) => Result.Result<void, string>,
): Result.Result<string, string> => {
  const reader = sessionReader(host)
  return Result.flatMap(give(reader.take), () => {
    const text = reader.said().join('\n')
    const bytes = Buffer.byteLength(text)
    return bytes > maxBytes
      ? Result.fail(`what was said in it has ${bytes} bytes; at most ${maxBytes}: split the file between two lines`)
      : Result.succeed(text)
  })
}
