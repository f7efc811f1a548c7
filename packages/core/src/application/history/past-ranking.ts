/** Ranks the memories for a question at a position, as a recall would have, and records nothing. */

import type { Day } from '@crabtrail/text/days/calendar'
import * as Effect from 'effect/Effect'
import type { Position } from '../../domain/identity.ts'
import { type BrainFold, type BrainState, brainState, cloneFold } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { asOf, foldUpTo } from '../commands/as-of.ts'
import { SnapshotStore } from '../ports/snapshot-store.ts'
import { rehearseRecall } from '../recall/look.ts'
import { shownMost } from '../recall/recall-answer.ts'

/** A question, clean, with the day on which it is asked: the same at every position that is compared. */
export interface DatedQuestion {
  readonly question: string
  readonly today: Day
}

/** The ranking of a question at one position. */
export const rankingAt = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, { question, today }: DatedQuestion) {
  const isPast = state.position !== brain.state.position
  const { approximate, evidence, recalled, settings } = yield* rehearseRecall(
    brain,
    state,
    { today },
    question,
    isPast ? state.position : undefined,
  )
  const { bundle, confidence, ranking, walk } = recalled
  return { approximate, bundle, confidence, evidence, ranking, settings, walk, shown: Math.min(shownMost, settings.budget.items) }
})
export type PastRanking = Effect.Success<ReturnType<typeof rankingAt>>

/** The state at a position. The head of the log has the state of the brain itself, which no other fold owns. */
export interface HeldState {
  readonly state: BrainState
  readonly fold: BrainFold | undefined
}

/** Restores the state at a position. */
export const stateOf = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  if (at === brain.state.position) return { state: brain.state, fold: undefined } satisfies HeldState as HeldState
  return (yield* asOf(brain, at)) as HeldState
})

/**
 * Restores the state at a position from the nearer of `held`, which stays as it is, and the newest snapshot. Positions that are looked at one
 * after the other are often near each other, and further from any snapshot.
 */
export const stateFrom = Effect.fnUntraced(function* (brain: OpenBrain, held: HeldState, at: Position) {
  const { fold } = held
  if (at === brain.state.position || fold === undefined || fold.position > at) return yield* stateOf(brain, at)
  const snapshot = yield* (yield* SnapshotStore).newest(brain.key, at)
  if (snapshot !== undefined && snapshot.position > fold.position) return yield* stateOf(brain, at)
  const forward = cloneFold(fold)
  yield* foldUpTo(brain, forward, at)
  return { state: brainState(forward), fold: forward } satisfies HeldState as HeldState
})
