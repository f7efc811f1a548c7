/** Looks up the words of a question: each in every language, within longer words, and one that no text has by its halves. */
import * as Effect from 'effect/Effect'
import type { Position } from '../../domain/identity.ts'
import type { TermPostings } from '../../domain/text/bm25.ts'
import { type HalfWord, languageMarks, type QuestionTerms } from '../../domain/text/tokenise.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type Postings, SearchIndex } from '../ports/search-index.ts'
import { answersFor, joinedPostings } from '../text-index/joined-postings.ts'

export interface AskedWord {
  readonly word: string
  /** The terms by which texts of any language have it; of half a word also those of the whole, which other questions may have. */
  readonly ways: ReadonlyArray<string>
  readonly postings: TermPostings
}

/** Unknown words of one question that are split, the first: each costs a search of its own, and a pasted text may have hundreds. */
const splitMost = 32

/** At most `most` words are looked up. A word that no text has is replaced by its halves where texts have those, for the first 32 such words. */
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

/** Languages besides English that texts or cues of a brain are in, or ever were: nothing is looked up by any other. */
export const languagesIn = Effect.fnUntraced(function* (brain: OpenBrain) {
  const index = yield* SearchIndex
  const beginnings = languageMarks.map(([, beginning]) => beginning)
  const [ofTexts, ofCues] = [yield* index.begins(brain.key, 'document', beginnings), yield* index.begins(brain.key, 'cue', beginnings)]
  return languageMarks.flatMap(([language], i) => (ofTexts[i] === true || ofCues[i] === true ? [language] : []))
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
    ({ ways, word }, i): AskedWord => ({ word, ways, postings: joinedPostings(lists[2 * i] ?? [], lists[2 * i + 1] ?? []) }),
  )
})

/** The most even split whose halves both stand in texts; without one, the split with the longest half that stands in texts. */
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

/** In letters. */
const shortestAlone = 5

const distinct = (words: ReadonlyArray<AskedWord>): ReadonlyArray<AskedWord> => [...new Map(words.map((one) => [one.word, one])).values()]
