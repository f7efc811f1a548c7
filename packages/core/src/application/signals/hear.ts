/** Takes a person's next message as a correction of the turn before, if it surely is one, and of what that turn's reply drew on. */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { decideFeedback } from '../../domain/deciders/feedback.ts'
import { decideUnattributed } from '../../domain/deciders/outcome.ts'
import { introduce, sessionKind } from '../../domain/deciders/participants.ts'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { isRecallable } from '../../domain/graph.ts'
import {
  type ActorNumber,
  type ContentRef,
  type NodeNumber,
  printedFeedback,
  printedTurn,
  type SessionNumber,
  type TurnNumber,
} from '../../domain/identity.ts'
import { type BlamedMemory, type Correction, correctionIn, type WordedMemory } from '../../domain/policies/spoken-correction.ts'
import { isMostly, mayState, replacingIn } from '../../domain/policies/spoken-statement.ts'
import { hearSaying, type Saying } from '../../domain/policies/spoken-verdict.ts'
import { spokenOutcome } from '../../domain/policies/verdict-policy.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { TurnRecord } from '../../domain/projections/turn-record.ts'
import { type Nano, nano, one, units } from '../../domain/strength.ts'
import type { HearAnswer } from '../answers.ts'
import { beginSignal } from '../brain/begin-signal.ts'
import { type Access, type OpenBrain, transact } from '../brain/brain.ts'
import type { ContentDrafts } from '../brain/content-drafts.ts'
import { keptBodies } from '../brain/kept-bodies.ts'
import { checkNames, gatherParticipants } from '../brain/participants.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { cleanInput } from '../brain/text-input.ts'
import { limits } from '../limits.ts'
import { nodeNames } from '../naming/names.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { passagesOf } from '../recall/passages.ts'
import type { HearRequest } from '../requests.ts'
import { askedTurn } from './asked-turn.ts'
import { gatherCue } from './question-cue.ts'

/** Only an owner's word counts, on a turn of the same session that put something before the model not long ago. Unsure means nothing. */
export const hear = Effect.fnUntraced(function* (brain: OpenBrain, request: HearRequest) {
  yield* checkNames(request)
  const nothing: HearAnswer = { brain: brain.key, feedback: null, turn: null, reason: null, doubted: [], position: brain.state.position }
  const text = yield* cleanInput('text', request.text, limits.questionBytes)
  const spoken = hearSaying(text)
  const saying = spoken ?? (mayState(text) ? stating(text) : undefined)
  if (saying === undefined || (request.origin ?? 'owner') !== 'owner') return nothing
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
      const session = sessionKind(state, participants)
      const unheard = { ...introduced, events: [], answer: undefined }
      if (turn === undefined || profile.learning.muteSessions.includes(session)) return unheard
      const correction = yield* correctionOf(brain, turn, { spoken, text })
      if (correction === undefined) return unheard
      const asHeard = { correction, saying, turn, now, actor: introduced.actor, session, text: drafts.add(text) }
      const decided = yield* decide(brain, drafts, access, asHeard)
      if (decided === undefined) return unheard
      const { events, ...told } = decided
      return { ...introduced, events: [...introduced.events, ...events], answer: told }
    }),
  })
  if (answer === undefined) return { ...nothing, position: brain.state.position }
  const names = yield* nodeNames(brain, brain.state.graph, answer.doubted, 'names')
  return {
    brain: brain.key,
    feedback: answer.reason === null ? printedFeedback(answer.feedback) : null,
    turn: printedTurn(answer.turn),
    reason: answer.reason,
    doubted: answer.doubted.map((node) => names.id(node)),
    position: brain.state.position,
  } satisfies HearAnswer
})

/** A message without a word of correcting. */
const stating = (text: string): Saying => ({ isContrast: false, verdict: undefined, clause: '', rest: text, own: text })

/** So many memories are looked at that may hold what a message says. */
const holdersMost = 20

/** Memories that have words of a text, the likeliest first; none where nothing can be searched. */
const likelyHolders = Effect.fnUntraced(function* (brain: OpenBrain, text: string) {
  if (!brain.indexed) return []
  const { graph } = brain.state
  const { text: found } = yield* gatherEvidence(brain, graph, yield* profileOf(brain.state, brain.key), text, undefined)
  return found.pool.slice(0, holdersMost).map(({ node }) => node)
})

