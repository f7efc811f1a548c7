/** Takes a person's next message as a verdict on the turn before, if it surely is one. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { decideFeedback } from '../../domain/deciders/feedback.ts'
import { introduce, sessionKind } from '../../domain/deciders/participants.ts'
import { printedFeedback, printedTurn, type SessionNumber, type TurnNumber } from '../../domain/identity.ts'
import { hearVerdict } from '../../domain/policies/spoken-verdict.ts'
import { spokenOutcome } from '../../domain/policies/verdict-policy.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { TurnRecord } from '../../domain/projections/turn-record.ts'
import type { HearAnswer } from '../answers.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type OpenBrain, transact } from '../brain/brain.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { cleanInput } from '../brain/text-input.ts'
import { limits } from '../limits.ts'
import type { HearRequest } from '../requests.ts'
import { askedTurn } from './asked-turn.ts'
import { gatherCue } from './question-cue.ts'

/** Only an owner's word counts, on a turn of the same session that put something before the model not long ago. Unsure means nothing. */
export const hear = Effect.fnUntraced(function* (brain: OpenBrain, request: HearRequest) {
  yield* checkNames(request)
  const nothing: HearAnswer = { brain: brain.key, feedback: null, turn: null, position: brain.state.position }
  const text = yield* cleanInput('text', request.text, limits.questionBytes)
  const heard = hearVerdict(text)
  if (heard === undefined || (request.origin ?? 'owner') !== 'owner') return nothing
  const before = request.recallKey === undefined ? undefined : yield* askedTurn(brain, request)
  const signal = yield* beginSignal(brain, 'hear', request)
  const { drafts } = signal
  const now = yield* Clock.currentTimeMillis
  const { answer } = yield* transact({
    ...signal,
    durability: 'power',
    decide: Effect.fnUntraced(function* (access) {
      const { state } = brain
      const participants = yield* gatherParticipants(brain, request, drafts, access)
      const introduced = introduce(state, participants)
      const profile = yield* profileOf(state, brain.key)
      const since = now - 1_000 * profile.learning.spokenSeconds
      const turn = lastAnswered(state, participants.session?.known, { since, before })
      const said = sessionKind(state, participants)
      if (turn === undefined || profile.learning.muteSessions.includes(said)) return { ...introduced, events: [], answer: undefined }
      const cue = yield* gatherCue(brain, drafts, access, turn.turn)
      const decided = decideFeedback(
        {
          verdict: heard.verdict,
          turn: turn.turn,
          nodes: [],
          instead: [],
          outcome: spokenOutcome(heard, profile),
          tier: 'conscious',
          origin: 'owner',
          actor: introduced.actor,
          session: said,
          text: drafts.add(text),
          ...cue,
        },
        state,
        profile,
      )
      if (Result.isFailure(decided)) return { ...introduced, events: [], answer: undefined }
      const { events, feedback } = decided.success
      return { ...introduced, events: [...introduced.events, ...events], answer: { feedback, turn: turn.turn } }
    }),
  })
  if (answer === undefined) return { ...nothing, position: brain.state.position }
  return {
    brain: brain.key,
    feedback: printedFeedback(answer.feedback),
    turn: printedTurn(answer.turn),
    position: brain.state.position,
  } satisfies HearAnswer
})

interface Window {
  readonly since: number
  /** The turn of the message itself, where it has one. */
  readonly before: TurnNumber | undefined
}

const newestOf = (state: BrainState, session: SessionNumber, before: TurnNumber = Number.POSITIVE_INFINITY): TurnRecord | undefined => {
  for (const turn of state.recentTurns()) if (turn.session === session && turn.turn < before) return turn
  return undefined
}

/** The session's last turn before: nothing, where that one was given no memory or is too old to be meant. */
const lastAnswered = (state: BrainState, session: SessionNumber | undefined, { before, since }: Window): TurnRecord | undefined => {
  if (session === undefined) return undefined
  const last = newestOf(state, session, before)
  if (last === undefined || last.included.length === 0 || last.at < since) return undefined
  // What is meant may be the turn that had no memory, or whose memories came too late: then it is not this one.
  const absent = state.lastAbsence(session, before) ?? 0
  return absent >= last.turn ? undefined : last
}
