import type { ChosenServer } from '@crabtrail/models/embedder-choice'
import * as Effect from 'effect/Effect'
import * as Redacted from 'effect/Redacted'
import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import { embedderChoice, embedderOf } from './models.ts'

const written = (text: string) => ({ text, field: '--embedder' })

describe('the embedder', () => {
  test.each([
    ['none', 'none'],
    ['hashed', 'hashed'],
    ['http://localhost:11434/v1#nomic-embed-text:latest#768', { model: 'nomic-embed-text:latest', dimension: 768 }],
    ['https://api.openai.com/v1#text-embedding-3-small', { baseUrl: 'https://api.openai.com/v1', dimension: 1_536 }],
  ])('is what it was asked to be: %s', (text, choice) => {
    expect(embedderChoice(written(text), undefined)).toMatchObject({ success: { which: choice, field: '--embedder' } })
  })

  test.each(['', 'HASHED', 'localhost#m#3', 'http://a/v1', 'http://a/v1##3', 'http://a/v1#m#3#4', 'http://a/v1#sk-secret'])(
    'is refused, and nothing of it repeated: %s',
    (text) => {
      const { failure } = embedderChoice(written(text), undefined) as { readonly failure: Error }

      expect(failure).toMatchObject({ _tag: 'InvalidRequest', field: '--embedder' })
      expect(failure.message).not.toContain('secret')
    },
  )

  test.each(['http://a/v1#m#0', 'http://a/v1#m#x', 'http://u:secret@a/v1#m#3'])('is refused before anybody is asked: %s', (text) => {
    const choice = Result.getOrThrow(embedderChoice(written(text), undefined))

    return expect(Effect.runPromise(embedderOf(choice))).rejects.toMatchObject({
      _tag: 'InvalidRequest',
      message: expect.not.stringContaining('secret'),
    })
  })

  test('has its key from the environment, and shows it to nobody', async () => {
    const choice = Result.getOrThrow(embedderChoice(written('http://a/v1#m#3'), 'sk-secret'))
    const { key } = choice.which as ChosenServer

    expect(key !== undefined && Redacted.value(key)).toBe('sk-secret')
    expect(JSON.stringify([choice, await Effect.runPromise(embedderOf(choice))])).not.toContain('secret')
  })
})
