/** Derives the state of a brain again from its log: with signals left out, or under other settings. It reads the log and writes nothing. */

import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Result from 'effect/Result'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import type { BrainKey, Position, TurnNumber } from '../../domain/identity.ts'
import { asksSkipped, type SkippedEdges } from '../../domain/learning/credit.ts'
import { type Profile, readProfile } from '../../domain/profiles/profile.ts'
import { type BrainState, brainState, cloneFold, emptyFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import { isSteps } from '../../domain/projections/commit-fold.ts'
import { type PastRollback, requestsOf, standingRequests, type UnlearnRecords } from '../../domain/projections/standing.ts'
import { type Derivation, type DerivationTrace, derivation, type PlacedSteps } from '../../domain/undo/derivation.ts'
import { type BranchCommit, branchWriter, type Fork } from '../../domain/undo/fork.ts'
import { rewalked, seedsIn } from '../../domain/undo/rewalk.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { decodeRow, decodeRowRuns, eventsOfCommit, forEachEventOf } from '../brain/commit-row.ts'
import { keptBodies } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { asOf } from '../commands/as-of.ts'
import { skippedByTurn } from '../commands/learner.ts'
import { endBefore } from '../history/past-ranking.ts'
import { type CommitRow, commitsPerRead, EventStore } from '../ports/event-store.ts'
import { gatherEvidence } from '../recall/evidence.ts'
import { continuedQuestions } from '../recall/hints.ts'
import { IntegrityBroken } from '../request-errors.ts'

interface DeriveAsk {
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
  // What is restored, promoted, traced or walked again may name any single event.
  const isPlain = again === undefined && trace === undefined && rollbacks.length === 0 && (promotions?.size ?? 0) === 0
  let next = past.fold.position + 1
  while (next <= to) {
    const rows = yield* store.read(brain.key, next, isWhole ? commitsPerStep : commitsPerRead, to)
    if (rows.length === 0) break
    for (const row of rows) {
      const { events: read, steps } = isPlain
        ? yield* withoutSteps(brain.key, row)
        : { events: yield* decodeRow(brain.key, row), steps: [] }
      const events = again === undefined ? read : yield* again.again(read, profileOf(derived.state, brain.key))
      derived.commit(events, yield* skippedIn(brain, derived, events, { profile, promotions, again }), steps)
      next = row.first + row.count
    }
    if (!isWhole) continue
    yield* progress({ stage: 'derived', done: next - 1, of: to })
    yield* Effect.yieldNow
  }
  return derived
})

/** Decodes a commit. Steps of walks, nine of ten events of a log in use, stay in the columns in which they are stored. */
const withoutSteps = Effect.fnUntraced(function* (key: BrainKey, row: CommitRow) {
  const runs = yield* decodeRowRuns(key, row)
  const events: Array<BrainEvent> = []
  forEachEventOf(
    row,
    runs,
    (run) => !isSteps(run),
    (event) => events.push(event),
  )
  const steps: Array<PlacedSteps> = []
  let first = row.first
  for (const run of runs) {
    if (isSteps(run)) steps.push({ first, run })
    first += run.to - run.from
  }
  return { events, steps }
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

/* Looks up what the walks of recorded turns need to be done again: the question, and what the indexes gave for it at that position. */

/** Does the walks of a derivation again. */
type Rewalker = ReturnType<typeof openRewalk>

/**
 * Opens the walks of a brain. Without settings each turn is walked by those of its time. `keep` gets each commit of the log that follows.
 *
 * A walk knows what was learned when its turn was recorded: verdicts that waited for the learner then had moved nothing yet. So walks are done on
 * the fold of the log that a branch would have, where effects are in the places of the recorded ones.
 */
export const openRewalk = (brain: OpenBrain, fork: Fork, keep: (commit: BranchCommit) => void) => {
  const known = emptyFold()
  const state = brainState(known)
  const trace = branchWriter(fork, (one) => {
    keep(one)
    for (const [i, event] of one.events.entries()) foldEvent(known, placed(event, one.first + i, one.commit))
  })
  const turns = new Set<TurnNumber>()
  const skipped = new Map<TurnNumber, SkippedEdges>()
  /** Turns that were walked again; of these, those with another walk; and turns that go on from an erased question, which stay as walked. */
  const counts = { turns: 0, changed: 0, erased: 0 }
  return {
    turns,
    edges: brain.state.graph.edges,
    counts,
    /** Is told of the derivation whose turns are walked again. */
    trace,
    /** The edges that the new walk of a turn skipped; undefined for a turn that stays as walked. */
    skipped: (turn: TurnNumber) => skipped.get(turn),
    /** Returns the events of a commit with the walk that is done again. `inForce` are the settings when it was recorded. */
    again: Effect.fnUntraced(function* (events: ReadonlyArray<BrainEvent>, inForce: Effect.Effect<Profile, IntegrityBroken>) {
      const walked = yield* walkAgain(brain, events, state, inForce, fork.settings?.profile)
      if (walked === undefined) return events
      if (walked === 'erased') {
        counts.erased++
        return events
      }
      counts.turns++
      if (!walked.isSame) {
        counts.changed++
        turns.add(walked.turn)
        skipped.set(walked.turn, walked.skipped)
        // Nothing is learned from a turn that the state no longer keeps.
        for (const turn of skipped.keys()) if (turn !== walked.turn && state.turn(turn) === undefined) skipped.delete(turn)
      }
      return walked.events
    }),
  }
}

const walkAgain = Effect.fnUntraced(function* (
  brain: OpenBrain,
  events: ReadonlyArray<BrainEvent>,
  state: BrainState,
  recordedUnder: Effect.Effect<Profile, IntegrityBroken>,
  profile: Profile | undefined,
) {
  const recorded = seedsIn(events)
  const [first] = events
  if (recorded === undefined || first === undefined) return undefined
  const ref = recorded.started.data.question
  const question = (yield* keptBodies(brain, [ref])).get(ref)
  const before = yield* continuedQuestions(brain, state, recorded.started.data.continues)
  if (question === undefined || before === undefined) return 'erased' as const
  const inForce = yield* recordedUnder
  const asked = { recorded: recorded.cues, today: recorded.started.data.day, before }
  const evidence = yield* gatherEvidence(brain, state.graph, inForce, question, first.position - 1, asked)
  yield* Effect.yieldNow
  const walked = rewalked(events, { recorded, evidence, graph: state.graph, profile: profile ?? inForce, inForce })
  return { turn: recorded.turn, ...walked }
})

/* Listener to the progress of a replay. By default nobody listens. */

export interface ReplayStep {
  /**
   * Stage of the replay: events are derived again, recorded questions are ranked, a search is planned, its settings are tried, a model is asked about
   * recorded messages.
   */
  readonly stage: 'derived' | 'ranked' | 'planned' | 'tried' | 'asked'
  readonly done: number
  readonly of: number
  /** The estimated time of all trials in seconds, where they are planned. */
  readonly seconds?: number
}

export type ReplayProgress = (step: ReplayStep) => Effect.Effect<void>

export const ReplayProgress = Context.Reference<ReplayProgress>('@crabtrail/core/ReplayProgress', {
  defaultValue: () => () => Effect.void,
})
