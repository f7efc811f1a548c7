/** Decides who teaches and how much of it counts: the limits of learning. */

import type { SessionKind } from '../decision.ts'
import type { Tier } from '../events/learning-events.ts'
import type { Origin } from '../graph.ts'
import type { SessionNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { creditsOf } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'

interface Place {
  readonly session?: SessionNumber
  /** The turn. Absent: the verdict names none. */
  readonly turn?: TurnRecord
}

export const kindOf = ({ participants }: BrainState, session: SessionNumber | undefined): SessionKind | undefined =>
  session === undefined ? undefined : participants.sessions.get(session)?.kind

/** True where this speaker's words teach: a refused verdict builds nothing. */
export const speakerTeaches = (
  state: BrainState,
  turn: Pick<TurnRecord, 'session'> | undefined,
  { origin, session: saidIn }: { readonly origin: Origin; readonly session: SessionKind | undefined },
  { learning }: Profile,
): boolean => {
  const isMute = (kind: SessionKind | undefined) => kind !== undefined && learning.muteSessions.includes(kind)
  return !learning.muteOrigins.includes(origin) && !isMute(kindOf(state, turn?.session)) && !isMute(saidIn)
}

/**
 * True where more was said than counts on this turn, in this session or on this day. `state` already includes the verdict in question. Days
 * are UTC days by the times of the log.
 */
export const isFull = (state: BrainState, { session, turn }: Place, tier: Exclude<Tier, 'manual'>, { learning }: Profile): boolean => {
  const caps = learning[tier].most
  const { participants } = state
  const said = session === undefined ? undefined : participants.sessions.get(session)?.said
  return (
    (turn !== undefined && creditsOf(turn, tier) >= caps.turn) ||
    (said !== undefined && said[tier] > caps.session) ||
    participants.today.said[tier] > caps.day
  )
}
