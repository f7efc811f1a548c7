import type { ChosenModelServer } from '@crabtrail/models/model-choice'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { modelChoice, modelOf } from './models.ts'

const written = (text: string) => ({ text, field: '--model' })

describe('the model', () => {
  test('is none, and then there is none to load', async () => {
    const choice = Result.getOrThrow(modelChoice(written('none'), { OPENAI_API_KEY: 'sk-secret' }))

    expect(choice).toBe('none')
    expect(await Effect.runPromise(modelOf(choice))).toBeUndefined()
  })

  test.each(['', 'NONE', 'hashed', 'localhost#m', 'http://a/v1', 'http://a/v1#', 'http://a/v1#m#sk-secret', 'http://u:secret@a/v1#m'])(
    'is refused before anybody is asked, and nothing of it repeated: %s',
    (text) => {
      const { failure } = modelChoice(written(text), {}) as { readonly failure: Error }

      expect(failure).toMatchObject({ _tag: 'InvalidRequest', field: '--model' })
      expect(failure.message).not.toContain('secret')
    },
  )

  test('has its key from the environment, and shows it to nobody', async () => {
    const choice = Result.getOrThrow(modelChoice(written('http://a/v1#m'), { OPENAI_API_KEY: 'sk-secret' }))
    const { key } = choice as ChosenModelServer

    expect(key !== undefined && Redacted.value(key)).toBe('sk-secret')
    expect(JSON.stringify([choice, await Effect.runPromise(modelOf(choice))])).not.toContain('secret')
  })

  test('needs no key: an empty one is none', () => {
    expect(modelChoice(written('http://a/v1#m'), { OPENAI_API_KEY: '' })).toMatchObject({ success: { key: undefined } })
  })

  test.each([
    ['http://a/v1#m', 'OPENAI_API_KEY'],
    ['gpt-4o-mini', 'OPENAI_API_KEY'],
    ['claude-haiku', 'ANTHROPIC_API_KEY'],
  ])('is refused for a key that cannot be sent, by the name of its variable: %s', (text, variable) => {
    const choice = Result.getOrThrow(modelChoice(written(text), { [variable]: 'sk secret' }))

    return expect(Effect.runPromise(modelOf(choice))).rejects.toMatchObject({
      _tag: 'InvalidRequest',
      field: `$${variable}`,
      message: expect.not.stringContaining('secret'),
    })
  })

  test('S1.48 of a service is given no other service’s key', () => {
    const keys = { OPENAI_API_KEY: 'sk-openai', ANTHROPIC_API_KEY: 'sk-anthropic' }
    const keyOf = (text: string) => {
      const { key } = Result.getOrThrow(modelChoice(written(text), keys)) as ChosenModelServer
      return key === undefined ? undefined : Redacted.value(key)
    }

    expect(['gpt-4o-mini', 'claude-haiku', 'http://127.0.0.1:11434/v1#claude-like'].map(keyOf)).toEqual([
      'sk-openai',
      'sk-anthropic',
      'sk-openai',
    ])
    expect(modelChoice(written('claude-haiku'), { OPENAI_API_KEY: 'sk-openai' })).toMatchObject({ success: { key: undefined } })
  })
})
