/** Forgets contents for good: a fact in the log, which keeps its shape, and nothing in it that could bring them back. */
import * as Result from 'effect/Result'
import type { Decision, Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../identity.ts'
import { isLive, type Origin } from '../node.ts'
import type { BrainState } from '../projections/brain-fold.ts'

export type ErasureScope = Extract<EventData<'ContentErased'>['scope'], 'node' | 'source' | 'session' | 'turn' | 'subject'>

export interface Erasure {
  readonly scope: ErasureScope
  /** Without those that were erased before. */
  readonly contents: ReadonlyArray<ContentRef>
  /** Of which nothing is left. */
  readonly nodes: ReadonlyArray<NodeNumber>
  readonly sources: ReadonlyArray<SourceNumber>
}

/** Empty where nothing of it is left to erase. What is retired stays so: no reading in brings back a node whose name is gone. */
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
    erased,
  ]
  return Result.succeed({ events, answer: undefined })
}

/** Nobody but the owner: what is forgotten nobody can bring back. */
export const mayForget = (origin: Origin): boolean => origin === 'owner'
