/** Looks up the passages that a new text may supersede, and what else tells names of things from values. */
import * as Effect from 'effect/Effect'
import { type GraphView, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { holderOf } from '../../domain/recall/superseded.ts'
import { type Contrasts, contrastsWith, type KnownPassage, type NewStatement } from '../../domain/superseding/supersede.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { passagesOf } from '../recall/recall-answer.ts'
import type { WordSearch } from './word-search.ts'

/** The passages beside a new text, and its contrasts with them. */
export interface SupersedingEvidence {
  readonly contrasts: Contrasts
  /** All passages that were found. */
  readonly nearby: ReadonlyArray<KnownPassage>
}

/** Compares a text with what is known: one search by its words, and at most four by names and old values. */
export const supersedingEvidence = Effect.fnUntraced(function* (
  brain: OpenBrain,
  search: WordSearch,
  said: NewStatement,
  isExcepted: (node: NodeNumber) => boolean,
) {
  const likely = yield* statingPassages(brain, search, [said.text], isExcepted)
  const contrasts = contrastsWith(said, likely)
  if (contrasts.lookups.length === 0 && contrasts.holders.size === 0) return undefined
  const more = yield* statingPassages(brain, search, contrasts.lookups, isExcepted, contrasts.holders)
  const nearby = [...new Map([...likely, ...more].map((passage) => [passage.node, passage])).values()]
  return { contrasts, nearby } satisfies SupersedingEvidence
})

/** Finds the passages that may be given, each with what supersedes it as a whole. */
const statingPassages = Effect.fnUntraced(function* (
  brain: OpenBrain,
  search: WordSearch,
  searches: ReadonlyArray<string>,
  isExcepted: (node: NodeNumber) => boolean,
  others: Iterable<NodeNumber> = [],
) {
  const { graph } = brain.state
  const found = new Set(others)
  for (const text of searches) for (const node of yield* search(text)) found.add(node)
  const nodes = [...found].filter((node) => !isExcepted(node) && isRecallable(graph, node) && graph.isTrusted(node))
  const passages = yield* passagesOf(brain, graph, nodes)
  return nodes.flatMap((node): ReadonlyArray<KnownPassage> => {
    const passage = passages.get(node)
    return passage === undefined ? [] : [{ ...brain.words.known(passage), holder: heldBy(graph, node) }]
  })
})

/** Returns what holds now of a memory that is superseded as a whole. */
const heldBy = (graph: GraphView, node: NodeNumber): NodeNumber | undefined =>
  graph.supersededBy(node).some(({ part }) => part === undefined) ? (holderOf(graph, node)?.holder ?? node) : undefined
