/** SQL of the index of the log that both databases understand. */
import type { SegmentRecord } from '@crabtrail/core'
import { sharedStatement } from './statement.ts'

export const segmentStatements = {
  parts: sharedStatement<{ key: string; first: number }>()((p, d) =>
    d.queries
      .selectFrom('log_segment_parts')
      .select(['kind', 'part', 'checksum', 'data'])
      .where('brain', '=', d.brainNumber(p('key')))
      .where('first', '=', p('first')),
  ),

  borders: sharedStatement<{ brain: number }>()((p, d) =>
    d.queries.selectFrom('log_segments').select(['first', 'last']).where('brain', '=', p('brain')).orderBy('first'),
  ),

  insert: sharedStatement<{ brain: number } & SegmentRecord & Record<string, number | string>>()((p, d) =>
    d.queries.insertInto('log_segments').values({
      brain: p('brain'),
      first: p('first'),
      last: p('last'),
      hash: d.bytesOf(p('hash')),
      version: p('version'),
      turn: p('turn'),
      cause: p('cause'),
    }),
  ),

  dropParts: sharedStatement<{ brain: number; first: number; last: number }>()((p, d) =>
    d.queries
      .deleteFrom('log_segment_parts')
      .where('brain', '=', p('brain'))
      .where('first', '>=', p('first'))
      .where('first', '<=', p('last')),
  ),

  dropRecords: sharedStatement<{ brain: number; first: number; last: number }>()((p, d) =>
    d.queries.deleteFrom('log_segments').where('brain', '=', p('brain')).where('first', '>=', p('first')).where('first', '<=', p('last')),
  ),
}
