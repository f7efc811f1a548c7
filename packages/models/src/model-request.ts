/**
 * Makes the body of a chat completion, and finds the parameter that a server refuses.
 *
 * Servers differ in three parameters, so each of them can be left out. The limit of tokens is sent as `max_tokens` first: a server that does
 * not know a parameter often ignores it without a word, and more servers know the older name. A newer model of OpenAI refuses it, and then
 * gets `max_completion_tokens`.
 */

import { type ModelMessage, type ModelQuestion, type ModelReply, modelLimits, reportedTokens } from '@crabtrail/core'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Result from 'effect/Result'
import type { OpenAI } from 'openai'
import { type FailedRequest, fieldOf } from './endpoint.ts'

/** A parameter that some servers refuse, in the order in which a message of a server is searched for them. */
const optional = ['max_tokens', 'response_format', 'temperature'] as const

export type OptionalParameter = (typeof optional)[number]

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming

/** Returns the body without the avoided parameters. `max_completion_tokens` takes the place of `max_tokens`. */
export const requestBody = (
  { form, messages, tokens }: ModelQuestion,
  { model, temperature }: { readonly model: string; readonly temperature: number },
  avoided: ReadonlySet<OptionalParameter>,
): Body => ({
  model,
  messages: [...messages],
  ...(avoided.has('max_tokens') ? { max_completion_tokens: tokens } : { max_tokens: tokens }),
  ...(avoided.has('temperature') ? {} : { temperature }),
  ...(avoided.has('response_format')
    ? {}
    : { response_format: { type: 'json_schema', json_schema: { name: form.name, schema: { ...form.schema }, strict: true } } }),
})

/** Returns the messages in well-formed Unicode, because some servers refuse half of a surrogate pair. */
export const wellFormed = (messages: ReadonlyArray<ModelMessage>): ReadonlyArray<ModelMessage> =>
  messages.map(({ content, role }) => ({ role, content: content.toWellFormed() }))

/**
 * Returns the parameter that the body of a refusal names; undefined if it names none that was sent. A parameter that the server names in a
 * field of its own takes precedence over its message.
 */
export const refusedParameter = (refusal: string, avoided: ReadonlySet<OptionalParameter>): OptionalParameter | undefined => {
  const body = Result.getOrElse(
    Result.try(() => JSON.parse(refusal) as unknown),
    () => refusal,
  )
  const message = complaintTexts(body).join('\n').slice(0, complaintCharacters)
  const field = complaintTexts(fieldOf(body, 'param') ?? fieldOf(fieldOf(body, 'error'), 'param')).join()
  const searched = /^(none|null)?$/i.test(field) ? message : field
  return optional.find((name) => !avoided.has(name) && signs[name].name.test(searched) && signs[name].problem.test(message))
}

/** Words of a server that does not know or does not take a parameter. */
const unsupported =
  /unsupported|unknown|unrecogni[sz]ed|unexpected|\bextra|deprecated|instead|n[o']t (be )?(support|permitted|allowed|recogni[sz]ed|accept|compatible)/i

/**
 * Signs of a refused parameter: its name in the searched text, and a problem in the message. The problem distinguishes a limit of tokens that
 * the server does not know from one that is too high for it: leaving out the second would not help.
 */
const signs: Readonly<Record<OptionalParameter, { readonly name: RegExp; readonly problem: RegExp }>> = {
  max_tokens: { name: /\bmax_tokens\b/, problem: unsupported },
  response_format: { name: /response[_ ]format|json[_ ]schema|structured output|\bgrammar\b/i, problem: /(?:)/ },
  temperature: { name: /\btemperature\b/i, problem: new RegExp(`${unsupported.source}|\\b(invalid|only|must)\\b`, 'i') },
}

/** UTF-16 code units of a server’s message that are searched. */
const complaintCharacters = 4_000

/** Fields of an error with words of the server. `input`, in which some servers repeat the request, is none of them. */
const complaintFields = ['error', 'message', 'param', 'code', 'type', 'detail', 'loc', 'msg'] as const

/** Returns the texts of an error, at most 8 levels deep and 16 entries of each list. */
const complaintTexts = (value: unknown, levels = 8): ReadonlyArray<string> => {
  if (typeof value === 'string') return [value]
  if (levels === 0 || typeof value !== 'object' || value === null) return []
  if (Array.isArray(value)) return value.slice(0, 16).flatMap((one) => complaintTexts(one, levels - 1))
  return complaintFields.flatMap((field) => complaintTexts(fieldOf(value, field), levels - 1))
}

/* Reads the answer of a server: the text of its first choice and the tokens that were used, or the fault of the answer. */

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
