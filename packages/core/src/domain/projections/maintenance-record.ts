/** When forgetting last ran, and how much changed since; how many memories come and go. */

import type { BrainEvent } from '../events/brain-event.ts'
import { ignore } from '../events/readers.ts'
import type { Position, TurnNumber } from '../identity.ts'

/** Only the fold that owns it writes to it. */
export interface MaintenanceRecord {
  /** The newest turn when it last ran, and the time of that run; 0 before the first. */
  turn: TurnNumber
  at: number
  /** Where it was asked for; 0 before the first. */
  request: Position
  /** Strengths moved since by anything but that run, and edges linked that learning or a hand asked for. */
  changes: number
}

/** Memories that came or went on each of the last seven days of UTC, that of `day` first; days are counted since 1970. */
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

/** What a run did itself does not make the next one due. */
export const countChanges = (record: MaintenanceRecord, cause: Position | undefined, changes: number): void => {
  if (cause !== record.request) record.changes += changes
}

/** Counts the nodes that came or went. */
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

/** How many came or went in the week before a time. */
export const renewedInWeek = (renewal: Readonly<Renewal>, at: number): number =>
  countsOn(renewal, dayOf(at)).reduce((sum, count) => sum + count, 0)

const dayOf = (at: number): number => Math.floor(at / dayMs)

/** A time before the newest day is of that day: times of a log never fall. */
const countsOn = ({ counts, day }: Readonly<Renewal>, today: number): Array<number> => {
  const passed = Math.min(Math.max(0, today - day), counts.length)
  return [...Array.from({ length: passed }, () => 0), ...counts.slice(0, counts.length - passed)]
}
