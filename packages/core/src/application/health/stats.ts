/** Numbers about a brain and its store. */

import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import { holderOf } from '../../domain/context/outdated.ts'
import { type BrainEvent, type EventType, eventTypes, isReadBy } from '../../domain/events/brain-event.ts'
import { type GraphView, isLive } from '../../domain/graph.ts'
import { type Attribution, attributionReader } from '../../domain/history/attribution.ts'
import { alarmsOf, type HealthReader, healthReader, newestRecalls, strengthDeciles } from '../../domain/history/learning-health.ts'
import { takenReader } from '../../domain/history/percentiles.ts'
import type { LogCounts } from '../../domain/history/segments.ts'
import type { Position } from '../../domain/identity.ts'
import { isHeldBack } from '../../domain/judging/judge-call.ts'
import { waitingNodes } from '../../domain/learning/review.ts'
import { pauseEnd } from '../../domain/model/model-call.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { type BrainState, brainState, cloneFold } from '../../domain/projections/brain-fold.ts'
import { allOf } from '../../domain/projections/model-calls.ts'
import { renewedInWeek } from '../../domain/projections/progress.ts'
import { one, units } from '../../domain/strength.ts'
import type { BehindAnswer, CountersAnswer, EmbedderAnswer, GrowthAnswer, LearningAnswer, StatsAnswer, WorkAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRowRuns, forEachEventOf } from '../brain/commit-row.ts'
import type { EmbedderTrouble } from '../brain/kept-vectors.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { asOf, foldUpTo, stateAt } from '../commands/as-of.ts'
import type { OpenBrains } from '../commands/open-brains.ts'
import { Counters, countNames } from '../counters.ts'
import { besideProfileOf } from '../history/show.ts'
import { aliasesStats } from '../ingest/name-aliases.ts'
import { judgingCost } from '../judging/judging-cost.ts'
import { modelStats, routingStats } from '../model/model-told.ts'
import { isoTime, printedEdge } from '../naming/names.ts'
import { countsIn } from '../naming/segments.ts'
import { commitsPerRead, EventStore } from '../ports/event-store.ts'
import { SearchIndex } from '../ports/search-index.ts'
import type { StatsRequest } from '../requests.ts'
import { vectorState } from '../vectors/follow-vectors.ts'

/** Returns the counts of this process so far, with milliseconds to three places. */
const counters = Effect.map(
  Counters,
  (counts) => Object.fromEntries(countNames.map((name) => [name, Math.round(counts[name] * 1_000) / 1_000])) as CountersAnswer,
)

/* Learning health of a brain, from the events read of its log. */

/** Most oscillating edges that an answer names. */
const edgesTold = 10

const learningHealth = (graph: GraphView, reader: HealthReader, attribution: Attribution, profile: Profile): LearningAnswer => {
  const health = reader.health(graph, profile)
  const { halfLife, inhibition, oscillating } = health
  const { drawnOn, reached } = attribution
  return {
    ...health,
    inhibition: { ...inhibition, mean: units(inhibition.mean) },
    attribution: { ...attribution, precision: reached === 0 ? null : Math.round((1_000 * drawnOn) / reached) / 1_000 },
    oscillating: { edges: oscillating.length, some: oscillating.slice(0, edgesTold).map(printedEdge) },
    halfLife: { ...halfLife, turns: halfLife.turns ?? null },
    alarms: alarmsOf(health, profile),
  }
}

const supersedingCounts = (graph: GraphView) => {
  const superseded = graph.superseded().filter((node) => isLive(graph.stateOf(node)))
  const byRule: Record<string, number> = {}
  for (const node of superseded) for (const { rule } of graph.supersededBy(node)) byRule[rule] = (byRule[rule] ?? 0) + 1
  let kept = 0
  for (let node = 1; node <= graph.nodes; node++) if (graph.typeOf(node) === 'correction' && isLive(graph.stateOf(node))) kept++
  const withoutHolder = superseded.filter((node) => holderOf(graph, node) === undefined).length
  return { superseded: superseded.length, byRule, withoutHolder, kept }
}

