/**
 * Folds the calls of a language model: what they cost and how they went, of the brain and of the newest day, by task; how often a recall was
 * worth one; which messages wait to be judged; and which causes were named.
 */
import { dayOfTime } from '@crabtrail/text/days/calendar'
import { type BrainEvent, type BrainEventOf, ignore } from '../events/brain-event.ts'
import { isUntaken, type ModelFallback, type ModelTaskName, modelTasks } from '../events/model-events.ts'
import type { RoutingReason } from '../events/turn-events.ts'
import type { CallNumber, EdgeNumber, NodeNumber, Position, TurnNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'

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

/** Returns what calls of the day of `at` cost. */
export const spentOn = ({ today }: Pick<ModelRecords, 'today'>, at: number): SpentByTask =>
  today.day === dayOfTime(at) ? today.spent : nothingSpent

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

/* Folds which messages wait to be judged, and what judgements said of late. */

export interface JudgingRecords {
  /** The turns whose questions wait, by rising number: at most {@link waitingMost}, of which the oldest are dropped. */
  readonly waiting: Set<TurnNumber>
  /** The notes that wait, those that were read first at the beginning: at most {@link waitingMost}, of which the oldest are dropped. */
  readonly notes: Set<NodeNumber>
  /** The newest turns whose questions a model was asked about: at most {@link knownMost}. */
  readonly known: Set<TurnNumber>
  /** Calls that are not over → the turns and the notes that they are about. */
  readonly asked: Map<CallNumber, AskedAbout>
  /** Whether each of the newest judgements said that something changed, the newest last: at most {@link recentKept}. */
  recent: ReadonlyArray<boolean>
  /** The newest judgements by which something changed, the newest last: at most {@link recentKept}. */
  changes: ReadonlyArray<JudgedChange>
}

export interface JudgedChange {
  readonly at: Position
  readonly became: 'superseded' | 'marked'
  readonly confidence: Nano
}

interface AskedAbout {
  readonly turns: ReadonlyArray<TurnNumber>
  readonly notes: ReadonlyArray<NodeNumber>
}

const waitingMost = 100

const knownMost = 500

/** Most calls whose end is waited for: one that a crash cut off has none. */
const askedMost = 16

/** The most that a setting may ask for. */
const recentKept = 200

export const noJudgements = (): JudgingRecords => ({
  ...{ waiting: new Set(), notes: new Set(), known: new Set(), asked: new Map(), recent: [], changes: [] },
})

/** Folds one event into `records`, which the caller owns. A message is asked about once: again only where no server took the question. */
export const foldJudgements = (records: JudgingRecords, event: BrainEvent): void => {
  const { asked, known, notes: unread, waiting } = records
  switch (event.type) {
    case 'MessageWaits':
      if (event.turn === undefined) return
      if (event.data.over === true) waiting.delete(event.turn)
      else wait(waiting, [event.turn])
      return
    case 'NotesWait':
      for (const node of event.data.nodes) {
        // A note that changed meanwhile is as new as its text.
        unread.delete(node)
        if (event.data.over !== true) unread.add(node)
      }
      dropOldest(unread, waitingMost)
      return
    case 'ModelAsked': {
      const { call, notes = [], turns = [] } = event.data
      if (turns.length === 0 && notes.length === 0) return
      for (const node of notes) unread.delete(node)
      for (const turn of turns) {
        waiting.delete(turn)
        known.add(turn)
      }
      dropOldest(known, knownMost)
      asked.set(call, { turns, notes })
      dropOldest(asked, askedMost)
      return
    }
    case 'ModelAnswered':
      if (isUntaken(event.data.fallback)) {
        const { notes, turns } = asked.get(event.data.call) ?? { turns: [], notes: [] }
        for (const turn of turns) known.delete(turn)
        wait(waiting, turns)
        const later = [...notes, ...[...unread].filter((node) => !notes.includes(node))]
        unread.clear()
        for (const node of later) unread.add(node)
        dropOldest(unread, waitingMost)
      }
      asked.delete(event.data.call)
      return
    case 'UnlearnRequested':
      if (event.data.selector === 'judge') records.recent = []
      return
    case 'MessageJudged': {
      const { became, confidence, verdict } = event.data
      records.recent = [...records.recent, verdict === 'supersedes'].slice(-recentKept)
      if (became !== 'superseded' && became !== 'marked') return
      records.changes = [...records.changes, { at: event.position, became, confidence }].slice(-recentKept)
      return
    }
    default:
      ignore<'judging'>(event.type)
  }
}

const wait = (waiting: Set<TurnNumber>, turns: ReadonlyArray<TurnNumber>): void => {
  const inOrder = [...waiting, ...turns].sort((a, b) => a - b)
  waiting.clear()
  for (const turn of inOrder) waiting.add(turn)
  dropOldest(waiting, waitingMost)
}

const dropOldest = <K>(kept: Set<K> | Map<K, unknown>, most: number): void => {
  for (const oldest of kept.keys()) {
    if (kept.size <= most) return
    kept.delete(oldest)
  }
}

/* Folds the causes that a model named: which passages it was asked about with the text that they have, and which edges it made. */

export interface CauseRecords {
  /** Passages that a model was asked about, answered or not, each with its call. A passage that got another text since is not among them. */
  readonly asked: Map<NodeNumber, CallNumber>
  /** Edges that were linked because a model named a cause, pruned or not. */
  readonly made: Set<EdgeNumber>
}

export const noCauses = (): CauseRecords => ({ asked: new Map(), made: new Set() })

export const foldCauses = ({ asked, made }: CauseRecords, event: BrainEvent): void => {
  switch (event.type) {
    case 'ModelAsked':
      if (event.data.task === 'causes') for (const node of event.data.offered) asked.set(node, event.data.call)
      return
    case 'ModelAnswered':
      // No server took the question, so nothing was asked.
      if (isUntaken(event.data.fallback)) for (const [node, call] of asked) if (call === event.data.call) asked.delete(node)
      return
    case 'NodeRevised':
      if (event.data.text !== undefined) asked.delete(event.data.node)
      return
    case 'EdgeLinked':
      if (event.data.reason === 'model') made.add(event.data.edge)
      return
    default:
      ignore<'causes'>(event.type)
  }
}
