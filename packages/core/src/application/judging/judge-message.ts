/**
 * Judges messages of the owner: asks a model once what they do to the memories near them, and records what follows.
 *
 * Guarantees: a message is asked about at most once, whatever repeats the signal; again only where no server took the question. Messages of a brain
 * are judged one call after the other, so the newest words are the last. Without an answer nothing follows.
 */
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Semaphore from 'effect/Semaphore'
import { dayOfTime } from '../../domain/days/calendar.ts'
import type { BrainEvent, EventData } from '../../domain/events/brain-event.ts'
import {
  type BrainKey,
  type ContentRef,
  type NodeNumber,
  printedFeedback,
  printedTurn,
  type SessionNumber,
  type TurnNumber,
} from '../../domain/identity.ts'
import { followedJudgements, judgeTask, type KeptMessage, type KeptWords, spentShare } from '../../domain/judging/judge-call.ts'
import type { JudgedMessage, JudgementsRead, JudgeOffer } from '../../domain/judging/judge-prompt.ts'
import { hasWords, ownWords, sentenceAround } from '../../domain/judging/quoted-words.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { spentOn } from '../../domain/projections/model-calls.ts'
import { saidOn } from '../../domain/projections/said-memories.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { units } from '../../domain/strength.ts'
import type { HearAnswer, JudgeAnswer } from '../answers.ts'
import { catchUp, type OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, keptBodies } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { type Attempt, beginSignal, begunSession, runCommand } from '../brain/run-command.ts'
import { memoryOf } from '../ingest/note.ts'
import { limits } from '../limits.ts'
import { askAndRecord, type ModelAround, type ModelMeans, modelMeansOf } from '../model/ask-model.ts'
import { type NodeNames, nodeNames } from '../naming/names.ts'
import { resolveSessions } from '../naming/speakers.ts'
import { todayOf } from '../naming/today.ts'
import type { HearRequest, InSession, JudgeRequest, Keyed, Speaker } from '../requests.ts'
import { type HeardMessage, hearDenial } from '../signals/hear-denial.ts'
import { candidatesOf } from './judge-candidates.ts'

export interface JudgeAround extends ModelAround {
  /** One for each brain: while messages are judged, the next call waits. */
  readonly judging: Map<BrainKey, Semaphore.Semaphore>
}

type Told = NonNullable<HearAnswer['judged']>

/**
 * Returns what was judged of one message, or why the model gave no answer; neither where none was asked. `repeated`: the signal came before.
 */
export const judgeMessage = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { judge: asks, keep, later: _, reply, ...request }: HearRequest,
  { own, text }: HeardMessage,
  around: JudgeAround,
) {
  const { means } = yield* modelMeansOf(around, 'behind')
  if (means === undefined || asks === false || !hasWords(ownWords(text))) return {}
  const saidAt = yield* Clock.currentTimeMillis
  const messages = ({ speaker, state }: Attempt) => {
    const question = own === undefined ? undefined : state.turn(own)?.question
    const isKnown = own !== undefined && state.judging.known.has(own)
    return Effect.succeed(isKnown ? [] : [{ text, own, question, saidAt, session: begunSession(speaker), reply }])
  }
  const asking = { request, method: 'judge', keeps: keep === true, messages, about: undefined } as const
  const called = yield* askAbout(brain, means, asking, around)
  if ('unasked' in called) return called.unasked === 'repeated' ? 'repeated' : {}
  const [judged] = yield* toldOf(brain, called, means.model.id)
  return { judged, detail: called.detail }
})

/** Has a message wait that is the question of a turn; false where none is asked, or it is the question of none. */
export const awaitJudgement = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: HearRequest,
  { own, text }: HeardMessage,
  around: JudgeAround,
) {
  const { means } = yield* modelMeansOf(around, 'behind')
  if (means === undefined || own === undefined || brain.state.turn(own)?.question === undefined) return false
  if (!hasWords(ownWords(text))) return false
  const { recorded } = yield* runCommand(yield* beginSignal(brain, request, 'hear'), {
    durability: 'power',
    gather: ({ profile, speaker }) =>
      Effect.succeed(
        profile.learning.muteSessions.includes(speaker.session) ? undefined : { _tag: 'AwaitJudgement' as const, turns: [own] },
      ),
  })
  return recorded !== undefined || brain.state.judging.waiting.has(own) || brain.state.judging.known.has(own)
})

/** Most calls of one request. */
const callsMost = 4

