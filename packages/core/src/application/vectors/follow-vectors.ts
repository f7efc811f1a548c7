/**
 * Makes missing vectors, a batch at a time, and removes those of memories that are gone. When none is missing under a new embedder, it comes into
 * force and the former one's are removed. No request fails because of an embedder: a text without a vector is tried again later.
 */

import { counted } from '@crabtrail/text/counted'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import { assertThat } from '../../domain/assertion.ts'
import type { GraphView } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { VectorsAnswer } from '../answers.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { batchMost, contentsOf, type EmbeddedNode, embeddedContents, type KeptVectors } from '../brain/kept-vectors.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import type { Held, OpenBrains, WaitingLine } from '../commands/open-brains.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { ContentStore } from '../ports/content-store.ts'
import { type NodeVector, VectorStore } from '../ports/vector-store.ts'
import { EmbedderPace, embedSoundly, isFaultOfTexts, isInForce, newSearch, noVector, type SpoiltSearch, vectorFault } from './embed.ts'

/** Most texts that are embedded after an ingest; the upkeep makes the rest. */
const textsMost = 20_000

/** Embeds what an ingest has just read, for a limited time. The ingest has succeeded already, so a failure here is ignored. */
export const embedRead = (open: OpenBrains, key: string) =>
  Effect.flatMap(EmbedderPace, ({ readMs }) => (readMs === 0 ? Effect.void : embedMissing(open, key, readMs)))

/** Makes vectors that a brain lacks for `ms` milliseconds. A failure is ignored: it is kept as the embedder's trouble. */
export const embedMissing = ({ held }: OpenBrains, key: string, ms: number) => {
  const one = [...held.values()].find(({ brain }) => brain.key === key)
  return one === undefined ? Effect.void : Effect.ignore(followVectors(one, { texts: textsMost, ms }))
}

const pageSize = 500

/** Reads at least one page of vectors into memory, until all are read (true) or the time is up. They stay until something is erased. */
export const loadVectors = Effect.fnUntraced(function* ({ key, state }: OpenBrain, vectors: KeptVectors, ms = Number.POSITIVE_INFINITY) {
  const store = yield* VectorStore
  const until = (yield* Clock.currentTimeMillis) + ms
  while (!vectors.loaded) {
    const page = yield* store.page(key, vectors.embedder.id, vectors.readTo, pageSize)
    for (const one of page) if (!taken(state.graph, vectors, one)) vectors.strays.add(one.node)
    vectors.readTo = page.at(-1)?.node ?? vectors.readTo
    vectors.loaded = page.length < pageSize
    if ((yield* Clock.currentTimeMillis) >= until) break
  }
  return vectors.loaded
})

/** Reads the vectors of these nodes that other processes have stored since. */
const readVectors = Effect.fnUntraced(function* ({ key, state }: OpenBrain, vectors: KeptVectors, nodes: ReadonlyArray<NodeNumber>) {
  const store = yield* VectorStore
  for (const one of yield* store.of(key, vectors.embedder.id, nodes)) taken(state.graph, vectors, one)
})

/** Keeps what is stored of a node: its vector, or that it can have none. False if it fits neither the node's contents nor the embedder. */
const taken = (graph: GraphView, vectors: KeptVectors, one: NodeVector): boolean => {
  const contents = contentsOf(graph, one.node)
  if (contents?.text !== one.madeOf.text || contents.title !== one.madeOf.title) return false
  if (isNone(one)) vectors.refuse(one)
  else if (vectorFault(one.vector, vectors.embedder.dimension) !== undefined) return false
  else vectors.keep(one)
  return true
}

const isNone = ({ vector }: Pick<NodeVector, 'vector'>): boolean => vector.length === noVector.length

/** Finds the memories of a state whose text has no vector, looking at all; of the newest state {@link KeptVectors.standing} knows them. */
export const withoutVector = ({ state }: Pick<OpenBrain, 'state'>, vectors: KeptVectors): ReadonlyArray<EmbeddedNode> => {
  const missing: Array<EmbeddedNode> = []
  for (let node = 1; node <= state.graph.nodes; node++) {
    const madeOf = embeddedContents(state, node)
    if (madeOf !== undefined && !vectors.has(node, madeOf)) missing.push({ node, madeOf })
  }
  return missing
}

interface FollowBounds {
  readonly texts: number
  readonly ms: number
}

/** Makes missing vectors, and returns the number of embedded texts. While the embedder works, the brain is free for other requests. */
export const followVectors = ({ brain, line }: Held, bounds: FollowBounds) =>
  Effect.suspend(() => {
    const { vectors } = brain
    if (vectors === undefined || vectors.following) return Effect.succeed(0)
    vectors.following = true
    return Effect.ensuring(
      follow(brain, line, vectors, bounds),
      Effect.sync(() => {
        vectors.following = false
      }),
    )
  })

