/**
 * Traces strengths and utilities: their first values and every event that moved them since, in order. The steps of a strength or a utility
 * sum to its value in whole nano-units.
 */
import {
  bornEdge,
  bornUtility,
  changedEdges,
  decayRule,
  prunedStanding,
  restoredStanding,
  strengthMoves,
  utilityMoves,
} from '../edge-rules.ts'
import { type BrainEvent, ignore, natureOf, teaches } from '../events/brain-event.ts'
import type { EdgeView } from '../graph.ts'
import type { EdgeNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'
import { type LogMark, markAfter, noMark } from './segments.ts'

export interface Step {
  readonly event: BrainEvent
  readonly from: Nano
  readonly to: Nano
  /** The fact behind the step: a feedback, a setting by hand, a request. Undefined for the birth. */
  readonly cause: BrainEvent | undefined
}

export interface UtilityHistory {
  readonly utility: Nano
  readonly steps: ReadonlyArray<Step>
}

/**
 * Reads events, oldest first. At any moment it knows the histories up to there.
 *
 * Events may be left out if they change none of the edges and nodes and are not the cause of an event that does. After a gap, `goTo` has to
 * be called, and `use` for every edge whose uses were left out.
 */
export interface BlameReader {
  readonly read: (event: BrainEvent) => void
  /** Continues at a later commit. `mark` is the state of the log before it. */
  readonly goTo: (mark: LogMark) => void
  /** Says that turns up to this one followed the edge. */
  readonly use: (edge: EdgeNumber, turn: TurnNumber) => void
  /** Returns the steps of a strength in order, the birth first. */
  readonly strength: (edge: EdgeNumber) => ReadonlyArray<Step>
  readonly utility: (node: NodeNumber) => UtilityHistory
}

/**
 * Knows the histories of these edges and nodes alone. They must exist at the end of what is read, and their births must have been possible:
 * in a log of commands an edge is linked between nodes that are there.
 */
export const blameReader = (edges: ReadonlySet<EdgeNumber>, nodes: ReadonlySet<NodeNumber>): BlameReader => {
  const strengths = new Map<EdgeNumber, Array<Step>>([...edges].map((edge) => [edge, []]))
  const utilities = new Map<NodeNumber, Array<Step>>([...nodes].map((node) => [node, []]))
  const traced = new Map<EdgeNumber, EdgeView>()
  const worth = new Map<NodeNumber, Nano>()
  /** The facts that were read, each with the newest turn before it. */
  const facts = new Map<Position, { readonly event: BrainEvent; readonly turn: TurnNumber }>()
  let mark = noMark
  /** The turn at which the event renews an edge: see `foldGraph`. */
  const renewedAt = (event: BrainEvent, after: LogMark): TurnNumber => {
    if (natureOf(event.type) !== 'effect') return mark.turn
    const fact = facts.get(event.cause ?? 0)
    return fact !== undefined && teaches(fact.event.type) && event.cause === after.cause ? fact.turn : 0
  }
  return {
    strength: (edge) => strengths.get(edge)?.slice() ?? [],
    utility: (node) => ({ utility: worth.get(node) ?? 0, steps: utilities.get(node)?.slice() ?? [] }),
    goTo: (next) => {
      mark = next
    },
    use: (edge, turn) => useEdge(traced, edge, turn),
    read: (event) => {
      if (teaches(event.type) || event.type === 'MaintenanceRequested') facts.set(event.position, { event, turn: mark.turn })
      const after = markAfter(mark, event)
      const changed = changedEdges(event)
      const edgesBefore = (changed === 'all' ? [...edges] : changed.filter((edge) => edges.has(edge))).map((edge) => ({
        edge,
        from: traced.get(edge)?.strength ?? 0,
        wasThere: traced.has(edge),
      }))
      const nodesBefore = utilityMoves(event).flatMap(({ number: node }) => {
        const from = nodes.has(node) ? worth.get(node) : undefined
        return from === undefined ? [] : [{ node, from }]
      })
      for (const { edge } of edgesBefore) changeEdge(traced, edge, event, renewedAt(event, after))
      changeUtilities(worth, nodes, event)
      if (event.type === 'EdgeFollowed' && edges.has(event.data.edge)) useEdge(traced, event.data.edge, event.turn ?? 0)
      mark = after
      const cause = facts.get(event.cause ?? 0)?.event
      for (const { edge, from, wasThere } of edgesBefore) {
        const to = traced.get(edge)?.strength ?? 0
        const isStep = event.type === 'EdgeLinked' ? !wasThere : wasThere && (from !== to || event.type !== 'StrengthsDecayed')
        if (isStep) strengths.get(edge)?.push({ event, from, to, cause: movesStrength(event) ? cause : undefined })
      }
      for (const { node, from } of nodesBefore) utilities.get(node)?.push({ event, from, to: worth.get(node) ?? 0, cause })
    },
  }
}

/** False for an event that changes whether an edge is linked, and no strength. */
const movesStrength = ({ type }: BrainEvent): boolean => type !== 'EdgePruned' && type !== 'EdgeRestored'

type Traced = Map<EdgeNumber, EdgeView>

/** Changes an edge by an event that changes it, as the fold of the graph does. `now`: the turn at which the event renews it. */
export const changeEdge = (traced: Traced, edge: EdgeNumber, event: BrainEvent, now: TurnNumber): void => {
  const view = traced.get(edge)
  if (event.type === 'EdgeLinked') {
    if (view === undefined) traced.set(edge, bornEdge(event.data, now))
    return
  }
  if (view !== undefined) traced.set(edge, changed(view, event, now))
}

/** Returns an edge after an event that changes it, as the fold of the graph has it. */
const changed = (view: EdgeView, event: BrainEvent, now: TurnNumber): EdgeView => {
  const lastRenewed = Math.max(view.lastRenewed, now)
  switch (event.type) {
    case 'EdgeLinked':
      return view
    case 'EdgePruned':
      return { ...view, ...prunedStanding(event.data.reason) }
    case 'EdgeRestored':
      return { ...view, ...restoredStanding, lastRenewed }
    case 'StrengthAdjusted':
      return { ...view, strength: event.data.to, lastRenewed }
    case 'StrengthsRestored':
      return { ...view, strength: strengthMoves(event).findLast(({ number }) => number === view.edge)?.to ?? view.strength }
    case 'StrengthsDecayed': {
      const { after, used } = decayRule(event.data)
      return view.linked ? { ...view, strength: after({ ...view, used: view[used] }) } : view
    }
    default:
      ignore<'changed edges'>(event.type)
      return view
  }
}

const useEdge = (traced: Traced, edge: EdgeNumber, turn: TurnNumber): void => {
  const view = traced.get(edge)
  if (view === undefined) return
  traced.set(edge, { ...view, lastUsed: Math.max(view.lastUsed, turn), lastRenewed: Math.max(view.lastRenewed, turn) })
}

const changeUtilities = (worth: Map<NodeNumber, Nano>, nodes: ReadonlySet<NodeNumber>, event: BrainEvent): void => {
  if (event.type === 'NodeAdded' && nodes.has(event.data.node) && !worth.has(event.data.node)) worth.set(event.data.node, bornUtility)
  for (const { number, to } of utilityMoves(event)) if (worth.has(number)) worth.set(number, to)
}
