/** Messages that ask for no memory, a line each: its last field, where tabs part the line. */
import * as Result from 'effect/Result'
import { tellable } from '../documents/tellable.ts'
import { FileRefused } from '../failures.ts'
import { readSetText } from './set-text.ts'

export interface UnrelatedMessage {
  /** The first field of the line where the line has several fields, else `''`. */
  readonly half: string
  readonly text: string
}

/** Most messages that one file may hold. */
const messagesMax = 10_000
const head = 'message'

/** A first line whose last field is `message` names the fields. */
export const readMessages = (path: string): Result.Result<ReadonlyArray<UnrelatedMessage>, FileRefused> =>
  Result.flatMap(readSetText(path), (text) => {
    const messages = text.split(/\r?\n/).flatMap((line) => messageOf(line) ?? [])
    const problem =
      messages.length === 0
        ? 'it holds no message: it takes one a line'
        : messages.length > messagesMax
          ? `it holds ${messages.length} messages; at most ${messagesMax}`
          : undefined
    return problem === undefined ? Result.succeed(messages) : Result.fail(new FileRefused({ path: tellable(path), problem }))
  })

const messageOf = (line: string): UnrelatedMessage | undefined => {
  const fields = line.split('\t')
  const text = fields.at(-1)?.trim() ?? ''
  if (text === '' || (fields.length > 1 && text === head)) return undefined
  return { half: fields.length > 1 ? (fields[0] ?? '') : '', text }
}