/** Judges the messages that wait, the oldest first: of one conversation in one call, as many as the settings say and as there is room for. */
export const judge = Effect.fnUntraced(function* (brain: OpenBrain, request: JudgeRequest, around: JudgeAround) {
  const { means } = yield* modelMeansOf(around, 'behind')
  const judged: Array<JudgeAnswer['judged'][number]> = []
  let [calls, unasked, detail] = [0, undefined as JudgeAnswer['unasked'], undefined as string | undefined]
  const isMeant = yield* inConversation(brain, request.session)
  yield* catchUp(brain)
  let most = (yield* profileOf(brain.state, brain.key)).judging.batch
  while (unasked === undefined && calls < callsMost) {
    yield* catchUp(brain)
    const [batch, session] = nextBatch(brain.state, most, isMeant)
    if (batch.length === 0) break
    unasked = means === undefined ? 'no-model' : yield* postponed(brain, request)
    if (means === undefined || unasked !== undefined) break
    const asking = yield* askingFor(brain, request, batch, session)
    const called = yield* askAbout(brain, means, asking, around)
    if ('unasked' in called) {
      if (called.unasked === 'no-room' && batch.length > 1) most = Math.ceil(batch.length / 2)
      else if (called.unasked === 'no-offer' || called.unasked === 'no-room') yield* passOver(brain, batch)
      else if (called.unasked !== 'repeated') unasked = called.unasked
      continue
    }
    calls++
    judged.push(...(yield* toldOf(brain, called, means.model.id)))
    if (called.offer !== undefined) continue
    // A server that does not answer is not asked again at once. What surely denies the answer before it is heard without it.
    detail = called.detail
    for (const { own, text } of yield* saidOf(brain, batch, session))
      if (!brain.state.judging.waiting.has(own ?? 0)) yield* hearDenial(brain, asking.request, { own, text }, nothingHeard(brain))
    break
  }
  return {
    brain: brain.key,
    judged,
    calls,
    left: brain.state.judging.waiting.size,
    ...(unasked === undefined ? {} : { unasked }),
    ...(detail === undefined ? {} : { detail }),
    position: brain.state.position,
  } satisfies JudgeAnswer
})

const nothingHeard = ({ key, state: { position } }: OpenBrain): HearAnswer => ({
  ...{ brain: key, feedback: null, turn: null, reason: null, doubted: [], superseded: [], position },
})

/** Records that messages wait no longer: no memory is near any of them. */
const passOver = Effect.fnUntraced(function* (brain: OpenBrain, turns: ReadonlyArray<TurnNumber>) {
  const gather = () => Effect.succeed({ _tag: 'AwaitJudgement' as const, turns, isOver: true })
  yield* runCommand(yield* beginSignal(brain, {}), { durability: 'process', by: 'memory', gather })
})

/** Returns why no call is made at this moment; undefined where one may be. */
const postponed = Effect.fnUntraced(function* (brain: OpenBrain, { when }: JudgeRequest) {
  if (when !== 'message') return undefined
  const { judging, model } = yield* profileOf(brain.state, brain.key)
  const { judge: spent } = spentOn(brain.state.model, Math.max(brain.state.at, yield* Clock.currentTimeMillis))
  return spentShare(spent, model) >= judging.batchFrom ? ('later' as const) : undefined
})

/** Returns whether a turn is of the conversation that is named; of any where none is. */
const inConversation = Effect.fnUntraced(function* (brain: OpenBrain, name: string | undefined) {
  if (name === undefined) return () => true
  const sessions = yield* resolveSessions(brain, name).pipe(Effect.catchTag('NotFound', () => Effect.succeed(new Set<SessionNumber>())))
  return (turn: TurnNumber) => sessions.has(sessionOf(brain.state, turn) ?? 0)
})

const sessionOf = (state: BrainState, turn: TurnNumber): SessionNumber | undefined => state.turn(turn)?.session

/**
 * Returns the oldest waiting messages of one conversation, up to the first of another one, and that conversation: what was said later anywhere is
 * judged later. Turns that are no longer kept have no conversation.
 */
const nextBatch = (
  state: BrainState,
  most: number,
  isMeant: (turn: TurnNumber) => boolean,
): readonly [turns: ReadonlyArray<TurnNumber>, session: SessionNumber | undefined] => {
  const waiting = [...state.judging.waiting].filter(isMeant)
  const session = sessionOf(state, waiting[0] ?? 0)
  const other = waiting.findIndex((turn) => sessionOf(state, turn) !== session)
  return [waiting.slice(0, other === -1 ? most : Math.min(other, most)), session]
}

