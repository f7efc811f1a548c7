/** The ports as the memory uses them, with what is seldom done and takes long counted on the way. */
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import type { SnapshotBlock } from '../domain/snapshots/graph-blocks.ts'
import { Counters, type CountName, timed } from './counters.ts'
import { EventStore } from './ports/event-store.ts'
import { SnapshotStore } from './ports/snapshot-store.ts'

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
