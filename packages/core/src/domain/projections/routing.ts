/**
 * Folds what calls of models cost and how they went: the calls of the brain and of the newest day, for recalls and for causes of documents
 * together, the failures of recalls in a row, and how often a call was worth it.
 */
import { dayOfTime } from '../days/calendar.ts'
import type { BrainEvent, BrainEventOf, EventData } from '../events/brain-event.ts'
import { ignore } from '../events/brain-event.ts'
import type { RoutingFallback } from '../events/session-events.ts'
import type { RoutingReason } from '../events/turn-events.ts'
import type { NodeNumber, TurnNumber } from '../identity.ts'

/** The cost of calls: their number, their tokens in both directions, and billionths of a US dollar. */
export interface Spent {
  readonly calls: number
  readonly tokens: number
  readonly nanoUsd: number
}

/** A call that is counted as spent before it ends. */
interface OpenCall extends Spent {
  readonly day: number
}

const nothingSpent: Spent = { calls: 0, tokens: 0, nanoUsd: 0 }

export interface RoutingRecords {
  /** Turns by whether a call was worth it. */
  reasons: Readonly<Partial<Record<RoutingReason, number>>>
  /** The time of the first turn that is counted in `reasons`, and of the newest, in milliseconds UTC. */
  since: number
  until: number
  spent: Spent
  /** The cost of the UTC day of the newest call; days are counted from 1970-01-01. */
  today: Spent & { readonly day: number }
  /** Calls for causes of documents. */
  causes: number
  /** Calls for recalls whose answer was taken, and those after which the rule decided. */
  answered: number
  fellBack: number
  /** Milliseconds of the newest answered calls, the newest last: at most {@link latenciesKept}. */
  latencies: ReadonlyArray<number>
  /** Calls in a row, up to the newest, that broke their budget or gave no answer. */
  overInARow: number
  /** No model is asked before this time, in milliseconds UTC; 0 where none is set. */
  pausedUntil: number
  /** Calls for recalls whose end is not recorded, by their turn: each is spent with the most that it may cost. */
  readonly open: Map<TurnNumber, OpenCall>
  /** The same of calls for causes, by the first of their new passages. */
  readonly openCauses: Map<NodeNumber, OpenCall>
}

export const noRouting = (): RoutingRecords => ({
  reasons: {},
  since: 0,
  until: 0,
  spent: nothingSpent,
  today: { day: 0, ...nothingSpent },
  causes: 0,
  answered: 0,
  fellBack: 0,
  latencies: [],
  overInARow: 0,
  pausedUntil: 0,
  open: new Map(),
  openCauses: new Map(),
})

export const cloneRouting = (records: RoutingRecords): RoutingRecords => ({
  ...records,
  open: new Map(records.open),
  openCauses: new Map(records.openCauses),
})

/** Returns what calls of the day of `at` cost. */
export const spentOn = ({ today }: Pick<RoutingRecords, 'today'>, at: number): Spent => (today.day === dayOfTime(at) ? today : nothingSpent)

const plus = (spent: Spent, more: Spent): Spent => ({
  calls: capped(spent.calls + more.calls),
  tokens: capped(spent.tokens + more.tokens),
  nanoUsd: capped(spent.nanoUsd + more.nanoUsd),
})

/** An event may hold any whole number, and a sum of them must stay one. */
const capped = (sum: number): number => Math.max(0, Math.min(sum, Number.MAX_SAFE_INTEGER))

/** Folds one event into `records`, which the caller owns. */
export const foldRouting = (records: RoutingRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'TurnStarted':
      return start(records, event)
    case 'RoutingRequested':
      return reserve(records, records.open, event.turn, event)
    case 'RoutingDecided':
      return decide(records, event)
    case 'CausesRequested':
      records.causes++
      return reserve(records, records.openCauses, event.data.passages[0], event)
    case 'CausesNamed':
      settle(records, records.openCauses, event.data.passages[0], event.data)
      return pay(records, event)
    default:
      ignore<'routing'>(event.type)
  }
}

const start = (records: RoutingRecords, { commit, data: { routing } }: BrainEventOf<'TurnStarted'>): void => {
  if (routing === undefined) return
  if (records.since === 0) records.since = commit.at
  records.until = commit.at
  records.reasons = { ...records.reasons, [routing]: (records.reasons[routing] ?? 0) + 1 }
}

