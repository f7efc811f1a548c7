/** SQL of the text index. */

import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import { sql } from 'kysely'
import { brainNumber, type Named, queries, type SqlValue, type Statement, statement } from '../../statements/statement.ts'

type Document = { readonly brain: number; readonly space: number; readonly node: number; readonly from: number }
type Asked = { readonly brain: string; readonly space: number }
type Space = { readonly brain: number; readonly space: number }

/** True for texts that are valid at position `at`. */
const holds = (at: ReturnType<Named<{ at: number }>>) => sql<boolean>`valid_from <= ${at} and (valid_until = 0 or valid_until > ${at})`

const totals = [
  sql<number>`count(*)`.as('documents'),
  sql<number>`coalesce(sum(length), 0)`.as('totalLength'),
  sql<number>`coalesce(sum(words), 0)`.as('totalWords'),
] as const

const statistics = {
  statistics: statement<Asked>()((p) =>
    queries
      .selectFrom('index_statistics')
      .select(['documents', 'total_length as totalLength', 'total_words as totalWords', 'tokeniser'])
      .where('brain', '=', brainNumber(p('brain')))
      .where('space', '=', p('space')),
  ),

  statisticsAt: statement<Asked & { readonly at: number }>()((p) =>
    queries
      .selectFrom('documents')
      .select(totals)
      .where('brain', '=', brainNumber(p('brain')))
      .where('space', '=', p('space'))
      .where(holds(p('at'))),
  ),

  statisticsOf: statement<Asked & { readonly nodes: string; readonly at: number }>()((p) =>
    queries
      .selectFrom('documents')
      .select(totals)
      .where('brain', '=', brainNumber(p('brain')))
      .where('space', '=', p('space'))
      .where('node', 'in', sql<number>`(select value from json_each(${p('nodes')}))`)
      .where(holds(p('at'))),
  ),

  version: statement<Asked>()((p) =>
    queries
      .selectFrom('index_statistics')
      .select(['version', 'tokeniser'])
      .where('brain', '=', brainNumber(p('brain')))
      .where('space', '=', p('space')),
  ),

  postingRows: statement<Space>()((p) =>
    queries.selectFrom('index_statistics').select('posting_rows as rows').where('brain', '=', p('brain')).where('space', '=', p('space')),
  ),

  spaces: statement<{ brain: number }>()((p) => queries.selectFrom('index_statistics').select('space').where('brain', '=', p('brain'))),

  tokeniser: statement<{ brain: number }>()((p) =>
    queries
      .selectFrom('index_statistics')
      .select((row) => row.fn.max<number | null>('tokeniser').as('tokeniser'))
      .where('brain', '=', p('brain')),
  ),

  /** Adds to the totals of a space. The caller has checked that the index was made by the same tokeniser. */
  addTotals: statement<{ brain: number; space: number; documents: number; length: number; words: number; rows: number }>()((p) =>
    queries
      .insertInto('index_statistics')
      .values({
        brain: p('brain'),
        space: p('space'),
        documents: p('documents'),
        total_length: p('length'),
        total_words: p('words'),
        posting_rows: p('rows'),
        version: 1,
        tokeniser: sql.lit(tokeniserVersion),
      })
      .onConflict((conflict) =>
        conflict.columns(['brain', 'space']).doUpdateSet((row) => ({
          documents: row('index_statistics.documents', '+', row.ref('excluded.documents')),
          total_length: row('index_statistics.total_length', '+', row.ref('excluded.total_length')),
          total_words: row('index_statistics.total_words', '+', row.ref('excluded.total_words')),
          posting_rows: row('index_statistics.posting_rows', '+', row.ref('excluded.posting_rows')),
          version: row('index_statistics.version', '+', row.lit(1)),
        })),
      ),
  ),

  clearTotals: statement<{ brain: number }>()((p) =>
    queries
      .updateTable('index_statistics')
      .set((row) => ({
        documents: 0,
        total_length: 0,
        total_words: 0,
        posting_rows: 0,
        version: row('version', '+', row.lit(1)),
        tokeniser: row.lit(tokeniserVersion),
      }))
      .where('brain', '=', p('brain')),
  ),
}

const documents = {
  open: statement<Omit<Document, 'from'>>()((p) =>
    queries
      .selectFrom('documents')
      .select(['valid_from', 'length', 'words'])
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('node', '=', p('node'))
      .where('valid_until', '=', sql.lit(0)),
  ),

  insertDocument: statement<Document & { readonly length: number; readonly words: number }>()((p) =>
    queries.insertInto('documents').values({
      brain: p('brain'),
      space: p('space'),
      node: p('node'),
      valid_from: p('from'),
      valid_until: 0,
      length: p('length'),
      words: p('words'),
    }),
  ),

  endDocument: statement<Document & { readonly until: number }>()((p) =>
    queries
      .updateTable('documents')
      .set({ valid_until: p('until') })
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('node', '=', p('node'))
      .where('valid_from', '=', p('from')),
  ),

  dropDocument: statement<Document>()((p) =>
    queries
      .deleteFrom('documents')
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('node', '=', p('node'))
      .where('valid_from', '=', p('from')),
  ),

  /** Every text of a brain with its columns. */
  texts: statement<{ brain: string }>()((p) =>
    queries
      .selectFrom('documents')
      .select(['space', 'node', 'valid_from', 'valid_until', 'length', 'words'])
      .where('brain', '=', brainNumber(p('brain'))),
  ),

  clearDocuments: statement<{ brain: number }>()((p) => queries.deleteFrom('documents').where('brain', '=', p('brain'))),

  /** Node, first position and end of every ended text of the space. */
  ended: statement<Space>()((p) =>
    queries
      .selectFrom('documents')
      .select(['node', 'valid_from', 'valid_until'])
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('valid_until', '<>', sql.lit(0)),
  ),
}

