/**
 * Looks up the words of a question. Words are searched in every language and within longer words; a word that no text has is searched by its
 * halves.
 */

import { type AskedDay, dayOfTerm } from '@crabtrail/text/days/days'
import type { Language } from '@crabtrail/text/languages/function-words'
import type { TermPostings } from '@crabtrail/text/words/scoring'
import { type HalfWord, type QuestionTerms, questionTerms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type Postings, SearchIndex } from '../ports/search-index.ts'
import { answersFor, joinedPostings } from '../text-index/index-changes.ts'

/** Most terms of a question that are read. More terms of a very long question only add time. */
export const questionTermsRead = 256

export interface AskedWord {
  readonly word: string
  /**
   * The terms that texts of any language can have for it. A half of a word also has the terms of the whole, which other questions may have.
   */
  readonly ways: ReadonlyArray<string>
  readonly postings: TermPostings
  /** Returns which of the days that the word stands for a memory has, as in 2026-11-17. */
  readonly daysOf?: ((node: NodeNumber) => ReadonlyArray<string>) | undefined
}

/**
 * Most unknown words of one question that are split, from the first on: each costs a search of its own, and a pasted text may have
 * hundreds.
 */
const splitMost = 32

/** Looks up at most `most` words. A word that no text has is replaced by its halves if texts have those, for the first 32 such words. */
export const lookUpWords = Effect.fnUntraced(function* (brain: OpenBrain, asked: QuestionTerms, most: number, at: Position | undefined) {
  const sought = asked.words.slice(0, most).map((word) => ({ word, ways: asked.ways(word), within: asked.within(word) }))
  const found = yield* lookUp(brain, sought, at)
  const words: Array<AskedWord> = []
  let left = splitMost
  for (const one of found) {
    const splits = one.postings.nodes.length > 0 || left === 0 ? [] : asked.splits(one.word)
    if (splits.length > 0) left--
    const halves = yield* halvesOf(brain, splits, at)
    words.push(...(halves.length === 0 ? [one] : halves.map((half) => ({ ...half, ways: [...half.ways, ...one.ways] }))))
  }
  return distinct(words).slice(0, most)
})

/** Most words of earlier questions that a question goes on with. */
export const earlierMost = 16

/** Looks up the words of earlier questions that the question itself does not have. */
export const earlierWords = Effect.fnUntraced(function* (
  brain: OpenBrain,
  before: ReadonlyArray<string>,
  { known, languages }: { readonly known: ReadonlySet<string>; readonly languages: ReadonlyArray<Language> },
  at: Position | undefined,
) {
  const found: Array<AskedWord> = []
  for (const question of before) found.push(...(yield* lookUpWords(brain, questionTerms(question, languages), earlierMost, at)))
  return distinct(found.filter(({ postings, word }) => postings.nodes.length > 0 && !known.has(word))).slice(0, earlierMost)
})

const lookUp = Effect.fnUntraced(function* (brain: OpenBrain, sought: ReadonlyArray<HalfWord>, at: Position | undefined) {
  const index = yield* SearchIndex
  const found: ReadonlyArray<Postings> = yield* index.postings(
    brain.key,
    'document',
    sought.flatMap(({ ways, within }) => [...ways, ...within]),
    at,
  )
  const lists = answersFor(
    sought.flatMap(({ ways, within }) => [ways, within]),
    found,
  )
  return sought.map(
    ({ ways, word }, i): AskedWord => ({
      word,
      ways,
      postings: joinedPostings(lists[2 * i] ?? [], lists[2 * i + 1] ?? []),
      ...(dayOfTerm(word) === undefined ? {} : { daysOf: daysHeld(ways, lists[2 * i] ?? []) }),
    }),
  )
})

const daysHeld = (ways: ReadonlyArray<string>, found: ReadonlyArray<Postings>) => (node: NodeNumber) =>
  ways.flatMap((way, i) => {
    const day = dayOfTerm(way)
    return day !== undefined && found[i]?.nodes.includes(node) === true ? [day] : []
  })

/** Finds the most even split whose halves both occur in texts; without one, the split with the longest half that occurs in texts. */
const halvesOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  splits: ReadonlyArray<readonly [front: HalfWord, back: HalfWord]>,
  at: Position | undefined,
) {
  if (splits.length === 0) return []
  const found = yield* lookUp(brain, splits.flat(), at)
  const pairs = splits.map((_, i) => found.slice(2 * i, 2 * i + 2))
  const lengthsHeld = (pair: ReadonlyArray<AskedWord>) => pair.map(({ postings, word }) => (postings.nodes.length > 0 ? word.length : 0))
  const evenness = (pair: ReadonlyArray<AskedWord>) => Math.min(...lengthsHeld(pair))
  const longest = (pair: ReadonlyArray<AskedWord>) => Math.max(...lengthsHeld(pair))
  const [best] = pairs.toSorted((a, b) => evenness(b) - evenness(a) || longest(b) - longest(a))
  return best !== undefined && (evenness(best) > 0 || longest(best) >= shortestAlone) ? best : []
})

/** Least length, in letters, of a half that counts although the other half occurs in no text. */
const shortestAlone = 5

const distinct = (words: ReadonlyArray<AskedWord>): ReadonlyArray<AskedWord> => [...new Map(words.map((one) => [one.word, one])).values()]

/** Returns the terms that the first `most` words of a question with these days may be looked up by. */
export const termsAhead = (question: string, days: ReadonlyArray<AskedDay>, most = questionTermsRead) => {
  const { bigrams, splits, ways, within, words } = questionTerms(question, undefined, days)
  const sought = words.slice(0, most)
  const halves = sought.slice(0, splitMost).flatMap((word) => splits(word).flat())
  return {
    words: [...sought.flatMap((word) => [...ways(word), ...within(word)]), ...halves.flatMap((half) => [...half.ways, ...half.within])],
    bigrams: bigrams.slice(0, questionTermsRead),
  }
}
