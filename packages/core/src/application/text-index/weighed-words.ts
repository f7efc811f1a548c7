/** What the words of a brain are weighed by, and the languages that they are looked up in. */

import { languageMarks } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import type { BrainKey, NodeNumber, Position } from '../../domain/identity.ts'
import { trustedStatistics, untrustedNodes } from '../../domain/walk/ranking.ts'
import { SearchIndex } from '../ports/search-index.ts'

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
