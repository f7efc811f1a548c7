/** What the store has of a brain's vectors, taken into memory once; and what it should have and has not. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { GraphView } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type NodeVector, VectorStore } from '../ports/vector-store.ts'
import { vectorFault } from './embed-soundly.ts'
import { contentsOf, type EmbeddedNode, embeddedContents, type KeptVectors } from './kept-vectors.ts'

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
export const readVectors = Effect.fnUntraced(function* ({ key, state }: OpenBrain, vectors: KeptVectors, nodes: ReadonlyArray<NodeNumber>) {
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
