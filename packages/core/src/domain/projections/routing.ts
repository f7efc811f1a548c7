/** Folds how often a call of a routing model was worth it. */
import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { RoutingReason } from '../events/turn-events.ts'

export interface RoutingRecords {
  /** Turns by whether a call was worth it. */
  reasons: Readonly<Partial<Record<RoutingReason, number>>>
  /** The time of the first turn that is counted in `reasons`, and of the newest, in milliseconds UTC. */
  since: number
  until: number
}

export const noRouting = (): RoutingRecords => ({ reasons: {}, since: 0, until: 0 })

export const cloneRouting = (records: RoutingRecords): RoutingRecords => ({ ...records })

/** Folds one event into `records`, which the caller owns. */
export const foldRouting = (records: RoutingRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'TurnStarted': {
      const { routing } = event.data
      if (routing === undefined) return
      if (records.since === 0) records.since = event.commit.at
      records.until = event.commit.at
      records.reasons = { ...records.reasons, [routing]: (records.reasons[routing] ?? 0) + 1 }
      return
    }
    default:
      ignore<'routing'>(event.type)
  }
}
