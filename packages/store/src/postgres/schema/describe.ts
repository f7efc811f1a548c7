/** Facts about a server and the tables of the memory on it, for `doctor` and `stats`. */
import type { StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { sql } from 'kysely'
import { postgresStatement } from '../../statements/statement.ts'
import type { PostgresServer } from '../server/server.ts'
import { partitions } from './schema.ts'

export const describeServer = (server: PostgresServer): Effect.Effect<Readonly<Record<string, string | number>>, StoreUnavailable> =>
  Effect.map(server.get(facts, {}), (found) => ({
    engine: 'postgresql',
    path: server.place,
    partitions,
    ...found,
  }))

type Facts = Readonly<Record<'version' | 'fsync' | 'synchronousCommit' | 'fullPageWrites', string>> &
  Readonly<Record<'format' | 'minReader' | 'bytes' | 'tableBytes' | 'indexBytes' | 'snapshotBytes' | 'deadRows' | 'liveRows', number>>

/** Sizes of partitioned tables are those of their partitions. */
const facts = postgresStatement()(
  () => sql<Facts>`
    with tables as (
      select c.oid, c.relname from pg_catalog.pg_class as c join pg_catalog.pg_namespace as n on n.oid = c.relnamespace
      where n.nspname = 'crabtrail' and c.relkind = 'r'
    )
    select current_setting('server_version') as version, m.format, m.min_reader as "minReader",
      current_setting('fsync') as fsync, current_setting('synchronous_commit') as "synchronousCommit",
      current_setting('full_page_writes') as "fullPageWrites",
      (select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint from tables) as bytes,
      (select coalesce(sum(pg_table_size(oid)), 0)::bigint from tables) as "tableBytes",
      (select coalesce(sum(pg_indexes_size(oid)), 0)::bigint from tables) as "indexBytes",
      (select coalesce(sum(pg_total_relation_size(oid)), 0)::bigint from tables where relname like 'snapshot%') as "snapshotBytes",
      (select coalesce(sum(n_dead_tup), 0)::bigint from pg_stat_user_tables where schemaname = 'crabtrail') as "deadRows",
      (select coalesce(sum(n_live_tup), 0)::bigint from pg_stat_user_tables where schemaname = 'crabtrail') as "liveRows"
    from crabtrail.crabtrail_meta as m where m.id = 1`,
)

/** Pages of the database that failed their checksum since its statistics were reset. A server without checksums reports none. */
export const faultOf = (server: PostgresServer): Effect.Effect<string | undefined, StoreUnavailable> =>
  Effect.map(server.get(checksums, {}), (found) =>
    found === undefined || found.failures === 0 ? undefined : `${found.failures} pages failed their checksum`,
  )

const checksums = postgresStatement()(
  () => sql<{ failures: number }>`
    select coalesce(checksum_failures, 0) as failures from pg_catalog.pg_stat_database where datname = current_database()`,
)
