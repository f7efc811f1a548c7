/**
 * Folds what calls of a language model cost and how they went: of the brain and of the newest day, by task, and the failures in a row; and how
 * often a recall was worth one.
 */
import { dayOfTime } from '@crabtrail/text/days/calendar'
import type { BrainEvent, BrainEventOf } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import { type ModelFallback, type ModelTaskName, modelTasks } from '../events/model-events.ts'
import type { RoutingReason } from '../events/turn-events.ts'
import type { CallNumber } from '../identity.ts'

/** Calls, how many of them gave an answer that counts or ended without one, their tokens in both directions, and billionths of a US dollar. */
export interface Spent {
  readonly calls: number
  readonly answered: number
  readonly fellBack: number
  readonly tokens: number
  readonly nanoUsd: number
}

export type SpentByTask = Readonly<Record<ModelTaskName, Spent>>

/** A call that is counted as spent with the most that it may take. */
interface OpenCall {
  readonly day: number
  readonly tokensIn: number
  readonly tokensOut: number
  readonly nanoUsd: number
}

/** Times in milliseconds UTC. `fallback`: how the last of the calls ended; undefined where it took more tokens than it may. */
export interface ModelPause {
  readonly since: number
  readonly until: number
  readonly fallback: ModelFallback | undefined
}

export interface ModelRecords {
  /** Turns by whether a call was worth it. */
  reasons: Readonly<Partial<Record<RoutingReason, number>>>
  /** The time of the first turn that is counted in `reasons`, and of the newest, in milliseconds UTC. */
  since: number
  until: number
  /** The number of the newest call. */
  last: CallNumber
  spent: SpentByTask
  /** The calls of the UTC day of the newest one; days are counted from 1970-01-01. */
  today: { readonly day: number; readonly spent: SpentByTask }
  /** Milliseconds of the newest answered calls, the newest last: at most {@link latenciesKept}. */
  latencies: ReadonlyArray<number>
  /** Calls in a row, up to the newest, that broke their budget or gave no answer. */
  overInARow: number
  /** The newest pause, over or not. */
  pause: ModelPause | undefined
  /** Calls whose end is not recorded: each is spent with the most that it may take. */
  readonly open: Map<CallNumber, OpenCall>
}

const nothing: Spent = { calls: 0, answered: 0, fellBack: 0, tokens: 0, nanoUsd: 0 }
const nothingSpent = Object.fromEntries(modelTasks.map((task) => [task, nothing])) as SpentByTask

export const noCalls = (): ModelRecords => ({
  reasons: {},
  since: 0,
  until: 0,
  last: 0,
  spent: nothingSpent,
  today: { day: 0, spent: nothingSpent },
  latencies: [],
  overInARow: 0,
  pause: undefined,
  open: new Map(),
})

export const cloneCalls = (records: ModelRecords): ModelRecords => ({ ...records, open: new Map(records.open) })

/** Returns what calls of the day of `at` cost. */
export const spentOn = ({ today }: Pick<ModelRecords, 'today'>, at: number): SpentByTask =>
  today.day === dayOfTime(at) ? today.spent : nothingSpent

/** Returns what calls of all tasks cost. */
export const allOf = (spent: SpentByTask): Spent => modelTasks.reduce((sum, task) => plus(sum, spent[task]), nothing)

/** Returns the median of the newest answered calls in milliseconds; undefined before the first one. */
export const medianLatency = ({ latencies }: Pick<ModelRecords, 'latencies'>): number | undefined =>
  latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length / 2)]

/** Latencies that are kept: enough for a median that one slow call does not move. */
const latenciesKept = 31

const plus = (spent: Spent, more: Partial<Spent>): Spent => ({
  calls: capped(spent.calls + (more.calls ?? 0)),
  answered: capped(spent.answered + (more.answered ?? 0)),
  fellBack: capped(spent.fellBack + (more.fellBack ?? 0)),
  tokens: capped(spent.tokens + (more.tokens ?? 0)),
  nanoUsd: capped(spent.nanoUsd + (more.nanoUsd ?? 0)),
})

/** An event may hold any whole number, and a sum of them must stay one. */
const capped = (sum: number): number => Math.max(0, Math.min(sum, Number.MAX_SAFE_INTEGER))

/** Folds one event into `records`, which the caller owns. */
export const foldCalls = (records: ModelRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'TurnStarted':
      return judge(records, event)
    case 'ModelAsked':
      return reserve(records, event)
    case 'ModelAnswered':
      return settle(records, event)
    default:
      ignore<'model'>(event.type)
  }
}

const judge = (records: ModelRecords, { commit, data: { routing } }: BrainEventOf<'TurnStarted'>): void => {
  if (routing === undefined) return
  if (records.since === 0) records.since = commit.at
  records.until = commit.at
  records.reasons = { ...records.reasons, [routing]: (records.reasons[routing] ?? 0) + 1 }
}

/** Most calls without an end that are kept: a crash leaves one, which stays spent. */
const openMost = 64

/** Spends the most that a call may take. */
const reserve = (records: ModelRecords, { commit, data }: BrainEventOf<'ModelAsked'>): void => {
  const { call, costNanoUsd, task, tokens, tokensOut } = data
  records.last = Math.max(records.last, call)
  spend(records, task, commit.at, { calls: 1, tokens: capped(tokens + tokensOut), nanoUsd: costNanoUsd })
  records.open.set(call, { day: dayOfTime(commit.at), tokensIn: tokens, tokensOut, nanoUsd: costNanoUsd })
  const [oldest] = records.open.keys()
  if (records.open.size > openMost && oldest !== undefined) records.open.delete(oldest)
}

/** Puts what a call took in the place of the most that it could. */
const settle = (records: ModelRecords, { commit, data }: BrainEventOf<'ModelAnswered'>): void => {
  const { call, costNanoUsd, fallback, latencyMs, outcome, over, pausedUntil, task, tokensIn, tokensOut } = data
  const open = records.open.get(call)
  if (open !== undefined) {
    const back = { tokens: -capped(open.tokensIn + open.tokensOut), nanoUsd: -open.nanoUsd }
    records.open.delete(call)
    records.spent = withMore(records.spent, task, back)
    if (records.today.day === open.day) records.today = { day: open.day, spent: withMore(records.today.spent, task, back) }
  }
  const isAnswered = outcome === 'answered'
  const ended = isAnswered ? { answered: 1 } : { fellBack: 1 }
  spend(records, task, commit.at, { ...ended, tokens: capped(tokensIn + tokensOut), nanoUsd: costNanoUsd })
  if (isAnswered) records.latencies = [...records.latencies, latencyMs].slice(-latenciesKept)
  // After a pause the first failure begins another one.
  if (over === true) records.overInARow++
  else if (isAnswered || fallback === 'no-choice') records.overInARow = 0
  if (pausedUntil !== undefined) records.pause = { since: commit.at, until: pausedUntil, fallback }
}

const withMore = (spent: SpentByTask, task: ModelTaskName, more: Partial<Spent>): SpentByTask => ({
  ...spent,
  [task]: plus(spent[task], more),
})

const spend = (records: ModelRecords, task: ModelTaskName, at: number, more: Partial<Spent>): void => {
  records.spent = withMore(records.spent, task, more)
  records.today = { day: dayOfTime(at), spent: withMore(spentOn(records, at), task, more) }
}
