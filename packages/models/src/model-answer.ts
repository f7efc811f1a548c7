/** Reads the answer of a server: the text of its first choice and the tokens that were used, or the fault of the answer. */

import { type ModelMessage, type ModelReply, modelLimits, reportedTokens } from '@crabtrail/core'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Result from 'effect/Result'
import { fieldOf } from './endpoint.ts'
import type { FailedRequest } from './failed-request.ts'

/** Most bytes of an answer: each character of its text may be written as an escape of 6 bytes, and 64 KiB are for everything else. */
export const answerBytesMax = 6 * modelLimits.answerCharacters + 65_536

/** Reads the body of an answer. The fault repeats nothing of it. `messages`: the messages of the question, to estimate their tokens. */
export const readModelAnswer = (body: string, messages: ReadonlyArray<ModelMessage>): Result.Result<ModelReply, FailedRequest> => {
  const parsed = Result.try(() => JSON.parse(body) as unknown)
  if (Result.isFailure(parsed)) return bad('the answer is no JSON, or was cut short: see what the server logs')
  const choices = fieldOf(parsed.success, 'choices')
  if (!Array.isArray(choices))
    return bad('the answer has no list "choices": give the address of an OpenAI-compatible API, which often ends in /v1')
  const choice: unknown = choices[0]
  const text = fieldOf(fieldOf(choice, 'message'), 'content')
  const usage = usageIn(parsed.success)
  const fault = textFault(text, fieldOf(choice, 'finish_reason'))
  if (fault !== undefined || typeof text !== 'string') return bad(fault ?? '', usage)
  return Result.succeed({
    text,
    tokensIn: usage.tokensIn ?? messages.reduce((sum, { content }) => sum + countTokens(content), 0),
    tokensOut: usage.tokensOut ?? countTokens(text),
  })
}

const textFault = (text: unknown, finish: unknown): string | undefined => {
  if (finish === 'length') return 'the text was cut short at the limit of tokens: ask for a shorter answer, or allow more tokens'
  if (finish === 'content_filter') return 'the text was cut short by a filter of the server: ask with other messages'
  if (typeof text !== 'string' || text.trim() === '')
    return 'the answer has no text: see whether the model is one for chat, and whether it may answer without calling tools'
  return text.length > modelLimits.answerCharacters
    ? `the text has ${text.length} characters, at most ${modelLimits.answerCharacters}: ask for fewer tokens`
    : undefined
}

/** Tokens as the server reports them; undefined where it does not. */
interface Reported {
  readonly tokensIn: number | undefined
  readonly tokensOut: number | undefined
}

const usageIn = (answer: unknown): Reported => {
  const usage = fieldOf(answer, 'usage')
  return { tokensIn: reportedTokens(fieldOf(usage, 'prompt_tokens')), tokensOut: reportedTokens(fieldOf(usage, 'completion_tokens')) }
}

const bad = (detail: string, { tokensIn, tokensOut }: Partial<Reported> = {}): Result.Result<never, FailedRequest> => {
  const usage = tokensIn === undefined || tokensOut === undefined ? undefined : { tokensIn, tokensOut }
  return Result.fail({ reason: 'badAnswer', detail, retryable: false, ...(usage === undefined ? {} : { usage }) })
}
