/** SQL of the archived stretches of the log that both databases understand. */
import { type Dialect, sharedStatement } from './statement.ts'

const stretchColumns = (d: Dialect) => ['first', 'last', 'commits', d.hexOf('prev').as('prev'), d.hexOf('hash').as('hash')] as const

export const archiveStatements = {
  list: sharedStatement<{ key: string }>()((p, d) =>
    d.queries
      .selectFrom('archived_commits')
      .select([...stretchColumns(d), (row) => row.fn<number>('length', ['data']).as('bytes')])
      .where('brain', '=', d.brainNumber(p('key')))
      .orderBy('first'),
  ),

  /** The last stretch that begins at or before a position. */
  at: sharedStatement<{ key: string; position: number }>()((p, d) =>
    d.queries
      .selectFrom('archived_commits')
      .select([...stretchColumns(d), 'length', 'checksum', 'data'])
      .where('brain', '=', d.brainNumber(p('key')))
      .where('first', '<=', p('position'))
      .orderBy('first', 'desc')
      .limit(1),
  ),

  insert: sharedStatement<{
    brain: number
    first: number
    last: number
    commits: number
    prev: string
    hash: string
    length: number
    checksum: number
    data: Uint8Array
  }>()((p, d) =>
    d.queries.insertInto('archived_commits').values({
      brain: p('brain'),
      first: p('first'),
      last: p('last'),
      commits: p('commits'),
      prev: d.bytesOf(p('prev')),
      hash: d.bytesOf(p('hash')),
      length: p('length'),
      checksum: p('checksum'),
      data: p('data'),
    }),
  ),

  deleteCommits: sharedStatement<{ brain: number; first: number; last: number }>()((p, d) =>
    d.queries.deleteFrom('commits').where('brain', '=', p('brain')).where('first', '>=', p('first')).where('first', '<=', p('last')),
  ),
}
