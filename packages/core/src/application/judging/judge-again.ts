/**
 * Judges recorded messages anew, and compares: each is asked about as it was when it was said, in a branch without the former judgements of these
 * messages, where what follows is recorded. What was answered before a message is kept nowhere, so it is not shown again.
 *
 * Guarantees: nothing is written to the brain itself. Without a name for the branch nothing is kept; with one, each judgement has its own commits.
 */

import { counted } from '@crabtrail/text/counted'
import { dayOfTime, isoDay } from '@crabtrail/text/days/calendar'
import * as Effect from 'effect/Effect'
import type { BrainEvent, BrainEventOf, EventType } from '../../domain/events/brain-event.ts'
import {
  type BrainKey,
  type CallNumber,
  type ContentRef,
  type Position,
  printedFeedback,
  printedTurn,
  type SessionNumber,
  type TurnNumber,
} from '../../domain/identity.ts'
import type { JudgeOffer } from '../../domain/judging/judge-prompt.ts'
import { signalsOut, standingRequests } from '../../domain/projections/standing.ts'
import type { JudgeAgainAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { inScratch, openSaved } from '../brain/branches.ts'
import { forEachEvent } from '../brain/commit-row.ts'
import { keptBodies, keptBody } from '../brain/contents.ts'
import { asOf } from '../commands/as-of.ts'
import type { Attempt } from '../commands/run-command.ts'
import { type ModelMeans, modelMeansOf } from '../model/ask-model.ts'
import { nodeNames, resolveSessions } from '../naming/names.ts'
import { InvalidRequest, NotFound } from '../request-errors.ts'
import type { JudgeAgainRequest } from '../requests.ts'
import { ReplayProgress } from '../undo/derive.ts'
import { newBranchKey, replay } from '../undo/replay.ts'
import type { Selection } from '../undo/selection.ts'
import { takeOut } from '../undo/unlearn.ts'
import { wordedNow } from './judge-candidates.ts'
import { conversation } from './judge-waiting.ts'
import { askAbout, type JudgeAround, offeredWith, toldJudgement, toldOf } from './one-call.ts'

const messagesMost = 50

export const judgeAgain = Effect.fnUntraced(function* (brain: OpenBrain, request: JudgeAgainRequest, around: JudgeAround) {
  const { limit = messagesMost, saveAs } = request
  const key = saveAs === undefined ? undefined : yield* newBranchKey(brain, saveAs)
  const { means } = yield* modelMeansOf(around, 'behind')
  if (means === undefined) return yield* noModel
  const { erased, messages, unkept } = yield* recordedMessages(brain, request.session)
  const chosen = messages.slice(-limit)
  if (chosen.length === 0) return yield* nothingJudged(erased + unkept)
  // No question of the brain waits for what is judged in a copy.
  const run = { brain, chosen, means, around: { ...around, judging: new Map() } }
  const done = key === undefined ? yield* inScratch(brain, (copy) => askAll(copy, run)) : yield* inBranch(key, run)
  const differ = done.judged.filter(({ differs }) => differs).length
  const unanswered = done.judged.filter(({ after }) => after === null).length
  return {
    brain: brain.key,
    ...done,
    equal: done.judged.length - differ - unanswered,
    ...{ differ, unanswered, erased, unkept, older: messages.length - chosen.length },
    position: brain.state.position,
  } satisfies JudgeAgainAnswer
})

const noModel = new InvalidRequest({
  field: 'model',
  problem: 'judging anew asks a language model, and this process has none: give it one (--model URL#MODEL)',
})

const nothingJudged = (without: number) =>
  new NotFound({
    what: 'judge',
    name: 'of a message whose words are kept',
    hint: without === 0 ? 'no model judged a message yet' : `the words of all ${without} that a model judged were erased or never kept`,
  })

interface Run {
  readonly brain: OpenBrain
  readonly chosen: ReadonlyArray<RecordedMessage>
  readonly means: ModelMeans
  readonly around: JudgeAround
}

/** Saves a branch with everything of the brain, and judges there. */
const inBranch = Effect.fnUntraced(function* (key: BrainKey, run: Run) {
  const { brain } = run
  const behind = brain.state.progress.pending.length
  if (behind > 0) {
    const problem = `${counted(behind, 'fact waits', 'facts wait')} for the learner, and a branch is saved of what was learned: learn first, then judge anew`
    return yield* new InvalidRequest({ field: 'saveAs', problem })
  }
  yield* replay(brain, { saveAs: key })
  const branch = yield* openSaved(key)
  const done = yield* askAll(branch, run)
  return { ...done, saved: { brain: key, position: branch.state.position } }
})

/** Asks about the messages, the oldest first: what was said last holds. One without an offer is passed over; without budget, the rest is left. */
const askAll = Effect.fnUntraced(function* (target: OpenBrain, run: Run) {
  const { chosen } = run
  const progress = yield* ReplayProgress
  yield* withoutFormer(target, run)
  const judged: Array<JudgeAgainAnswer['judged'][number]> = []
  let [passedOver, detail] = [0, undefined as string | undefined]
  let left: Pick<JudgeAgainAnswer, 'left' | 'unasked'> = { left: 0 }
  for (const [done, message] of chosen.entries()) {
    yield* progress({ stage: 'asked', done, of: chosen.length })
    const called = yield* askAgain(target, message, run)
    if ('unasked' in called) {
      const { unasked } = called
      if (unasked === 'no-offer' || unasked === 'no-room' || unasked === 'repeated') passedOver++
      else {
        left = { left: chosen.length - done, unasked }
        break
      }
    } else {
      judged.push(yield* compared(target, message, called, run))
      detail = called.detail ?? detail
    }
  }
  return { judged, passedOver, ...left, ...(detail === undefined ? {} : { detail }) }
})

/** Takes out what followed from the former judgements of these messages, as an unlearning does. */
const withoutFormer = Effect.fnUntraced(function* (target: OpenBrain, { brain, chosen }: Run) {
  const former = new Map(chosen.flatMap(({ call, judged, turn }) => (judged === undefined ? [] : [[`${call} ${turn}`, judged]])))
  // A branch has none of the judgements that are taken back already.
  const out = signalsOut(brain.state.unlearnings, standingRequests(brain.state.unlearnings))
  const followed = [...former.values()].filter(({ data, position }) => data.feedback !== undefined && !out.has(position))
  if (followed.length === 0) return
  const selection: Selection = {
    asked: { selector: 'judge', selected: [...new Set(followed.map(({ data }) => data.call))] },
    means: (event) => event.type === 'MessageJudged' && former.has(`${event.data.call} ${event.turn}`),
    ...{ from: 1, to: Number.MAX_SAFE_INTEGER },
  }
  yield* takeOut(target, {}, 'unlearn', Effect.succeed(selection))
})

/**
 * Asks about one message, with the memories that were near it then. Those that are the same have beside them what was said of them in the branch.
 * Others have the text of that time, and nothing follows of them.
 */
const askAgain = Effect.fnUntraced(function* (target: OpenBrain, message: RecordedMessage, { around, brain, chosen, means }: Run) {
  const { asked, question, saidAt, session, text, turn, words } = message
  const { fold, state } = yield* asOf(brain, asked - 1)
  const said = { text, own: turn, question, saidAt, session, reply: undefined }
  const offer = Effect.fnUntraced(function* ({ profile, state: now }: Attempt) {
    if (now.erased.has(words)) return undefined
    const then = yield* offeredWith({ ...brain, fold, state }, { profile, state }, said, { at: asked - 1 })
    const candidates = yield* wordedNow(target, then.candidates)
    if (candidates.length === 0) return undefined
    return { messages: [{ ...then, candidates }], turns: turn === undefined ? [] : [turn], notes: [] } satisfies JudgeOffer
  })
  return yield* askAbout(
    target,
    means,
    {
      request: { ...(yield* conversation(target, session)), today: isoDay(dayOfTime(saidAt)) },
      method: undefined,
      // A brain that kept what no memory says keeps it again.
      keeps: chosen.some(({ judged }) => judged?.data.became === 'noted'),
      about: session,
      offer,
    },
    around,
  )
})

type Called = Exclude<Effect.Success<ReturnType<typeof askAgain>>, { readonly unasked: unknown }>

const compared = Effect.fnUntraced(function* (target: OpenBrain, message: RecordedMessage, called: Called, { brain, means }: Run) {
  const { judged, text, turn } = message
  const before = judged === undefined ? null : yield* toldBefore(brain, { ...message, judged })
  const after = (yield* toldOf(target, called, means.model.id))[0] ?? null
  const feedback = judged?.data.feedback
  return {
    turn: turn === undefined ? null : printedTurn(turn),
    ...(feedback === undefined ? {} : { feedback: printedFeedback(feedback) }),
    ...{ message: text, before, after, differs: after !== null && !isSame(before, after) },
  } satisfies JudgeAgainAnswer['judged'][number]
})

/** Tells the former judgement, with the words that the memory had then. */
const toldBefore = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { asked, judged: { data }, model, text }: RecordedMessage & { readonly judged: NonNullable<RecordedMessage['judged']> },
) {
  const nodes = [data.candidate, data.kept].flatMap((node) => node ?? [])
  const then = yield* nodeNames(brain, (yield* asOf(brain, asked - 1)).state.graph, nodes, 'texts')
  const { id } = yield* nodeNames(brain, brain.state.graph, nodes, 'names')
  const name = (yield* keptBody(brain, model)) ?? 'erased'
  return toldJudgement({ id, text: then.text }, data, text, name)
})

