/**
 * Brings a database to the layout of this program, or refuses it with the reason.
 *
 * One migrator at a time: a lock of the database makes the others wait, and then they find the tables.
 */
import type { StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import { unavailable } from '../../failures.ts'
import { postgresStatement } from '../../statements/statement.ts'
import { draft, format, type Migration, newerFormat, olderFormat } from '../../statements/tables.ts'
import { noStoreDetail } from '../server/failure.ts'
import { type PostgresServer, Raised, type Session } from '../server/server.ts'
import { postgresMigrations } from './schema.ts'

/** Oldest server whose SQL is enough (major version × 10,000). Older ones are not maintained any more. */
const oldestServer = 140_000

/** Number of the lock that a migrator takes: `Crab` in ASCII. */
const migratorLock = 0x43726162

export interface Preparing {
  /** True if older tables may be brought up to date. */
  readonly mayWrite: boolean
  /** True if tables may be made where there are none. */
  readonly mayMake: boolean
}

/** Fails unless the server, its encoding and its tables can be used. */
export const prepareDatabase = (
  server: PostgresServer,
  { mayMake, mayWrite }: Preparing,
  steps: ReadonlyArray<Migration<string>> = postgresMigrations,
): Effect.Effect<void, StoreUnavailable> =>
  Effect.gen(function* () {
    const facts = yield* server.get(serverFacts, {})
    yield* requireServer(server.place, facts)
    const target = steps.at(-1)?.format ?? 0
    const known = yield* server.read((session) => storedFormat(server.place, session))
    if (known !== undefined && known >= target) return
    if (known === undefined && !mayMake) return yield* Effect.fail(unavailable(server.place, 'not-found', noStoreDetail))
    if (known !== undefined && !mayWrite) return yield* Effect.fail(unavailable(server.place, 'read-only', olderFormat(known)))
    yield* server.settled(server.onSession((session) => migrate(server.place, session, steps)))
  })

const migrate = (place: string, session: Session, steps: ReadonlyArray<Migration<string>>): Effect.Effect<void, Raised> =>
  Effect.gen(function* () {
    yield* session.execute(`begin; select pg_advisory_xact_lock(${migratorLock}) is null as id`)
    const migrated = yield* Effect.exit(
      Effect.gen(function* () {
        const found = yield* storedFormat(place, session)
        if (found === undefined) yield* session.execute(createMeta)
        for (const step of steps) if (step.format > (found ?? 0)) yield* session.execute(statementsOf(step))
      }),
    )
    yield* migrated._tag === 'Success' ? session.execute('commit') : Effect.exit(session.execute('rollback'))
    yield* migrated
  })

const statementsOf = ({ format: reached, minReader, needs, statements }: Migration<string>): string =>
  [
    ...statements,
    `update crabtrail.crabtrail_meta set format = ${reached}, min_reader = ${minReader}, needs = '${needs}' where id = 1`,
  ].join(';\n')

const createMeta = `
  create schema if not exists crabtrail;
  create table crabtrail.crabtrail_meta (
    id integer primary key check (id = 1), draft integer not null, format integer not null, min_reader integer not null, needs text not null
  );
  insert into crabtrail.crabtrail_meta values (1, ${draft}, 0, 0, '')`

/** Returns undefined where there is no store yet. */
const storedFormat = (place: string, session: Session): Effect.Effect<number | undefined, Raised> =>
  Effect.gen(function* () {
    const [there] = yield* session.all(tablesThere, {})
    if (there?.meta !== true) {
      if ((there?.tables ?? 0) > 0) return yield* refuse(place, 'foreign', foreignDetail)
      return undefined
    }
    const [meta] = yield* session.all(readMeta, {})
    if (meta === undefined) return yield* refuse(place, 'corrupt', 'the database is damaged (its format is gone): restore a dump of it')
    if (meta.draft !== draft) return yield* refuse(place, 'older', unreleasedDetail)
    if (meta.min_reader > format) return yield* refuse(place, 'newer', newerFormat(meta))
    return meta.format
  })

const refuse = (place: string, reason: StoreUnavailable['reason'], detail: string): Effect.Effect<never, Raised> =>
  Effect.fail(new Raised(unavailable(place, reason, detail)))

const foreignDetail =
  'it has a schema named crabtrail that another program made, and it was left as it is: choose another database, or rename that schema'
const unreleasedDetail =
  'it has a format from before the first release, which is not read any more: use another database, then read its sources in anew with `crabtrail ingest PATH`'

const requireServer = (place: string, facts: ServerFacts | undefined): Effect.Effect<void, StoreUnavailable> => {
  const { encoding = 'UTF8', version = oldestServer, versionText = '' } = facts ?? {}
  const problem =
    version < oldestServer
      ? `the server is PostgreSQL ${versionText}, which is too old: use ${oldestServer / 10_000} or later`
      : `the database has the encoding ${encoding}: make one with create database … encoding 'UTF8' template template0`
  return version < oldestServer || encoding !== 'UTF8' ? Effect.fail(unavailable(place, 'unsupported', problem)) : Effect.void
}

interface ServerFacts {
  readonly version: number
  readonly versionText: string
  readonly encoding: string
}

const serverFacts = postgresStatement()(
  () => sql<ServerFacts>`
    select current_setting('server_version_num')::integer as version, current_setting('server_version') as "versionText",
      current_setting('server_encoding') as encoding`,
)

const tablesThere = postgresStatement()(
  () => sql<{ tables: number; meta: boolean }>`
    select count(*) as tables, coalesce(bool_or(c.relname = 'crabtrail_meta'), false) as meta
    from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = 'crabtrail' and c.relkind in ('r', 'p', 'v', 'm')`,
)

const readMeta = postgresStatement()(
  () => sql<{ draft: number; format: number; min_reader: number; needs: string }>`
    select draft, format, min_reader, needs from crabtrail.crabtrail_meta where id = 1`,
)
