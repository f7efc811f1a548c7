/**
 * Records a call of a language model, whatever task makes it: the request before it is made, and how it ended.
 *
 * Budgets are kept here. A call that cost more than it may, or gave no answer, is over its budget; after several in a row, of whatever task, no
 * model is asked for a while: behind all tasks there is one server. When the pause is over, the next question that is worth a call asks again.
 */
import * as Result from 'effect/Result'
import { type Decision, defined, type Speaker } from '../decision.ts'
import type { EventData, NewEvent, NewEventOf } from '../events/brain-event.ts'
import { isUntaken, type ModelFallback, type ModelTaskName } from '../events/model-events.ts'
import type { UnaskedReason } from '../events/turn-events.ts'
import type { CallNumber, ContentRef, TurnNumber } from '../identity.ts'
import type { ModelSettings } from '../profiles/model-settings.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { allOf, type ModelRecords, type Spent, spentOn } from '../projections/model-calls.ts'

/* Costs, in whole billionths of a US dollar (nano-dollars), by the prices in the settings (S4.89 to S4.96, decision C29). */

export type Prices = Pick<ModelSettings, 'priceIn' | 'priceOut' | 'priceEmbedding'>

export const nanoUsd = 1_000_000_000

/** A price of one dollar a million tokens is 1,000 nano-dollars a token. */
const perToken = (usdPerMillion: number): number => usdPerMillion * 1_000

/** Returns the cost of one request: C_in·r_in + C_out·r_out (S4.90). */
export const callCost = (tokensIn: number, tokensOut: number, { priceIn, priceOut }: Prices): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.round(tokensIn * perToken(priceIn) + tokensOut * perToken(priceOut)))

export const embeddingCost = (tokens: number, { priceEmbedding }: Prices): number =>
  Math.min(Number.MAX_SAFE_INTEGER, Math.round(tokens * perToken(priceEmbedding)))

/** Most requests that one call sends: the first one and its repetitions (S3.54). */
export const requestsMost = 3

/** Most tokens of the messages and of an answer, of one request. */
export interface CallLimits {
  readonly tokensIn: number
  readonly tokensOut: number
}

/** Returns the most that all requests of a call may take. */
const mostOf = ({ tokensIn, tokensOut }: CallLimits, prices: Prices) => ({
  tokens: tokensIn * requestsMost,
  tokensOut: tokensOut * requestsMost,
  costNanoUsd: callCost(tokensIn, tokensOut, prices) * requestsMost,
})

/* What may be asked. */

/** Returns the settings with the lower one of their budget of a day and `dayUsd`, the budget of a process; undefined for none. */
export const withDayBudget = <Budget extends Pick<ModelSettings, 'dayUsd'>>(settings: Budget, dayUsd: number | undefined): Budget =>
  dayUsd === undefined || dayUsd >= settings.dayUsd ? settings : { ...settings, dayUsd }

/**
 * Returns the end of the pause that holds at `now`, both in milliseconds UTC; undefined where none holds. No pause is longer than the settings
 * in force say, whatever clock or settings it was recorded by.
 */
export const pauseEnd = (
  { pause }: Pick<ModelRecords, 'pause'>,
  { pauseSeconds }: Pick<ModelSettings, 'pauseSeconds'>,
  now: number,
): number | undefined => {
  const until = pause?.until ?? 0
  return now < until && now >= until - pauseSeconds * 1_000 ? until : undefined
}

export type Forbidden = Exclude<UnaskedReason, 'no-model' | 'busy' | 'no-room'>

/**
 * Returns the reason why no call of a task may be made now, although one is worth it; undefined where it may. `now` is the clock in milliseconds
 * UTC. A clock that went back begins no new day.
 */
export const forbidden = (
  { at, model: records }: Pick<BrainState, 'at' | 'model'>,
  task: ModelTaskName,
  limits: CallLimits,
  settings: ModelSettings,
  now: number,
): Forbidden | undefined => {
  const { brainTokens, brainUsd, dayTokens, dayUsd, turnUsd } = settings
  if (pauseEnd(records, settings, now) !== undefined) return 'paused'
  const most = mostOf(limits, settings)
  const exceeds = ({ nanoUsd: spent, tokens }: Spent, tokensMost: number, usd: number): boolean =>
    tokens + most.tokens + most.tokensOut > tokensMost || spent + most.costNanoUsd > usd * nanoUsd
  if (most.costNanoUsd > turnUsd * nanoUsd) return 'turn-budget'
  const today = spentOn(records, Math.max(now, at))
  const share = settings[`${task}Share`]
  if (exceeds(allOf(today), dayTokens, dayUsd) || exceeds(today[task], dayTokens * share, dayUsd * share)) return 'day-budget'
  return exceeds(allOf(records.spent), brainTokens, brainUsd) ? 'brain-budget' : undefined
}

type AskedData = EventData<'ModelAsked'>

/** The memories, the document and the turn of a call, as the log names them. A call for a recall reserves the number of its turn. */
export interface CallSubject extends Pick<AskedData, 'offered' | 'pointers' | 'beside' | 'source' | 'turns'> {
  readonly turn?: TurnNumber
}

export interface ModelAsk extends Pick<AskedData, 'task' | 'model' | 'template' | 'digest' | 'prompt'> {
  readonly subject: CallSubject
  readonly tokens: number
  readonly limits: CallLimits
  /** The budget of a day of this process, in US dollars; absent for none. */
  readonly dayUsd?: number | undefined
  /** The clock, in milliseconds UTC. */
  readonly now: number
}