/** Asks about waiting messages in the conversation in which they were said, whether it has ended or not. */
const askingFor = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { keep, session: _, when: __, ...request }: JudgeRequest,
  turns: ReadonlyArray<TurnNumber>,
  session: SessionNumber | undefined,
) {
  const record = session === undefined ? undefined : brain.state.participants.sessions.get(session)
  const key = record === undefined ? undefined : (yield* keptBodies(brain, [record.key])).get(record.key)
  const speaker = { ...request, ...(key === undefined || record === undefined ? {} : { session: key, sessionKind: record.kind }) }
  // Read anew for each attempt: what is forgotten meanwhile is not sent.
  const messages = () => saidOf(brain, turns, session)
  return { request: speaker, method: undefined, keeps: keep === true, turns, messages, about: session }
})

const saidOf = Effect.fnUntraced(function* (brain: OpenBrain, turns: ReadonlyArray<TurnNumber>, session: SessionNumber | undefined) {
  const records = turns.flatMap((turn) => brain.state.turn(turn) ?? [])
  const bodies = yield* keptBodies(
    brain,
    records.flatMap(({ question }) => question ?? []),
  )
  return records.flatMap(({ at, question, turn }): ReadonlyArray<Said> => {
    const text = question === undefined ? undefined : bodies.get(question)
    return text === undefined ? [] : [{ text, own: turn, question, saidAt: at, session, reply: undefined }]
  })
})

/* One call. */

/** A message that is asked about. */
interface Said extends HeardMessage {
  readonly question: ContentRef | undefined
  /** Milliseconds UTC. */
  readonly saidAt: number
  readonly session: SessionNumber | undefined
  readonly reply: string | undefined
}

interface AskingAbout<E, R> {
  readonly request: Speaker & InSession & Keyed & { readonly today?: string }
  readonly method: 'judge' | undefined
  readonly keeps: boolean
  readonly about: SessionNumber | undefined
  /** The turns that wait no longer once a model is asked. */
  readonly turns?: ReadonlyArray<TurnNumber>
  readonly messages: (attempt: Attempt) => Effect.Effect<ReadonlyArray<Said>, E, R>
}

const askAbout = Effect.fnUntraced(function* <E, R>(
  brain: OpenBrain,
  means: ModelMeans,
  { about, keeps, messages, method, request, turns }: AskingAbout<E, R>,
  { judging }: JudgeAround,
) {
  const one = judging.get(brain.key) ?? Semaphore.makeUnsafe(1)
  judging.set(brain.key, one)
  const offer = Effect.fnUntraced(function* (attempt: Attempt) {
    if (attempt.profile.learning.muteSessions.includes(attempt.speaker.session)) return undefined
    // Another call may have been made about some of them since they were looked up.
    const isOpen = (turn: TurnNumber | undefined) => turns === undefined || attempt.state.judging.waiting.has(turn ?? 0)
    const said = (yield* messages(attempt)).filter(({ own }) => isOpen(own))
    const offered = yield* Effect.forEach(said, (message) => offeredWith(brain, attempt, message))
    const near = offered.filter(({ candidates }) => candidates.length > 0)
    const about = (turns ?? said.flatMap(({ own }) => own ?? [])).filter(isOpen)
    return near.length === 0 ? undefined : ({ messages: near, turns: about } satisfies JudgeOffer)
  })
  const asking = { request, durability: 'power', about, offer, ...(method === undefined ? {} : { method }) } as const
  const asked = askAndRecord(brain, judgeTask, means, asking, ({ call, drafts, erased, read }, { access, state }) =>
    Effect.gen(function* () {
      const kept = yield* keptWith(brain, request, read, { access, drafts })
      const { captured } = saidOn(state.said, Math.max(state.at, yield* Clock.currentTimeMillis))
      return followedJudgements(call, read, { kept, keepsFacts: keeps && captured < limits.dayCaptured, erased })
    }),
  )
  // Who waits for the call before lets other requests have the brain and the thread: that call needs both to end.
  return yield* Effect.acquireUseRelease(
    means.outside(one.take(1)),
    () => asked,
    () => one.release(1),
  )
})

/** Looks up what is offered with a message. */
const offeredWith = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { profile, state }: Attempt,
  { own, question, reply, saidAt, session, text }: Said,
) {
  const last = turnBefore(state, session, own, saidAt - 1_000 * profile.learning.spokenSeconds)
  const before = ownWords((yield* questionOf(brain, last)) ?? '')
  const after = {
    text: ownWords(text),
    before: hasWords(before) ? before : undefined,
    last,
    own: own === undefined ? undefined : state.turn(own),
  }
  const candidates = hasWords(after.text) ? yield* candidatesOf(brain, after, profile.judging.candidates) : []
  return { text, turn: own, question, saidAt, before: after.before, reply, candidates } satisfies JudgedMessage
})

