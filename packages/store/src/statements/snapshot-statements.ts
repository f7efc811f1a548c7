/** SQL that reads snapshots, for both databases. */
import { sql } from 'kysely'
import { type Dialect, sharedStatement } from './statement.ts'

const columns = (d: Dialect) => ['position', 'version', 'blocks', d.hexOf('hash').as('hash')] as const

export const snapshotReads = {
  list: sharedStatement<{ key: string }>()((p, d) =>
    d.queries
      .selectFrom('snapshots')
      .select(columns(d))
      .where('brain', '=', d.brainNumber(p('key')))
      .orderBy('position'),
  ),

  newest: sharedStatement<{ key: string; latest: number }>()((p, d) =>
    d.queries
      .selectFrom('snapshots')
      .select(columns(d))
      .where('brain', '=', d.brainNumber(p('key')))
      .where('position', '<=', p('latest'))
      .orderBy('position', 'desc')
      .limit(1),
  ),

  one: sharedStatement<{ key: string; position: number }>()((p, d) =>
    d.queries
      .selectFrom('snapshots')
      .select(columns(d))
      .where('brain', '=', d.brainNumber(p('key')))
      .where('position', '=', p('position')),
  ),

  block: sharedStatement<{ key: string; digest: string }>()((p, d) =>
    d.queries
      .selectFrom('snapshot_blocks')
      .select(['text', 'length', 'checksum', 'data'])
      .where('brain', '=', d.brainNumber(p('key')))
      .where('digest', '=', d.bytesOf(p('digest'))),
  ),

  bytes: sharedStatement()((_, d) => d.queries.selectFrom('snapshot_blocks').select(sql<number | null>`sum(length(data))`.as('bytes'))),
}