/** Most calls without an end that are kept: a crash leaves one, which stays spent. */
const openMost = 64

/** Spends the most that a call may cost. */
const reserve = <K extends TurnNumber | NodeNumber>(
  records: RoutingRecords,
  calls: Map<K, OpenCall>,
  key: K | undefined,
  { commit, data }: Pick<BrainEventOf<'RoutingRequested' | 'CausesRequested'>, 'commit' | 'data'>,
): void => {
  const most = { calls: 0, tokens: capped(data.tokens + data.tokensOut), nanoUsd: data.costNanoUsd }
  spend(records, commit.at, { ...most, calls: 1 })
  if (key === undefined) return
  calls.set(key, { ...most, day: dayOfTime(commit.at) })
  const [oldest] = calls.keys()
  if (calls.size > openMost && oldest !== undefined) calls.delete(oldest)
}

/** Says whether a call that ended so cost nothing for sure: no server took the question. */
export const isFree = (fallback: RoutingFallback | undefined): boolean => fallback !== undefined && free.has(fallback)

const free: ReadonlySet<RoutingFallback> = new Set(['unreachable', 'refused', 'rate-limited', 'over-budget'])

/** Says whether it is known what a call cost: an answer, used or not, names its tokens, and one that was remembered cost none. */
const isCounted = ({ fallback, tokensIn, tokensOut }: EventData<'RoutingDecided' | 'CausesNamed'>): boolean =>
  tokensIn + tokensOut > 0 || fallback === undefined || fallback === 'malformed' || fallback === 'no-choice'

/** Puts what a call cost in the place of the most that it could. One that ended without a count of tokens stays at the most, unless it is free. */
const settle = <K extends TurnNumber | NodeNumber>(
  records: RoutingRecords,
  calls: Map<K, OpenCall>,
  key: K | undefined,
  data: EventData<'RoutingDecided' | 'CausesNamed'>,
): void => {
  const open = key === undefined ? undefined : calls.get(key)
  if (key === undefined || open === undefined) return
  calls.delete(key)
  if (!isCounted(data) && !isFree(data.fallback)) return
  const back = { calls: 0, tokens: -open.tokens, nanoUsd: -open.nanoUsd }
  records.spent = plus(records.spent, back)
  if (records.today.day === open.day) records.today = { day: open.day, ...plus(records.today, back) }
}

const spend = (records: RoutingRecords, at: number, more: Spent): void => {
  records.spent = plus(records.spent, more)
  records.today = { day: dayOfTime(at), ...plus(spentOn(records, at), more) }
}

const decide = (records: RoutingRecords, event: BrainEventOf<'RoutingDecided'>): void => {
  const { fallback, outcome, over, pausedUntil } = event.data
  settle(records, records.open, event.turn, event.data)
  pay(records, event)
  if (outcome === 'answered') records.answered++
  else records.fellBack++
  // After a pause the first failure begins another one.
  if (over === true) records.overInARow++
  else if (outcome === 'answered' || fallback === 'no-choice') records.overInARow = 0
  if (pausedUntil !== undefined) records.pausedUntil = pausedUntil
}

/** Adds the tokens, the money and the time of a call. */
const pay = (records: RoutingRecords, { commit, data }: Pick<BrainEventOf<'RoutingDecided' | 'CausesNamed'>, 'commit' | 'data'>): void => {
  const { costNanoUsd, latencyMs, outcome, tokensIn, tokensOut } = data
  spend(records, commit.at, { calls: 0, tokens: capped(tokensIn + tokensOut), nanoUsd: costNanoUsd })
  if (outcome === 'answered') records.latencies = [...records.latencies, latencyMs].slice(-latenciesKept)
}

/** Latencies that are kept: enough for a median that one slow call does not move. */
const latenciesKept = 31

/** Returns the median of the newest answered calls in milliseconds; undefined before the first one. */
export const medianLatency = ({ latencies }: Pick<RoutingRecords, 'latencies'>): number | undefined =>
  latencies.toSorted((a, b) => a - b)[Math.floor(latencies.length / 2)]
