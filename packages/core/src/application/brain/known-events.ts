/** What an open brain knows of its log beside the fold: events that were read for an answer, and are not read again for the next one. */

import type { EventType } from '../../domain/events/brain-event.ts'
import type { ContentRef, Position, SessionNumber } from '../../domain/identity.ts'

/** The questions that were asked from position `from` to `to`, oldest first. An erased one is none that the contents have. */
export interface KnownQuestions {
  readonly from: Position
  readonly to: Position
  readonly all: ReadonlyArray<KnownQuestion>
}

export interface KnownQuestion {
  readonly position: Position
  readonly question: ContentRef
  readonly day: number | undefined
}

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
