/** Derives the state of a brain again from its log: with signals left out, or under other settings. It reads the log and writes nothing. */
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { Position } from '../../domain/identity.ts'
import { asksSkipped, type SkippedEdges } from '../../domain/learning/credit.ts'
import type { Profile } from '../../domain/profiles/profile.ts'
import { cloneFold } from '../../domain/projections/brain-fold.ts'
import type { PastRollback, UnlearnRecords } from '../../domain/projections/unlearnings.ts'
import { type Derivation, derivation } from '../../domain/undo/derivation.ts'
import { asOf } from '../brain/as-of.ts'
import { type OpenBrain, profileOf } from '../brain/brain.ts'
import { decodeRow } from '../brain/read-row.ts'
import { commitsPerRead, EventStore } from '../ports/event-store.ts'
import { skippedByTurn } from '../signals/turn-lookup.ts'
import { ReplayProgress } from './progress.ts'

export interface DeriveAsk {
  /** The positions of the signals that do not teach. */
  readonly out: ReadonlySet<Position>
  /** Settings to learn by, instead of those in force at each fact. */
  readonly profile?: Profile | undefined
  /** A rollback that follows on the derived commits: it is kept what it restores. */
  readonly before?: Pick<PastRollback, 'to' | 'through'> | undefined
  /** True to derive from the first event on, also where nothing differs. */
  readonly whole?: boolean
  /** The last position that is derived, a commit end. Absent: the end of the log. */
  readonly to?: Position
}

/**
 * Derives up to a position. It begins before the first signal that was ever taken out, or for other settings with the first event. A
 * derivation from the first event on tells {@link ReplayProgress} how far it came, and can be interrupted between two reads.
 */
export const derive = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { before, out, profile, to = brain.state.position, whole }: DeriveAsk,
) {
  const store = yield* EventStore
  const progress = yield* ReplayProgress
  const recorded = brain.state.unlearnings.rollbacks.filter(({ at }) => at <= to)
  const rollbacks = before === undefined ? recorded : [...recorded, { ...before, at: to + 1 }]
  const isWhole = profile !== undefined || whole === true
  const past = yield* beginning(brain, isWhole ? 1 : firstNeeded(brain.state.unlearnings, out, to), rollbacks, to)
  const derived = derivation({ fold: cloneFold(past.fold), out, profile, rollbacks: rollbacks.filter(({ at }) => at > past.fold.position) })
  let next = past.fold.position + 1
  while (next <= to) {
    const rows = yield* store.read(brain.key, next, commitsPerRead, to)
    if (rows.length === 0) break
    for (const row of rows) {
      const events = yield* decodeRow(brain.key, row)
      derived.commit(events, yield* skippedIn(brain, derived, events, profile))
      next = row.first + row.count
    }
    if (!isWhole) continue
    yield* progress({ stage: 'derived', done: next - 1, of: to })
    yield* Effect.yieldNow
  }
  return derived
})

/** Returns the first signal that is out, or that was ever taken out; the position after `to` where there is none. */
const firstNeeded = ({ requests }: Pick<UnlearnRecords, 'requests'>, out: ReadonlySet<Position>, to: Position): Position => {
  let first = to + 1
  for (const position of out) first = Math.min(first, position)
  for (const { signals } of requests.values()) for (const position of signals) first = Math.min(first, position)
  return first
}

/** Returns the brain before a position: at a commit end at which no fact waits, and before everything that a later rollback restores. */
const beginning = Effect.fnUntraced(function* (brain: OpenBrain, first: Position, rollbacks: UnlearnRecords['rollbacks'], to: Position) {
  for (let before = Math.min(first, to + 1); ; ) {
    const end = yield* endBefore(brain, before)
    const past = yield* asOf(brain, end)
    const [waiting] = past.state.progress.pending
    const needed = rollbacks.flatMap((rollback) => (rollback.at > end ? [rollback.through > 0 ? rollback.through : rollback.to + 1] : []))
    const earliest = Math.min(waiting?.position ?? before, ...needed, before)
    if (earliest > end) return past
    before = earliest
  }
})

/** Returns the end of the newest commit before the one that holds a position. */
export const endBefore = Effect.fnUntraced(function* (brain: OpenBrain, position: Position) {
  const store = yield* EventStore
  const [row] = position > brain.state.position ? [] : yield* store.read(brain.key, position, 1)
  return row === undefined ? Math.min(position - 1, brain.state.position) : row.first - 1
})

const noneSkipped: ReadonlyMap<Position, SkippedEdges> = new Map()

/** Looks up the edges that the turns of these facts passed over, where the settings ask for them. */
const skippedIn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { state }: Pick<Derivation, 'state'>,
  events: ReadonlyArray<BrainEvent>,
  given: Profile | undefined,
) {
  const facts = events.filter(({ turn, type }) => turn !== undefined && (type === 'FeedbackGiven' || type === 'TurnCompleted'))
  if (facts.length === 0) return noneSkipped
  const profile = given ?? (yield* profileOf(state, brain.key))
  const skipped = new Map<Position, SkippedEdges>()
  for (const fact of facts) if (asksSkipped(fact, profile)) skipped.set(fact.position, yield* skippedByTurn(brain, state, fact, profile))
  return skipped.size === 0 ? noneSkipped : skipped
})
