/** The verdicts and other signals of a log, and which of them stand at a position: what was taken back no longer counts as said. */

import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { typeSubject } from '../../domain/history/segments.ts'
import type { Position } from '../../domain/identity.ts'
import { signalsInForce } from '../../domain/projections/standing.ts'
import { isAboutSomething, isVerdict } from '../../domain/projections/turns/turn-ledger.ts'
import { isRestored, isSignal, signalTypes } from '../../domain/undo/restatement.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { KnownSignal } from '../brain/known-events.ts'
import { placesOf, visitNewestFirst } from '../naming/segments.ts'

/** Reads the signals of the log, oldest first. Each is read once, however many positions are asked about. */
export const knownSignals = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { all, through } = brain.signals
  const { position } = brain.state
  if (through === position) return all
  const fresh: Array<KnownSignal> = []
  const places = yield* placesOf(brain, [signalTypes.map(typeSubject)], position)
  const visit = (event: BrainEvent) => {
    if (isSignal(event) && !isRestored(event)) fresh.push(known(event))
    return true
  }
  yield* visitNewestFirst(brain, places, through + 1, position, visit, (type) => signalTypes.some((one) => one === type))
  brain.signals = { through: position, all: [...all, ...fresh.reverse()] }
  return brain.signals.all
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
  const verdicts = (yield* knownSignals(brain)).filter(({ outcome, position }) => outcome !== undefined && position <= to)
  const isNew = ({ position }: KnownSignal) => position > from
  const takenBack = verdicts.filter((one) => (isNew(one) || stood(one)) && !stands(one)).length
  return { feedbacks: verdicts.filter((one) => isNew(one) && stands(one)).length, ...(takenBack === 0 ? {} : { takenBack }) }
})