/** Returns the number of indexed texts; 0 where an index of another tokeniser version cannot be searched here. */
const indexedTexts = Effect.fnUntraced(function* (brain: OpenBrain) {
  const index = yield* SearchIndex
  const searchable = ((yield* index.tokeniser(brain.key)) ?? tokeniserVersion) === tokeniserVersion
  return searchable ? (yield* index.statistics(brain.key, 'document')).documents : 0
})

/** The types that one of the readers reads. Most events of a log are of others: edges that were skipped and followed. */
const read: ReadonlySet<EventType> = new Set(
  eventTypes.filter((type) =>
    (['learning health', 'strength moves', 'percentiles', 'attribution'] as const).some((reader) => isReadBy({ type }, reader)),
  ),
)
const isRead = (type: EventType): boolean => read.has(type)

/** Counts the log up to a position, from the index as far as it reaches, and feeds the events from `begin` on to the readers. */
const readLog = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { position }: BrainState,
  readers: ReadonlyArray<Pick<HealthReader, 'read'>>,
  begin: Position,
) {
  const store = yield* EventStore
  const { counts, through } = yield* countsIn(brain, position)
  const events = new Map(counts.events)
  let { bytes, commits } = counts
  for (let next = Math.min(begin, through + 1); next <= position; ) {
    const rows = yield* store.read(brain.key, next, commitsPerRead, position)
    if (rows.length === 0) break
    for (const row of rows) {
      const runs = yield* decodeRowRuns(brain.key, row, isRead)
      let first = row.first
      for (const run of runs) {
        const last = first + run.to - run.from - 1
        const counted = Math.min(last, position) - Math.max(first, through + 1) + 1
        if (counted > 0) events.set(run.type, (events.get(run.type) ?? 0) + counted)
        first = last + 1
      }
      const visit = (event: BrainEvent) => {
        if (event.position >= begin && event.position <= position) for (const reader of readers) reader.read(event)
      }
      forEachEventOf(row, runs, ({ type }) => isRead(type), visit)
      next = row.first + row.count
      if (next <= through + 1) continue
      bytes += row.body.length
      commits++
    }
  }
  return { commits, bytes, events } satisfies LogCounts
})

/** Returns what became of the memories that were captured, with the junk rate to three places. */
const capturedIn = ({ graph, said: { captured, died } }: BrainState): StatsAnswer['captured'] => {
  const dead = [...captured].filter((node) => died.has(node)).length
  return {
    all: captured.size,
    onProbation: [...captured].filter((node) => graph.stateOf(node) === 'probation').length,
    died: dead,
    junk: captured.size === 0 ? null : Math.round((dead / captured.size) * 1_000) / 1_000,
  }
}

export const stats = Effect.fnUntraced(function* (brain: OpenBrain, { at, series }: StatsRequest) {
  const store = yield* EventStore
  const state = yield* stateAt(brain, at)
  const { graph, lastTurn, participants, position, progress, settings, sources } = state
  const profile = yield* profileOf(state, brain.key)
  const window = newestRecalls(state, profile.health.turns)
  const [reader, taken, credited] = [healthReader(window), takenReader(), attributionReader()]
  const { bytes, commits, events } = yield* readLog(brain, state, [reader, taken, credited], window.begin)
  let live = 0
  for (let node = 1; node <= graph.nodes; node++) if (isLive(graph.stateOf(node))) live++
  const indexed = at === undefined ? { indexed: yield* indexedTexts(brain) } : {}
  return {
    brain: brain.key,
    position,
    profile: settings.inForce?.profile ?? 'none',
    ...(yield* besideProfileOf(brain, state)),
    counts: {
      commits,
      nodes: graph.nodes,
      liveNodes: live,
      edges: graph.edges,
      documents: sources.byNumber.size,
      ...indexed,
      turns: lastTurn,
      feedbacks: participants.feedbacks,
      sessions: participants.sessions.size,
    },
    eventsByType: Object.fromEntries([...events].sort(([a], [b]) => (a < b ? -1 : 1))),
    bytesPerEvent: position === 0 ? 0 : Math.round((bytes / position) * 10) / 10,
    learning: learningHealth(graph, reader, credited.attribution(), profile),
    taken: taken.taken(),
    late: taken.late(),
    ...(series === undefined ? {} : { series: yield* spreadOver(brain, position, series) }),
    growth: growthOf(state, live),
    superseding: { ...supersedingCounts(graph), lifted: events.get('SupersessionLifted') ?? 0 },
    captured: capturedIn(state),
    waiting: waitingNodes(graph).length,
    routing: routingStats(state.model, profile),
    model: modelStats(state.model, profile.model, state.at),
    ...(at === undefined ? { judging: yield* judgingCost(brain, profile), aliases: aliasesStats(state, profile) } : {}),
    store: yield* store.describe,
    backlog: progress.pending.length,
    ...(brain.vectors === undefined || at !== undefined ? {} : { vectors: yield* vectorState(brain, brain.vectors) }),
    counters: yield* counters,
  } satisfies StatsAnswer
})

