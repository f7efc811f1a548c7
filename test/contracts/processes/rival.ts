/** Another process with a store of its own open: does what it is told over its channel, one message at a time, and tells the outcome. */
import { type Append, EventStore, SnapshotStore } from '@crabtrail/core'
import { type EngineName, layerSqlite } from '@crabtrail/store/sqlite'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as ManagedRuntime from 'effect/ManagedRuntime'
import { postgresStore } from '../postgres-stores.ts'
import { append, brain, chain, sha256 } from '../sample-log.ts'
import type { StoreLayer, Stores } from '../store-layer.ts'

export type Opening =
  | { readonly order: 'open'; readonly path: string; readonly engine: EngineName }
  | { readonly order: 'open'; readonly url: string }

export type Order =
  | Opening
  | { readonly order: 'append'; readonly append: Append }
  /** Appends commits one after the other, as fast as it can. */
  | { readonly order: 'burst'; readonly commits: number }
  /** Writes snapshots and drops them again, one after the other. */
  | { readonly order: 'snapshots'; readonly count: number }
  /** Ends this process just before the commit; `locked`: within the lock of the brain. */
  | { readonly order: 'die'; readonly append: Append; readonly locked?: true }

export type Report = { readonly done: true } | { readonly done: false; readonly failure: unknown }

let runtime: ManagedRuntime.ManagedRuntime<Stores, unknown> | undefined

const obey = (order: Order): Effect.Effect<unknown, unknown, Stores> => {
  switch (order.order) {
    case 'open':
      return Effect.void
    case 'append':
      return EventStore.use((store) => store.append(order.append))
    case 'burst':
      return burst(order.commits)
    case 'snapshots':
      return snapshots(order.count)
    case 'die': {
      const last = { ...order.append, gate: { enterCommit: () => process.kill(process.pid, 'SIGKILL') } }
      return EventStore.use((store) => (order.locked ? store.locked(last.brain, (locked) => locked.append(last)) : store.append(last)))
    }
  }
}

const layerOf = (opening: Opening): StoreLayer =>
  'url' in opening ? postgresStore(opening.url, 'pool=2') : layerSqlite({ path: opening.path, engine: opening.engine })

const burst = Effect.fnUntraced(function* (commits: number) {
  const store = yield* EventStore
  for (const commit of chain(Array.from({ length: commits }, (_, i) => 1 + (i % 3))).slice(1)) yield* store.append(append(commit))
})

const snapshots = Effect.fnUntraced(function* (count: number) {
  const store = yield* SnapshotStore
  for (let position = 1; position <= count; position++) {
    const blocks = ['shared', `own ${position}`].map((data) => ({ name: data, digest: sha256(data) }))
    yield* store.write(
      brain,
      { position, hash: sha256(`${position}`), version: 1, blocks },
      blocks.map(({ name }) => name),
    )
    yield* store.keep(brain, [position, position - 1])
  }
})

process.on('message', (order: Order) => {
  if (order.order === 'open') runtime = ManagedRuntime.make(layerOf(order))
  void runtime?.runPromiseExit(obey(order)).then((exit) => {
    const report: Report = Exit.isSuccess(exit) ? { done: true } : { done: false, failure: JSON.parse(JSON.stringify(exit.cause)) }
    process.send?.(report)
  })
})
process.send?.({ done: true } satisfies Report)
