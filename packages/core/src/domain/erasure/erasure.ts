/** Erases contents for good: the fact in the log keeps its form and holds nothing that could restore them. */

import * as Result from 'effect/Result'
import { holderOf } from '../context/outdated.ts'
import type { Decision, Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive, type Origin } from '../graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'

export type ErasureScope = Extract<EventData<'ContentErased'>['scope'], 'node' | 'source' | 'session' | 'turn' | 'subject'>

export interface Erasure {
  readonly scope: ErasureScope
  readonly contents: ReadonlyArray<ContentRef>
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly sources: ReadonlyArray<SourceNumber>
}

/**
 * Decides an erasure; no event where nothing is left to erase. Its nodes stay retired: a later ingest does not restore a node whose name is
 * erased.
 */
export const decideErasure = (
  { contents, nodes, origin, scope, sources }: Erasure & Pick<Speaker, 'origin'>,
  state: BrainState,
): Decision<void> => {
  if (contents.length === 0) return Result.succeed({ events: [], answer: undefined })
  const live = nodes.filter((node) => isLive(state.graph.stateOf(node)))
  const known = sources.filter((source) => state.sources.byNumber.get(source)?.retired === false)
  const erased: NewEvent = { type: 'ContentErased', origin, data: { contents, scope, ...(nodes.length === 0 ? {} : { nodes }) } }
  const events = [
    ...known.map((source): NewEvent => ({ type: 'SourceRetired', origin, data: { source, reason: 'forgotten' } })),
    ...live.map((node): NewEvent => ({ type: 'NodeRetired', origin, data: { node, reason: 'forgotten' } })),
    ...returning(state.graph, nodes).map(
      ({ by, node }): NewEvent => ({ type: 'SupersessionLifted', origin, data: { node, by, reason: 'erased' } }),
    ),
    erased,
  ]
  return Result.succeed({ events, answer: undefined })
}

/**
 * Returns the supersessions that end with the erasure of these nodes: what a person said superseded a memory, and no other memory states what
 * is true now. What an erased document superseded stays superseded.
 */
export const returning = (graph: GraphView, nodes: ReadonlyArray<NodeNumber>) => {
  const gone = new Set(nodes)
  const left: GraphView = { ...graph, stateOf: (node) => (gone.has(node) ? 'retired' : graph.stateOf(node)) }
  const isSaid = (by: NodeNumber) => gone.has(by) && graph.typeOf(by) === 'correction'
  return graph.superseded().flatMap((node) => {
    if (gone.has(node) || holderOf(left, node) !== undefined) return []
    return graph.supersededBy(node).flatMap(({ by }) => (isSaid(by) ? [{ node, by }] : []))
  })
}

/** True for the owner alone: nobody can restore what was erased. */
export const mayForget = (origin: Origin): boolean => origin === 'owner'
