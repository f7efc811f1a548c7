/**
 * Makes the vectors that are missing, a batch at a time, and takes out those of what is gone; when none is missing under a new embedder, that
 * one comes into force and the vectors of the one before go.
 *
 * Whatever an embedder does or does not do, nobody fails of it: what was not embedded is missing, and tried again later.
 */

import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import type { OpenBrains, WaitingLine } from '../brain/open-brains.ts'
import { beginSignal, runCommand } from '../brain/run-command.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { ContentStore } from '../ports/content-store.ts'
import type { EmbedderFailure } from '../ports/embedder.ts'
import { type NodeVector, VectorStore } from '../ports/vector-store.ts'
import { EmbedderPace, embedSoundly, embedsAnother, isInForce, vectorFault } from './embed.ts'
import { batchMost, contentsOf, type EmbeddedNode, embeddedContents, type KeptVectors } from './kept-vectors.ts'

/** The rest is left to the upkeep. */
const textsMost = 20_000

/** Reading in has succeeded already, whatever comes of this. */
export const embedRead = ({ held }: OpenBrains, key: string) =>
  Effect.flatMap(EmbedderPace, ({ readMs }) => {
    const one = [...held.values()].find(({ brain }) => brain.key === key)
    return one === undefined || readMs === 0 ? Effect.void : Effect.ignore(followVectors(one, { texts: textsMost, ms: readMs }))
  })

/* What the store has of a brain's vectors, taken into memory once; and what it should have and has not. */

/** Vectors of one read. */
const pageSize = 500

/** Reads on where it ended, a page at least, until all is read or the time is up. Whether all is read; once it is, until something is erased. Writes nothing. */
export const loadVectors = Effect.fnUntraced(function* ({ key, state }: OpenBrain, vectors: KeptVectors, ms = Number.POSITIVE_INFINITY) {
  const store = yield* VectorStore
  const until = (yield* Clock.currentTimeMillis) + ms
  while (!vectors.loaded) {
    const page = yield* store.page(key, vectors.embedder.id, vectors.readTo, pageSize)
    for (const one of page) {
      if (fits(state.graph, vectors, one)) vectors.keep(one)
      else vectors.strays.add(one.node)
    }
    vectors.readTo = page.at(-1)?.node ?? vectors.readTo
    vectors.loaded = page.length < pageSize
    if ((yield* Clock.currentTimeMillis) >= until) break
  }
  return vectors.loaded
})

/** Takes from the store what other processes put there since, of these nodes. */
const readVectors = Effect.fnUntraced(function* ({ key, state }: OpenBrain, vectors: KeptVectors, nodes: ReadonlyArray<NodeNumber>) {
  const store = yield* VectorStore
  for (const one of yield* store.of(key, vectors.embedder.id, nodes)) if (fits(state.graph, vectors, one)) vectors.keep(one)
})

const fits = (graph: GraphView, { embedder }: KeptVectors, { madeOf, node, vector }: NodeVector): boolean => {
  const contents = contentsOf(graph, node)
  return contents?.text === madeOf.text && contents.title === madeOf.title && vectorFault(vector, embedder.dimension) === undefined
}

/** Memories of a state whose text has no vector. Looks at all of them: of the newest state {@link KeptVectors.standing} knows. */
export const withoutVector = ({ state }: Pick<OpenBrain, 'state'>, vectors: KeptVectors): ReadonlyArray<EmbeddedNode> => {
  const missing: Array<EmbeddedNode> = []
  for (let node = 1; node <= state.graph.nodes; node++) {
    const madeOf = embeddedContents(state, node)
    if (madeOf !== undefined && !vectors.has(node, madeOf)) missing.push({ node, madeOf })
  }
  return missing
}

/** What one run may take. */
export interface FollowBounds {
  readonly texts: number
  readonly ms: number
}

interface Followed {
  readonly brain: OpenBrain
  readonly line: WaitingLine
}

/** While an embedder is asked, the brain is free for others. Answers how many texts were embedded. */
export const followVectors = ({ brain, line }: Followed, bounds: FollowBounds) =>
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
  // A page at a time, so that others get their turn between.
  while (!(yield* line.alone(readOn(brain, vectors)))) yield* Effect.yieldNow
  const queue: Array<EmbeddedNode> = [...(yield* line.alone(missingIn(brain, vectors)))]
  // From here, or a brain so large that looking through it takes longer would never come to its first vector.
  const until = (yield* Clock.currentTimeMillis) + ms
  let took = 0
  let fit = batchMost
  for (let embedded = 0; ; ) {
    const left = until - (yield* Clock.currentTimeMillis)
    if (queue.length === 0 || embedded >= texts || left <= took) return embedded
    const batch = yield* line.alone(unmade(brain, vectors, queue.splice(0, Math.min(vectors.batch, fit))))
    if (batch.length > 0) {
      const began = yield* Clock.currentTimeMillis
      const made = yield* madeOf(vectors, batch, until)
      if (made === undefined) return embedded
      // What would be cut off is not begun: the embedder would be taken for one that is too slow.
      const ended = yield* Clock.currentTimeMillis
      took = ended - began
      fit = Math.max(1, Math.floor((batch.length * (until - ended)) / Math.max(1, took)))
      yield* line.alone(keep(brain, vectors, batch, made))
      embedded += made.length
    }
    if (queue.length === 0) yield* line.alone(missingIn(brain, vectors))
    yield* Effect.yieldNow
  }
})

