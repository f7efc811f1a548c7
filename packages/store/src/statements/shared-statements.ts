/** SQL that both databases understand: of the log and its archived stretches, of snapshots, of the index of the log, and of vectors. */
import type { SegmentRecord } from '@crabtrail/core'
import { sql } from 'kysely'
import { columnValues, type Dialect, type Named, type SharedStatement, sharedStatement } from './statement.ts'

type OfBrain = { readonly key: string }
type Stretch = { readonly brain: number; readonly first: number; readonly last: number }

/** True for rows of the brain with a key. */
const ofBrain = (p: Named<OfBrain>, d: Dialect) => sql<boolean>`brain = ${d.brainNumber(p('key'))}`

const within = (p: Named<Stretch>) => sql<boolean>`brain = ${p('brain')} and first >= ${p('first')} and first <= ${p('last')}`

/** Deletes the rows of a table that begin within a stretch. */
const dropWithin = (table: 'commits' | 'log_segments' | 'log_segment_parts'): SharedStatement<Stretch, unknown> =>
  sharedStatement<Stretch>()((p, d) => d.queries.deleteFrom(table).where(within(p)))

const brainColumns = (d: Dialect) =>
  ['key', 'position', 'at', d.hexOf('fingerprint_key').as('fingerprintKey'), d.hexOf('hash').as('hash')] as const
const commandColumns = (d: Dialect) => ['first', 'count', d.hexOf('signal').as('signal')] as const

export const logStatements = {
  brains: sharedStatement()((_, d) => d.queries.selectFrom('brains').select(brainColumns(d))),

  brain: sharedStatement<OfBrain>()((p, d) => d.queries.selectFrom('brains').select(brainColumns(d)).where('key', '=', p('key'))),

  head: sharedStatement<OfBrain>()((p, d) =>
    d.queries
      .selectFrom('brains')
      .select(['position', d.hexOf('hash').as('hash')])
      .where('key', '=', p('key')),
  ),

  /** Starts with the commit that contains `from`; that commit may begin before `from`. */
  read: sharedStatement<OfBrain & { from: number; to: number; limit: number }>()((p, d) =>
    d.queries
      .selectFrom('commits')
      .select(['first', 'count', 'at', 'actor', 'session', 'body', d.hexOf('prev').as('prev'), d.hexOf('hash').as('hash')])
      .where(ofBrain(p, d))
      .where('first', '>=', (whole) =>
        whole.fn.coalesce(
          whole
            .selectFrom('commits as before')
            .where('before.brain', '=', d.brainNumber(p('key')))
            .where('before.first', '<=', p('from'))
            .select((commit) => commit.fn.max('before.first').as('first')),
          sql<number>`0`,
        ),
      )
      .where(sql<boolean>`first + count > ${p('from')} and first <= ${p('to')}`)
      .orderBy('first')
      .limit(p('limit')),
  ),

  command: sharedStatement<OfBrain & { command: string }>()((p, d) =>
    d.queries
      .selectFrom('commands')
      .select(commandColumns(d))
      .where(ofBrain(p, d))
      .where('key', '=', d.bytesOf(p('command'))),
  ),

  commands: sharedStatement<OfBrain>()((p, d) =>
    d.queries
      .selectFrom('commands')
      .select([...commandColumns(d), d.hexOf('key').as('key')])
      .where(ofBrain(p, d))
      .orderBy('first')
      .orderBy('key'),
  ),
}

const stretchColumns = (d: Dialect) => ['first', 'last', 'commits', d.hexOf('prev').as('prev'), d.hexOf('hash').as('hash')] as const

export const archiveStatements = {
  list: sharedStatement<OfBrain>()((p, d) =>
    d.queries
      .selectFrom('archived_commits')
      .select([...stretchColumns(d), (row) => row.fn<number>('length', ['data']).as('bytes')])
      .where(ofBrain(p, d))
      .orderBy('first'),
  ),

  /** The last stretch that begins at or before a position. */
  at: sharedStatement<OfBrain & { position: number }>()((p, d) =>
    d.queries
      .selectFrom('archived_commits')
      .select([...stretchColumns(d), 'length', 'checksum', 'data'])
      .where(ofBrain(p, d))
      .where('first', '<=', p('position'))
      .orderBy('first', 'desc')
      .limit(1),
  ),

  insert: sharedStatement<Stretch & { commits: number; prev: string; hash: string; length: number; checksum: number; data: Uint8Array }>()(
    (p, d) =>
      d.queries.insertInto('archived_commits').values({
        ...columnValues(p, 'brain', 'first', 'last', 'commits', 'length', 'checksum', 'data'),
        prev: d.bytesOf(p('prev')),
        hash: d.bytesOf(p('hash')),
      }),
  ),

  deleteCommits: dropWithin('commits'),
}

