/** A commit of the museum as it is written by hand, and the settings of its brain. */
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'

export interface HandMadeCommit {
  readonly session?: number
  readonly events: ReadonlyArray<NewEvent>
}

export const settings = { name: 'museum', strength: { min: -0.95, max: 0.95 }, note: 'no program reads these' }
export const digest = 'd1'.repeat(32)
