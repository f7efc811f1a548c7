/** Hears a message of a person: a model judges what it does to the memories near it, or its words say that the reply before was wrong. */
import * as Effect from 'effect/Effect'
import type { HearAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { cleanText } from '../brain/contents.ts'
import { askedTurn } from '../recall/turn-lookup.ts'
import type { HearRequest } from '../requests.ts'
import { hearDenial } from '../signals/hear-denial.ts'
import { awaitJudgement, judgeMessage } from './judge-message.ts'
import type { JudgeAround } from './one-call.ts'

/**
 * Hears a message of an owner. Where there is a model, it judges what the message does to the memories near it. Without an answer of a model only
 * what says that the answer before was wrong is heard: it may correct a recent turn of the same session that put memories before the model. An
 * unsure case has no effect.
 */
export const hear = Effect.fnUntraced(function* (brain: OpenBrain, request: HearRequest, around: JudgeAround) {
  const { position } = brain.state
  const nothing: HearAnswer = { brain: brain.key, feedback: null, turn: null, reason: null, doubted: [], superseded: [], position }
  const text = (yield* cleanText(request.text)).text
  const reply = request.reply === undefined ? undefined : (yield* cleanText(request.reply)).text
  const isOwner = (request.origin ?? 'owner') === 'owner' && (request.actorKind ?? 'owner') === 'owner'
  if (!isOwner) return nothing
  const own = request.recallKey === undefined ? undefined : yield* askedTurn(brain, request)
  if (request.later === true && request.judge !== false) {
    const waits = yield* awaitJudgement(brain, request, { text, own }, around)
    if (waits) return { ...nothing, waits: true, position: brain.state.position } satisfies HearAnswer
  }
  const asked =
    request.later === true
      ? {}
      : yield* judgeMessage(brain, { ...request, ...(reply === undefined ? {} : { reply }) }, { text, own }, around)
  if (asked === 'repeated') return { ...nothing, position: brain.state.position }
  const { detail, judged } = asked
  const told = detail === undefined ? {} : { detail }
  if (judged === undefined) return { ...(yield* hearDenial(brain, request, { text, own }, nothing)), ...told } satisfies HearAnswer
  const { became, candidate, feedback } = judged
  const meant = candidate === null ? [] : [candidate]
  return {
    ...nothing,
    feedback: feedback ?? null,
    doubted: became === 'marked' ? meant : [],
    superseded: became === 'superseded' ? meant : [],
    judged,
    position: brain.state.position,
  } satisfies HearAnswer
})
