/** Erasure in PostgreSQL: deletes rows, measures them and returns what the server cannot clean at once. */
import type { BrainKey, ErasedPlace, Erasing, ErasureStore, UnreachedPlace } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import { ownedOf, ownerCode, signalBytes } from '../../rows/columns.ts'
import { postgresStatement } from '../../statements/statement.ts'
import type { PostgresServer, Raised, Session } from '../server/server.ts'
import type { PostgresIndex } from '../text-index/postgres-index.ts'
import { eraseVectors } from './postgres-caches.ts'
import { bury } from './postgres-contents.ts'

export const postgresErasure = (server: PostgresServer, index: PostgresIndex): ErasureStore['Service'] => ({
  owned: (brain, owners) => {
    const pairs = owners.flatMap(({ numbers, owner }) => numbers.map((number) => [ownerCode(owner), number] as const))
    if (pairs.length === 0) return Effect.succeed([])
    return Effect.map(
      server.all(owned, { brain, owners: pairs.map(([owner]) => owner), numbers: pairs.map(([, number]) => number) }),
      (rows) => rows.map(ownedOf),
    )
  },

  wordsOnlyIn: (key, nodes) => index.wordsOnlyIn(key, nodes),

  erase: (key, erasing) =>
    Effect.suspend(() => {
      let own: Session | undefined
      const erased = server.change(key, (session, brain) => {
        own = session
        return eraseIn(session, index, { ...erasing, key, brain })
      })
      const ended = Effect.sync(() => index.transactionEnded(own, key))
      // Within a lock the transaction ends with the lock.
      return Effect.flatMap(server.held, (hold) => (hold === undefined ? Effect.ensuring(erased, ended) : erased))
    }),

  unbury: (key, fingerprints) => server.change(key, (session, brain) => Effect.asVoid(session.run(unbury, { brain, fingerprints }))),
  finish: Effect.succeed({ places: [], waitsFor: undefined }),
  copies: Effect.succeed([]),
  unreached: unreachedPlaces,
})

const eraseIn = Effect.fnUntraced(function* (
  session: Session,
  index: PostgresIndex,
  erasing: Erasing & { readonly key: BrainKey; readonly brain: number },
): Effect.fn.Return<ReadonlyArray<ErasedPlace>, Raised> {
  const { brain, contents, signals } = erasing
  const vectors = yield* session.all(eraseVectors, { brain, refs: contents, nodes: erasing.nodes })
  const gone = yield* session.all(dropContents, { brain, refs: contents })
  const indexed = yield* index.erase(session, erasing)
  const answered = yield* session.run(dropSignals, {
    brain,
    firsts: signals.map(({ first }) => first),
    instead: signals.map((one) => one.instead),
  })
  yield* session.run(bury, { brain, fingerprints: erasing.bury })
  return [
    { place: 'contents', rows: gone.length, bytes: sum(gone) },
    { place: 'text index', ...indexed },
    { place: 'vectors', rows: vectors.length, bytes: sum(vectors) },
    { place: 'digests of answered requests', rows: answered, bytes: answered * signalBytes },
  ]
})

/** The files belong to the server, and its copies to whoever runs it. */
const unreachedPlaces: ReadonlyArray<UnreachedPlace> = [
  {
    place: 'database pages',
    why: 'the server overwrites deleted rows in its files when it needs their space: VACUUM FULL of the tables in the schema crabtrail takes them out at once',
  },
  { place: 'write-ahead log', why: 'the server keeps what was written until it recycles its log, and wherever that is archived' },
  { place: 'replicas', why: 'standby servers and subscribers delete the same rows when they follow, and keep files and logs of their own' },
  {
    place: 'backups',
    why: 'dumps, base backups and archived logs that were made before hold it: delete them, or restore one and forget there too',
  },
]

const sum = (rows: ReadonlyArray<{ readonly bytes: number }>): number => rows.reduce((bytes, row) => bytes + row.bytes, 0)

const owned = postgresStatement<{ brain: string; owners: ReadonlyArray<number>; numbers: ReadonlyArray<number> }>()(
  (p) => sql<{ ref: string; kind: number; owner: number; number: number }>`
    select encode(c.ref, 'hex') as ref, c.kind, c.owner, c.number
    from (select distinct * from unnest(${p('owners')}::smallint[], ${p('numbers')}::bigint[]) as u (owner, number)) as o
      join crabtrail.contents as c on c.owner = o.owner and c.number = o.number
    where c.brain = (select id from crabtrail.brains where key = ${p('brain')})
    order by c.position, c.place`,
)

const dropContents = postgresStatement<{ brain: number; refs: ReadonlyArray<string> }>()(
  (p) => sql<{ bytes: number }>`
    delete from crabtrail.contents
    where brain = ${p('brain')}::bigint and ref in (select decode(r, 'hex') from unnest(${p('refs')}::text[]) as r)
    returning octet_length(ref) + octet_length(salt) + coalesce(octet_length(body), 0) + octet_length(fingerprint) as bytes`,
)

const dropSignals = postgresStatement<{ brain: number; firsts: ReadonlyArray<number>; instead: ReadonlyArray<string> }>()(
  (p) => sql<never>`
    update crabtrail.commands as c set signal = decode(s.instead, 'hex')
    from unnest(${p('firsts')}::bigint[], ${p('instead')}::text[]) as s (first, instead)
    where c.brain = ${p('brain')}::bigint and c.first = s.first`,
)

const unbury = postgresStatement<{ brain: number; fingerprints: ReadonlyArray<string> }>()(
  (p) => sql<never>`
    delete from crabtrail.tombstones
    where brain = ${p('brain')}::bigint and fingerprint in (select decode(f, 'hex') from unnest(${p('fingerprints')}::text[]) as f)`,
)
