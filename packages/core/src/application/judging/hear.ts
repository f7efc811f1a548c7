/**
 * Hears a message of a person: a model judges what it does to the memories near it, or its words say that the reply before was wrong.
 *
 * Guarantees: a message is asked about at most once, whatever repeats the signal; again only where no server took the question. Without an answer
 * nothing follows.
 */

import { hasWords } from '@crabtrail/text/words/names'
import { ownWords } from '@crabtrail/text/words/sentences'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { HearAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText } from '../brain/contents.ts'
import { type Attempt, beginSignal, begunSession, runCommand } from '../commands/run-command.ts'
import { modelMeansOf } from '../model/ask-model.ts'
import { growHeard } from '../recall/heard-statement.ts'
import { askedTurn } from '../recall/recorded-turn.ts'
import type { HearRequest } from '../requests.ts'
import { type HeardMessage, hearDenial, nothingHeard } from '../signals/hear-denial.ts'
import { askAbout, type JudgeAround, messagesOffered, type Said, toldOf } from './one-call.ts'

/** Without an answer of a model only a denial is heard: it may correct a recent turn of the session. An unsure case has no effect. */
export const hear = Effect.fnUntraced(function* (brain: OpenBrain, request: HearRequest, around: JudgeAround) {
  const text = (yield* cleanText(request.text)).text
  const reply = request.reply === undefined ? undefined : (yield* cleanText(request.reply)).text
  const isOwner = (request.origin ?? 'owner') === 'owner' && (request.actorKind ?? 'owner') === 'owner'
  if (!isOwner) return nothingHeard(brain)
  const turn = request.recallKey === undefined ? undefined : yield* askedTurn(brain, request)
  const [own, during] = request.meanwhile === true ? [undefined, turn] : [turn, undefined]
  if (request.later === true && request.judge !== false) {
    const waits = yield* awaitJudgement(brain, request, { text, own }, around)
    if (waits) return { ...nothingHeard(brain), waits: true } satisfies HearAnswer
  }
  const asked =
    request.later === true
      ? {}
      : yield* judgeMessage(brain, { ...request, ...(reply === undefined ? {} : { reply }) }, { text, own, during }, around)
  if (asked === 'repeated') return nothingHeard(brain)
  const { detail, judged } = asked
  const told = detail === undefined ? {} : { detail }
  if (judged === undefined) {
    const heard = request.meanwhile === true ? nothingHeard(brain) : yield* hearDenial(brain, request, { text, own })
    // The message of a turn was assessed with it.
    const made = own !== undefined || heard.turn !== null ? undefined : yield* growHeard(brain, request, text)
    return { ...heard, ...(made === undefined ? {} : { made, position: brain.state.position }), ...told } satisfies HearAnswer
  }
  const { became, candidate, feedback, review } = judged
  const meant = candidate === null || review !== undefined ? [] : [candidate]
  return {
    ...nothingHeard(brain),
    feedback: feedback ?? null,
    doubted: became === 'marked' ? meant : [],
    superseded: became === 'superseded' ? meant : [],
    judged,
  } satisfies HearAnswer
})

/** Returns what was judged, or why the model gave no answer; neither where none was asked. `repeated`: the signal came before. */
const judgeMessage = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { judge: asks, keep, later: _, reply, ...request }: HearRequest,
  { during, own, text }: HeardMessage & Pick<Said, 'during'>,
  around: JudgeAround,
) {
  const { means } = yield* modelMeansOf(around, 'behind')
  if (means === undefined || asks === false || !hasWords(ownWords(text))) return {}
  const saidAt = yield* Clock.currentTimeMillis
  const messages = ({ speaker, state }: Attempt) => {
    const question = own === undefined ? undefined : state.turn(own)?.question
    const isKnown = own !== undefined && state.judging.known.has(own)
    return Effect.succeed(isKnown ? [] : [{ text, own, during, question, saidAt, session: begunSession(speaker), reply }])
  }
  const asking = {
    ...{ request, method: 'judge' as const, keeps: keep === true, about: undefined },
    offer: messagesOffered(brain, around, { messages }),
  } as const
  const called = yield* askAbout(brain, means, asking, around)
  if ('unasked' in called) return called.unasked === 'repeated' ? 'repeated' : {}
  const [judged] = yield* toldOf(brain, called, means.model.id)
  return { judged, detail: called.detail }
})

/** Has a message wait that is the question of a turn; false where none is asked, or it is the question of none. */
const awaitJudgement = Effect.fnUntraced(function* (
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
