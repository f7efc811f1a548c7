/** SQL that reads the log, for both databases. */
import type { BrainKey, BrainRecord } from '@crabtrail/core'
import { sql } from 'kysely'
import { type Dialect, sharedStatement } from './statement.ts'

const brainColumns = (d: Dialect) =>
  ['key', 'position', 'at', d.hexOf('fingerprint_key').as('fingerprintKey'), d.hexOf('hash').as('hash')] as const
const commandColumns = (d: Dialect) => ['first', 'count', d.hexOf('signal').as('signal')] as const

export const logStatements = {
  brains: sharedStatement()((_, d) => d.queries.selectFrom('brains').select(brainColumns(d))),

  brain: sharedStatement<{ key: string }>()((p, d) => d.queries.selectFrom('brains').select(brainColumns(d)).where('key', '=', p('key'))),

  head: sharedStatement<{ key: string }>()((p, d) =>
    d.queries
      .selectFrom('brains')
      .select(['position', d.hexOf('hash').as('hash')])
      .where('key', '=', p('key')),
  ),

  /** Starts with the commit that contains `from`; that commit may begin before `from`. */
  read: sharedStatement<{ key: string; from: number; to: number; limit: number }>()((p, d) =>
    d.queries
      .selectFrom('commits')
      .select(['first', 'count', 'at', 'actor', 'session', 'body', d.hexOf('prev').as('prev'), d.hexOf('hash').as('hash')])
      .where('brain', '=', d.brainNumber(p('key')))
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
      .where(sql<boolean>`first + count > ${p('from')}`)
      .where('first', '<=', p('to'))
      .orderBy('first')
      .limit(p('limit')),
  ),

  command: sharedStatement<{ brain: string; key: string }>()((p, d) =>
    d.queries
      .selectFrom('commands')
      .select(commandColumns(d))
      .where('brain', '=', d.brainNumber(p('brain')))
      .where('key', '=', d.bytesOf(p('key'))),
  ),

  commands: sharedStatement<{ brain: string }>()((p, d) =>
    d.queries
      .selectFrom('commands')
      .select([...commandColumns(d), d.hexOf('key').as('key')])
      .where('brain', '=', d.brainNumber(p('brain')))
      .orderBy('first')
      .orderBy('key'),
  ),
}

interface BrainColumns extends Omit<BrainRecord, 'brain'> {
  readonly key: string
}

export const recordOf = ({ at, fingerprintKey, hash, key, position }: BrainColumns): BrainRecord => ({
  brain: key as BrainKey,
  fingerprintKey,
  position,
  hash,
  at,
})
