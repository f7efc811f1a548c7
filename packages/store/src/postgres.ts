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
  WrongExpectedPosition,
} from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import type { Refusal } from './failures/refusal.ts'
import type { PostgresAddress } from './postgres/address/address.ts'
import { KnownHeads } from './postgres/known-heads.ts'
import { describeServer, faultOf } from './postgres/schema/describe.ts'
import { prepareDatabase } from './postgres/schema/migrate.ts'
import { PostgresServer, type Session } from './postgres/server/server.ts'
import { PostgresContents } from './postgres/tables/postgres-contents.ts'
import { PostgresErasure, unreachedPlaces } from './postgres/tables/postgres-erasure.ts'
import { PostgresLog } from './postgres/tables/postgres-log.ts'
import { PostgresSegments } from './postgres/tables/postgres-segments.ts'
import { PostgresSnapshots } from './postgres/tables/postgres-snapshots.ts'
import { PostgresVectors } from './postgres/tables/postgres-vectors.ts'
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
  const contents = new PostgresContents(server)
  const index = new PostgresIndex(server, heads)
  const snapshots = new PostgresSnapshots(server)
  const segments = new PostgresSegments(server)
  const vectors = new PostgresVectors(server)
  return Context.make(EventStore, eventStore(server, new PostgresLog(server, heads, index), contents, index)).pipe(
    Context.add(ContentStore, {
      bodies: (brain, refs) => contents.bodies(brain, refs),
      find: (brain, kind, fingerprint) => contents.find(brain, kind, fingerprint),
      findAll: (brain, kind, fingerprints) => contents.findAll(brain, kind, fingerprints),
      findByPrefix: (brain, kind, prefix, limit) => contents.findByPrefix(brain, kind, prefix, limit),
      page: (brain, after, limit) => contents.page(brain, after, limit),
      tombstones: (brain) => contents.tombstones(brain),
      bury: (brain, fingerprints) => contents.bury(brain, fingerprints),
    }),
    Context.add(SearchIndex, {
      statistics: (brain, space, at) => index.statistics(brain, space, at),
      statisticsOf: (brain, space, nodes, at) => index.statisticsOf(brain, space, nodes, at),
      postings: (brain, space, terms, at) => index.postings(brain, space, terms, at),
      begins: (brain, space, beginnings, at) => index.begins(brain, space, beginnings, at),
      rebuild: (brain, changes) => index.rebuild(brain, changes),
      readAhead: (brain, at, coming, content) => index.readAhead(brain, at, coming, content),
      tokeniser: (brain) => index.tokeniser(brain),
      holds: (brain, space, texts) => index.holds(brain, space, texts),
      whole: (brain) => index.whole(brain),
    }),
    Context.add(SegmentStore, {
      find: (brain, keys, notAfter) => segments.find(brain, keys, notAfter),
      read: (brain, first) => segments.read(brain, first),
      write: (brain, record, parts) => segments.write(brain, record, parts),
      drop: (brain) => segments.drop(brain),
    }),
    Context.add(SnapshotStore, {
      list: (brain) => snapshots.list(brain),
      newest: (brain, notAfter) => snapshots.newest(brain, notAfter),
      read: (brain, position) => snapshots.read(brain, position),
      write: (brain, record, data) => snapshots.write(brain, record, data),
      keep: (brain, positions) => snapshots.keep(brain, positions),
    }),
    Context.add(VectorStore, {
      embedders: (brain) => vectors.embedders(brain),
      page: (brain, embedder, after, limit) => vectors.page(brain, embedder, after, limit),
      of: (brain, embedder, nodes) => vectors.of(brain, embedder, nodes),
      put: (brain, embedder, made) => vectors.put(brain, embedder, made),
      remove: (brain, embedder, nodes) => vectors.remove(brain, embedder, nodes),
      drop: (brain, embedder) => vectors.drop(brain, embedder),
    }),
    Context.add(ErasureStore, erasureStore(new PostgresErasure(server, index))),
  )
}

const erasureStore = (erasure: PostgresErasure): ErasureStore['Service'] => ({
  owned: (brain, owners) => erasure.owned(brain, owners),
  wordsOnlyIn: (brain, nodes) => erasure.wordsOnlyIn(brain, nodes),
  erase: (brain, erasing) => erasure.erase(brain, erasing),
  unbury: (brain, fingerprints) => erasure.unbury(brain, fingerprints),
  finish: erasure.finish,
  copies: Effect.succeed([]),
  unreached: unreachedPlaces,
})

const eventStore = (server: PostgresServer, log: PostgresLog, contents: PostgresContents, index: PostgresIndex): EventStore['Service'] => ({
  place: server.place,
  brains: log.brains,
  brain: (brain) => log.brain(brain),
  append: (append) => log.append(append),
  locked: (brain, body, steady = []) =>
    Effect.suspend(() => {
      let last: Append | undefined
      let session: Session | undefined
      const locked: LockedBrain = {
        tail: (from, limit, key) => log.tail(brain, from, limit, key),
        find: (kind, fingerprint) => contents.find(brain, kind, fingerprint),
        findAll: (kind, fingerprints) => contents.findAll(brain, kind, fingerprints),
        bodies: (refs) => contents.bodies(brain, refs),
        append: (append) =>
          Effect.tap(
            Effect.catch(log.append(append), (refusal) => Effect.flatMap(lostRace(refusal, log), Effect.fail)),
            () =>
              Effect.sync(() => {
                last = append
              }),
          ),
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
  read: (brain, from, limit, to) => log.read(brain, from, limit, to),
  tail: (brain, from, limit, key) => log.tail(brain, from, limit, key),
  recorded: (brain, key) => log.recorded(brain, key),
  commands: (brain) => log.commands(brain),
  archived: (brain) => log.archived(brain),
  archive: (brain, rows, { rehearsal } = { rehearsal: false }) => log.archive(brain, rows, rehearsal),
  checkpoint: index.dropStale,
  fault: faultOf(server),
  intact: 'the server reports no page that fails its checksum',
  describe: describeServer(server),
})

/** Inside a lock an existing brain is reported as a wrong expected position. */
const lostRace = (refusal: Refusal, log: PostgresLog): Effect.Effect<Exclude<Refusal, BrainExists>, StoreUnavailable> =>
  refusal instanceof BrainExists
    ? Effect.map(
        log.brain(refusal.brain as never),
        (found) => new WrongExpectedPosition({ brain: refusal.brain, expected: 0, actual: found?.position ?? 0 }),
      )
    : Effect.succeed(refusal)
