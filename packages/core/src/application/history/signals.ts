/** The verdicts and other signals of a log, and which of them stand at a position: what was taken back no longer counts as said. */

import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { typeSubject } from '../../domain/history/segments.ts'
import type { Position } from '../../domain/identity.ts'
import { signalsInForce, signalsOut, standingRequests, stretchesInForce, type UnlearnRecords } from '../../domain/projections/standing.ts'
import { isAboutSomething, isVerdict } from '../../domain/projections/turns/turn-ledger.ts'
import { isRestored, isSignal, signalTypes } from '../../domain/undo/restatement.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { joinKnown, type KnownSignal } from '../brain/known-events.ts'
import { placesOf, visitNewestFirst } from '../naming/segments.ts'

/** Reads the signals of the log, oldest first. Each is read once, however many positions are asked about. */
export const knownSignals = (brain: OpenBrain) => signalsBetween(brain, 1, brain.state.position)

const signalsBetween = Effect.fnUntraced(function* (brain: OpenBrain, from: Position, to: Position) {
  const before = brain.signals
  const joined = yield* joinKnown(before, from, to, (first, last) => signalsRead(brain, first, last))
  if (joined.to - joined.from >= before.to - before.from) brain.signals = joined
  return joined.all.filter(({ position }) => position >= from && position <= to)
})

const signalsRead = Effect.fnUntraced(function* (brain: OpenBrain, from: Position, to: Position) {
  const read: Array<KnownSignal> = []
  if (from > to) return read
  const places = yield* placesOf(brain, [signalTypes.map(typeSubject)], to)
  const visit = (event: BrainEvent) => {
    if (isSignal(event) && !isRestored(event)) read.push(known(event))
    return true
  }
  yield* visitNewestFirst(brain, places, from, to, visit, (type) => signalTypes.some((one) => one === type))
  return read.reverse()
})

const known = (event: BrainEvent): KnownSignal => ({
  ...{ type: event.type, position: event.position, at: event.commit.at, session: event.commit.session },
  verdict: isVerdict(event) ? event.data.verdict : null,
  outcome: isVerdict(event) && isAboutSomething(event) ? event.data.outcome : undefined,
  isInferred: event.type === 'FeedbackGiven' && event.data.given === 'inferred',
})

/**
 * Counts the verdicts that were given after a position and stand at a later one, and those that were taken back meanwhile: they stood at the
 * first one, or were given since.
 */
export const verdictsBetween = Effect.fnUntraced(function* (brain: OpenBrain, from: Position, to: Position) {
  const { unlearnings } = brain.state
  const [stood, stands] = [signalsInForce(unlearnings, from), signalsInForce(unlearnings, to)]
  const first = oldestTakenBack(unlearnings, from, to)
  const verdicts = (yield* signalsBetween(brain, first, to)).filter(({ outcome }) => outcome !== undefined)
  const isNew = ({ position }: KnownSignal) => position > from
  const takenBack = verdicts.filter((one) => (isNew(one) || stood(one)) && !stands(one)).length
  return { feedbacks: verdicts.filter((one) => isNew(one) && stands(one)).length, ...(takenBack === 0 ? {} : { takenBack }) }
})

/** Returns the position before which every signal that stood at `from` stands at `to`, too; at most the one behind `from`. */
const oldestTakenBack = (records: UnlearnRecords, from: Position, to: Position): Position => {
  const stood = standingRequests(records, from)
  const fresh = [...standingRequests(records, to)].filter((request) => !stood.has(request))
  // Behind the end of the oldest stretch in force nothing stands for sure.
  const [oldest] = records.rollbacks.some(({ at }) => at > from && at <= to) ? stretchesInForce(records.rollbacks, to) : []
  let first = oldest === undefined ? from + 1 : Math.min(from, oldest.to) + 1
  for (const signal of signalsOut(records, fresh)) first = Math.min(first, signal)
  return first
}
