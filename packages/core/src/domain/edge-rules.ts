/**
 * The rules by which events change edges: birth, pruning, restoration, decay, and the strength after an event.
 *
 * The fold of the graph, decisions that look ahead within a commit, the plan of a decay, histories and caches all use these rules, so that
 * none of them has its own version.
 */

import { type EventData, ignore, type NewEvent, type NewEventOf } from './events/brain-event.ts'
import type { EdgeKind, EdgeView } from './graph.ts'
import type { EdgeNumber, NodeNumber, Position, TurnNumber } from './identity.ts'
import { decay, type Nano, one } from './strength.ts'

/** Numbers are given out without gaps. A number further beyond the last than this is invalid and must not make a fold grow. */
const furthestJump = 65_536

/** True for a number of a new node or edge that cannot follow on `last`, the highest number so far. */
export const isOutOfReach = (number: NodeNumber | EdgeNumber, last: NodeNumber | EdgeNumber): boolean => number > last + furthestJump

/** Returns a new edge. `now` is the newest turn before the event. */
export const bornEdge = ({ edge, kind, source, strength, target }: EventData<'EdgeLinked'>, now: TurnNumber): EdgeView => ({
  edge,
  source,
  target,
  kind,
  strength,
  first: strength,
  ...restoredStanding,
  uses: 0,
  skips: 0,
  lastUsed: now,
  lastRenewed: now,
})

/** Says whether an edge is linked and, where it is not, whether its documents withdrew it. */
export type Standing = Pick<EdgeView, 'linked' | 'withdrawn'>

export const restoredStanding: Standing = { linked: true, withdrawn: false }

/** A pruning for a reason that comes from the documents is a withdrawal: learning cannot restore an edge that its documents no longer support. */
export const prunedStanding = (reason: EventData<'EdgePruned'>['reason']): Standing => ({
  linked: false,
  withdrawn: reason === 'source' || reason === 'reweighed',
})

/** The properties of a linked edge that decide how it decays. `used` is the turn that {@link DecayRule.used} names. */
export interface DecayingEdge {
  readonly kind: EdgeKind
  readonly used: TurnNumber
  readonly first: Nano
  readonly strength: Nano
}

export interface DecayRule {
  /** The turn that counts as the last use of an edge. */
  readonly used: 'lastUsed' | 'lastRenewed'
  /** Returns the strength of a linked edge after the decay. */
  readonly after: (edge: DecayingEdge) => Nano
}

export const decayRule = ({ cutoff, factor, floor, kinds, spares }: EventData<'StrengthsDecayed'>): DecayRule => {
  const decaying = new Set(kinds)
  return {
    used: spares === 'spoken' ? 'lastRenewed' : 'lastUsed',
    after: ({ first, kind, strength, used }) =>
      used >= cutoff || !decaying.has(kind) ? strength : decay(strength, factor, floor === 'first' ? Math.abs(first) : 0),
  }
}

/** The utility of a node at birth. */
export const bornUtility: Nano = one

/** A change that an event records: the value of an edge or a node before and after. */
export interface Move<Number extends EdgeNumber | NodeNumber> {
  readonly number: Number
  readonly from: Nano
  readonly to: Nano
}

/** Returns the strengths that an event sets, by edge. A decay records no strengths: see {@link decayRule}. */
export const strengthMoves = (event: NewEvent): ReadonlyArray<Move<EdgeNumber>> => {
  switch (event.type) {
    case 'StrengthAdjusted':
      return [{ number: event.data.edge, from: event.data.from, to: event.data.to }]
    case 'StrengthsRestored':
      return parallel(event.data.edges, event.data.from, event.data.to)
    default:
      ignore<'strength moves'>(event.type)
      return []
  }
}

/** Returns the utilities that an event sets, by node. */
export const utilityMoves = (event: NewEvent): ReadonlyArray<Move<NodeNumber>> => {
  switch (event.type) {
    case 'UtilityAdjusted':
      return [{ number: event.data.node, from: event.data.from, to: event.data.to }]
    case 'StrengthsRestored':
      return parallel(event.data.nodes, event.data.utilityFrom, event.data.utilityTo)
    default:
      ignore<'utility moves'>(event.type)
      return []
  }
}

const parallel = <N extends EdgeNumber | NodeNumber>(
  numbers: ReadonlyArray<N>,
  from: ReadonlyArray<Nano>,
  to: ReadonlyArray<Nano>,
): ReadonlyArray<Move<N>> => numbers.map((number, i) => ({ number, from: from[i] ?? 0, to: to[i] ?? 0 }))

/** Returns the event that makes these moves: the reverse of {@link strengthMoves} and {@link utilityMoves}. */
export const strengthsRestored = (
  cause: Position,
  edges: ReadonlyArray<Move<EdgeNumber>>,
  nodes: ReadonlyArray<Move<NodeNumber>> = [],
): NewEventOf<'StrengthsRestored'> => ({
  type: 'StrengthsRestored',
  cause,
  data: {
    edges: edges.map(({ number }) => number),
    from: edges.map(({ from }) => from),
    to: edges.map(({ to }) => to),
    nodes: nodes.map(({ number }) => number),
    utilityFrom: nodes.map(({ from }) => from),
    utilityTo: nodes.map(({ to }) => to),
  },
})

/** Returns the edges whose strength or standing an event can change; `all` where it can be any edge. */
export const changedEdges = (event: NewEvent): ReadonlyArray<EdgeNumber> | 'all' => {
  switch (event.type) {
    case 'EdgeLinked':
    case 'EdgePruned':
    case 'EdgeRestored':
    case 'StrengthAdjusted':
      return [event.data.edge]
    case 'StrengthsRestored':
      return event.data.edges
    case 'StrengthsDecayed':
      return 'all'
    default:
      ignore<'changed edges'>(event.type)
      return []
  }
}