const snapshotColumns = (d: Dialect) => ['position', 'version', 'blocks', d.hexOf('hash').as('hash')] as const
const snapshotsOf = (p: Named<OfBrain>, d: Dialect) => d.queries.selectFrom('snapshots').select(snapshotColumns(d)).where(ofBrain(p, d))

export const snapshotReads = {
  list: sharedStatement<OfBrain>()((p, d) => snapshotsOf(p, d).orderBy('position')),

  newest: sharedStatement<OfBrain & { latest: number }>()((p, d) =>
    snapshotsOf(p, d).where('position', '<=', p('latest')).orderBy('position', 'desc').limit(1),
  ),

  one: sharedStatement<OfBrain & { position: number }>()((p, d) => snapshotsOf(p, d).where('position', '=', p('position'))),

  block: sharedStatement<OfBrain & { digest: string }>()((p, d) =>
    d.queries
      .selectFrom('snapshot_blocks')
      .select(['text', 'length', 'checksum', 'data'])
      .where(ofBrain(p, d))
      .where('digest', '=', d.bytesOf(p('digest'))),
  ),

  bytes: sharedStatement()((_, d) => d.queries.selectFrom('snapshot_blocks').select(sql<number | null>`sum(length(data))`.as('bytes'))),
}

export const segmentStatements = {
  parts: sharedStatement<OfBrain & { first: number }>()((p, d) =>
    d.queries
      .selectFrom('log_segment_parts')
      .select(['kind', 'part', 'checksum', 'data'])
      .where(ofBrain(p, d))
      .where('first', '=', p('first')),
  ),

  borders: sharedStatement<{ brain: number }>()((p, d) =>
    d.queries.selectFrom('log_segments').select(['first', 'last']).where('brain', '=', p('brain')).orderBy('first'),
  ),

  insert: sharedStatement<{ brain: number } & SegmentRecord & Record<string, number | string>>()((p, d) =>
    d.queries
      .insertInto('log_segments')
      .values({ ...columnValues(p, 'brain', 'first', 'last', 'version', 'turn', 'cause'), hash: d.bytesOf(p('hash')) }),
  ),

  dropParts: dropWithin('log_segment_parts'),
  dropRecords: dropWithin('log_segments'),
}

/** Positions of all segments. */
export const anywhere = { first: 0, last: Number.MAX_SAFE_INTEGER }

const vectorColumns = (d: Dialect) => ['node', 'vector', d.hexOf('text').as('text'), d.hexOrNull('title').as('title')] as const
const vectorsOf = (p: Named<OfBrain & { embedder: string }>, d: Dialect) =>
  d.queries.selectFrom('vectors').select(vectorColumns(d)).where(ofBrain(p, d)).where('embedder', '=', p('embedder')).orderBy('node')

export const vectorStatements = {
  embedders: sharedStatement<OfBrain>()((p, d) =>
    d.queries
      .selectFrom('vectors')
      .select((row) => ['embedder', row.fn.countAll<number>().as('vectors')])
      .where(ofBrain(p, d))
      .groupBy('embedder')
      .orderBy('embedder'),
  ),

  page: sharedStatement<OfBrain & { embedder: string; after: number; limit: number }>()((p, d) =>
    vectorsOf(p, d).where('node', '>', p('after')).limit(p('limit')),
  ),

  of: sharedStatement<OfBrain & { embedder: string; nodes: string }>()((p, d) =>
    vectorsOf(p, d).where('node', 'in', d.numbersIn(p('nodes'))),
  ),

  remove: sharedStatement<{ brain: number; embedder: string; nodes: string }>()((p, d) =>
    d.queries
      .deleteFrom('vectors')
      .where(sql<boolean>`brain = ${p('brain')} and embedder = ${p('embedder')} and node in ${d.numbersIn(p('nodes'))}`),
  ),

  drop: sharedStatement<{ brain: number; embedder: string | null }>()((p, d) =>
    d.queries.deleteFrom('vectors').where(sql<boolean>`brain = ${p('brain')} and embedder = coalesce(${p('embedder')}, embedder)`),
  ),
}