const follow = Effect.fnUntraced(function* (brain: OpenBrain, line: WaitingLine, vectors: KeptVectors, { ms, texts }: FollowBounds) {
  // Only one page at a time, so that other requests get their turn between.
  while (!(yield* line.alone(readOn(brain, vectors)))) yield* Effect.yieldNow
  const queue: Array<EmbeddedNode> = [...(yield* line.alone(missingIn(brain, vectors)))]
  // The time starts here: otherwise a brain that takes longer to look through would never get its first vector.
  const until = (yield* Clock.currentTimeMillis) + ms
  const search = newSearch()
  let took = 0
  let fit = batchMost
  for (let embedded = 0; ; ) {
    const left = until - (yield* Clock.currentTimeMillis)
    if (queue.length === 0 || embedded >= texts || left <= took) return embedded
    const batch = yield* line.alone(unmade(brain, vectors, queue.splice(0, Math.min(vectors.batch, fit))))
    if (batch.length > 0) {
      const began = yield* Clock.currentTimeMillis
      const made = yield* madeOf(vectors, batch, until, search)
      if (made === 'ended') return embedded
      // A batch that the deadline would cut off is not begun, because the embedder would then count as too slow.
      const ended = yield* Clock.currentTimeMillis
      took = ended - began
      fit = Math.max(1, Math.floor((batch.length * (until - ended)) / Math.max(1, took)))
      if (made === 'spoilt') queue.unshift(...batch)
      else {
        yield* line.alone(keep(brain, vectors, batch, made))
        embedded += made.filter((vector) => vector !== noVector).length
      }
    }
    if (queue.length === 0) yield* line.alone(missingIn(brain, vectors))
    yield* Effect.yieldNow
  }
})

const readOn = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors) {
  yield* catchUp(brain)
  const { seeding } = yield* profileOf(brain.state, brain.key)
  return seeding.vector === 0 || (yield* standsBack(brain, vectors)) || (yield* loadVectors(brain, vectors, 0))
})

const standsBack = (brain: OpenBrain, vectors: KeptVectors) =>
  Effect.map(isInForce(brain, brain.state, vectors), (isThis) => vectors.standsBack(brain.state.settings.embedder?.since ?? 0, isThis))

/** Returns the memories that lack a vector. If there is none, it completes the change of the embedder. */
const missingIn = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors) {
  yield* catchUp(brain)
  const { seeding } = yield* profileOf(brain.state, brain.key)
  if (seeding.vector === 0 || (vectors.loaded && vectors.followed === brain.state.position) || (yield* standsBack(brain, vectors)))
    return []
  yield* loadVectors(brain, vectors)
  const missing = vectors.wanting(brain.state)
  if (missing.length === 0) yield* complete(brain, vectors)
  return missing
})

interface BatchNode extends EmbeddedNode {
  readonly body: string
}

/** Returns the texts of the batch that no other process has embedded meanwhile. */
const unmade = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors, batch: ReadonlyArray<EmbeddedNode>) {
  const nodes = batch.map(({ node }) => node)
  yield* readVectors(brain, vectors, nodes)
  const left = batch.filter((one) => !vectors.has(one.node, one.madeOf) && !vectors.isRefused(one))
  return yield* worded(brain, vectors, left)
})

/** Reads the texts of nodes, and refuses those without a word. The store is tried first, because a call of the embedder may cost money. */
const worded = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors, nodes: ReadonlyArray<EmbeddedNode>) {
  if (nodes.length === 0) return []
  const contents = yield* ContentStore
  const store = yield* VectorStore
  yield* store.put(brain.key, vectors.embedder.id, [])
  const refs = nodes.flatMap(({ madeOf: { text, title } }) => (title === undefined ? [text] : [title, text]))
  const bodies = yield* contents.bodies(brain.key, refs)
  return nodes.flatMap((one): ReadonlyArray<BatchNode> => {
    const { text, title } = one.madeOf
    const body = [title === undefined ? '' : (bodies.get(title) ?? ''), bodies.get(text) ?? ''].join('\n').trim()
    if (body === '') vectors.refuse(one)
    return body === '' ? [] : [{ ...one, body }]
  })
})

const keep = Effect.fnUntraced(function* (
  brain: OpenBrain,
  vectors: KeptVectors,
  batch: ReadonlyArray<BatchNode>,
  made: ReadonlyArray<Float32Array>,
) {
  const store = yield* VectorStore
  const rows = batch.flatMap(({ madeOf, node }, i) => {
    const vector = made[i]
    return vector === undefined ? [] : [{ node, madeOf, vector }]
  })
  assertVectors(
    made.filter((vector) => vector !== noVector),
    vectors.embedder.dimension,
  )
  yield* store.put(brain.key, vectors.embedder.id, rows)
  // Contents that were erased meanwhile are in no store any more, and must not stay in memory either.
  yield* catchUp(brain)
  const isThere = ({ text, title }: EmbeddedNode['madeOf']) =>
    ![text, title].some((ref) => ref !== undefined && brain.state.erased.has(ref))
  for (const row of rows) {
    if (isNone(row)) vectors.refuse(row)
    else if (isThere(row.madeOf)) vectors.keep(row)
  }
})

