/**
 * Which of the nodes that were read from a document each of its passages is now.
 *
 * A passage is known by its id, which says where it stands. A record without a name has only its place among others, which changes for all
 * behind it when one goes: it is known by what it says first, so that what was learned of one never becomes another's.
 */
import type { GraphView } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { isLive } from '../node.ts'

/** A passage as it stands in the document now. */
interface Chunk {
  /** Its id under the key that the document had so far. */
  readonly formerId: string
  readonly text: string
  /** A record that does not say what it is called. */
  readonly isUnnamed?: boolean
}

/** A node as it is stored. */
interface Known {
  readonly node: NodeNumber
  readonly id: string
  readonly text: string
}

/** Beside each chunk its node, undefined for a new one; and the nodes that no chunk is any more. */
interface KnownChunks<N> {
  readonly stored: ReadonlyArray<N | undefined>
  readonly rest: ReadonlyArray<N>
}

export const knownChunks = <C extends Chunk, N extends Known>(
  chunks: ReadonlyArray<C>,
  before: ReadonlyArray<N>,
  graph: GraphView,
): KnownChunks<N> => {
  // One that is gone may have the id of one that took its place.
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
