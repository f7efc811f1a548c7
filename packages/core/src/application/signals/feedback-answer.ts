/** What a verdict did, read back from the log: on one turn, or shared among several. */
import * as Effect from 'effect/Effect'
import { type Position, printedFeedback, printedTurn } from '../../domain/identity.ts'
import { units } from '../../domain/strength.ts'
import type { FeedbackAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { NotFound } from '../request-errors.ts'
import { edgeChanges, utilityChanges } from './changes.ts'
import { factEffects } from './fact-effects.ts'

/** `at` is the position of the fact. Whichever of the two a repeated command was recorded as, its answer is found. */
export const feedbackAnswer = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  const { effects, fact, position } = yield* factEffects(brain, at)
  if (fact?.type !== 'FeedbackGiven' && fact?.type !== 'OutcomeGiven') {
    return yield* new NotFound({ what: 'feedback', name: `at position ${at}`, hint: 'the log holds none there' })
  }
  const [attributed] = effects.flatMap((event) => (event.type === 'FeedbackAttributed' ? [event.data] : []))
  const { reason, shares = [], turns = [] } = attributed ?? {}
  const shared = turns.flatMap((turn, i) => (shares[i] ? [{ turn: printedTurn(turn), share: units(shares[i]) }] : []))
  const answer: FeedbackAnswer = {
    brain: brain.key,
    feedback: printedFeedback(fact.data.feedback),
    turn: fact.turn === undefined ? null : printedTurn(fact.turn),
    ...(fact.type === 'OutcomeGiven' ? { shares: shared } : {}),
    verdict: fact.data.verdict,
    applied: fact.type === 'FeedbackGiven' ? fact.data.applied : fact.data.verdict,
    adjustments: yield* edgeChanges(brain, effects),
    utility: yield* utilityChanges(brain, effects),
    ...(reason === undefined ? {} : { refused: reason }),
    position,
  }
  return answer
})
