/** Numbers about a brain and its store. */

import * as Effect from 'effect/Effect'
import { type GraphView, isLive } from '../../domain/graph.ts'
import { alarmsOf, type HealthReader, healthReader } from '../../domain/history/learning-health.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { tokeniserVersion } from '../../domain/text/tokenise.ts'
import type { CountersAnswer, EmbedderAnswer, LearningAnswer, StatsAnswer, WorkAnswer } from '../answers.ts'
import { stateAt } from '../brain/as-of.ts'
import { type OpenBrain, profileOf } from '../brain/brain.ts'
import type { OpenBrains } from '../brain/open-brains.ts'
import { decodeRow } from '../brain/read-row.ts'
import { Counters, countNames } from '../counters.ts'
import { printedEdge } from '../naming/names.ts'
import { commitsPerRead, EventStore } from '../ports/event-store.ts'
import { SearchIndex } from '../ports/search-index.ts'
import type { StatsRequest } from '../requests.ts'
import type { EmbedderTrouble } from '../vectors/kept-vectors.ts'
import { vectorState } from '../vectors/vector-state.ts'

/** Returns the counts of this process so far, with milliseconds to three places. */
const counters = Effect.map(
  Counters,
  (counts) => Object.fromEntries(countNames.map((name) => [name, Math.round(counts[name] * 1_000) / 1_000])) as CountersAnswer,
)

/* Learning health of a brain, from the events read of its log. */

/** Most oscillating edges that an answer names. */
const edgesTold = 10

const learningHealth = (graph: GraphView, reader: HealthReader, profile: Profile): LearningAnswer => {
  const health = reader.health(graph, profile)
  const { halfLife, oscillating } = health
  return {
    ...health,
    oscillating: { edges: oscillating.length, some: oscillating.slice(0, edgesTold).map(printedEdge) },
    halfLife: { ...halfLife, turns: halfLife.turns ?? null },
    alarms: alarmsOf(health, profile),
  }
}

/** Returns the number of indexed texts; 0 where an index of another tokeniser version cannot be searched here. */
const indexedTexts = Effect.fnUntraced(function* (brain: OpenBrain) {
  const index = yield* SearchIndex
  const searchable = ((yield* index.tokeniser(brain.key)) ?? tokeniserVersion) === tokeniserVersion
  return searchable ? (yield* index.statistics(brain.key, 'document')).documents : 0
})

export const stats = Effect.fnUntraced(function* (brain: OpenBrain, { at }: StatsRequest) {
  const store = yield* EventStore
  const state = yield* stateAt(brain, at)
  const { graph, lastTurn, participants, position, progress, settings, sources } = state
  const profile = yield* profileOf(state, brain.key)
  const reader = healthReader(profile.health.turns)
  const eventsByType: Record<string, number> = {}
  let bytes = 0
  let commits = 0
  for (let next = 1; next <= position; ) {
    const rows = yield* store.read(brain.key, next, commitsPerRead, position)
    if (rows.length === 0) break
    for (const row of rows) {
      for (const event of yield* decodeRow(brain.key, row)) {
        if (event.position > position) continue
        eventsByType[event.type] = (eventsByType[event.type] ?? 0) + 1
        reader.read(event)
      }
      bytes += row.body.length
      commits++
      next = row.first + row.count
    }
  }
  let live = 0
  for (let node = 1; node <= graph.nodes; node++) if (isLive(graph.stateOf(node))) live++
  const indexed = at === undefined ? { indexed: yield* indexedTexts(brain) } : {}
  return {
    brain: brain.key,
    position,
    profile: settings.inForce?.profile ?? 'none',
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
    eventsByType: Object.fromEntries(Object.entries(eventsByType).sort(([a], [b]) => (a < b ? -1 : 1))),
    bytesPerEvent: position === 0 ? 0 : Math.round((bytes / position) * 10) / 10,
    learning: learningHealth(graph, reader, profile),
    store: yield* store.describe,
    backlog: progress.pending.length,
    ...(brain.vectors === undefined || at !== undefined ? {} : { vectors: yield* vectorState(brain, brain.vectors) }),
    counters: yield* counters,
  } satisfies StatsAnswer
})

/* Returns the counts of this process and the state of its embedder. It opens nothing, reads nothing and asks no embedder. */

export const work = (open: OpenBrains) =>
  Effect.map(counters, (counts): WorkAnswer => {
    const embedder = embedderOf(open)
    return embedder === undefined ? counts : { ...counts, embedder }
  })

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
