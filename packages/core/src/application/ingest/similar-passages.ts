/**
 * Finds the passages nearest to those that a batch of documents changes: by the cosine of their vectors where there is an embedder, else by that
 * of their words.
 */
import { likenessTerms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { decideStep } from '../../domain/decide.ts'
import type { ContentRef, EdgeNumber, NodeNumber } from '../../domain/identity.ts'
import { isPassage, mayBeSimilar, similarAffected } from '../../domain/ingest/similar-passages.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { type Nano, nano } from '../../domain/strength.ts'
import type { NearNode } from '../../domain/vectors/vector-table.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { batchMost, type EmbeddedNode, embeddedContents, type KeptVectors } from '../brain/kept-vectors.ts'
import type { Bodies } from '../documents/known-sources.ts'
import { limits } from '../limits.ts'
import { wordSearch } from '../superseding/word-search.ts'
import { EmbedderPace, embedEach, isInForce, noVector } from '../vectors/embed.ts'
import { loadVectors } from '../vectors/follow-vectors.ts'

interface JoiningSimilar {
  readonly brain: OpenBrain
  /** The state with the changes of the batch. */
  readonly after: BrainState
  readonly profile: Profile
  readonly bodies: Bodies
  readonly changed: ReadonlySet<NodeNumber>
  readonly lastEdge: EdgeNumber
}

/** Decides the edges between similar passages that follow from the changes of a batch. */
export const joinSimilar = Effect.fnUntraced(function* (joining: JoiningSimilar) {
  const { after, brain, changed, lastEdge, profile } = joining
  const affected = similarAffected(after.graph, changed, brain.state.graph.nodes)
  const live = affected.filter((node) => isPassage(after.graph, node))
  const near = (yield* nearByVectors(joining, live)) ?? (yield* nearByWords(joining, live))
  const wanted = new Map(affected.map((node) => [node, near.get(node) ?? []]))
  return decideStep({ _tag: 'JoinSimilar', wanted, lastEdge }, after, profile)
})

type Near = ReadonlyMap<NodeNumber, ReadonlyArray<NearNode>>

/** The least similarity above 0: at 0 and below an edge would carry nothing. */
const aboveNothing: Nano = 1

const nearest = (found: ReadonlyArray<NearNode>, { ingest }: Profile): ReadonlyArray<NearNode> =>
  found
    .filter(({ similarity }) => similarity >= aboveNothing)
    .toSorted((a, b) => b.similarity - a.similarity || a.node - b.node)
    .slice(0, ingest.similar)

/* By vectors. */

/** Undefined where there is no embedder, where it is not waited for, or where it does not answer: then words are compared. */
const nearByVectors = Effect.fnUntraced(function* ({ after, bodies, brain, profile }: JoiningSimilar, nodes: ReadonlyArray<NodeNumber>) {
  const { vectors } = brain
  const { readMs } = yield* EmbedderPace
  if (vectors === undefined || readMs === 0 || profile.seeding.vector === 0) return undefined
  if (brain.state.settings.embedder !== undefined && !(yield* isInForce(brain, brain.state, vectors))) return undefined
  yield* loadVectors(brain, vectors)
  if (!(yield* foresee(vectors, after, bodies))) return undefined
  const table = vectors.tableOf(embeddedPassages(after))
  return new Map(
    nodes.map((node) => {
      const vector = table.vectorOf(node)
      const admit = (other: NodeNumber) => mayBeSimilar(after.graph, node, other)
      return [node, vector === undefined ? [] : table.nearest(vector, profile.ingest.similar, { admit, least: aboveNothing })]
    }),
  ) satisfies Near
})

/** Makes the vectors that passages lack, those of this batch among them. False where the embedder did not answer. */
const foresee = Effect.fnUntraced(function* (vectors: KeptVectors, after: BrainState, bodies: Bodies) {
  const missing = embeddedPassages(after).filter(
    (one) => !vectors.has(one.node, one.madeOf) && vectors.foreseen(one.madeOf) === undefined && !vectors.isRefused(one),
  )
  for (let from = 0; from < missing.length; from += batchMost) {
    const some = missing.slice(from, from + batchMost)
    const read = yield* bodies(some.flatMap(({ madeOf: { text, title } }) => (title === undefined ? [text] : [title, text])))
    const worded = some.flatMap((one) => {
      const body = wordingOf(one.madeOf, read)
      return body === '' ? [] : [{ ...one, body }]
    })
    if (worded.length === 0) continue
    const made = yield* embedEach(
      vectors,
      worded.map(({ body }) => body),
      'document',
      limits.joiningEmbeddingMs,
    )
    if (made._tag !== 'Made') return false
    for (const [i, one] of worded.entries()) {
      const vector = made.made[i]
      if (vector === noVector) vectors.refuse(one)
      else if (vector !== undefined) vectors.foresee(one.madeOf, vector)
    }
  }
  return true
})

/** Returns the passages that have a text, with what their vectors are made of. */
const embeddedPassages = (state: BrainState): ReadonlyArray<EmbeddedNode> =>
  Array.from({ length: state.graph.nodes }, (_, i) => i + 1).flatMap((node) => {
    const madeOf = isPassage(state.graph, node) ? embeddedContents(state, node) : undefined
    return madeOf === undefined ? [] : [{ node, madeOf }]
  })

const wordingOf = (
  { text, title }: { readonly text: ContentRef; readonly title: ContentRef | undefined },
  read: ReadonlyMap<ContentRef, string>,
): string => [title === undefined ? '' : (read.get(title) ?? ''), read.get(text) ?? ''].join('\n').trim()

/* By words: the cosine of two texts is the number of words that both have, by the geometric mean of the numbers that each has. */

const nearByWords = Effect.fnUntraced(function* (
  { after, bodies, brain, changed, profile }: JoiningSimilar,
  nodes: ReadonlyArray<NodeNumber>,
) {
  const { graph } = after
  const fresh = new Set([...changed].filter((node) => isPassage(graph, node)))
  const words = new Map<NodeNumber, ReadonlySet<string>>()
  const texts = new Map<NodeNumber, string>()
  const read = Effect.fnUntraced(function* (some: Iterable<NodeNumber>) {
    const unread = [...some].filter((node) => !words.has(node))
    const refs = unread.flatMap((node) => graph.node(node) ?? [])
    const found = yield* bodies(refs.flatMap(({ text, title }) => (title === undefined ? [text] : [title, text])))
    for (const { node, text, title } of refs) {
      const worded = wordingOf({ text, title }, found)
      texts.set(node, worded)
      words.set(node, new Set(likenessTerms(worded)))
    }
  })
  yield* read([...nodes, ...fresh])
  const holders = new Map<string, Array<NodeNumber>>()
  for (const node of fresh) for (const word of words.get(node) ?? []) push(holders, word, node)
  const near = new Map<NodeNumber, ReadonlyArray<NearNode>>()
  const known = (node: NodeNumber) => !fresh.has(node) && isPassage(graph, node)
  const ofNew = yield* wordSearch(brain, [], known)
  for (const node of nodes) {
    // What was there before is compared with what was there before it alone.
    const search = node > brain.state.graph.nodes ? ofNew : yield* wordSearch(brain, [], (one) => known(one) && one < node)
    const stored = yield* search(texts.get(node) ?? '')
    yield* read(stored)
    const own = words.get(node) ?? new Set()
    const beside = [...own].flatMap((word) => holders.get(word) ?? [])
    const others = [...new Set([...stored, ...beside])].filter((other) => mayBeSimilar(graph, node, other))
    near.set(
      node,
      nearest(
        others.map((other) => ({ node: other, similarity: wordCosine(own, words.get(other) ?? new Set()) })),
        profile,
      ),
    )
  }
  return near satisfies Near
})

const push = <K, V>(lists: Map<K, Array<V>>, key: K, value: V): void => {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

const wordCosine = (one: ReadonlySet<string>, other: ReadonlySet<string>): number => {
  let shared = 0
  for (const word of one) if (other.has(word)) shared++
  return shared === 0 ? 0 : nano(shared / Math.sqrt(one.size * other.size))
}
