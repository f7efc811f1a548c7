/**
 * Makes the body of a chat completion, and finds the parameter that a server refuses.
 *
 * Servers differ in three parameters, so each of them can be left out. The limit of tokens is sent as `max_tokens` first: a server that does
 * not know a parameter often ignores it without a word, and more servers know the older name. A newer model of OpenAI refuses it, and then
 * gets `max_completion_tokens`.
 */
import type { ModelMessage, ModelQuestion } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { OpenAI } from 'openai'
import { fieldOf } from './endpoint.ts'
import type { CheckedModelOptions } from './model-options.ts'

/** A parameter that some servers refuse, in the order in which a message of a server is searched for them. */
const optional = ['max_tokens', 'response_format', 'temperature'] as const

export type OptionalParameter = (typeof optional)[number]

type Body = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming

/** Returns the body without the avoided parameters. `max_completion_tokens` takes the place of `max_tokens`. */
export const requestBody = (
  { form, messages, tokens }: ModelQuestion,
  { model, temperature }: Pick<CheckedModelOptions, 'model' | 'temperature'>,
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
