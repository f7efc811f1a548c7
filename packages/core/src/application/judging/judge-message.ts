/**
 * Judges a message of the owner: asks a model once what it does to the memories near it, and records what follows.
 *
 * Guarantees: a message is asked about at most once, whatever repeats the signal; again only where no server took the question. Without an answer
 * nothing follows.
 */

import { hasWords } from '@crabtrail/text/words/names'
import { ownWords } from '@crabtrail/text/words/sentences'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { OpenBrain } from '../brain/brain.ts'
import { type Attempt, beginSignal, begunSession, runCommand } from '../commands/run-command.ts'
import { modelMeansOf } from '../model/ask-model.ts'
import type { HearRequest } from '../requests.ts'
import type { HeardMessage } from '../signals/hear-denial.ts'
import { askAbout, type JudgeAround, messagesOffered, toldOf } from './one-call.ts'

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
