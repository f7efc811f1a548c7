/**
 * A store in a PostgreSQL database: log, contents and text index of the brains of many gateways.
 *
 * Requests to it are answered side by side. Within the lock of a brain everything goes through the connection that holds it.
 */
import {
  type Append,
  BrainExists,
  ContentStore,
  Counters,
  ErasureStore,
  EventStore,
  type LockedBrain,
  SearchIndex,
  SegmentStore,
  SnapshotStore,
  type StorePorts,
  type StoreUnavailable,
  VectorStore,
} from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { lostRace } from './failures.ts'
import type { PostgresAddress } from './postgres/address/address.ts'
import { KnownHeads } from './postgres/known-heads.ts'
import { describeServer, faultOf } from './postgres/schema/describe.ts'
import { prepareDatabase } from './postgres/schema/migrate.ts'
import { PostgresServer, type Session } from './postgres/server/server.ts'
import { postgresSegments, postgresSnapshots, postgresVectors } from './postgres/tables/postgres-caches.ts'
import { postgresContents } from './postgres/tables/postgres-contents.ts'
import { postgresErasure } from './postgres/tables/postgres-erasure.ts'
import { PostgresLog } from './postgres/tables/postgres-log.ts'
import { PostgresIndex } from './postgres/text-index/postgres-index.ts'

export { type PostgresAddress, postgresAddress } from './postgres/address/address.ts'
export { nodeFiles } from './postgres/address/address-files.ts'
export { InvalidAddress } from './postgres/address/parameters.ts'

export interface PostgresOptions {
  readonly address: PostgresAddress
  /** True to write nothing and to make no tables. */
  readonly readOnly?: boolean
  /** False to fail with `not-found` where there is no store yet, instead of making one. */
  readonly mayMake?: boolean
  /** Milliseconds for which a lost connection is tried again. */
  readonly patienceMs?: number
}

export const layerPostgres = (options: PostgresOptions): Layer.Layer<StorePorts, StoreUnavailable> => {
  const { address, mayMake = true, patienceMs, readOnly = false } = options
  const open = Effect.gen(function* () {
    const server = new PostgresServer(address, patienceMs === undefined ? {} : { patienceMs })
    yield* Effect.onError(prepareDatabase(server, { mayWrite: !readOnly, mayMake: mayMake && !readOnly }), () => server.close)
    return server
  })
  const connected = Effect.acquireRelease(open, (server) => server.close)
  return Layer.effectContext(
    Effect.map(Effect.all([connected, Counters]), ([server, counts]) => {
      server.waited = (ms) => {
        if (ms <= 1) return
        counts.lockWaits++
        counts.lockWaitMs += ms
      }
      return services(server)
    }),
  )
}

const services = (server: PostgresServer): Context.Context<StorePorts> => {
  const heads = new KnownHeads()
  const contents = postgresContents(server)
  const index = new PostgresIndex(server, heads)
  return Context.make(EventStore, eventStore(server, new PostgresLog(server, heads, index), contents, index)).pipe(
    Context.add(ContentStore, contents),
    Context.add(SearchIndex, index),
    Context.add(SegmentStore, postgresSegments(server)),
    Context.add(SnapshotStore, postgresSnapshots(server)),
    Context.add(VectorStore, postgresVectors(server)),
    Context.add(ErasureStore, postgresErasure(server, index)),
  )
}

const eventStore = (
  server: PostgresServer,
  log: PostgresLog,
  contents: ContentStore['Service'],
  index: PostgresIndex,
): EventStore['Service'] => ({
  ...log,
  brains: log.brains,
  place: server.place,
  locked: (brain, body, steady = []) =>
    Effect.suspend(() => {
      let last: Append | undefined
      let session: Session | undefined
      const locked: LockedBrain = {
        tail: (from, limit, key) => log.tail(brain, from, limit, key),
        find: (kind, fingerprint) => contents.find(brain, kind, fingerprint),
        findAll: (kind, fingerprints) => contents.findAll(brain, kind, fingerprints),
        bodies: (refs) => contents.bodies(brain, refs),
        append: Effect.fnUntraced(function* (append) {
          const done = yield* Effect.result(log.append(append))
          if (Result.isFailure(done))
            return yield* Effect.fail(lostRace(done.failure, done.failure instanceof BrainExists ? yield* log.brain(brain) : undefined))
          last = append
        }),
      }
      const lost = Effect.suspend(() => log.confirm(last))
      const held = server.hold(
        brain,
        steady,
        (hold) => {
          session = hold.session
          return body(locked)
        },
        lost,
      )
      return Effect.ensuring(
        held,
        Effect.sync(() => index.transactionEnded(session, brain)),
      )
    }),
  checkpoint: index.dropStale,
  fault: faultOf(server),
  intact: 'the server reports no page that fails its checksum',
  describe: describeServer(server),
})
