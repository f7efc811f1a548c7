/** Which cues that lead to the same memories also say nearly the same. */
import * as Effect from 'effect/Effect'
import { type CuePair, sameLeading } from '../../domain/decay/merging.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { nano } from '../../domain/strength.ts'
import { idf } from '../../domain/text/bm25.ts'
import { similarity } from '../../domain/text/similarity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { cueWordsOf } from '../recall/match-cues.ts'

/** So many pairs have their words compared in one run. */
const readMost = 256

/** The most alike first. */
export const alikeCues = Effect.fnUntraced(function* (brain: OpenBrain, { forgetting, seeding }: Profile) {
  const { graph } = brain.state
  const pairs = sameLeading(graph, forgetting, brain.state.lastTurn).slice(0, readMost)
  if (pairs.length === 0) return []
  const index = yield* SearchIndex
  const wordsOf = yield* cueWordsOf(brain, graph, [...new Set(pairs.flatMap(({ keeper, other }) => [keeper, other]))])
  const vocabulary = [...new Set(pairs.flatMap(({ keeper, other }) => [...wordsOf(keeper), ...wordsOf(other)]))]
  const postings = yield* index.postings(brain.key, 'document', vocabulary)
  const statistics = yield* index.statistics(brain.key, 'document')
  const rarity = new Map(vocabulary.map((word, i) => [word, idf(postings[i]?.nodes.length ?? 0, statistics)]))
  // Likeness is not the same both ways: the lesser counts.
  const alike = ({ keeper, other }: CuePair) => {
    const [one, two] = [wordsOf(keeper), wordsOf(other)]
    const by = (word: string) => rarity.get(word) ?? 0
    return Math.min(similarity(one, two, by, seeding.cueWords), similarity(two, one, by, seeding.cueWords))
  }
  return pairs
    .map((pair) => ({ pair, alike: alike(pair) }))
    .filter(({ alike }) => alike >= nano(forgetting.merge.alike))
    .sort((a, b) => b.alike - a.alike || a.pair.keeper - b.pair.keeper || a.pair.other - b.pair.other)
    .map(({ pair }) => pair)
})