/** Those that may be put before a model, in words and in order. */
const worded = Effect.fnUntraced(function* (brain: OpenBrain, nodes: ReadonlyArray<NodeNumber>) {
  const { graph } = brain.state
  const passages = yield* passagesOf(brain, graph, nodes)
  return nodes.flatMap((node): ReadonlyArray<WordedMemory> => {
    const passage = passages.get(node)
    const isUsable = isRecallable(graph, node) && graph.isTrusted(node)
    return passage === undefined || !isUsable ? [] : [{ node, title: passage.title, text: passage.text }]
  })
})

interface Message {
  /** Absent where it begins as no correction does. */
  readonly spoken: Saying | undefined
  readonly text: string
}

const correctionOf = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnRecord, { spoken, text }: Message) {
  // Without a word of correcting it can only be about the one memory that the answer came out of.
  if (spoken === undefined && !turn.drew?.some(({ share }) => isMostly(units(share)))) return undefined
  const question = turn.question === undefined ? '' : ((yield* keptBodies(brain, [turn.question])).get(turn.question) ?? '')
  const shares = new Map(turn.drew?.map(({ node, share }) => [node, units(share)]))
  const shown = (yield* worded(brain, turn.included)).map((memory) => ({ ...memory, share: shares.get(memory.node) ?? 0 }))
  const others = yield* worded(brain, yield* likelyHolders(brain, text))
  const correction = spoken === undefined ? undefined : correctionIn({ saying: spoken, question, shown, others })
  if ((correction !== undefined && !isUnsettled(correction)) || !mayState(text)) return correction
  const forQuestion = new Set(yield* likelyHolders(brain, question))
  const found = replacingIn({ own: text, question, shown, others, forQuestion })
  if (found === undefined) return correction
  return { about: 'replaced', blamed: [{ node: found.corrected, share: 1 }], instead: found.holder } satisfies Correction
})

/** What it says is about no memory, as far as its words tell. */
const isUnsettled = (correction: Correction): boolean => correction.about === 'nothing' && correction.reason === 'other-subject'

interface Heard {
  readonly correction: Correction
  readonly saying: Saying
  readonly turn: TurnRecord
  readonly now: number
  readonly actor: ActorNumber
  readonly session: ReturnType<typeof sessionKind>
  readonly text: ContentRef
}

/** Undefined where the turn is no longer kept, or what it named is gone. */
const decide = Effect.fnUntraced(function* (brain: OpenBrain, drafts: ContentDrafts, access: Access, heard: Heard) {
  const { actor, correction, now, saying, session, text, turn } = heard
  const { state } = brain
  const profile = yield* profileOf(state, brain.key)
  if (correction.about === 'nothing') {
    const outcome = saying.verdict === undefined ? profile.learning.spoken : spokenOutcome(saying.verdict, profile)
    const { events, feedback } = decideUnattributed({ outcome, reason: correction.reason, text }, state)
    return { events, feedback, turn: turn.turn, reason: correction.reason, doubted: [] as ReadonlyArray<NodeNumber> }
  }
  const cue = yield* gatherCue(brain, drafts, access, turn.turn)
  const decided = decideFeedback(
    {
      verdict: 'correction',
      turn: turn.turn,
      nodes: correction.blamed.map(({ node }) => node),
      shares: sharesOf(correction.blamed),
      instead: correction.about === 'replaced' ? [correction.instead] : [],
      outcome: outcomeOf(correction, saying, profile),
      tier: 'conscious',
      origin: 'owner',
      given: 'heard',
      actor,
      session,
      text,
      ...cue,
    },
    state,
    profile,
  )
  if (Result.isFailure(decided)) return undefined
  const { events, feedback } = decided.success
  const doubted = correction.about === 'doubted' ? correction.blamed.map(({ node }) => node) : []
  const doubts = doubted.map(
    (node): NewEvent => ({ type: 'NodeDoubted', turn: turn.turn, origin: 'owner', data: { node, feedback, said: text, saidAt: now } }),
  )
  return { events: [...events, ...doubts], feedback, turn: turn.turn, reason: null, doubted }
})

/** A memory that another one replaces is wrong for the question as a whole; of one that is only doubted nothing is learned. */
const outcomeOf = ({ about }: Correction, { verdict }: Saying, profile: Profile): number => {
  if (about === 'replaced') return -1
  return about === 'doubted' || verdict === undefined ? 0 : spokenOutcome(verdict, profile)
}

const sharesOf = (blamed: ReadonlyArray<BlamedMemory>): ReadonlyArray<Nano> => blamed.map(({ share }) => Math.min(one, nano(share)))

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
