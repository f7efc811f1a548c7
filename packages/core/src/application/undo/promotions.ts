/**
 * Finds the promotions that can be taken back. A rollback behind a promotion ends it and leaves its settings in force, so such a promotion can
 * be taken back as long as they are.
 */
import * as Effect from 'effect/Effect'
import type { Position } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { endedByRollback, requestsOf, standingRequests } from '../../domain/projections/unlearnings.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { eventsOfCommit } from '../brain/read-row.ts'

/** Returns the positions of the promotions that stand, and of those that a rollback ended whose settings are in force; newest first. */
export const openPromotions = Effect.fnUntraced(function* (brain: OpenBrain, { settings, unlearnings }: BrainState) {
  const [standing, ended] = [standingRequests(unlearnings), endedByRollback(unlearnings)]
  const open: Array<Position> = []
  for (const at of requestsOf('promotion', unlearnings, new Set([...standing, ...ended])).toReversed())
    if (standing.has(at) || (yield* promotedDigest(brain, at)) === settings.inForce?.digest) open.push(at)
  return open
})

/** Returns the newest promotion behind `to` whose settings are in force and stay there after a rollback to `to`. */
export const promotionKept = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, to: Position) {
  const digest = state.settings.inForce?.digest
  for (const at of yield* openPromotions(brain, state)) if (at > to && (yield* promotedDigest(brain, at)) === digest) return at
  return undefined
})

/** Returns the digest of the settings that a promotion put in force; undefined where it changed none. */
export const promotedDigest = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const [event] = yield* eventsOfCommit(brain, at, 1)
  return event?.type === 'BrainPromoted' ? event.data.digest : undefined
})
