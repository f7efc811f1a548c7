/**
 * What this process has done to its stores, in numbers: for those who watch it. Kept in memory alone, from the start of the process on.
 *
 * Counting is an addition; what takes time to measure is measured only where the work takes a thousand times as long. A number whose
 * name ends in `Ms` is whole or broken milliseconds, one that ends in `Bytes` is bytes.
 */

import * as Clock from 'effect/Clock'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../domain/events/brain-event.ts'
import type { Position } from '../domain/identity.ts'
import type { SnapshotBlock } from '../domain/snapshots/graph-blocks.ts'
import { type Append, EventStore } from './ports/event-store.ts'
import { SnapshotStore } from './ports/snapshot-store.ts'
import { StoreUnavailable } from './ports/store-errors.ts'

export const countNames = [
  /** Appended by decisions of this process, with what is in them. */
  'commits',
  'events',
  'bodyBytes',
  'contents',
  /** Somebody else appended first; and how often it was decided again for that. */
  'conflicts',
  'retries',
  /** Transactions that waited for another program's, and requests that waited in vain. */
  'lockWaits',
  'lockWaitMs',
  'busy',
  /** Recalls of all kinds; and events that belong to turns, of recalls and of what followed from them. */
  'recalls',
  'turnEvents',
  /** Commits of others, and those before a brain was opened, that were read and folded. */
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
  /** Texts and questions that became vectors, and calls of an embedder that gave none. */
  'embedded',
  'embeddedMs',
  'embedderFailures',
] as const

export type CountName = (typeof countNames)[number]
export type Counts = Record<CountName, number>

export const noCounts = (): Counts => Object.fromEntries(countNames.map((name) => [name, 0])) as Counts

/** One for all stores of a process, unless a layer gives others. Whoever does something adds to it. */
export const Counters = Context.Reference<Counts>('@crabtrail/core/Counters', { defaultValue: noCounts })

/** A commit of this process; nothing where none was needed. */
export const countCommit = (counts: Counts, append: Append | undefined, events: ReadonlyArray<BrainEvent>): void => {
  if (append === undefined) return
  counts.commits++
  counts.events += events.length
  counts.bodyBytes += append.row.body.length
  counts.contents += append.contents.length
  for (const { turn } of events) if (turn !== undefined) counts.turnEvents++
}

/** It is decided again, unless the caller named the position that he expected. */
export const countConflict = (expected: Position | undefined) =>
  Effect.map(Counters, (counts) => {
    counts.conflicts++
    if (expected === undefined) counts.retries++
  })

/** What a request failed with: whether it waited for another program in vain. */
export const countBusy = (error: unknown) =>
  Effect.map(Counters, (counts) => {
    if (error instanceof StoreUnavailable && error.reason === 'locked') counts.busy++
  })

/** So many events that were read and folded since then; none is no replay. */
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

/* The ports as the memory uses them, with what is seldom done and takes long counted on the way. */

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

/** Before they are compressed; a text by its characters. */
const bytesOf = (data: ReadonlyArray<SnapshotBlock['data']>): number => data.reduce((sum, { length }) => sum + length, 0)