/** Rows that one statement writes; remaining rows are written one by one. */
export const postingsTogether = 32

const postingColumns = ['brain', 'space', 'term', 'node', 'valid_from', 'count', 'length'] as const

/** Parameters are bound by position: all columns of one posting, then those of the next. */
const insertedPostings = (count: number): Statement<ReadonlyArray<SqlValue>, never> => {
  const row = `(${postingColumns.map(() => '?').join(', ')})`
  const rows = Array.from({ length: count }, () => row).join(', ')
  return { sql: `insert into "postings" (${postingColumns.join(', ')}) values ${rows}`, bind: (values) => values }
}

const rowColumns = ['node', 'valid_from', 'count', 'length'] as const

const inSpace = (p: Named<Space>) => queries.selectFrom('postings').where('brain', '=', p('brain')).where('space', '=', p('space'))

/** An absent end becomes a blob, which SQLite sorts after every text. */
const below = (p: Named<{ below: string | null }>) => sql<boolean>`term < coalesce(${p('below')}, x'')`

/** Statements on postings in rows, in the order of the table. */
const rows = {
  rowsOfTerms: statement<Space & { readonly terms: string }>()((p) =>
    inSpace(p)
      .select(['term', ...rowColumns])
      .where('term', 'in', sql<string>`(select value from json_each(${p('terms')}))`)
      .orderBy('term')
      .orderBy('node')
      .orderBy('valid_from'),
  ),

  allRows: statement<Space>()((p) => inSpace(p).select(['term', ...rowColumns])),

  rowsBelow: statement<Space & { readonly below: string | null }>()((p) =>
    inSpace(p)
      .select(['term', ...rowColumns])
      .where(below(p))
      .orderBy('term')
      .orderBy('node')
      .orderBy('valid_from'),
  ),

  /** The first term, by bytes, that is `low` or comes after it. Terms with the prefix `low` come first. */
  nextTerm: statement<Space & { readonly low: string }>()((p) =>
    inSpace(p).select('term').where('term', '>=', p('low')).orderBy('term').limit(1),
  ),

  insertPosting: insertedPostings(1),

  insertPostings: insertedPostings(postingsTogether),

  dropRow: statement<Document & { readonly term: string }>()((p) =>
    queries
      .deleteFrom('postings')
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('term', '=', p('term'))
      .where('node', '=', p('node'))
      .where('valid_from', '=', p('from')),
  ),

  dropRowsBelow: statement<Space & { readonly below: string | null }>()((p) =>
    queries.deleteFrom('postings').where('brain', '=', p('brain')).where('space', '=', p('space')).where(below(p)),
  ),

  clearPostings: statement<{ brain: number }>()((p) => queries.deleteFrom('postings').where('brain', '=', p('brain'))),
}

const stored = ['checksum', 'data'] as const
type Stored = { readonly checksum: number; readonly data: Uint8Array }

const blocksOf = (p: Named<Space>) => queries.selectFrom('posting_blocks').where('brain', '=', p('brain')).where('space', '=', p('space'))

/** Statements on blocks of postings; a block is identified by its first term. */
const blocks = {
  blocks: statement<Space>()((p) => blocksOf(p).select(['id', 'low']).orderBy('low')),

  /** The block that can contain the term, or else the first one, and those after it. */
  blocksFrom: statement<Space & { readonly term: string; readonly limit: number }>()((p) =>
    blocksOf(p)
      .select(['id', 'low'])
      .where('low', '>=', (block) =>
        block.fn.coalesce(
          blocksOf(p)
            .where('low', '<=', p('term'))
            .select((found) => found.fn.max('low').as('low')),
          sql<string>`''`,
        ),
      )
      .orderBy('low')
      .limit(p('limit')),
  ),

  block: statement<{ id: number }>()((p) => queries.selectFrom('posting_blocks').select(stored).where('id', '=', p('id'))),

  /** The only block that can contain the term. */
  blockOf: statement<Space & { readonly term: string }>()((p) =>
    blocksOf(p).select(stored).where('low', '<=', p('term')).orderBy('low', 'desc').limit(1),
  ),

  blockAfter: statement<Space & { readonly term: string }>()((p) =>
    blocksOf(p).select('low').where('low', '>', p('term')).orderBy('low').limit(1),
  ),

  insertBlock: statement<Space & Stored & { readonly low: string }>()((p) =>
    queries
      .insertInto('posting_blocks')
      .values({ brain: p('brain'), space: p('space'), low: p('low'), checksum: p('checksum'), data: p('data') }),
  ),

  updateBlock: statement<Stored & { readonly id: number }>()((p) =>
    queries
      .updateTable('posting_blocks')
      .set({ checksum: p('checksum'), data: p('data') })
      .where('id', '=', p('id')),
  ),

  dropBlock: statement<{ id: number }>()((p) => queries.deleteFrom('posting_blocks').where('id', '=', p('id'))),

  clearBlocks: statement<{ brain: number }>()((p) => queries.deleteFrom('posting_blocks').where('brain', '=', p('brain'))),
}

export const indexStatements = { ...statistics, ...documents, ...rows, ...blocks }
