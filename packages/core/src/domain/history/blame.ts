/** Traces a strength: its first value and every event that moved it since, in order. The steps sum to the strength in whole nano-units. */

import { type BrainEvent, ignore, teaches } from '../events/brain-event.ts'
import type { EdgeNumber, NodeNumber, Position } from '../identity.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { type Nano, one } from '../strength.ts'

export interface StrengthStep {
  readonly event: BrainEvent
  readonly from: Nano
  readonly to: Nano
  /** The fact behind the step: a feedback, a setting by hand, a request. Undefined for the birth. */
  readonly cause: BrainEvent | undefined
}

export interface StrengthHistory {
  /** The steps in order, the birth first. */
  readonly steps: ReadonlyArray<StrengthStep>
}

/** Reads events, oldest first. At any moment it knows the histories of the edges up to there. */
export interface BlameReader {
  readonly read: (event: BrainEvent) => void
  readonly history: (edge: EdgeNumber) => StrengthHistory
}

/** Folds the log as every reader does, so that a history never differs from the graph. */
export const blameReader = (edges: ReadonlySet<EdgeNumber>): BlameReader => {
  const fold = emptyFold()
  const { graph } = brainState(fold)
  const histories = new Map<EdgeNumber, Array<StrengthStep>>([...edges].map((edge) => [edge, []]))
  const causes = new Map<Position, BrainEvent>()
  return {
    history: (edge) => ({ steps: histories.get(edge)?.slice() ?? [] }),
    read: (event) => {
      if (teaches(event.type) || event.type === 'MaintenanceRequested') causes.set(event.position, event)
      const touched = touchedBy(event, edges).map((edge) => ({
        edge,
        from: graph.strengthOf(edge),
        wasThere: graph.edge(edge) !== undefined,
      }))
      foldEvent(fold, event)
      for (const { edge, from, wasThere } of touched) {
        const to = graph.strengthOf(edge)
        const isStep = event.type === 'EdgeLinked' ? !wasThere : wasThere && (from !== to || event.type !== 'StrengthsDecayed')
        if (isStep) histories.get(edge)?.push({ event, from, to, cause: isStanding(event) ? undefined : causes.get(event.cause ?? 0) })
      }
    },
  }
}

/** True for an event that changes whether an edge is linked, and no strength. */
const isStanding = ({ type }: BrainEvent): boolean => type === 'EdgePruned' || type === 'EdgeRestored'

/** Returns the edges whose strength or linked state the event may change. */
const touchedBy = (event: BrainEvent, edges: ReadonlySet<EdgeNumber>): ReadonlyArray<EdgeNumber> => {
  switch (event.type) {
    case 'EdgeLinked':
    case 'EdgePruned':
    case 'EdgeRestored':
    case 'StrengthAdjusted':
      return edges.has(event.data.edge) ? [event.data.edge] : []
    case 'StrengthsRestored':
      return event.data.edges.filter((edge) => edges.has(edge))
    case 'StrengthsDecayed':
      return [...edges]
    default:
      ignore<'blame'>(event.type)
      return []
  }
}

/* Traces the utility of a memory: every event that moved it since its birth, when it was 1, in order. */

export interface UtilityHistory {
  readonly utility: Nano
  readonly steps: ReadonlyArray<StrengthStep>
}

/** Reads events, oldest first. At any moment it knows the histories of the nodes up to there. */
export interface UtilityReader {
  readonly read: (event: BrainEvent) => void
  readonly history: (node: NodeNumber) => UtilityHistory
}

export const utilityReader = (nodes: ReadonlySet<NodeNumber>): UtilityReader => {
  const known = new Map([...nodes].map((node) => [node, { utility: one, steps: [] as Array<StrengthStep> }]))
  const causes = new Map<Position, BrainEvent>()
  const move = (event: BrainEvent, node: NodeNumber, to: Nano) => {
    const history = known.get(node)
    if (history === undefined) return
    history.steps.push({ event, from: history.utility, to, cause: causes.get(event.cause ?? 0) })
    history.utility = to
  }
  return {
    history: (node) => {
      const { steps = [], utility = one } = known.get(node) ?? {}
      return { utility, steps: steps.slice() }
    },
    read: (event) => {
      if (teaches(event.type)) causes.set(event.position, event)
      switch (event.type) {
        case 'UtilityAdjusted':
          return move(event, event.data.node, event.data.to)
        case 'StrengthsRestored':
          for (const [i, node] of event.data.nodes.entries()) move(event, node, event.data.utilityTo[i] ?? 0)
          return
        default:
          ignore<'utility history'>(event.type)
      }
    },
  }
}
