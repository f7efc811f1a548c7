/**
 * Matches the passages of a document with its stored nodes.
 *
 * A passage is matched by its id, which encodes its place. The id of a record without a name is only its position, which shifts when an
 * earlier record is removed. Such a record is matched by its text first, so that no record inherits what was learned about another.
 */
import type { GraphView } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { isLive } from '../node.ts'

/** A passage as it stands in the document now. */
interface Chunk {
  /** Id of the passage under the stored key of the document. */
  readonly formerId: string
  readonly text: string
  /** True for a record without a name of its own. */
  readonly isUnnamed?: boolean
}

/** A node as it is stored. */
interface Known {
  readonly node: NodeNumber
  readonly id: string
  readonly text: string
}

/** `stored[i]`: node of chunk i, or undefined for a new chunk. `rest`: nodes that match no chunk. */
interface KnownChunks<N> {
  readonly stored: ReadonlyArray<N | undefined>
  readonly rest: ReadonlyArray<N>
}

export const knownChunks = <C extends Chunk, N extends Known>(
  chunks: ReadonlyArray<C>,
  before: ReadonlyArray<N>,
  graph: GraphView,
): KnownChunks<N> => {
  // Live nodes first: a retired node may have the same id as the node that replaced it.
  const nodes = before.toSorted((a, b) => Number(isLive(graph.stateOf(b.node))) - Number(isLive(graph.stateOf(a.node))) || a.node - b.node)
  const free = new Set(nodes)
  const stored = new Map<C, N>()
  const take = (some: ReadonlyArray<C>, keyOf: (chunk: C) => string, nodeKey: (node: N) => string) => {
    const byKey = Map.groupBy([...free].reverse(), nodeKey)
    for (const chunk of some) {
      const node = stored.has(chunk) ? undefined : byKey.get(keyOf(chunk))?.pop()
      if (node === undefined) continue
      stored.set(chunk, node)
      free.delete(node)
    }
  }
  const unnamed = chunks.filter(({ isUnnamed }) => isUnnamed === true)
  take(
    unnamed,
    ({ formerId, text }) => `${formerId}\n${text}`,
    ({ id, text }) => `${id}\n${text}`,
  )
  take(
    unnamed,
    ({ text }) => text,
    ({ id, text }) => (id.includes('#') ? '' : text),
  )
  take(
    chunks,
    ({ formerId }) => formerId,
    ({ id }) => id,
  )
  return { stored: chunks.map((chunk) => stored.get(chunk)), rest: before.filter((node) => free.has(node)) }
}
