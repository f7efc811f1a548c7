/** Events that an open brain keeps beside its fold: they were read for one answer, and are not read again for the next. */

import * as Effect from 'effect/Effect'
import type { EventType } from '../../domain/events/brain-event.ts'
import type { ContentRef, Position, SessionNumber } from '../../domain/identity.ts'

/** The events that were read of the log from position `from` to `to`, oldest first. */
export interface Known<One extends { readonly position: Position }> {
  readonly from: Position
  readonly to: Position
  readonly all: ReadonlyArray<One>
}

/** Returns what is known together with what is read from one position to another: only the positions between, if the two are apart. */
export const joinKnown = Effect.fnUntraced(function* <One extends { readonly position: Position }, E, R>(
  known: Known<One>,
  from: Position,
  to: Position,
  read: (from: Position, to: Position) => Effect.Effect<ReadonlyArray<One>, E, R>,
) {
  const isNear = known.from <= to + 1 && from <= known.to + 1
  const { all, ...part } = isNear ? known : { from, to: from - 1, all: [] }
  const older = yield* read(from, part.from - 1)
  const newer = yield* read(Math.max(from, part.to + 1), to)
  return { from: Math.min(from, part.from), to: Math.max(to, part.to), all: [...older, ...all, ...newer] } satisfies Known<One>
})

/** A question that was asked. An erased one is none that the contents have. */
export interface KnownQuestion {
  readonly position: Position
  readonly question: ContentRef
  readonly day: number | undefined
}

/** A signal: numbers alone, which nothing that comes later changes. */
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
