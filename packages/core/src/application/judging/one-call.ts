/**
 * One call about messages of the owner, or about notes: what is offered with each, what is kept of it, and what is told. Calls of a brain are made
 * one after the other, so the newest words are the last.
 */

import { dayOfTime } from '@crabtrail/text/days/calendar'
import { sentenceAround } from '@crabtrail/text/statements/quoted-words'
import { hasWords } from '@crabtrail/text/words/names'
import { ownWords } from '@crabtrail/text/words/sentences'
import * as Clock from 'effect/Clock'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import type { BrainEvent, EventData } from '../../domain/events/brain-event.ts'
import { isUnapproved, type Unapproved } from '../../domain/graph.ts'
import {
  type ContentRef,
  type NodeNumber,
  type Position,
  printedFeedback,
  printedTurn,
  type SessionNumber,
  type TurnNumber,
} from '../../domain/identity.ts'
import { followedJudgements, judgeTask, type KeptMessage, type KeptWords } from '../../domain/judging/judge-call.ts'
import type { JudgedMessage, JudgementsRead, JudgeOffer } from '../../domain/judging/judge-prompt.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { saidOn } from '../../domain/projections/growth.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import { units } from '../../domain/strength.ts'
import type { HearAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { type ContentDrafts, keptBody } from '../brain/contents.ts'
import { heldReply, type JudgingOrder, type JudgingOrders, orderOf } from '../commands/open-brains.ts'
import type { Attempt } from '../commands/run-command.ts'
import { limits } from '../limits.ts'
import { askAndRecord, type ModelAround, type ModelMeans } from '../model/ask-model.ts'
import { type NodeNames, nodeNames, todayOf } from '../naming/names.ts'
import { memoryOf } from '../recall/said-memory.ts'
import type { InSession, Keyed, Speaker } from '../requests.ts'
import type { HeardMessage } from '../signals/hear-denial.ts'
import { candidatesOf, notesWith } from './judge-candidates.ts'

export interface JudgeAround extends ModelAround {
  readonly judging: JudgingOrders
}

type Told = NonNullable<HearAnswer['judged']>

export interface Said extends HeardMessage {
  readonly question: ContentRef | undefined
  /** The turn in which a message was said that is the question of none: what was asked and given before it are those of this turn. */
  readonly during?: TurnNumber | undefined
  /** Milliseconds UTC. */
  readonly saidAt: number
  readonly session: SessionNumber | undefined
  readonly reply: string | undefined
}

/** Looks up what a model is asked about, over the state of an attempt; undefined for nothing. */
type Offering<E, R> = (attempt: Attempt) => Effect.Effect<JudgeOffer | undefined, E, R>

interface AskingAbout<E, R> {
  readonly request: Speaker & InSession & Keyed & { readonly today?: string }
  readonly method: 'judge' | undefined
  readonly keeps: boolean
  readonly about: SessionNumber | undefined
  readonly offer: Offering<E, R>
}

export const askAbout = Effect.fnUntraced(function* <E, R>(
  brain: OpenBrain,
  means: ModelMeans,
  { about, keeps, method, offer, request }: AskingAbout<E, R>,
  { judging }: JudgeAround,
) {
  const order = orderOf(judging, brain)
  const ended = Deferred.makeUnsafe<void>()
  const offering: typeof offer = (attempt) =>
    Effect.tap(offer(attempt), (offered) =>
      Effect.sync(() => {
        // Notes were read in a while ago, and many go into one call: no question waits for them.
        order.underWay = offered === undefined || offered.notes.length > 0 ? undefined : { offered: memoriesIn(offered), ended }
      }),
    )
  const asking = { request, durability: 'power', about, offer: offering, ...(method === undefined ? {} : { method }) } as const
  const asked = askAndRecord(brain, judgeTask, means, asking, ({ call, drafts, erased, read }, { access, state }) =>
    Effect.gen(function* () {
      const kept = yield* keptWith(brain, request, read, { access, drafts })
      const { captured } = saidOn(state.said, Math.max(state.at, yield* Clock.currentTimeMillis))
      return followedJudgements(call, read, { kept, keepsFacts: keeps && captured < limits.dayCaptured, erased })
    }),
  )
  // Who waits for the call before lets other requests have the brain and the thread: that call needs both to end.
  return yield* Effect.acquireUseRelease(
    means.outside(order.one.take(1)),
    () => asked,
    () => {
      order.underWay = undefined
      return Effect.andThen(Deferred.succeed(ended, undefined), order.one.release(1))
    },
  )
})

const memoriesIn = ({ messages }: JudgeOffer): ReadonlySet<NodeNumber> =>
  new Set(messages.flatMap(({ candidates }) => candidates.flatMap(({ node, said }) => [node, ...said.map((one) => one.node)])))

interface Offered<E, R> {
  readonly messages: (attempt: Attempt) => Effect.Effect<ReadonlyArray<Said>, E, R>
  /** Turns whose questions wait no longer once a model is asked. Absent: the messages do not wait. */
  readonly turns?: ReadonlyArray<TurnNumber>
}

export const messagesOffered =
  <E, R>(brain: OpenBrain, { judging }: Pick<JudgeAround, 'judging'>, { messages, turns }: Offered<E, R>) =>
  (attempt: Attempt) =>
    Effect.gen(function* () {
      if (attempt.profile.learning.muteSessions.includes(attempt.speaker.session)) return undefined
      // Another call may have been made about some of them since they were looked up.
      const isOpen = (turn: TurnNumber | undefined) => turns === undefined || attempt.state.judging.waiting.has(turn ?? 0)
      const said = (yield* messages(attempt)).filter(({ own }) => isOpen(own))
      const { replies } = orderOf(judging, brain)
      const offered = yield* Effect.forEach(said, (message) => offeredWith(brain, attempt, message, { replies }))
      const near = offered.filter(({ candidates }) => candidates.length > 0)
      const about = (turns ?? said.flatMap(({ own }) => own ?? [])).filter(isOpen)
      return near.length === 0 ? undefined : ({ messages: near, turns: about, notes: [] } satisfies JudgeOffer)
    })

export const notesOffered =
  (brain: OpenBrain, nodes: ReadonlyArray<NodeNumber>) =>
  ({ profile, state }: Attempt) =>
    Effect.gen(function* () {
      const open = nodes.filter((node) => state.judging.notes.has(node))
      const messages = yield* notesWith(brain, open, profile.judging.candidates)
      return messages.length === 0 ? undefined : ({ messages, turns: [], notes: open } satisfies JudgeOffer)
    })

/** Looks up what is offered with a message. `at`: the earlier position whose state is given; absent for the newest. `replies`: those that are held. */
export const offeredWith = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { profile, state }: Pick<Attempt, 'profile' | 'state'>,
  { during, own, question, reply, saidAt, session, text }: Said,
  { at, replies }: { readonly at?: Position | undefined; readonly replies?: JudgingOrder['replies'] | undefined } = {},
) {
  const last = turnBefore(state, session, during === undefined ? own : during + 1, saidAt - 1_000 * profile.learning.spokenSeconds)
  const before = ownWords((yield* keptBody(brain, last?.question)) ?? '')
  const after = {
    text: ownWords(text),
    before: hasWords(before) ? before : undefined,
    last,
    own: own === undefined ? undefined : state.turn(own),
  }
  const candidates = hasWords(after.text) ? yield* candidatesOf(brain, after, profile.judging.candidates, at) : []
  // The reply that is held of a turn is its last words: those that answered a message said during it, too.
  const answered = during === undefined ? (reply ?? heldReply(replies, last, state)) : reply
  return { text, turn: own, question, saidAt, before: after.before, reply: answered, candidates } satisfies JudgedMessage
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
  const nameOf = (message: JudgedMessage, what: KeptWords) => `${message.note?.node ?? 0} ${message.turn ?? 0}\n${wordsOf(message, what)}`
  for (const { message, new: stretch } of judgements) {
    if (message.note !== undefined) {
      // A note is a memory already: nothing of it is kept but the sentence that says so, for a list of what was judged.
      const { node, ref } = message.note
      const said = drafts.add(wordsOf(message, stretch ?? [0, 0]))
      const known = { said, name: `${node}`, id: ref, text: ref, known: node, turn: undefined, day: today }
      for (const what of ['message', ...(stretch === undefined ? [] : [stretch])] as const) kept.set(nameOf(message, what), known)
      continue
    }
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

/** Tells the judgements of a call, each with the turn of which the message is the question, or with the note. */
export const toldOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { offer, recorded }: Pick<Recorded, 'offer' | 'recorded'>,
  model: string,
) {
  const judged = recorded.flatMap((event) => (event.type === 'MessageJudged' ? [event] : []))
  const nodes = judged.flatMap(({ data: { candidate, kept, note } }) => [candidate, kept, note].flatMap((node) => node ?? []))
  const names = yield* nodeNames(brain, brain.state.graph, nodes, 'texts')
  // The words stand in the text that was offered, which a memory may have no longer. An erased one has none.
  const offered = new Map(
    offer?.messages.flatMap(({ candidates }) => candidates.flatMap((one) => [one, ...one.said])).map((one) => [one.node, one.text]),
  )
  const text = (node: NodeNumber) => (names.text(node) === undefined ? undefined : (offered.get(node) ?? names.text(node)))
  return judged.map(({ data, turn }) => {
    const message = offer?.messages.find((one) => one.turn === turn && one.note?.node === data.note)
    return {
      ...toldJudgement({ id: names.id, text }, data, message?.text ?? '', model),
      ...reviewWith(brain, recorded, data),
      ...(turn === undefined ? {} : { turn: printedTurn(turn) }),
      ...(data.note === undefined ? {} : { note: names.id(data.note) }),
    }
  })
})

/**
 * Tells where what follows from a judgement waits for the owner's yes, or changes nothing because he refused the text: the message may be kept already, by
 * another judgement or another message.
 */
const reviewWith = (
  { state: { graph } }: OpenBrain,
  recorded: ReadonlyArray<BrainEvent>,
  { feedback, kept }: EventData<'MessageJudged'>,
): { readonly review?: Unapproved } => {
  const holders = recorded.flatMap((event) => (event.type === 'NodeSuperseded' && event.data.feedback === feedback ? [event.data.by] : []))
  const review = [...(kept === undefined ? [] : [kept]), ...holders].map((node) => graph.reviewOf(node)).find(isUnapproved)
  return review === undefined ? {} : { review }
}

interface Recorded {
  readonly offer: JudgeOffer | undefined
  readonly recorded: ReadonlyArray<BrainEvent>
}

export const toldJudgement = (
  names: Pick<NodeNames, 'id' | 'text'>,
  data: EventData<'MessageJudged'>,
  text: string,
  model: string,
): Told => {
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
