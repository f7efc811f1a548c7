/** Looks up the passages that a new text may supersede, and what else tells names of things from values. */
import * as Effect from 'effect/Effect'
import { type GraphView, isRecallable } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { holderOf } from '../../domain/recall/superseded.ts'
import type { Stating } from '../../domain/superseding/statement.ts'
import { type Contrasts, contrastsWith, type KnownPassage, type NewStatement } from '../../domain/superseding/supersede.ts'
import { type OpenBrain, profileOf } from '../brain/brain.ts'
import type { Passage } from '../brain/caches.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { passagesOf } from '../recall/recall-answer.ts'

/** The passages beside a new text, and its contrasts with them. */
export interface SupersedingEvidence {
  readonly contrasts: Contrasts
  /** All passages that were found. */
  readonly nearby: ReadonlyArray<KnownPassage>
}

/** Most passages that are compared with a text for each search. */
const passagesMost = 20

/** Finds passages that share words with a text, the likeliest first; none while the text index is missing. */
export const likelyHolders = Effect.fnUntraced(function* (brain: OpenBrain, text: string) {
  if (!brain.indexed) return []
  const { graph } = brain.state
  const { text: found } = yield* gatherEvidence(brain, graph, yield* profileOf(brain.state, brain.key), text, undefined)
  return found.pool.slice(0, passagesMost).map(({ node }) => node)
})

/** Compares a text with what is known: one search by its words, one by its question's, and at most four by names and old values. */
export const supersedingEvidence = Effect.fnUntraced(function* (
  brain: OpenBrain,
  said: NewStatement,
  isExcepted: (node: NodeNumber) => boolean,
) {
  const searches = said.question === undefined ? [said.text] : [said.text, said.question]
  const likely = yield* statingPassages(brain, searches, isExcepted)
  const contrasts = contrastsWith(said, likely)
  if (contrasts.lookups.length === 0 && contrasts.holders.size === 0) return undefined
  const more = yield* statingPassages(brain, contrasts.lookups, isExcepted, contrasts.holders)
  const nearby = [...new Map([...likely, ...more].map((passage) => [passage.node, passage])).values()]
  return { contrasts, nearby } satisfies SupersedingEvidence
})

/** Finds the passages that may be given, each with what supersedes it as a whole. */
const statingPassages = Effect.fnUntraced(function* (
  brain: OpenBrain,
  searches: ReadonlyArray<string>,
  isExcepted: (node: NodeNumber) => boolean,
  others: Iterable<NodeNumber> = [],
) {
  const { graph } = brain.state
  const found = new Set(others)
  for (const text of searches) for (const node of yield* likelyHolders(brain, text)) found.add(node)
  const nodes = [...found].filter((node) => !isExcepted(node) && isRecallable(graph, node) && graph.isTrusted(node))
  const passages = yield* passagesOf(brain, graph, nodes)
  return nodes.flatMap((node): ReadonlyArray<KnownPassage> => {
    const passage = passages.get(node)
    return passage === undefined ? [] : [{ node, ...statingOf(passage), holder: heldBy(graph, node) }]
  })
})

/** Returns what holds now of a memory that is superseded as a whole. */
const heldBy = (graph: GraphView, node: NodeNumber): NodeNumber | undefined =>
  graph.supersededBy(node).some(({ part }) => part === undefined) ? (holderOf(graph, node)?.holder ?? node) : undefined

/** Returns a passage with the title that names its subject: its last heading, unless that is a day. */
export const statingOf = ({ refs, text, title }: Pick<Passage, 'refs' | 'text' | 'title'>): Stating => {
  const heading = refs.title === undefined ? '' : (title.split(' › ').at(-1) ?? '')
  return { title: /\d{4}-\d{2}-\d{2}/.test(heading) ? '' : heading, text }
}
