/** Ranks the memories for a question at a position, as a recall would have, and records nothing. */

import type { Day } from '@crabtrail/text/days/calendar'
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { bodyFilter } from '../../domain/events/codec/commit-body.ts'
import type { GraphView } from '../../domain/graph.ts'
import { type RankingChange, rankingChangeReader, rankingTypes, type Touched } from '../../domain/history/ranking-diff.ts'
import { type Position, printedFeedback, printedSession, printedTurn } from '../../domain/identity.ts'
import { type BrainFold, type BrainState, brainState, cloneFold } from '../../domain/projections/brain-fold.ts'
import { isVerdict } from '../../domain/projections/turns/turn-ledger.ts'
import { units } from '../../domain/strength.ts'
import type { Mover } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow, foldRow, forEachEvent } from '../brain/commit-row.ts'
import { asOf, foldUpTo } from '../commands/as-of.ts'
import { actorNames, isoTime, nodeNames } from '../naming/names.ts'
import { commitsPerRead, EventStore } from '../ports/event-store.ts'
import { SnapshotStore } from '../ports/snapshot-store.ts'
import { shownMost } from '../recall/answer.ts'
import { rehearseRecall } from '../recall/walk.ts'

/** A question, clean, with the day on which it is asked: the same at every position that is compared. */
export interface DatedQuestion {
  readonly question: string
  readonly today: Day
}

/** The ranking of a question at one position. */
export const rankingAt = Effect.fnUntraced(function* (brain: OpenBrain, state: BrainState, { question, today }: DatedQuestion) {
  const isPast = state.position !== brain.state.position
  const at = isPast ? state.position : undefined
  const { approximate, evidence, recalled, settings } = yield* rehearseRecall(brain, state, { today }, question, at)
  const { bundle, confidence, ranking, walk } = recalled
  return { approximate, bundle, confidence, evidence, ranking, settings, walk, shown: Math.min(shownMost, settings.budget.items) }
})
export type PastRanking = Effect.Success<ReturnType<typeof rankingAt>>

/** The state at a position. The head of the log has the state of the brain itself, which no other fold owns. */
export interface HeldState {
  readonly state: BrainState
  readonly fold: BrainFold | undefined
}

/** Restores the state at a position. */
export const stateOf = Effect.fnUntraced(function* (brain: OpenBrain, at: Position) {
  if (at === brain.state.position) return { state: brain.state, fold: undefined } satisfies HeldState as HeldState
  return (yield* asOf(brain, at)) as HeldState
})

/**
 * Restores the state at a position from the nearer of `held`, which stays as it is, and the newest snapshot. Positions that are looked at one
 * after the other are often near each other, and further from any snapshot.
 */
export const stateFrom = Effect.fnUntraced(function* (brain: OpenBrain, held: HeldState, at: Position) {
  const { fold } = held
  if (at === brain.state.position || fold === undefined || fold.position > at) return yield* stateOf(brain, at)
  const snapshot = yield* (yield* SnapshotStore).newest(brain.key, at)
  if (snapshot !== undefined && snapshot.position > fold.position) return yield* stateOf(brain, at)
  const forward = cloneFold(fold)
  yield* foldUpTo(brain, forward, at)
  return { state: brainState(forward), fold: forward } satisfies HeldState as HeldState
})

/* Tells changes of edges, nodes and settings as people read them: by name, with the fact, the speaker and the session behind each. */

const holdsRankingType = bodyFilter(rankingTypes)

/** Finds the changes of what is touched up to a position, oldest first. Folds them into `fold`, which the caller owns. */
export const changesUpTo = Effect.fnUntraced(function* (brain: OpenBrain, fold: BrainFold, touched: Touched, to: Position) {
  const store = yield* EventStore
  const reader = rankingChangeReader(fold, touched)
  while (fold.position < to) {
    const rows = yield* store.read(brain.key, fold.position + 1, commitsPerRead, to)
    if (rows.length === 0) break
    for (const row of rows) {
      const isWhole = fold.position < row.first && row.first + row.count - 1 <= to
      if (isWhole && !holdsRankingType(row.body)) yield* foldRow(brain.key, fold, row)
      else
        for (const event of yield* decodeRow(brain.key, row)) if (event.position > fold.position && event.position <= to) reader.read(event)
    }
  }
  return reader.changes()
})

/** Returns the end of the newest commit before the one that holds a position. */
export const endBefore = Effect.fnUntraced(function* (brain: OpenBrain, position: Position) {
  const store = yield* EventStore
  const [row] = position > brain.state.position ? [] : yield* store.read(brain.key, position, 1)
  return row === undefined ? Math.min(position - 1, brain.state.position) : row.first - 1
})

/** Reads single events by their positions. */
export const eventsAt = Effect.fnUntraced(function* (brain: OpenBrain, positions: Iterable<Position>) {
  const found = new Map<Position, BrainEvent>()
  for (const position of new Set(positions)) yield* forEachEvent(brain, position, position, (event) => void found.set(position, event))
  return found
})

/** Tells changes in their order. Names are those of `graph`. */
export const moversOf = Effect.fnUntraced(function* (brain: OpenBrain, graph: GraphView, changes: ReadonlyArray<RankingChange>) {
  const causes = changes.flatMap(({ event }) => event.cause ?? [])
  const facts = yield* eventsAt(brain, causes)
  const causeOf = ({ event }: RankingChange): BrainEvent => facts.get(event.cause ?? 0) ?? event
  const nodesOf = ({ number, of }: RankingChange) =>
    of === 'edge' ? [graph.sourceOf(number), graph.targetOf(number)] : of === 'node' ? [number] : []
  const names = yield* nodeNames(brain, graph, changes.flatMap(nodesOf), 'names')
  const speakers = changes.map((change) => causeOf(change).commit.actor)
  const actors = yield* actorNames(brain, speakers)
  const nameOf = ({ event, number, of }: RankingChange): string => {
    if (of === 'node') return names.id(number)
    if (of === 'edge') return `${names.id(graph.sourceOf(number))}>${graph.kindOf(number) ?? 'learned'}>${names.id(graph.targetOf(number))}`
    return event.type === 'ProfileChanged' ? event.data.profile : 'embedder'
  }
  return changes.map((change): Mover => {
    const { event, from, of, to } = change
    const fact = causeOf(change)
    const turn = event.turn ?? fact.turn
    return {
      position: event.position,
      type: event.type,
      at: isoTime(event.commit.at),
      of,
      name: nameOf(change),
      from: from === undefined ? null : units(from),
      to: to === undefined ? null : units(to),
      cause: event.cause ?? null,
      verdict: isVerdict(fact) ? fact.data.verdict : null,
      feedback: isVerdict(fact) ? printedFeedback(fact.data.feedback) : null,
      turn: turn === undefined ? null : printedTurn(turn),
      actor: actors(fact.commit.actor),
      session: fact.commit.session === undefined ? null : printedSession(fact.commit.session),
    }
  })
})
