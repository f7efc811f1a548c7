/** Judges what waits, the oldest first: messages of one conversation in one call, then notes that were read in. */

import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { NodeNumber, SessionNumber, TurnNumber } from '../../domain/identity.ts'
import { type AwaitedMessages, spentShare } from '../../domain/judging/judge-call.ts'
import { withDayBudget } from '../../domain/model/model-call.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { spentOn } from '../../domain/projections/model-calls.ts'
import type { JudgeAnswer } from '../answers.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { keptBodies, keptBody } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { beginSignal, runCommand } from '../commands/run-command.ts'
import { modelMeansOf } from '../model/ask-model.ts'
import { resolveSessions } from '../naming/names.ts'
import type { JudgeRequest } from '../requests.ts'
import { hearDenial } from '../signals/hear-denial.ts'
import { askAbout, type JudgeAround, messagesOffered, notesOffered, type Said, toldOf } from './one-call.ts'

const callsMost = 4

/** Judges what waits, as much a call as the settings say and as there is room for; notes only where no conversation is named. */
export const judge = Effect.fnUntraced(function* (brain: OpenBrain, request: JudgeRequest, around: JudgeAround) {
  const { means } = yield* modelMeansOf(around, 'behind')
  const judged: Array<JudgeAnswer['judged'][number]> = []
  let [calls, unasked, detail] = [0, undefined as JudgeAnswer['unasked'], undefined as string | undefined]
  const isMeant = yield* inConversation(brain, request.session)
  yield* catchUp(brain)
  let most = (yield* profileOf(brain.state, brain.key)).judging.batch
  while (unasked === undefined && calls < callsMost) {
    yield* catchUp(brain)
    const batch = nextBatch(brain.state, most, request.session === undefined, isMeant)
    const size = batch.turns.length + batch.notes.length
    if (size === 0) break
    unasked = means === undefined ? 'no-model' : yield* postponed(brain, request, means.dayUsd)
    if (means === undefined || unasked !== undefined) break
    const asking = yield* askingFor(brain, request, batch, around)
    const called = yield* askAbout(brain, means, asking, around)
    if ('unasked' in called) {
      if (called.unasked === 'no-room' && size > 1) most = Math.ceil(size / 2)
      else if (called.unasked === 'no-offer' || called.unasked === 'no-room') yield* passOver(brain, batch)
      else if (called.unasked !== 'repeated') unasked = called.unasked
      continue
    }
    calls++
    judged.push(...(yield* toldOf(brain, called, means.model.id)))
    if (called.offer !== undefined) continue
    // A server that does not answer is not asked again at once. What surely denies the answer before it is heard without it.
    detail = called.detail
    for (const { own, text } of yield* saidOf(brain, batch.turns, batch.session))
      if (!brain.state.judging.waiting.has(own ?? 0)) yield* hearDenial(brain, asking.request, { own, text })
    break
  }
  const { notes, waiting } = brain.state.judging
  return {
    brain: brain.key,
    judged,
    calls,
    left: waiting.size,
    ...(notes.size === 0 ? {} : { notesLeft: notes.size }),
    ...(unasked === undefined ? {} : { unasked }),
    ...(detail === undefined ? {} : { detail }),
    position: brain.state.position,
  } satisfies JudgeAnswer
})

/** Records that messages or notes wait no longer: no memory is near any of them. */
const passOver = Effect.fnUntraced(function* (brain: OpenBrain, over: Omit<AwaitedMessages, 'isOver'>) {
  const gather = () => Effect.succeed({ _tag: 'AwaitJudgement' as const, ...over, isOver: true })
  yield* runCommand(yield* beginSignal(brain, {}), { durability: 'process', by: 'memory', gather })
})

/** Returns why no call is made at this moment; undefined where one may be. */
const postponed = Effect.fnUntraced(function* (brain: OpenBrain, { when }: JudgeRequest, dayUsd: number | undefined) {
  if (when !== 'message') return undefined
  const { judging, model } = yield* profileOf(brain.state, brain.key)
  const { judge: spent } = spentOn(brain.state.model, Math.max(brain.state.at, yield* Clock.currentTimeMillis))
  return spentShare(spent, withDayBudget(model, dayUsd)) >= judging.batchFrom ? ('later' as const) : undefined
})

/** Returns whether a turn is of the conversation that is named; of any where none is. */
const inConversation = Effect.fnUntraced(function* (brain: OpenBrain, name: string | undefined) {
  if (name === undefined) return () => true
  const sessions = yield* resolveSessions(brain, name).pipe(Effect.catchTag('NotFound', () => Effect.succeed(new Set<SessionNumber>())))
  return (turn: TurnNumber) => sessions.has(sessionOf(brain.state, turn) ?? 0)
})

const sessionOf = (state: BrainState, turn: TurnNumber): SessionNumber | undefined => state.turn(turn)?.session

interface Batch {
  readonly turns: ReadonlyArray<TurnNumber>
  /** Turns that are no longer kept have no conversation. */
  readonly session: SessionNumber | undefined
  readonly notes: ReadonlyArray<NodeNumber>
}

/** Returns the oldest waiting messages of one conversation, up to the first of another: later words are judged later. Else the oldest notes. */
const nextBatch = (state: BrainState, most: number, withNotes: boolean, isMeant: (turn: TurnNumber) => boolean): Batch => {
  const waiting = [...state.judging.waiting].filter(isMeant)
  const session = sessionOf(state, waiting[0] ?? 0)
  const other = waiting.findIndex((turn) => sessionOf(state, turn) !== session)
  const turns = waiting.slice(0, other === -1 ? most : Math.min(other, most))
  return { turns, session, notes: turns.length > 0 || !withNotes ? [] : [...state.judging.notes].slice(0, most) }
}

/** Asks about waiting messages in the conversation in which they were said, whether it has ended or not; about notes in none. */
const askingFor = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { keep, session: _, when: __, ...request }: JudgeRequest,
  { notes, session, turns }: Batch,
  around: JudgeAround,
) {
  const speaker = { ...request, ...(yield* conversation(brain, session)) }
  // Read anew for each attempt: what is forgotten meanwhile is not sent.
  const messages = () => saidOf(brain, turns, session)
  const offer = notes.length > 0 ? notesOffered(brain, notes) : messagesOffered(brain, around, { messages, turns })
  return { request: speaker, method: undefined, keeps: keep === true, about: session, offer }
})

/** Returns the key and the kind of a session, for a request in it; neither where there is none, or its key was erased. */
export const conversation = Effect.fnUntraced(function* (brain: OpenBrain, session: SessionNumber | undefined) {
  const record = session === undefined ? undefined : brain.state.participants.sessions.get(session)
  const key = yield* keptBody(brain, record?.key)
  return key === undefined || record === undefined ? {} : { session: key, sessionKind: record.kind }
})

const saidOf = Effect.fnUntraced(function* (brain: OpenBrain, turns: ReadonlyArray<TurnNumber>, session: SessionNumber | undefined) {
  const records = turns.flatMap((turn) => brain.state.turn(turn) ?? [])
  const refs = records.flatMap(({ question }) => question ?? [])
  const bodies = yield* keptBodies(brain, refs)
  return records.flatMap(({ at, question, turn }): ReadonlyArray<Said> => {
    const text = question === undefined ? undefined : bodies.get(question)
    return text === undefined ? [] : [{ text, own: turn, question, saidAt: at, session, reply: undefined }]
  })
})