/** How strengths were spread at `count` positions, the last one `position`: one fold goes through the log. */
const spreadOver = Effect.fnUntraced(function* (brain: OpenBrain, position: Position, count: number) {
  const places = [...new Set(Array.from({ length: count }, (_, at) => Math.max(1, Math.round((position * (at + 1)) / count))))]
  const [first = position] = places
  const fold = cloneFold((yield* asOf(brain, first)).fold)
  const spread: Array<NonNullable<StatsAnswer['series']>[number]> = []
  for (const at of places) {
    yield* foldUpTo(brain, fold, at)
    const { deciles, edges } = strengthDeciles(brainState(fold).graph)
    spread.push({ position: at, edges, deciles: deciles.map((strength) => strength / one) })
  }
  return spread
})

const growthOf = ({ at, graph, growth, progress }: BrainState, live: number): GrowthAnswer => ({
  cues: [...growth.cues.keys()].filter((cue) => isLive(graph.stateOf(cue))).length,
  onProbation: [...growth.cues.keys()].filter((cue) => graph.stateOf(cue) === 'probation').length,
  made: growth.births.made ?? 0,
  seen: growth.births.seen ?? 0,
  refused: growth.refused,
  verdicts: growth.verdicts,
  promoted: growth.promoted,
  died: growth.died,
  churn: live === 0 ? 0 : renewedInWeek(progress.renewal, at) / live,
})

/* Returns the counts of this process and the state of its embedder. It opens nothing, reads nothing and asks no embedder. */

export const work = Effect.fnUntraced(function* (open: OpenBrains) {
  const counts = yield* counters
  const [embedder, now] = [embedderOf(open), yield* Clock.currentTimeMillis]
  const behind = [...open.held.values()].map(({ brain }) => behindOf(brain, now))
  return { ...counts, ...(embedder === undefined ? {} : { embedder }), behind } satisfies WorkAnswer
})

/** A brain whose settings cannot be read has neither a pause nor judgements. */
const behindOf = ({ key, state }: OpenBrain, now: number): BehindAnswer => {
  const { judging, model, progress } = state
  const read = state.profile()
  const settings = read !== undefined && Result.isSuccess(read) ? read.success : undefined
  const until = settings === undefined ? undefined : pauseEnd(model, settings.model, now)
  return {
    brain: key,
    backlog: progress.pending.length,
    waiting: judging.waiting.size + judging.notes.size,
    modelCalls: allOf(model.spent).calls,
    ...(until === undefined ? {} : { pausedUntil: isoTime(until) }),
    isHeldBack: settings !== undefined && isHeldBack(judging, settings.judging),
  }
}

const embedderOf = ({ embedder, held }: OpenBrains): EmbedderAnswer | undefined => {
  if (embedder === undefined) return undefined
  const open = [...held.values()].flatMap(({ brain }) => (brain.vectors === undefined ? [] : [{ brain, vectors: brain.vectors }]))
  const [worst] = open.flatMap(({ vectors: { trouble } }) => trouble ?? []).toSorted((a, b) => b.times - a.times)
  return {
    id: embedder.id,
    brains: open.flatMap(({ brain, vectors }) => {
      if (!vectors.loaded) return []
      const missing = vectors.wanting(brain.state).length
      return [{ brain: brain.key, vectors: vectors.table.size, missing }]
    }),
    ...(worst === undefined ? {} : { failure: toldOf(worst) }),
  }
}

const toldOf = ({ detail, reason, times }: EmbedderTrouble) => ({ reason, detail, times })
