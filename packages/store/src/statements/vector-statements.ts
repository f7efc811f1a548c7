/** SQL of vectors that both databases understand. */
import { sql } from 'kysely'
import { type Dialect, sharedStatement } from './statement.ts'

const vectorColumns = (d: Dialect) => ['node', 'vector', d.hexOf('text').as('text'), d.hexOrNull('title').as('title')] as const

export const vectorStatements = {
  embedders: sharedStatement<{ brain: string }>()((p, d) =>
    d.queries
      .selectFrom('vectors')
      .select((row) => ['embedder', row.fn.countAll<number>().as('vectors')])
      .where('brain', '=', d.brainNumber(p('brain')))
      .groupBy('embedder')
      .orderBy('embedder'),
  ),

  page: sharedStatement<{ brain: string; embedder: string; after: number; limit: number }>()((p, d) =>
    d.queries
      .selectFrom('vectors')
      .select(vectorColumns(d))
      .where('brain', '=', d.brainNumber(p('brain')))
      .where('embedder', '=', p('embedder'))
      .where('node', '>', p('after'))
      .orderBy('node')
      .limit(p('limit')),
  ),

  of: sharedStatement<{ brain: string; embedder: string; nodes: string }>()((p, d) =>
    d.queries
      .selectFrom('vectors')
      .select(vectorColumns(d))
      .where('brain', '=', d.brainNumber(p('brain')))
      .where('embedder', '=', p('embedder'))
      .where('node', 'in', d.numbersIn(p('nodes')))
      .orderBy('node'),
  ),

  remove: sharedStatement<{ brain: number; embedder: string; nodes: string }>()((p, d) =>
    d.queries
      .deleteFrom('vectors')
      .where('brain', '=', p('brain'))
      .where('embedder', '=', p('embedder'))
      .where('node', 'in', d.numbersIn(p('nodes'))),
  ),

  drop: sharedStatement<{ brain: number; embedder: string | null }>()((p, d) =>
    d.queries
      .deleteFrom('vectors')
      .where('brain', '=', p('brain'))
      .where(sql<boolean>`embedder = coalesce(${p('embedder')}, embedder)`),
  ),
}