/** Whether there is nothing left to read into memory. */
const readOn = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors) {
  yield* catchUp(brain)
  const { seeding } = yield* profileOf(brain.state, brain.key)
  return seeding.vector === 0 || (yield* standsBack(brain, vectors)) || (yield* loadVectors(brain, vectors, 0))
})

const standsBack = (brain: OpenBrain, vectors: KeptVectors) =>
  Effect.map(isInForce(brain, brain.state, vectors), (isThis) => vectors.standsBack(brain.state.settings.embedder?.since ?? 0, isThis))

/** The memories that lack a vector. Where none does, what follows from that is done. */
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

/** What of it no other process has embedded meanwhile, in words. */
const unmade = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors, batch: ReadonlyArray<EmbeddedNode>) {
  const nodes = batch.map(({ node }) => node)
  yield* readVectors(brain, vectors, nodes)
  const left = batch.filter(({ madeOf, node }) => !vectors.has(node, madeOf))
  return yield* worded(brain, vectors, left)
})

/** What has no word to embed is passed over from now on. That the store takes vectors is asked first: asking an embedder may cost money. */
const worded = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors, nodes: ReadonlyArray<EmbeddedNode>) {
  if (nodes.length === 0) return []
  const contents = yield* ContentStore
  const store = yield* VectorStore
  yield* store.put(brain.key, vectors.embedder.id, [])
  const bodies = yield* contents.bodies(
    brain.key,
    nodes.flatMap(({ madeOf: { text, title } }) => (title === undefined ? [text] : [title, text])),
  )
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
  yield* store.put(brain.key, vectors.embedder.id, rows)
  // What somebody erased meanwhile is in no store any more, and must not be in memory either.
  yield* catchUp(brain)
  const isThere = ({ text, title }: EmbeddedNode['madeOf']) =>
    ![text, title].some((ref) => ref !== undefined && brain.state.erased.has(ref))
  for (const row of rows) if (isThere(row.madeOf)) vectors.keep(row)
})

/** Reasons that may lie in a text; all others lie in the embedder. */
const ofTexts: ReadonlySet<EmbedderFailure> = new Set(['badAnswer', 'notFinite', 'zero', 'empty', 'tooLong'])

/** The vectors of a batch; none of one text that is left out from now on, because the embedder is well without it; undefined to end with. */
const madeOf = Effect.fnUntraced(function* (vectors: KeptVectors, batch: ReadonlyArray<BatchNode>, until: number) {
  const bodies = batch.map(({ body }) => body)
  const answer = yield* embedSoundly(vectors, bodies, 'document', until - (yield* Clock.currentTimeMillis))
  if (answer === 'not asked') return undefined
  if ('made' in answer) {
    vectors.batch = Math.min(batchMost, 2 * vectors.batch)
    return answer.made
  }
  if (answer.failed === 'slow') vectors.batch = Math.ceil(batch.length / 2)
  if (!ofTexts.has(answer.failed)) return undefined
  // Where one may spoil the others, the next are asked for one by one.
  vectors.batch = 1
  const [only, ...others] = batch
  const left = until - (yield* Clock.currentTimeMillis)
  if (only === undefined || others.length > 0 || left <= 0 || !(yield* embedsAnother(vectors, left))) return undefined
  vectors.refuse(only)
  return []
})

/** Nothing is missing: vectors of what is gone go, and these vectors are those to compare with from now on. */
const complete = Effect.fnUntraced(function* (brain: OpenBrain, vectors: KeptVectors) {
  const store = yield* VectorStore
  const gone = [...vectors.standing(brain.state).gone, ...vectors.strays]
  if (gone.length > 0) yield* store.remove(brain.key, vectors.embedder.id, gone)
  for (const node of gone) vectors.remove(node)
  if (vectors.table.size > 0) {
    if (!(yield* comeIntoForce(brain, vectors))) return
    // Counting them takes as long as reading them all: once is enough, those of another that works now are its own affair.
    if (!vectors.alone)
      for (const { embedder } of yield* store.embedders(brain.key))
        if (embedder !== vectors.embedder.id) yield* store.drop(brain.key, embedder)
    vectors.alone = true
  }
  vectors.followed = brain.state.position
})

/** Whether it is; not where another one was quicker, who is about to take these vectors out. */
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
