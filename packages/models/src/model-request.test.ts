import { describe, expect, test } from 'vitest'
import { type OptionalParameter, refusedParameter, requestBody } from './model-request.ts'

const openAi = (param: string | null, message: string, code = 'unsupported_parameter') =>
  JSON.stringify({ error: { message, type: 'invalid_request_error', param, code } })

describe('a refusal', () => {
  test.each<[OptionalParameter | undefined, string, string]>([
    [
      'max_tokens',
      'a newer model of OpenAI',
      openAi('max_tokens', "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead."),
    ],
    ['max_tokens', 'an error of text only', JSON.stringify({ error: "Unsupported parameter: 'max_tokens'" })],
    [
      'max_tokens',
      'a list of faults',
      JSON.stringify({
        detail: [{ type: 'extra_forbidden', loc: ['body', 'max_tokens'], msg: 'Extra inputs are not permitted', input: 9 }],
      }),
    ],
    [undefined, 'a limit too high for the model', openAi('max_tokens', 'max_tokens is too large: 4096. It supports at most 2048.', 'x')],
    [undefined, 'a limit beyond the context', JSON.stringify({ message: "'max_tokens' is too large, the context has 2048 tokens" })],
    ['response_format', 'LM Studio', JSON.stringify({ error: "'response_format.type' must be 'json_object' or 'text'" })],
    ['response_format', 'a model without forms', openAi(null, 'This model does not support response format `json_schema`.')],
    [
      'response_format',
      'an invalid schema',
      openAi('response_format', "Invalid schema for response_format 'x': temperature is not allowed"),
    ],
    ['response_format', 'a page of text', 'This response_format type is unavailable now'],
    ['response_format', 'a grammar', JSON.stringify({ error: { code: 400, message: 'Failed to parse grammar' } })],
    [
      'temperature',
      'a model with one temperature',
      openAi(
        'temperature',
        "Unsupported value: 'temperature' does not support 0 with this model. Only the default (1) value is supported.",
      ),
    ],
    ['temperature', 'a fixed temperature', openAi('None', 'invalid temperature: only 0.6 is allowed for this model')],
    [undefined, 'a repeated message', openAi(null, 'cannot parse: a note on the temperature in May', 'x')],
    [undefined, 'another parameter', openAi('messages', 'unsupported: temperature, max_tokens, response_format')],
    [undefined, 'a repeated request', JSON.stringify({ detail: [{ loc: ['body', 'model'], msg: 'x', input: { max_tokens: 'unknown' } }] })],
    [undefined, 'nothing', ''],
    [undefined, 'null', 'null'],
    [undefined, 'deep nesting', `${'{"error":'.repeat(2_000)}"max_tokens unsupported"${'}'.repeat(2_000)}`],
  ])('names %s: %s', (parameter, _, body) => {
    expect(refusedParameter(body, new Set())).toBe(parameter)
  })

  test('names no parameter that was not sent', () => {
    const body = JSON.stringify({ error: 'unknown: max_tokens, temperature' })

    expect(refusedParameter(body, new Set(['max_tokens']))).toBe('temperature')
    expect(refusedParameter(body, new Set(['max_tokens', 'temperature']))).toBeUndefined()
  })
})

test('a body without the optional parameters still has a limit of tokens', () => {
  const question = { messages: [{ role: 'user' as const, content: 'a' }], tokens: 7, form: { name: 'f', schema: {} } }

  const body = requestBody(question, { model: 'm', temperature: 0 }, new Set(['max_tokens', 'response_format', 'temperature']))

  expect(body).toEqual({ model: 'm', messages: question.messages, max_completion_tokens: 7 })
})
