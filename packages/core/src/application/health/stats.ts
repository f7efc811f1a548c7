/** Numbers about a brain and its store. */
import * as Effect from 'effect/Effect'
import { healthReader } from '../../domain/history/learning-health.ts'
import { isLive } from '../../domain/node.ts'
import { tokeniserVersion } from '../../domain/text/tokenise.ts'
import type { StatsAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow } from '../brain/read-row.ts'
import { profileOf } from '../brain/settings-in-force.ts'
import { commitsPerRead, EventStore } from '../ports/event-store.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { vectorState } from '../vectors/vector-state.ts'
import { counters } from './counters.ts'
import { learningHealth } from './learning.ts'

export const stats = Effect.fnUntraced(function* (brain: OpenBrain) {
  const store = yield* EventStore
  const index = yield* SearchIndex
  const { graph, lastTurn, participants, position, progress, settings, sources } = brain.state
  const profile = yield* profileOf(brain.state, brain.key)
  const reader = healthReader(profile.health.turns)
  const eventsByType: Record<string, number> = {}
  let bytes = 0
  let commits = 0
  for (let next = 1; next <= position; ) {
    const rows = yield* store.read(brain.key, next, commitsPerRead)
    if (rows.length === 0) break
    for (const row of rows) {
      for (const event of yield* decodeRow(brain.key, row)) {
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
  // Of another program's index nothing can be searched here.
  const searchable = ((yield* index.tokeniser(brain.key)) ?? tokeniserVersion) === tokeniserVersion
  const indexed = searchable ? (yield* index.statistics(brain.key, 'document')).documents : 0
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
      indexed,
      turns: lastTurn,
      feedbacks: participants.feedbacks,
      sessions: participants.sessions.size,
    },
    eventsByType: Object.fromEntries(Object.entries(eventsByType).sort(([a], [b]) => (a < b ? -1 : 1))),
    bytesPerEvent: position === 0 ? 0 : Math.round((bytes / position) * 10) / 10,
    learning: yield* learningHealth(brain, reader, profile),
    store: yield* store.describe,
    backlog: progress.pending.length,
    ...(brain.vectors === undefined ? {} : { vectors: yield* vectorState(brain, brain.vectors) }),
    counters: yield* counters,
  } satisfies StatsAnswer
})
