import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { modelChoice, modelOf } from './model-choice.ts'

const secret = 'sk-secret-0123456789abcdef'

describe('the choice of a model', () => {
  test('is none, or a server with its model', () => {
    const key = Redacted.make(secret)

    expect(Result.getOrThrow(modelChoice('none', key))).toBe('none')
    expect(Result.getOrThrow(modelChoice('http://127.0.0.1:11434/v1#qwen3:4b', undefined))).toEqual({
      baseUrl: 'http://127.0.0.1:11434/v1',
      model: 'qwen3:4b',
      key: undefined,
    })
    expect(Result.getOrThrow(modelChoice('HTTPS://api.example.org/v1#a/b', key))).toEqual({
      baseUrl: 'HTTPS://api.example.org/v1',
      model: 'a/b',
      key,
    })
  })

  test.each<[string, string, RegExp]>([
    ['a name of nothing', 'gpt', /^it is none, or .*URL#MODEL/],
    ['a key', secret, /^it is none, or /],
    ['nothing', '', /^it is none, or /],
    ['no model', 'https://example.org/v1', /model is missing/],
    ['an empty model', 'https://example.org/v1#', /model is missing/],
    ['a dimension as well', 'https://example.org/v1#m#768', /more than one #/],
    ['an address of nothing', 'https://#m', /no address/],
    ['credentials', `https://user:${secret}@example.org/v1#m`, /give a key by itself/],
    ['a key in the query', `https://example.org/v1?key=${secret}#m`, /give a key by itself/],
    ['a model with a space', `https://example.org/v1#${secret} m`, /without space/],
  ])('is refused with %s, and the problem repeats none of it', (_, text, problem) => {
    const failed = Result.getOrThrow(Result.flip(modelChoice(text, undefined)))

    expect(failed).toMatch(problem)
    expect(failed).not.toContain(secret)
    expect(failed).not.toContain('example.org')
  })

  test('loads the model that it names', async () => {
    const named = Result.getOrThrow(modelChoice('http://127.0.0.1:1/v1#tiny', undefined))

    const [none, model] = await Effect.runPromise(Effect.all([modelOf('none'), modelOf(named)]))

    expect(none).toBeUndefined()
    expect(model?.id).toMatch(/^127\.0\.0\.1:1\/tiny\/[0-9a-f]{8}$/)
  })

  test('fails to load a model whose settings cannot work', async () => {
    const failed = await Effect.runPromise(Effect.flip(modelOf({ baseUrl: 'localhost', model: 'm', key: undefined })))

    expect(failed.reason).toBe('misconfigured')
  })
})
