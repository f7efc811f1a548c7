import type { ChosenModelServer } from '@crabtrail/models/model-choice'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { modelChoice, modelOf } from './models.ts'

const written = (text: string) => ({ text, field: '--model' })

describe('the model', () => {
  test('is none, and then there is none to load', async () => {
    const choice = Result.getOrThrow(modelChoice(written('none'), 'sk-secret'))

    expect(choice).toBe('none')
    expect(await Effect.runPromise(modelOf(choice))).toBeUndefined()
  })

  test.each(['', 'NONE', 'hashed', 'localhost#m', 'http://a/v1', 'http://a/v1#', 'http://a/v1#m#sk-secret', 'http://u:secret@a/v1#m'])(
    'is refused before anybody is asked, and nothing of it repeated: %s',
    (text) => {
      const { failure } = modelChoice(written(text), undefined) as { readonly failure: Error }

      expect(failure).toMatchObject({ _tag: 'InvalidRequest', field: '--model' })
      expect(failure.message).not.toContain('secret')
    },
  )

  test('has its key from the environment, and shows it to nobody', async () => {
    const choice = Result.getOrThrow(modelChoice(written('http://a/v1#m'), 'sk-secret'))
    const { key } = choice as ChosenModelServer

    expect(key !== undefined && Redacted.value(key)).toBe('sk-secret')
    expect(JSON.stringify([choice, await Effect.runPromise(modelOf(choice))])).not.toContain('secret')
  })

  test('needs no key: an empty one is none', () => {
    expect(modelChoice(written('http://a/v1#m'), '')).toMatchObject({ success: { key: undefined } })
  })

  test('is refused for a key that cannot be sent, by the name of its variable', () => {
    const choice = Result.getOrThrow(modelChoice(written('http://a/v1#m'), 'sk secret'))

    return expect(Effect.runPromise(modelOf(choice))).rejects.toMatchObject({
      _tag: 'InvalidRequest',
      field: '$OPENAI_API_KEY',
      message: expect.not.stringContaining('secret'),
    })
  })
})