export const assertVectors = (made: ReadonlyArray<Float32Array>, dimension: number): void =>
  assertThat(
    'a vector has the dimension of its space',
    made.every(({ length }) => length === dimension),
    dimension,
  )

/** Embeds a batch. `spoilt`: some text of it has no vector, so smaller batches are tried. `ended`: the embedder does not answer, or has no time left. */
const madeOf = Effect.fnUntraced(function* (vectors: KeptVectors, batch: ReadonlyArray<BatchNode>, until: number, search: SpoiltSearch) {
  const foreseen = batch.flatMap((one) => vectors.foreseen(one.madeOf) ?? [])
  if (foreseen.length === batch.length) return foreseen
  const bodies = batch.map(({ body }) => body)
  const answer = yield* embedSoundly(vectors, bodies, 'document', until - (yield* Clock.currentTimeMillis))
  if (answer._tag === 'NotAsked') return 'ended' as const
  if (answer._tag === 'Made') {
    vectors.batch = Math.min(batchMost, 2 * vectors.batch)
    return answer.made
  }
  vectors.batch = Math.ceil(batch.length / 2)
  const failure = { failed: answer.failed, texts: batch.length }
  if (!(yield* isFaultOfTexts(vectors, failure, until - (yield* Clock.currentTimeMillis), search))) return 'ended' as const
  return batch.length === 1 ? [noVector] : ('spoilt' as const)
})

/** Completes the vectors when none is missing: removes those of memories that are gone, and puts the embedder in force. */
const complete = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors) {
  const store = yield* VectorStore
  const gone = [...vectors.standing(brain.state).gone, ...vectors.strays]
  if (gone.length > 0) yield* store.remove(brain.key, vectors.embedder.id, gone)
  for (const node of gone) vectors.remove(node)
  if (vectors.table.size > 0) {
    if (!(yield* comeIntoForce(brain, vectors))) return
    // Counting the vectors takes as long as reading them all, so it is done once. Vectors of another embedder that works now are left to
    // that one.
    if (!vectors.alone)
      for (const { embedder } of yield* store.embedders(brain.key))
        if (embedder !== vectors.embedder.id) yield* store.drop(brain.key, embedder)
    vectors.alone = true
  }
  vectors.completeAt(brain.state.position)
})

/** Puts the embedder in force. False if another process was quicker: it is about to remove these vectors. */
const comeIntoForce = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors) {
  if (yield* isInForce(brain, brain.state, vectors)) return true
  const since = brain.state.settings.embedder?.since
  const { dimension, id } = vectors.embedder
  const signal = yield* beginSignal(brain, {})
  const embedder = signal.drafts.add(id)
  yield* runCommand(signal, {
    durability: 'process',
    by: 'memory',
    gather: () => Effect.succeed({ _tag: 'ChangeEmbedder' as const, embedder, dimension, since }),
  })
  return yield* isInForce(brain, brain.state, vectors)
})

/** Returns the state. It only reads, and calls no embedder. */
export const vectorState = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors) {
  yield* loadVectors(brain, vectors)
  const { embedder, trouble } = vectors
  const missing = withoutVector(brain, vectors)
  return {
    embedder: embedder.id,
    dimension: embedder.dimension,
    vectors: vectors.table.size,
    missing: missing.length,
    refused: missing.filter((one) => vectors.isRefused(one)).length,
    followedTo: vectors.followed,
    inForce: yield* isInForce(brain, brain.state, vectors),
    ...(trouble === undefined ? {} : { failure: { reason: trouble.reason, times: trouble.times } }),
  } satisfies VectorsAnswer
})

export const vectorLine = ({ embedder, failure, inForce, missing, refused, vectors }: VectorsAnswer): string =>
  [
    `${vectors} by ${embedder}`,
    ...(missing === 0 ? ['no memory lacks one'] : []),
    ...(refused === 0 ? [] : [`it has none for ${counted(refused, 'memory', 'memories')}, which words alone find`]),
    ...(missing === refused
      ? []
      : [`${counted(missing - refused, 'memory lacks', 'memories lack')} one: recall, ingest or calibrate makes more`]),
    ...(inForce || missing > 0 ? [] : ['not in force yet']),
    ...(failure === undefined ? [] : [`the embedder failed ${counted(failure.times, 'time')}, last: ${failure.reason}`]),
  ].join(', ')
