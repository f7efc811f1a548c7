/** Where a strength comes from: its first value and every event that moved it since, in order. The steps add up in whole nano-units. */
import { type BrainEvent, teaches } from '../events/brain-event.ts'
import { ignore } from '../events/readers.ts'
import type { EdgeNumber, Position } from '../identity.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import type { Nano } from '../strength.ts'

export interface StrengthStep {
  readonly event: BrainEvent
  readonly from: Nano
  readonly to: Nano
  /** The fact behind it: a feedback, a setting by hand, a request. Absent at birth. */
  readonly cause: BrainEvent | undefined
}

export interface StrengthHistory {
  /** Birth first. */
  readonly steps: ReadonlyArray<StrengthStep>
}

/** Reads events oldest first; asked at any moment it knows the edges' histories up to there. */
export interface BlameReader {
  readonly read: (event: BrainEvent) => void
  readonly history: (edge: EdgeNumber) => StrengthHistory
}

/** Folds the log as every reader does, so that a history cannot say another strength than the graph. */
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

/** Those of the edges whose strength or standing the event may change. */
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