/** The number of the call, or the reason why no model may be asked. */
export type AllowedCall = { readonly call: CallNumber } | { readonly unasked: Forbidden }

/** Records that a model is about to be asked, where the budgets allow it. */
export const decideAsk = (
  { dayUsd, digest, limits, model, now, prompt, subject: { turn, ...subject }, task, template, tokens }: ModelAsk & Speaker,
  state: BrainState,
  { model: settings }: Profile,
): Decision<AllowedCall> => {
  const unasked = forbidden(state, task, limits, withDayBudget(settings, dayUsd), now)
  if (unasked !== undefined) return Result.succeed({ events: [], answer: { unasked } })
  const call = state.model.last + 1
  const most = mostOf({ tokensIn: tokens, tokensOut: limits.tokensOut }, settings)
  const data = { task, call, ...subject, model, template, digest, prompt, ...most }
  return Result.succeed({ events: [{ type: 'ModelAsked', ...defined({ turn }), data }], answer: { call } })
}

/* How it ended. */

/** Returns what the messages of one request of a call cost, of which nobody says what it took. */
const requestOf = ({ tokensIn }: { readonly tokensIn: number }, prices: Prices) => {
  const tokens = Math.round(tokensIn / requestsMost)
  return { tokensIn: tokens, tokensOut: 0, nanoUsd: callCost(tokens, 0, prices) }
}

/** The end of a call. Tokens are as the server counts them; 0 where it does not say. */
export interface CallEnd {
  readonly task: ModelTaskName
  readonly call: CallNumber
  readonly turn: TurnNumber | undefined
  readonly limits: CallLimits
  readonly fallback: ModelFallback | undefined
  readonly explanation: ContentRef | undefined
  readonly refused: number
  readonly tokensIn: number
  readonly tokensOut: number
  /** The cost in US dollars as a host counts it; undefined: by the prices in the settings. */
  readonly costUsd?: number | undefined
  readonly latencyMs: number
  /** The time of the end, in milliseconds UTC. */
  readonly at: number
}

/**
 * Returns the record of a call. Tokens beyond the limits, a missing answer and one that comes too late are over its budget; an answer that chose
 * nothing, and a crash, are not.
 */
export const answeredEvent = (
  { at, call, costUsd, explanation, fallback, latencyMs, limits, refused, task, tokensIn, tokensOut, turn }: CallEnd,
  { model: records }: Pick<BrainState, 'model'>,
  { model: settings }: Pick<Profile, 'model'>,
): NewEventOf<'ModelAnswered'> => {
  const isSpent = tokensIn > limits.tokensIn * reportedMore || tokensOut > limits.tokensOut * reportedMore
  const isRemembered = fallback === 'malformed' && tokensIn + tokensOut === 0
  const isOver = isSpent || (fallback !== undefined && !innocent.has(fallback) && !isRemembered)
  const isPaused = isOver && records.overInARow + 1 >= settings.overMost
  // A remembered answer, and a question that no server took, are known to cost nothing.
  const isKnown = fallback === undefined || tokensIn + tokensOut > 0 || isRemembered || isUntaken(fallback) || fallback === 'no-choice'
  const asked = isKnown ? undefined : records.open.get(call)
  // Nothing came back of a call that failed: its messages alone were sent. What a server did that was not waited for, or a process heard that ended,
  // nobody knows.
  const open = asked === undefined || fallback === 'crash' || fallback === 'timeout' ? asked : requestOf(asked, settings)
  const data: EventData<'ModelAnswered'> = {
    task,
    call,
    ...defined({ explanation }),
    refused,
    tokensIn: open?.tokensIn ?? tokensIn,
    tokensOut: open?.tokensOut ?? tokensOut,
    costNanoUsd: open?.nanoUsd ?? (costUsd === undefined ? callCost(tokensIn, tokensOut, settings) : Math.round(costUsd * nanoUsd)),
    latencyMs,
    outcome: fallback === undefined ? 'answered' : 'fell-back',
    ...defined({
      fallback,
      over: isOver ? (true as const) : undefined,
      pausedUntil: isPaused ? at + settings.pauseSeconds * 1_000 : undefined,
    }),
  }
  return { type: 'ModelAnswered', ...defined({ turn }), data }
}

/** Ends that say nothing against the model. */
const innocent: ReadonlySet<ModelFallback> = new Set(['no-choice', 'unwanted', 'crash'])

/** How many times the estimated tokens a server may report: every model counts with its own tokens. */
const reportedMore = 1.5

/** A call that is recorded in a commit of its own, with what follows from its answer. */
export interface AnsweredCall {
  readonly end: CallEnd
  /** Returns the events of the task, and how many parts of the answer do not count in this state. Undefined where there is no answer. */
  readonly follow: ((state: BrainState, settings: Profile) => FollowedAnswer) | undefined
}

export interface FollowedAnswer {
  readonly events: ReadonlyArray<NewEvent>
  readonly refused: number
}

export const decideAnswered = ({ end, follow }: AnsweredCall, state: BrainState, settings: Profile): Decision<void> => {
  const { events, refused } = follow?.(state, settings) ?? { events: [], refused: 0 }
  const answered = answeredEvent({ ...end, refused: end.refused + refused }, state, settings)
  return Result.succeed({ events: [answered, ...events], answer: undefined })
}
