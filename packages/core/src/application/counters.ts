/**
 * Counts what this process has done to its stores, for monitoring. The counts are kept in memory only, from the start of the process on.
 *
 * Counting is an addition. Time is measured only for work that takes a thousand times as long as the measurement. A name that ends in `Ms`
 * counts milliseconds, with fractions; one that ends in `Bytes` counts bytes.
 */

import * as Clock from 'effect/Clock'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../domain/events/brain-event.ts'
import type { Position } from '../domain/identity.ts'
import type { SnapshotBlock } from '../domain/snapshots/snapshot.ts'
import { type Append, EventStore } from './ports/event-store.ts'
import { SnapshotStore } from './ports/snapshot-store.ts'
import { StoreUnavailable } from './ports/store-errors.ts'

export const countNames = [
  /** Commits that decisions of this process appended, and their events, bytes and contents. */
  'commits',
  'events',
  'bodyBytes',
  'contents',
  /** Races lost to another writer, and decisions made again because of that. */
  'conflicts',
  'retries',
  /** Transactions that waited for one of another program, their waiting time, and requests that waited in vain. */
  'lockWaits',
  'lockWaitMs',
  'busy',
  /** Recalls of all kinds, and events that belong to turns: to recalls and to what followed from them. */
  'recalls',
  'turnEvents',
  /** Replays: commits of others, and commits from before a brain was opened, that were read and folded. */
  'replays',
  'replayedEvents',
  'replayMs',
  'snapshotReads',
  'snapshotReadBytes',
  'snapshotReadMs',
  'snapshotWrites',
  'snapshotWriteBytes',
  'snapshotWriteMs',
  'checkpoints',
  'checkpointMs',
  /** Texts and questions that were embedded, and embedder calls that failed. */
  'embedded',
  'embeddedMs',
  'embedderFailures',
] as const

export type CountName = (typeof countNames)[number]
export type Counts = Record<CountName, number>

export const noCounts = (): Counts => Object.fromEntries(countNames.map((name) => [name, 0])) as Counts

/** Counts for all stores of a process, unless a layer provides others. */
export const Counters = Context.Reference<Counts>('@crabtrail/core/Counters', { defaultValue: noCounts })

/** Counts a commit of this process. Without an append it counts nothing. */
export const countCommit = (counts: Counts, append: Append | undefined, events: ReadonlyArray<BrainEvent>): void => {
  if (append === undefined) return
  counts.commits++
  counts.events += events.length
  counts.bodyBytes += append.row.body.length
  counts.contents += append.contents.length
  for (const { turn } of events) if (turn !== undefined) counts.turnEvents++
}

/** Counts a lost race, and a retry unless the caller named the position that he expects. */
export const countConflict = (expected: Position | undefined) =>
  Effect.map(Counters, (counts) => {
    counts.conflicts++
    if (expected === undefined) counts.retries++
  })

/** Counts a failed request if it waited for another program in vain. */
export const countBusy = (error: unknown) =>
  Effect.map(Counters, (counts) => {
    if (error instanceof StoreUnavailable && error.reason === 'locked') counts.busy++
  })

/** Counts a replay of `events` events since `began`, a time in nanoseconds. Zero events are no replay. */
export const countReplay = Effect.fnUntraced(function* (events: number, began: bigint) {
  if (events === 0) return
  const counts = yield* Counters
  counts.replays++
  counts.replayedEvents += events
  counts.replayMs += milliseconds((yield* Clock.monotonicTimeNanos) - began)
})

/** Runs work and adds its milliseconds, whether it ends well or not. */
export const timed = <A, E, R>(name: Extract<CountName, `${string}Ms`>, work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
  Effect.gen(function* () {
    const counts = yield* Counters
    const began = yield* Clock.monotonicTimeNanos
    return yield* Effect.ensuring(
      work,
      Effect.map(Clock.monotonicTimeNanos, (ended) => {
        counts[name] += milliseconds(ended - began)
      }),
    )
  })

const milliseconds = (nanoseconds: bigint): number => Number(nanoseconds / 1_000n) / 1_000

/* Wraps the ports so that rare and slow work is counted: checkpoints, and reads and writes of snapshots. */

export const countedPorts = <R>(
  ports: Context.Context<R | EventStore | SnapshotStore>,
): Context.Context<R | EventStore | SnapshotStore> => {
  const events = Context.get(ports, EventStore)
  const snapshots = Context.get(ports, SnapshotStore)
  return ports.pipe(
    Context.add(EventStore, { ...events, checkpoint: Effect.tap(timed('checkpointMs', events.checkpoint), () => count('checkpoints', 1)) }),
    Context.add(SnapshotStore, {
      ...snapshots,
      read: (brain, position) =>
        Effect.tap(timed('snapshotReadMs', snapshots.read(brain, position)), (blocks = []) =>
          Effect.andThen(count('snapshotReads', 1), count('snapshotReadBytes', bytesOf(blocks.map(({ data }) => data)))),
        ),
      write: (brain, record, data) =>
        Effect.tap(timed('snapshotWriteMs', snapshots.write(brain, record, data)), () =>
          Effect.andThen(count('snapshotWrites', 1), count('snapshotWriteBytes', bytesOf(data))),
        ),
    }),
  )
}

const count = (name: CountName, by: number) =>
  Effect.map(Counters, (counts) => {
    counts[name] += by
  })

/** Returns the size before compression, in bytes for data and in characters for a text. */
const bytesOf = (data: ReadonlyArray<SnapshotBlock['data']>): number => data.reduce((sum, { length }) => sum + length, 0)
