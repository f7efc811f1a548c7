/**
 * Folds how far the work behind the log has come: the facts that wait for the learner, when maintenance last ran and how much changed since,
 * and how many memories came and went. Derived from the log, so it stays correct after a crash.
 */
import { dayOfTime } from '@crabtrail/text/days/calendar'
import { type BrainEvent, ignore, natureOf, teaches } from '../events/brain-event.ts'
import type { Position, TurnNumber } from '../identity.ts'

/** A fact that teaches and waits for its effects. */
interface PendingFact {
  readonly position: Position
  /** The newest turn before the fact. */
  readonly turn: TurnNumber
}

/** Only the fold that owns it writes to it. */
export interface MaintenanceRecord {
  /** The newest turn before the last run, and in `at` the time of that run in milliseconds UTC; 0 before the first. */
  turn: TurnNumber
  at: number
  /** Position of the request of the last run; 0 before the first. */
  request: Position
  /** Since the last run: strengths changed by other causes, and edges linked for reasons other than ingest and merge. */
  changes: number
}

/** Memories that came or went on each of the last seven UTC days, `day` first. Days are counted since 1970-01-01. */
interface Renewal {
  day: number
  counts: Array<number>
}

export interface Progress {
  /** The newest fact whose effects are in the log: the highest cause of any effect. 0 before the first. */
  through: Position
  /** The newest turn before that fact; 0 if it does not teach. */
  turn: TurnNumber
  /** Facts newer than `through`, in log order. */
  pending: Array<PendingFact>
  readonly maintenance: MaintenanceRecord
  readonly renewal: Renewal
}

export const noProgress = (): Progress => ({
  through: 0,
  turn: 0,
  pending: [],
  maintenance: { turn: 0, at: 0, request: 0, changes: 0 },
  renewal: { day: 0, counts: [0, 0, 0, 0, 0, 0, 0] },
})

/** Folds one event into `progress`, which the caller owns. `lastTurn` is the newest turn before the event. */
export const foldProgress = (progress: Progress, event: BrainEvent, lastTurn: TurnNumber): void => {
  if (teaches(event.type)) progress.pending.push({ position: event.position, turn: lastTurn })
  else if (natureOf(event.type) === 'effect') foldEffect(progress, event.cause)
  switch (event.type) {
    case 'MaintenanceRequested':
      Object.assign(progress.maintenance, { turn: lastTurn, at: event.commit.at, request: event.position, changes: 0 })
      return
    case 'EdgeLinked':
      if (event.data.reason !== 'ingest' && event.data.reason !== 'merge') progress.maintenance.changes++
      return
    case 'StrengthAdjusted':
      return countChanges(progress, event.cause, 1)
    case 'StrengthsRestored':
      return countChanges(progress, event.cause, event.data.edges.length)
    case 'NodeAdded':
      // A cue that grew is no memory that changed, nor is one that died.
      if (event.data.nodeType === 'cue' && event.data.state === 'probation') return
      return countRenewal(progress.renewal, dayOfTime(event.commit.at))
    case 'NodeRetired':
      if (event.data.reason === 'death') return
      return countRenewal(progress.renewal, dayOfTime(event.commit.at))
    case 'NodeMerged':
      return countRenewal(progress.renewal, dayOfTime(event.commit.at))
    default:
      ignore<'progress'>(event.type)
  }
}

/** Does the same as folding a `StrengthAdjusted` with this cause. */
export const foldAdjustment = (progress: Progress, cause: Position | undefined): void => {
  foldEffect(progress, cause)
  countChanges(progress, cause, 1)
}

const foldEffect = (progress: Progress, cause: Position | undefined): void => {
  if (cause === undefined || cause <= progress.through) return
  progress.turn = progress.pending.find(({ position }) => position === cause)?.turn ?? 0
  progress.through = cause
  progress.pending = progress.pending.filter(({ position }) => position > cause)
}

/** Returns the newest turn before the fact that caused an effect; 0 if the fact does not teach. The effect is already folded into `progress`. */
export const turnOfFact = ({ through, turn }: Progress, cause: Position | undefined): TurnNumber => (cause === through ? turn : 0)

/** Does not count changes that the last run caused, so that they do not make the next run due. */
const countChanges = ({ maintenance }: Progress, cause: Position | undefined, changes: number): void => {
  if (cause !== maintenance.request) maintenance.changes += changes
}

const countRenewal = (renewal: Renewal, today: number): void => {
  if (today > renewal.day) {
    renewal.counts = countsOn(renewal, today)
    renewal.day = today
  }
  renewal.counts[0] = (renewal.counts[0] ?? 0) + 1
}

/** Returns the number of memories that came or went in the seven UTC days that end with the day of `at`. */
export const renewedInWeek = (renewal: Readonly<Renewal>, at: number): number =>
  countsOn(renewal, dayOfTime(at)).reduce((sum, count) => sum + count, 0)

/** Shifts the counts so that `today` is first. An earlier time counts as the newest day, because times in a log never fall. */
const countsOn = ({ counts, day }: Readonly<Renewal>, today: number): Array<number> => {
  const passed = Math.min(Math.max(0, today - day), counts.length)
  return [...Array.from({ length: passed }, () => 0), ...counts.slice(0, counts.length - passed)]
}