type Told = NonNullable<JudgeAgainAnswer['judged'][number]['after']>

/** Gates that tell of the memory at that time, and not of what the model said. */
const ofTheTime: ReadonlySet<Told['refused']> = new Set(['gone', 'held', 'known', 'overtaken'] as const)

/** True where a model said the same of the same words. What followed is compared as far as it follows from that alone. */
const isSame = (one: Told | null, other: Told): boolean => {
  if (one === null) return false
  const said = ({ candidate, new: now, old, verdict }: Told) => JSON.stringify([verdict, candidate, old, now])
  const isOfTheTime = ofTheTime.has(one.refused) || ofTheTime.has(other.refused)
  return said(one) === said(other) && (isOfTheTime || one.became === other.became)
}

interface RecordedMessage {
  readonly call: CallNumber
  /** The turn of which it is the question. */
  readonly turn: TurnNumber | undefined
  /** The position of the question to the model. */
  readonly asked: Position
  readonly session: SessionNumber | undefined
  readonly model: ContentRef
  readonly question: ContentRef | undefined
  /** The content that has its words: that question, or what a judgement names. */
  readonly words: ContentRef
  readonly text: string
  /** Milliseconds UTC. */
  readonly saidAt: number
  /** Undefined where no answer about it counted. */
  readonly judged: BrainEventOf<'MessageJudged'> | undefined
}

