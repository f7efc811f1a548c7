import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { spelledAs } from './spelling.ts'
import { questionTerms } from './tokenise.ts'

const spelled = (question: string) => questionTerms(question).words.map(spelledAs(question))

describe('the words of a question', () => {
  test.each([
    ['Jobs pile up in the queue, what do I restart?', ['Jobs', 'pile', 'up', 'queue', 'restart']],
    ['Where is the Café’s RÉSUMÉ?', ['Café', 'RÉSUMÉ']],
    ['queues queue QUEUE', ['queues']],
    ['Why does getUserTokens or user_token fail?', ['get', 'User', 'Tokens', 'fail', 'getUserTokens', 'user_token']],
    ['港口灯塔 API', ['港口', '口灯', '灯塔', 'API']],
    ['what is it?', []],
  ])('read as they stand in %j', (question, words) => {
    expect(spelled(question)).toEqual(words)
  })

  test('are found in the question, or are terms', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (question) => {
        for (const term of questionTerms(question).words) {
          const spelling = spelledAs(question)(term)
          expect(spelling === term || question.includes(spelling)).toBe(true)
        }
      }),
    )
  })
})
