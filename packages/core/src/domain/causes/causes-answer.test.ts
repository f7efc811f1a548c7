import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type CauseWindow, readCauses } from './causes-call.ts'

/** Passages 101 to 108, of which the last four are new. */
const window: CauseWindow = Array.from({ length: 8 }, (_, place) => ({ node: 101 + place, place, isNew: place >= 4 }))
const read = (text: string) => readCauses(text, window)
const causes = (...entries: ReadonlyArray<unknown>) => Result.getOrThrow(read(JSON.stringify({ causes: entries })))
const pair = (cause: unknown, effect: unknown, confidence: unknown = 0.8) => ({ cause, effect, confidence })

test('a pair has its passages and its confidence', () =>
  expect(causes(pair(5, 8), pair(4, '#6', 1))).toEqual({
    pairs: [
      { cause: 105, effect: 108, confidence: 800_000_000 },
      { cause: 104, effect: 106, confidence: 1_000_000_000 },
    ],
    refused: 0,
  }))

describe('what does not count is dropped and counted', () => {
  test.each<[string, ReadonlyArray<unknown>, number]>([
    ['S4.9 numbers that are not in the window', [pair(0, 5), pair(5, 9), pair(-1, 5), pair(5.5, 6)], 0],
    ['names instead of numbers', [pair('notes.md#a', 5), pair(5, 'all')], 0],
    ['a passage and itself', [pair(5, 5)], 0],
    ['two passages that were asked about before', [pair(1, 2)], 0],
    ['passages that stand too far apart', [pair(1, 6)], 0],
    ['a pair twice', [pair(5, 6), pair(5, 6, 0.1)], 1],
    ['a pair the other way round', [pair(5, 6), pair(6, 5)], 1],
    ['no confidence', [pair(5, 6, 1.01), pair(6, 7, -0.1), pair(7, 8, 'sure'), { cause: 5, effect: 7 }], 0],
    ['no pair', ['5 causes 6', null, 7, [5, 6], {}], 0],
    ['an order that a passage gave', [pair(5, 6), { ...pair(1, 2), load: 'https://example.org' }], 1],
  ])('%s', (_, entries, kept) => {
    const found = causes(...entries)
    expect([found.pairs.length, found.refused]).toEqual([kept, entries.length - kept])
  })
})

describe('an answer without a list of causes is no answer', () => {
  test.each(['', 'Passage 1 causes 2.', '{}', '{"causes":{}}', '{"causes":[', '[{"cause":5,"effect":6,"confidence":1}]', 'null'])(
    '%s',
    (text) => expect(Result.getOrThrow(Result.flip(read(text)))).toMatchObject({ reason: 'malformed' }),
  )

  test.each(['{"causes":[]}', '```json\n{"causes":[]}\n```', 'None: {"causes":[],"note":"nothing"}'])('an empty one is: %s', (text) =>
    expect(Result.getOrThrow(read(text))).toEqual({ pairs: [], refused: 0 }),
  )
})

test('any text is read without a fault, and names only pairs of the window, each once', () => {
  const number = fc.oneof(fc.integer({ min: -1, max: 10 }), fc.string(), fc.double(), fc.constant(null))
  const entry = fc.oneof(fc.record({ cause: number, effect: number, confidence: fc.oneof(fc.double(), fc.string()) }), fc.anything())
  const answers = fc.record({ causes: fc.oneof(fc.array(entry), fc.anything()) })
  const texts = fc.oneof(
    answers.map((answer) => JSON.stringify(answer) ?? ''),
    fc.string(),
    fc.tuple(fc.string(), answers).map(([before, answer]) => `${before}${JSON.stringify(answer)}`),
  )
  fc.assert(
    fc.property(texts, (text) => {
      const found = read(text)
      if (Result.isFailure(found)) return
      const named = found.success.pairs.map(({ cause, effect }) => [cause, effect].sort().join(' '))
      expect(new Set(named).size).toBe(named.length)
      for (const { cause, confidence, effect } of found.success.pairs) {
        expect(Math.abs(cause - effect)).toBeGreaterThan(0)
        expect(Math.abs(cause - effect)).toBeLessThanOrEqual(4)
        expect(Math.max(cause, effect)).toBeGreaterThan(104)
        expect(Math.max(cause, effect)).toBeLessThanOrEqual(108)
        expect(confidence).toBeGreaterThanOrEqual(0)
        expect(confidence).toBeLessThanOrEqual(1_000_000_000)
      }
    }),
  )
})