interface Found extends Omit<RecordedMessage, 'text' | 'words'> {
  /** Undefined where the words were not kept. */
  readonly words: ContentRef | undefined
}

const read: ReadonlySet<EventType> = new Set(['TurnStarted', 'ModelAsked', 'MessageJudged'])

/** Reads the log for the messages of a conversation, of all where none is named, in the order in which they were judged. */
const recordedMessages = Effect.fnUntraced(function* (brain: OpenBrain, name: string | undefined) {
  const sessions = name === undefined ? undefined : yield* resolveSessions(brain, name)
  const all = messagesIn()
  yield* forEachEvent(brain, 1, brain.state.position, all.read, read)
  const found = all.found().filter(({ session }) => sessions === undefined || sessions.has(session ?? 0))
  const kept = found.filter(({ words }) => words !== undefined)
  const refs = kept.flatMap(({ words }) => words ?? [])
  const bodies = yield* keptBodies(brain, refs)
  const messages = kept.flatMap(({ words, ...message }): ReadonlyArray<RecordedMessage> => {
    const text = words === undefined ? undefined : bodies.get(words)
    return words === undefined || text === undefined ? [] : [{ ...message, words, text }]
  })
  return { messages, erased: kept.length - messages.length, unkept: found.length - kept.length }
})

/** Collects messages. The question of a turn has its words there; of others the log has words only where something followed. */
const messagesIn = () => {
  const turns = new Map<TurnNumber, BrainEventOf<'TurnStarted'>>()
  const found = new Map<string, Found>()
  const keyOf = (turn: TurnNumber | undefined, call: CallNumber) => (turn === undefined ? `c${call}` : `t${turn}`)
  const asked = ({ commit, data, position }: BrainEventOf<'ModelAsked'>, turn: TurnNumber | undefined) => {
    const started = turns.get(turn ?? 0)
    const question = started?.data.question
    const key = keyOf(turn, data.call)
    // A message that no server took is asked about again: then the newest call counts.
    found.delete(key)
    found.set(key, {
      ...{ call: data.call, turn, asked: position, session: commit.session, model: data.model },
      ...{ question, words: question, saidAt: started?.commit.at ?? commit.at, judged: undefined },
    })
  }
  return {
    read: (event: BrainEvent): void => {
      if (event.type === 'TurnStarted' && event.turn !== undefined) turns.set(event.turn, event)
      else if (event.type === 'ModelAsked' && event.data.task === 'judge' && event.data.notes === undefined)
        for (const turn of event.data.turns ?? [undefined]) asked(event, turn)
      else if (event.type === 'MessageJudged') {
        const key = keyOf(event.turn, event.data.call)
        const message = found.get(key)
        if (message !== undefined) found.set(key, { ...message, words: message.words ?? event.data.text, judged: event })
      }
    },
    found: () => [...found.values()],
  }
}
