/** What the words of a brain are weighed by, and the languages that they are looked up in. */

import { languageMarks } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import type { BrainKey, NodeNumber, Position } from '../../domain/identity.ts'
import { trustedStatistics, untrustedNodes } from '../../domain/walk/ranking.ts'
import { type Postings, SearchIndex } from '../ports/search-index.ts'

interface Brain {
  readonly key: BrainKey
}

/** What words are looked up in: texts, or texts and aliases. */
export type LookUp = 'texts' | 'aliases'

/** Returns the documents that words are weighed by. If all documents may be given, or none, these are all documents. */
export const weighing = Effect.fnUntraced(function* (
  brain: Brain,
  graph: GraphView,
  at: Position | undefined,
  space: 'document' | 'alias' = 'document',
) {
  const index = yield* SearchIndex
  const whole = yield* index.statistics(brain.key, space, at)
  if (graph.untrusted === 0) return { statistics: whole, isCounted: undefined }
  const untrusted = yield* index.statisticsOf(brain.key, space, untrustedNodes(graph), at)
  const statistics = trustedStatistics(whole, untrusted)
  return { statistics, isCounted: statistics === whole ? undefined : (node: NodeNumber) => graph.isTrusted(node) }
})

/**
 * Returns the postings of pairs of words in a space, in the order of `pairs`. A pair is read only where some text has both of its words: of most pairs of
 * a question no text has.
 */
export const pairPostings = Effect.fnUntraced(function* (
  brain: Brain,
  space: 'document' | 'alias',
  pairs: ReadonlyArray<string>,
  at: Position | undefined,
) {
  const index = yield* SearchIndex
  const words = [...new Set(pairs.flatMap((pair) => pair.split(' ')))]
  const found = yield* index.postings(brain.key, space, words, at)
  const nodesOf = new Map(words.map((word, i) => [word, found[i]?.nodes ?? nobody]))
  const held = pairs.filter((pair) => {
    const [first = '', second = ''] = pair.split(' ')
    return haveOneInCommon(nodesOf.get(first) ?? nobody, nodesOf.get(second) ?? nobody)
  })
  const read = held.length === 0 ? [] : yield* index.postings(brain.key, space, held, at)
  const postings = new Map(held.map((pair, i) => [pair, read[i] ?? nowhere]))
  return pairs.map((pair) => postings.get(pair) ?? nowhere)
})

const nobody = new Int32Array()
const nowhere: Postings = { nodes: nobody, counts: nobody, lengths: nobody }

/** Expects rising numbers. */
const haveOneInCommon = (one: Int32Array, other: Int32Array): boolean => {
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [a = 0, b = 0] = [one[i], other[j]]
    if (a === b) return true
    if (a < b) i++
    else j++
  }
  return false
}

/**
 * Finds the languages besides English that texts or cues of a brain have or ever had, and aliases where those are searched. Words are looked up in no
 * other language.
 */
export const languagesIn = Effect.fnUntraced(function* (brain: Brain, at?: Position, searched: LookUp = 'texts') {
  const index = yield* SearchIndex
  const beginnings = languageMarks.map(([, beginning]) => beginning)
  const [ofTexts, ofCues] = [
    yield* index.begins(brain.key, 'document', beginnings, at),
    yield* index.begins(brain.key, 'cue', beginnings, at),
  ]
  const ofAliases = searched === 'texts' ? [] : yield* index.begins(brain.key, 'alias', beginnings, at)
  return languageMarks.flatMap(([language], i) => (ofTexts[i] === true || ofCues[i] === true || ofAliases[i] === true ? [language] : []))
})
