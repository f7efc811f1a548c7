/** Derives the state of a brain again from its log: with signals left out, or under other settings. It reads the log and writes nothing. */
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { Position } from '../../domain/identity.ts'
import { asksSkipped, type SkippedEdges } from '../../domain/learning/credit.ts'
import { type Profile, readProfile } from '../../domain/profiles/profile.ts'
import { cloneFold } from '../../domain/projections/brain-fold.ts'
import { type PastRollback, requestsOf, standingRequests, type UnlearnRecords } from '../../domain/projections/unlearnings.ts'
import { type Derivation, type DerivationTrace, derivation } from '../../domain/undo/derivation.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { decodeRow, eventsOfCommit } from '../brain/read-row.ts'
import { asOf } from '../commands/as-of.ts'
import { skippedByTurn } from '../commands/skipped-edges.ts'
import { commitsPerRead, EventStore } from '../ports/event-store.ts'
import { IntegrityBroken } from '../request-errors.ts'
import { ReplayProgress } from './progress.ts'
import type { Rewalker } from './rewalk.ts'

export interface DeriveAsk {
  /** The positions of the signals that do not teach. */
  readonly out: ReadonlySet<Position>
  /** Settings to learn by, instead of those in force at each fact. */
  readonly profile?: Profile | undefined
  /** The rollback after the derived commits. The derivation keeps the graphs that it restores. */
  readonly before?: Pick<PastRollback, 'to' | 'through'> | undefined
  /** True to derive from the first event on, also where nothing differs. */
  readonly whole?: boolean
  /** The last position that is derived, a commit end. Absent: the end of the log. */
  readonly to?: Position
  /** The requests that stand: promotions among them put their settings in force. Absent: those that stand at the end of the log. */
  readonly standing?: ReadonlySet<Position>
  /** Given to do the walks again. */
  readonly again?: Rewalker | undefined
  readonly trace?: DerivationTrace | undefined
}

/**
 * Derives up to a position. It begins before the first signal that was ever taken out and the first promotion, or for other settings with the
 * first event. A derivation from the first event on tells {@link ReplayProgress} how far it came, and can be interrupted between two reads.
 */
export const derive = Effect.fnUntraced(function* (brain: OpenBrain, ask: DeriveAsk) {
  const { again, before, out, profile, standing, to = brain.state.position, trace, whole } = ask
  const store = yield* EventStore
  const progress = yield* ReplayProgress
  const { unlearnings } = brain.state
  const recorded = unlearnings.rollbacks.filter(({ at }) => at <= to)
  const rollbacks = before === undefined ? recorded : [...recorded, { ...before, at: to + 1 }]
  const promotions = profile === undefined ? yield* promotedSettings(brain, standing ?? standingRequests(unlearnings), to) : undefined
  const isWhole = profile !== undefined || whole === true || (promotions !== undefined && promotions.size > 0)
  const past = yield* beginning(brain, isWhole ? 1 : firstNeeded(unlearnings, out, to), rollbacks, to)
  const waiting = rollbacks.filter(({ at }) => at > past.fold.position)
  const derived = derivation({ fold: cloneFold(past.fold), out, profile, rollbacks: waiting, promotions, again, trace })
  let next = past.fold.position + 1
  while (next <= to) {
    const rows = yield* store.read(brain.key, next, isWhole ? commitsPerStep : commitsPerRead, to)
    if (rows.length === 0) break
    for (const row of rows) {
      const read = yield* decodeRow(brain.key, row)
      const events = again === undefined ? read : yield* again.again(read, profileOf(derived.state, brain.key))
      derived.commit(events, yield* skippedIn(brain, derived, events, { profile, promotions, again }))
      next = row.first + row.count
    }
    if (!isWhole) continue
    yield* progress({ stage: 'derived', done: next - 1, of: to })
    yield* Effect.yieldNow
  }
  return derived
})

/** Commits that are read in one step where the progress is told: a few hundred take some tens of milliseconds. */
const commitsPerStep = 256

/** Returns the settings that standing promotions put in force, by the positions of the promotions up to `to`. */
const promotedSettings = Effect.fnUntraced(function* (brain: OpenBrain, standing: ReadonlySet<Position>, to: Position) {
  const settings = new Map<Position, Profile>()
  for (const at of requestsOf('promotion', brain.state.unlearnings, standing)) {
    if (at > to) continue
    const read = (yield* eventsOfCommit(brain, at, 1)).flatMap((event) =>
      event.type === 'BrainPromoted' && event.data.settings !== undefined ? [readProfile(event.data.settings)] : [],
    )
    for (const profile of read) {
      if (Result.isSuccess(profile)) settings.set(at, profile.success)
      else return yield* new IntegrityBroken({ brain: brain.key, position: at, problem: `its settings cannot be read: ${profile.failure}` })
    }
  }
  return settings
})

/** Returns the first promotion, or the first signal that is or ever was out; the position after `to` where there is none. */
const firstNeeded = ({ requests }: Pick<UnlearnRecords, 'requests'>, out: ReadonlySet<Position>, to: Position): Position => {
  let first = to + 1
  for (const position of out) first = Math.min(first, position)
  for (const [at, { kind, signals }] of requests) {
    if (kind === 'promotion') first = Math.min(first, at)
    for (const position of signals) first = Math.min(first, position)
  }
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

interface Skipping {
  /** The settings to learn by from the first event on; undefined for those of the time. */
  readonly profile: Profile | undefined
  /** The settings of each promotion, which are learned by beside those of the time. */
  readonly promotions: ReadonlyMap<Position, Profile> | undefined
  readonly again: Rewalker | undefined
}

/** Looks up the edges that the turns of these facts passed over, where the settings ask for them. */
const skippedIn = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { state }: Pick<Derivation, 'state'>,
  events: ReadonlyArray<BrainEvent>,
  { again, profile, promotions }: Skipping,
) {
  const facts = events.filter(({ turn, type }) => turn !== undefined && (type === 'FeedbackGiven' || type === 'TurnCompleted'))
  if (facts.length === 0) return noneSkipped
  const asking = profile === undefined ? [yield* profileOf(state, brain.key), ...(promotions?.values() ?? [])] : [profile]
  const skipped = new Map<Position, SkippedEdges>()
  for (const fact of facts) {
    const under = asking.find((one) => asksSkipped(fact, one))
    if (under === undefined) continue
    const walkedAgain = fact.turn === undefined ? undefined : again?.skipped(fact.turn)
    skipped.set(fact.position, walkedAgain ?? (yield* skippedByTurn(brain, state, fact, under)))
  }
  return skipped.size === 0 ? noneSkipped : skipped
})
