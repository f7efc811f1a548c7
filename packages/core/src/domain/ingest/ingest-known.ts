/**
 * Matches the passages of a document with its stored nodes.
 *
 * A passage is matched by its id, which encodes its place. The id of a record without a name is only its position, which shifts when an
 * earlier record is removed. Such a record is matched by its text first, so that no record inherits what was learned about another.
 */

import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'

/** A passage as it stands in the document now. */
interface Chunk {
  /** Id of the passage under the stored key of the document. */
  readonly formerId: string
  readonly text: string
  /** True for a record without a name of its own. */
  readonly isUnnamed?: boolean
}

/** A stored node. */
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

/* Adds a `BatchStored` mark to a commit of an ingest run while links of the run may be missing. */

export interface BatchCommit {
  /** Events of the commit in the order in which they were decided: documents, then links, then mentions. */
  readonly changes: ReadonlyArray<NewEvent>
  /** Number of this commit in its run, from 1. `batches` is the number of commits that the run has so far. */
  readonly batch: number
  readonly batches: number
  /**
   * `nothing`: no mentions are left to join. `later`: one more commit joins them. `these`: this commit joins mentions that earlier ones
   * left.
   */
  readonly joining: 'nothing' | 'later' | 'these'
  /** True: links that an earlier run left unjoined stay for that run. */
  readonly leavesOthers: boolean
}

/**
 * Returns the changes with their mark. A mark tells a reader of the log that links may be missing. With `joining: 'nothing'`, the last
 * commit is marked only if an earlier commit was marked and this run joins its links; any other commit is marked if it has changes.
 */
export const decideBatch = ({ batch, batches, changes, joining, leavesOthers }: BatchCommit, { sources }: BrainState): Decision<void> => {
  const mark = (data: { readonly batch: number; readonly batches: number }) =>
    Result.succeed({ events: [...changes, { type: 'BatchStored', data } as const], answer: undefined })
  if (joining === 'these') return mark({ batch, batches })
  if (joining === 'later') return mark({ batch, batches: batches + 1 })
  const isMarked = batch === batches ? sources.unjoined && !leavesOthers : changes.length > 0
  return isMarked ? mark({ batch, batches }) : Result.succeed({ events: changes, answer: undefined })
}
