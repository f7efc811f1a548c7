/** What an open brain keeps of the verdicts and other signals of its log. */

import type { EventType } from '../../domain/events/brain-event.ts'
import type { Position, SessionNumber } from '../../domain/identity.ts'

/** The signals of the log up to the position `through`, oldest first: numbers alone, which nothing that comes later changes. */
export interface KnownSignals {
  readonly through: Position
  readonly all: ReadonlyArray<KnownSignal>
}

export interface KnownSignal {
  readonly type: EventType
  readonly position: Position
  readonly at: number
  readonly session: SessionNumber | undefined
  readonly verdict: string | null
  /** The outcome of a verdict, which is below 0 where the verdict is against its memory; undefined for other signals, and for a verdict that is about nothing. */
  readonly outcome: number | undefined
  /** True for a use that was found in a reply and that nobody said. */
  readonly isInferred: boolean
}
