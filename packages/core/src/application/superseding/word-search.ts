/** Finds the passages that share words with a text: all that a statement may contrast with does so. */

import { varied } from '@crabtrail/text/words/scoring'
import { questionTerms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { isRecallable } from '../../domain/graph.ts'
import type { NodeNumber, Position } from '../../domain/identity.ts'
import { textEvidence } from '../../domain/walk/text-evidence.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type Postings, SearchIndex } from '../ports/search-index.ts'
import type { StoreUnavailable } from '../ports/store-errors.ts'
import { joinedPostings } from '../text-index/index-changes.ts'
import { languagesIn, weighing } from '../text-index/weighed-words.ts'

/** Finds at most {@link passagesMost} passages, the likeliest first; or `among`, the second half of them {@link varied}. */
type WordSearch = (text: string, among?: number) => Effect.Effect<ReadonlyArray<NodeNumber>, StoreUnavailable, SearchIndex>

const passagesMost = 20

/** Most passages among which varied ones are chosen. */
const variedAmong = 64

const wordsMost = 256

/**
 * Opens a search of a brain as it is now, or as it was at `at`, whose state it then has; it finds nothing without a text index. Neither names nor
 * questions count, and no word is split: only words that both texts have. The words of `texts` are read at once. `isMeant` leaves passages out.
 */
export const wordSearch = Effect.fnUntraced(function* (
  brain: OpenBrain,
  texts: ReadonlyArray<string> = [],
  isMeant: (node: NodeNumber) => boolean = () => true,
  at?: Position,
) {
  if (!brain.indexed) return (() => Effect.succeed([])) as WordSearch
  const { graph } = brain.state
  const index = yield* SearchIndex
  const languages = yield* languagesIn(brain, at)
  const { isCounted, statistics } = yield* weighing(brain, graph, at)
  const known = new Map<string, Postings>()
  const wordsOf = (text: string) => {
    const asked = questionTerms(text, languages)
    return asked.words.slice(0, wordsMost).map((word) => ({ word, ways: asked.ways(word) }))
  }
  const read = Effect.fnUntraced(function* (terms: ReadonlyArray<string>) {
    const unread = [...new Set(terms)].filter((term) => !known.has(term))
    const found = yield* index.postings(brain.key, 'document', unread, at)
    for (const [i, term] of unread.entries()) known.set(term, found[i] ?? nothing)
  })
  if (texts.length > 0) yield* read(texts.flatMap((text) => wordsOf(text).flatMap(({ ways }) => ways)))
  return Effect.fnUntraced(function* (text: string, among?: number) {
    const words = wordsOf(text)
    yield* read(words.flatMap(({ ways }) => ways))
    const wordPostings = words.map(({ ways }) =>
      joinedPostings(
        ways.map((way) => known.get(way) ?? nothing),
        [],
      ),
    )
    const found = textEvidence(
      { words: words.map(({ word }) => word), wordPostings, bigramPostings: [], statistics, isCounted },
      graph.nodes,
      among === undefined ? passagesMost : variedAmong,
      (node) => isRecallable(graph, node) && isMeant(node),
    )
    const nodes = found.pool.map(({ node }) => node)
    return among === undefined ? nodes.slice(0, passagesMost) : varied(nodes, found.parts, among)
  }) satisfies WordSearch
})

const nothing: Postings = { nodes: new Int32Array(), counts: new Int32Array(), lengths: new Int32Array() }
