import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { modelChoice, modelOf } from './model-choice.ts'

const secret = 'sk-secret-0123456789abcdef'
const noKey = () => undefined

describe('the choice of a model', () => {
  test('is none, or a server with its model', () => {
    const key = Redacted.make(secret)
    const keyVariable = 'OPENAI_API_KEY'

    expect(Result.getOrThrow(modelChoice('none', () => key))).toBe('none')
    expect(Result.getOrThrow(modelChoice('http://127.0.0.1:11434/v1#qwen3:4b', noKey))).toEqual({
      baseUrl: 'http://127.0.0.1:11434/v1',
      model: 'qwen3:4b',
      key: undefined,
      keyVariable,
    })
    expect(Result.getOrThrow(modelChoice('HTTPS://api.example.org/v1#a/b', () => key))).toEqual({
      baseUrl: 'HTTPS://api.example.org/v1',
      model: 'a/b',
      key,
      keyVariable,
    })
  })

  test.each([
    ['gpt-4o-mini', 'https://api.openai.com/v1', 'OPENAI_API_KEY'],
    ['claude-haiku-4-5', 'https://api.anthropic.com/v1', 'ANTHROPIC_API_KEY'],
  ])('S1.48 by the beginning of its name is on its service, with that key alone: %s', async (model, baseUrl, keyVariable) => {
    const looked: Array<string> = []
    const choice = modelChoice(model, (variable) => {
      looked.push(variable)
      return Redacted.make(variable)
    })

    expect(Result.getOrThrow(choice)).toMatchObject({ baseUrl, model, keyVariable })
    expect(looked).toEqual([keyVariable])
    const loaded = await Effect.runPromise(modelOf(Result.getOrThrow(choice)))
    expect(loaded?.id).toContain(`${new URL(baseUrl).host}/${model}/`)
  })

  test.each<[string, string, RegExp]>([
    ['a name of nothing', 'gpt', /^it is none, .*URL#MODEL/],
    ['a key', secret, /^it is none, a model /],
    ['nothing', '', /^it is none, a model /],
    ['no model', 'https://example.org/v1', /model is missing/],
    ['an empty model', 'https://example.org/v1#', /model is missing/],
    ['a dimension as well', 'https://example.org/v1#m#768', /more than one #/],
    ['an address of nothing', 'https://#m', /no address/],
    ['credentials', `https://user:${secret}@example.org/v1#m`, /give a key by itself/],
    ['a key in the query', `https://example.org/v1?key=${secret}#m`, /give a key by itself/],
    ['a name with a space', `gpt-${secret} m`, /without space/],
    ['a model with a space', `https://example.org/v1#${secret} m`, /without space/],
  ])('is refused with %s, and the problem repeats none of it', (_, text, problem) => {
    const failed = Result.getOrThrow(Result.flip(modelChoice(text, noKey)))

    expect(failed).toMatch(problem)
    expect(failed).not.toContain(secret)
    expect(failed).not.toContain('example.org')
  })

  test('loads the model that it names', async () => {
    const named = Result.getOrThrow(modelChoice('http://127.0.0.1:1/v1#tiny', noKey))

    const [none, model] = await Effect.runPromise(Effect.all([modelOf('none'), modelOf(named)]))

    expect(none).toBeUndefined()
    expect(model?.id).toMatch(/^127\.0\.0\.1:1\/tiny\/[0-9a-f]{8}$/)
  })

  test('fails to load a model whose settings cannot work', async () => {
    const failed = await Effect.runPromise(Effect.flip(modelOf({ baseUrl: 'localhost', model: 'm', key: undefined })))

    expect(failed.reason).toBe('misconfigured')
  })
})
