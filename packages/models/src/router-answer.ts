/** Reads the answer of a server: the text of its first choice and the tokens that were used, or the fault of the answer. */

import { countTokens, type RouterMessage, type RouterReply, routerLimits } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { FailedRequest } from './failed-request.ts'

/** Most bytes of an answer: each character of its text may be written as an escape of 6 bytes, and 64 KiB are for everything else. */
export const answerBytesMax = 6 * routerLimits.answerCharacters + 65_536

/** Reads the body of an answer. The fault repeats nothing of it. `messages`: the messages of the question, to estimate their tokens. */
export const readRouterAnswer = (body: string, messages: ReadonlyArray<RouterMessage>): Result.Result<RouterReply, FailedRequest> => {
  const parsed = Result.try(() => JSON.parse(body) as unknown)
  if (Result.isFailure(parsed)) return bad('the answer is no JSON, or was cut short: see what the server logs')
  const choices = fieldOf(parsed.success, 'choices')
  if (!Array.isArray(choices))
    return bad('the answer has no list "choices": give the address of an OpenAI-compatible API, which often ends in /v1')
  const choice: unknown = choices[0]
  const finish = fieldOf(choice, 'finish_reason')
  if (finish === 'length') return bad('the text was cut short at the limit of tokens: ask for a shorter answer, or allow more tokens')
  if (finish === 'content_filter') return bad('the text was cut short by a filter of the server: ask with other messages')
  const text = fieldOf(fieldOf(choice, 'message'), 'content')
  if (typeof text !== 'string' || text.trim() === '')
    return bad('the answer has no text: see whether the model is one for chat, and whether it may answer without calling tools')
  if (text.length > routerLimits.answerCharacters)
    return bad(`the text has ${text.length} characters, at most ${routerLimits.answerCharacters}: ask for fewer tokens`)
  const usage = fieldOf(parsed.success, 'usage')
  return Result.succeed({
    text,
    tokensIn: count(fieldOf(usage, 'prompt_tokens')) ?? messages.reduce((sum, { content }) => sum + countTokens(content), 0),
    tokensOut: count(fieldOf(usage, 'completion_tokens')) ?? countTokens(text),
  })
}

const bad = (detail: string): Result.Result<never, FailedRequest> => Result.fail({ reason: 'badAnswer', detail, retryable: false })

/** Most tokens that a server is believed to have used. */
const tokensMax = 1_000_000_000

const count = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0 && value <= tokensMax ? value + 0 : undefined

type Field = 'choices' | 'finish_reason' | 'message' | 'content' | 'usage' | 'prompt_tokens' | 'completion_tokens'

const fieldOf = (value: unknown, field: Field): unknown =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>)[field] : undefined
