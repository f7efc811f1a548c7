/**
 * Finds what has to be taken out so that a last verdict teaches no more: the verdicts that were credited for it, and those that said the same
 * and would be credited in their place.
 */
import type { BrainEventOf } from '../events/brain-event.ts'
import type { FeedbackNumber, TurnNumber } from '../identity.ts'
import { isSameVerdict, verdictsOf } from '../projections/turns/turn-ledger.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'

export type VerdictEvent = BrainEventOf<'FeedbackGiven'> | BrainEventOf<'OutcomeGiven'>

/** A verdict in the log. `isConsumed`: it was credited for nothing, because all of it had been said before. */
export interface LoggedVerdict {
  readonly event: VerdictEvent
  readonly isConsumed: boolean
}

/** The turns and the verdicts that were credited in each. */
type Turns = (turn: TurnNumber) => Pick<TurnRecord, 'verdicts'> | undefined

/** Returns the numbers of the feedbacks that were credited for a part of what this one says, by the turns that are kept. */
export const creditedFor = (event: VerdictEvent, turns: Turns): ReadonlySet<FeedbackNumber> => {
  const said = verdictsOf(event)
  const credited = turnsOf(event).flatMap((turn) => turns(turn)?.verdicts ?? [])
  return new Set(credited.flatMap((known) => (said.some((one) => isSameVerdict(one, known)) ? [known.feedback] : [])))
}

/**
 * Returns the verdicts to take out with `last`, oldest first; empty where nothing of it teaches. `logged` holds the verdicts that were said in
 * any session, without those that are out. If `last` was credited, it is taken; otherwise those that were credited for it. Repetitions that
 * were credited for nothing are taken as well. A verdict that was credited for more than the same stays.
 */
export const takenWith = (last: LoggedVerdict, logged: ReadonlyArray<LoggedVerdict>, turns: Turns): ReadonlyArray<VerdictEvent> => {
  const credited = creditedFor(last.event, turns)
  const teaching = last.isConsumed
    ? logged.filter(({ event, isConsumed }) => !isConsumed && credited.has(event.data.feedback) && saysSome(event, last.event))
    : [last]
  const again = logged.filter(({ event, isConsumed }) => isConsumed && teaching.some((one) => saysSome(event, one.event)))
  return [...teaching, ...again].map(({ event }) => event).toSorted((one, other) => one.position - other.position)
}

/** True where the same person says the same verdict of a memory, or of a turn, that both are about. */
const saysSome = (one: VerdictEvent, other: VerdictEvent): boolean =>
  one.commit.actor === other.commit.actor &&
  (one.type === 'FeedbackGiven' || one.data.verdict === other.data.verdict) &&
  turnsOf(one).some((turn) => turnsOf(other).includes(turn)) &&
  verdictsOf(one).some((said) => verdictsOf(other).some((known) => isSameVerdict(said, known)))

const turnsOf = (event: VerdictEvent): ReadonlyArray<TurnNumber> =>
  event.type === 'OutcomeGiven' ? event.data.turns : event.turn === undefined ? [] : [event.turn]
