/** Looks up the edges that a turn passed over. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { asksSkipped, type SkippedEdges } from '../../domain/learning/credit.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow } from '../brain/read-row.ts'
import { EventStore } from '../ports/event-store.ts'

const none: SkippedEdges = []

/**
 * Returns the edges that a turn skipped. The list is empty if the settings do not ask for them, or the turn is no longer kept: no effect
 * depends on them then.
 */
export const skippedByTurn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  state: BrainState,
  fact: Pick<BrainEvent, 'turn' | 'type'>,
  profile: Profile,
) {
  const turn = fact.turn === undefined ? undefined : state.turn(fact.turn)
  if (turn === undefined || !asksSkipped(fact, profile)) return none
  const store = yield* EventStore
  const [row] = yield* store.read(brain.key, turn.position, 1)
  const events = row === undefined ? [] : yield* decodeRow(brain.key, row)
  return events.flatMap((event) => (event.type === 'EdgeSkipped' && event.turn === turn.turn ? [event.data] : [])) satisfies SkippedEdges
})