/** Returns the newest turn of a session with memory before another one, not older than `since`. */
const turnBefore = (
  state: BrainState,
  session: SessionNumber | undefined,
  own: TurnNumber = Number.POSITIVE_INFINITY,
  since: number,
): TurnRecord | undefined => {
  if (session === undefined) return undefined
  for (const turn of state.recentTurns()) {
    if (turn.session === session && turn.turn < own) return turn.at < since ? undefined : turn
  }
  return undefined
}

const questionOf = Effect.fnUntraced(function* (brain: OpenBrain, turn: TurnRecord | undefined) {
  const ref = turn?.question
  return ref === undefined ? undefined : (yield* keptBodies(brain, [ref])).get(ref)
})

/* What is kept. */

interface Kept extends Pick<Attempt, 'access'> {
  readonly drafts: ContentDrafts
}

/** Looks up where messages are kept: the whole of one, or the sentence that states a fact. A message of a turn has the day of its turn. */
const keptWith = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: { readonly today?: string },
  { judgements }: JudgementsRead,
  { access, drafts }: Kept,
) {
  const today = yield* todayOf(request)
  const kept = new Map<string, KeptMessage>()
  // Quotations of others are blanked out, so none is kept and every place in the message stays.
  const own = (text: string) => text.replaceAll(/[^\S\n]+/g, ' ').trim()
  const wordsOf = ({ text }: JudgedMessage, what: KeptWords) =>
    own(what === 'message' ? ownWords(text) : sentenceAround(ownWords(text), what))
  const nameOf = (message: JudgedMessage, what: KeptWords) => `${message.turn ?? 0}\n${wordsOf(message, what)}`
  for (const { message, new: stretch } of judgements) {
    for (const what of ['message', ...(stretch === undefined ? [] : [stretch])] as const) {
      const { id, known } = yield* memoryOf(brain, access, wordsOf(message, what))
      const refs = { said: drafts.add(wordsOf(message, 'message')), name: id, id: drafts.add(id), text: drafts.add(wordsOf(message, what)) }
      const day = request.today === undefined && message.turn !== undefined ? dayOfTime(message.saidAt) : today
      kept.set(nameOf(message, what), { ...refs, known, turn: message.turn, day })
    }
  }
  return (message: JudgedMessage, what: KeptWords): KeptMessage => {
    const found = kept.get(nameOf(message, what))
    if (found === undefined) throw new Error('the words of a judgement are looked up before it is decided')
    return found
  }
})

/** Tells the judgements of a call, with the turn that each message is the question of. */
const toldOf = Effect.fnUntraced(function* (brain: OpenBrain, { offer, recorded }: Pick<Recorded, 'offer' | 'recorded'>, model: string) {
  const judged = recorded.flatMap((event) => (event.type === 'MessageJudged' ? [event] : []))
  const nodes = judged.flatMap(({ data: { candidate, kept } }): ReadonlyArray<NodeNumber> => [candidate ?? 0, kept ?? 0])
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'texts')
  const textOf = (turn: TurnNumber | undefined) => offer?.messages.find((one) => one.turn === turn)?.text ?? ''
  return judged.map(({ data, turn }) => ({
    ...toldJudgement(names, data, textOf(turn), model),
    ...(turn === undefined ? {} : { turn: printedTurn(turn) }),
  }))
})

interface Recorded {
  readonly offer: JudgeOffer | undefined
  readonly recorded: ReadonlyArray<BrainEvent>
}

const toldJudgement = (names: NodeNames, data: EventData<'MessageJudged'>, text: string, model: string): Told => {
  const { became, candidate, confidence, feedback, kept, new: words, old, refused, verdict } = data
  const was = old === undefined || candidate === undefined ? undefined : names.text(candidate)?.slice(...old)
  return {
    verdict,
    candidate: candidate === undefined ? null : names.id(candidate),
    old: was ?? null,
    new: words === undefined ? null : text.slice(...words),
    confidence: units(confidence),
    became,
    model,
    ...(refused === undefined ? {} : { refused }),
    ...(feedback === undefined ? {} : { feedback: printedFeedback(feedback) }),
    ...(kept === undefined ? {} : { kept: names.id(kept) }),
  }
}
