/** The quick comparison of a stored index with the log says the same as the comparison of their lines. */
import { type IndexChange, indexLines, type WholeIndex } from '@crabtrail/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { holdsOnly, indexedTexts, postingsIn, wholeOf } from '../../packages/core/src/application/text-index/indexed-texts.ts'
import { indexModel } from '../contracts/index-model.ts'
import { runs } from './runs.ts'

const words = ['crab', 'trail', 'é', '海', 'a b']
const change = fc.record({
  isEnd: fc.boolean(),
  space: fc.constantFrom('document', 'cue', 'phrase', 'alias'),
  node: fc.integer({ min: 1, max: 4 }),
  terms: fc.subarray(words),
  length: fc.nat({ max: 3 }),
})

/** Changes at rising positions, as the events of a log make them. */
const changes: fc.Arbitrary<ReadonlyArray<IndexChange>> = fc.array(change, { maxLength: 12 }).map((list) =>
  list.map(({ isEnd, length, node, space, terms }, i): IndexChange => {
    const at = i + 1
    if (isEnd) return { change: 'end', space, node, until: at }
    return { change: 'add', space, node, terms, counts: terms.map((_, place) => 1 + (place % 2)), length, words: length, from: at }
  }),
)

/** Changes one number, takes one posting or one text away, or adds a term that no text has. */
const spoil = ({ postings, texts }: WholeIndex, place: number, by: number): WholeIndex => {
  const spaces = [...postings].map(([space, terms]) => [space, new Map(terms)] as const)
  const all = spaces.flatMap(([, terms]) => [...terms.keys()].map((term) => ({ term, terms })))
  const picked = all[place % Math.max(1, all.length)]
  const numbers = picked?.terms.get(picked.term) ?? []
  if (by === 0) return { postings: new Map(spaces), texts: texts.slice(1) }
  if (by === 1) picked?.terms.set(picked.term, numbers.slice(4))
  else if (by === 2) spaces[0]?.[1].set('no such word', [1, 1, 1, 1])
  else picked?.terms.set(picked.term, numbers.with(place % numbers.length, (numbers[place % numbers.length] ?? 0) + by))
  return { postings: new Map(spaces), texts }
}

test('an index of the log holds only its texts, and its lines are those of a model', () => {
  fc.assert(
    fc.property(changes, (applied) => {
      const texts = indexedTexts(applied)
      const lines = indexLines(wholeOf(texts))

      expect(lines).toEqual(indexModel(applied).lines())
      expect(holdsOnly(wholeOf(texts), texts)).toBe(true)
      expect(lines).toHaveLength(postingsIn(texts) + texts.length)
    }),
    runs,
  )
})

test('an index whose lines differ does not hold only the texts of the log', () => {
  fc.assert(
    fc.property(changes, fc.nat({ max: 99 }), fc.nat({ max: 5 }), (applied, place, by) => {
      const texts = indexedTexts(applied)
      const spoilt = spoil(wholeOf(texts), place, by)

      const isSame = indexLines(spoilt).join('\n') === indexLines(wholeOf(texts)).join('\n')
      expect(holdsOnly(spoilt, texts)).toBe(isSame)
    }),
    runs,
  )
})
