/** Folds when maintenance last ran, how much changed since, and how many memories came and went. */

import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/readers.ts'
import type { Position, TurnNumber } from '../identity.ts'

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
export interface Renewal {
  day: number
  counts: Array<number>
}

export const neverMaintained = (): MaintenanceRecord => ({ turn: 0, at: 0, request: 0, changes: 0 })
export const noRenewal = (): Renewal => ({ day: 0, counts: [0, 0, 0, 0, 0, 0, 0] })
export const cloneRenewal = ({ counts, day }: Renewal): Renewal => ({ day, counts: counts.slice() })

const dayMs = 86_400_000

/** `lastTurn` is the newest turn before the event. */
export const foldMaintenance = (record: MaintenanceRecord, event: BrainEvent, lastTurn: TurnNumber): void => {
  switch (event.type) {
    case 'MaintenanceRequested':
      record.turn = lastTurn
      record.at = event.commit.at
      record.request = event.position
      record.changes = 0
      return
    case 'EdgeLinked':
      if (event.data.reason !== 'ingest' && event.data.reason !== 'merge') record.changes++
      return
    case 'StrengthAdjusted':
      return countChanges(record, event.cause, 1)
    case 'StrengthsRestored':
      return countChanges(record, event.cause, event.data.edges.length)
    default:
      ignore<'maintenance'>(event.type)
  }
}

/** Does not count changes that the last run caused, so that they do not make the next run due. */
export const countChanges = (record: MaintenanceRecord, cause: Position | undefined, changes: number): void => {
  if (cause !== record.request) record.changes += changes
}

/** Folds one event into `renewal`, which the caller owns. */
export const foldRenewal = (renewal: Renewal, event: BrainEvent): void => {
  switch (event.type) {
    case 'NodeAdded':
    case 'NodeRetired':
    case 'NodeMerged':
      return countRenewal(renewal, dayOf(event.commit.at))
    default:
      ignore<'renewal'>(event.type)
  }
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
  countsOn(renewal, dayOf(at)).reduce((sum, count) => sum + count, 0)

const dayOf = (at: number): number => Math.floor(at / dayMs)

/** Shifts the counts so that `today` is first. An earlier time counts as the newest day, because times in a log never fall. */
const countsOn = ({ counts, day }: Readonly<Renewal>, today: number): Array<number> => {
  const passed = Math.min(Math.max(0, today - day), counts.length)
  return [...Array.from({ length: passed }, () => 0), ...counts.slice(0, counts.length - passed)]
}
