/** Estimates what a day of judging messages costs, from the requests that the newest recorded messages would make. Asks no model and records nothing. */

import { onFirstUse } from '@crabtrail/text/on-first-use'
import * as Effect from 'effect/Effect'
import { judgeTask } from '../../domain/judging/judge-call.ts'
import { type JudgeCandidate, type JudgedMessage, judgePrompt } from '../../domain/judging/judge-prompt.ts'
import { callCost, nanoUsd } from '../../domain/model/model-call.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { balanced } from '../../domain/profiles/profiles.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import type { StatsAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { keptBodies } from '../brain/contents.ts'
import { offeredWith } from './one-call.ts'

const sampledMost = 10

/** Days before the newest message, over which messages are counted. */
const daysMost = 14
const dayMs = 86_400_000

/** Returns messages a day over the newest 14 days, and tokens and cost of a request about one, else of {@link typicalRequest}. */
export const judgingCost = Effect.fnUntraced(function* (brain: OpenBrain, profile: Profile) {
  const messages = recentMessages(brain.state)
  const days = Math.max(1, ((messages[0]?.at ?? 0) - (messages.at(-1)?.at ?? 0)) / dayMs)
  const messagesADay = messages.length / days
  const tokens = yield* requestTokens(brain, profile, messages.slice(0, sampledMost))
  const { tokensIn, tokensOut } = tokens === undefined ? typicalRequest() : { tokensIn: tokens, tokensOut: answerTokens(profile) }
  const ofMessage = messageCost(tokensIn, tokensOut, profile)
  const aDay = { messagesADay: Math.round(messagesADay * 10) / 10, costUsdADay: ofMessage.costUsdAMessage * messagesADay }
  return { expected: { messages: messages.length, ...aDay, ...ofMessage } } satisfies StatsAnswer['judging']
})

/** The questions of conversations in the days before the newest one, the newest first. */
const recentMessages = ({ participants, recentTurns }: BrainState): ReadonlyArray<TurnRecord> => {
  const found: Array<TurnRecord> = []
  for (const turn of recentTurns()) {
    if (turn.at < (found[0]?.at ?? turn.at) - daysMost * dayMs) break
    if (turn.question !== undefined && participants.sessions.get(turn.session ?? 0)?.kind === 'interactive') found.push(turn)
  }
  return found
}

/** Returns the mean tokens of the requests about messages; undefined for none. A message that no memory is near is asked about nowhere. */
const requestTokens = Effect.fnUntraced(function* (brain: OpenBrain, profile: Profile, turns: ReadonlyArray<TurnRecord>) {
  const refs = turns.flatMap(({ question }) => question ?? [])
  const bodies = yield* keptBodies(brain, refs)
  const tokens: Array<number> = []
  for (const { at, question, session, turn } of turns) {
    const text = question === undefined ? undefined : bodies.get(question)
    if (text === undefined) continue
    const said = { text, own: turn, question, saidAt: at, session, reply: undefined }
    const message = yield* offeredWith(brain, { profile, state: brain.state }, said)
    const reply = message.before === undefined ? undefined : typicalReply
    tokens.push(message.candidates.length === 0 ? 0 : tokensOf({ ...message, reply }, profile))
  }
  return tokens.length === 0 ? undefined : Math.round(tokens.reduce((sum, one) => sum + one, 0) / tokens.length)
})

const tokensOf = (message: JudgedMessage, profile: Profile): number => {
  const { tokensIn } = judgeTask.limits(profile)
  return judgePrompt({ messages: [message], turns: [], notes: [] }, tokensIn)?.tokens ?? tokensIn
}

/** A reply of middle length: those of the past are kept nowhere. */
const typicalReply = 'word '.repeat(60)

/** The share of one message in the answer of a whole batch. */
const answerTokens = ({ judging: { batch, tokensOut } }: Profile): number => Math.round(tokensOut / batch)

/** The tokens of a request about one message of 80 characters behind a reply, with as many memories as are offered, each of 250, and those of its answer. */
const typicalRequest = onFirstUse(() => {
  const words = (characters: number) => 'word '.repeat(characters / 5)
  const about = { title: words(40), isDrawn: false, marks: '', said: [] }
  const candidates = Array.from(
    { length: balanced.judging.candidates },
    (_, i): JudgeCandidate => ({ ...about, node: i + 1, text: words(250), ref: '' as JudgeCandidate['ref'] }),
  )
  const message = { text: words(80), turn: undefined, question: undefined, saidAt: 0, before: undefined, reply: typicalReply, candidates }
  return { tokensIn: tokensOf(message, balanced), tokensOut: answerTokens(balanced) }
})

/** Returns the cost of judging one message by the prices of the profile `balanced`: an offer for a brain that has no messages yet. */
export const typicalMessageCost = () => {
  const { tokensIn, tokensOut } = typicalRequest()
  return messageCost(tokensIn, tokensOut, balanced)
}

const messageCost = (tokensIn: number, tokensOut: number, { model }: Profile) => {
  const { dayTokens, priceIn, priceOut } = model
  return { tokensIn, tokensOut, costUsdAMessage: callCost(tokensIn, tokensOut, model) / nanoUsd, priceIn, priceOut, dayTokens }
}
