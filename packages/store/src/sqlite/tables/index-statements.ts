/** SQL of the text index. */

import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import { sql } from 'kysely'
import { brainNumber, columnValues, type Named, queries, type SqlValue, type Statement, statement } from '../../statements/statement.ts'

type Asked = { readonly brain: string; readonly space: number }
type Space = { readonly brain: number; readonly space: number }
type Node = Space & { readonly node: number }
type Document = Node & { readonly from: number }
type OfNodes = Space & { readonly nodes: string }

const isAsked = (p: Named<Asked>) => sql<boolean>`brain = ${brainNumber(p('brain'))} and space = ${p('space')}`
const isBrain = (p: Named<{ brain: number }>) => sql<boolean>`brain = ${p('brain')}`
const isSpace = (p: Named<Space>) => sql<boolean>`brain = ${p('brain')} and space = ${p('space')}`
const isNode = (p: Named<Node>) => sql<boolean>`${isSpace(p)} and node = ${p('node')}`
const isDocument = (p: Named<Document>) => sql<boolean>`${isNode(p)} and valid_from = ${p('from')}`

const isAmong = (nodes: ReturnType<Named<{ nodes: string }>>) => sql<boolean>`node in (select value from json_each(${nodes}))`

/** True for texts that are valid at position `at`. */
const holds = (at: ReturnType<Named<{ at: number }>>) => sql<boolean>`valid_from <= ${at} and (valid_until = 0 or valid_until > ${at})`

const totals = [
  sql<number>`count(*)`.as('documents'),
  sql<number>`coalesce(sum(length), 0)`.as('totalLength'),
  sql<number>`coalesce(sum(words), 0)`.as('totalWords'),
] as const

/** What changes in the totals of a space. `rows`: number of rows in `postings`. */
type Change = Space & { readonly documents: number; readonly length: number; readonly words: number; readonly rows: number }

const statistics = {
  statistics: statement<Asked>()((p) =>
    queries
      .selectFrom('index_statistics')
      .select(['documents', 'total_length as totalLength', 'total_words as totalWords', 'tokeniser'])
      .where(isAsked(p)),
  ),

  statisticsAt: statement<Asked & { readonly at: number }>()((p) =>
    queries
      .selectFrom('documents')
      .select(totals)
      .where(isAsked(p))
      .where(holds(p('at'))),
  ),

  statisticsOf: statement<Asked & { readonly nodes: string; readonly at: number }>()((p) =>
    queries
      .selectFrom('documents')
      .select(totals)
      .where(isAsked(p))
      .where(isAmong(p('nodes')))
      .where(holds(p('at'))),
  ),

  version: statement<Asked>()((p) =>
    queries.selectFrom('index_statistics').select(['version', 'tokeniser', 'posting_rows as rows']).where(isAsked(p)),
  ),

  postingRows: statement<Space>()((p) => queries.selectFrom('index_statistics').select('posting_rows as rows').where(isSpace(p))),

  spaces: statement<{ brain: number }>()((p) => queries.selectFrom('index_statistics').select('space').where(isBrain(p))),

  tokeniser: statement<{ brain: number }>()((p) =>
    queries
      .selectFrom('index_statistics')
      .select((row) => row.fn.max<number | null>('tokeniser').as('tokeniser'))
      .where(isBrain(p)),
  ),

  /** Adds to the totals of a space. The caller has checked that the index was made by the same tokeniser. */
  addTotals: statement<Change>()((p) =>
    queries
      .insertInto('index_statistics')
      .values({
        ...columnValues(p, 'brain', 'space', 'documents'),
        ...{ total_length: p('length'), total_words: p('words'), posting_rows: p('rows') },
        ...{ version: 1, tokeniser: sql.lit(tokeniserVersion) },
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

  /** Reduces the totals of a space. `version` rises, so that cached postings are no longer used. */
  takeTotals: statement<Change>()((p) =>
    queries
      .updateTable('index_statistics')
      .set((row) => ({
        documents: row('documents', '-', p('documents')),
        total_length: row('total_length', '-', p('length')),
        total_words: row('total_words', '-', p('words')),
        posting_rows: row('posting_rows', '-', p('rows')),
        version: row('version', '+', row.lit(1)),
      }))
      .where(isSpace(p)),
  ),

  clearTotals: statement<{ brain: number }>()((p) =>
    queries
      .updateTable('index_statistics')
      .set((row) => ({
        ...{ documents: 0, total_length: 0, total_words: 0, posting_rows: 0 },
        ...{ version: row('version', '+', row.lit(1)), tokeniser: row.lit(tokeniserVersion) },
      }))
      .where(isBrain(p)),
  ),
}

const openTexts = (p: Named<Space>) => queries.selectFrom('documents').where(isSpace(p)).where('valid_until', '=', sql.lit(0))

const documents = {
  open: statement<Node>()((p) => openTexts(p).select(['valid_from', 'length', 'words']).where('node', '=', p('node'))),

  /** Totals of those of the nodes' texts that hold now. */
  openTotals: statement<OfNodes>()((p) =>
    openTexts(p)
      .select([sql<number>`count(*)`.as('documents'), sql<number>`coalesce(sum(length), 0)`.as('length')])
      .select(sql<number>`coalesce(sum(words), 0)`.as('words'))
      .where(isAmong(p('nodes'))),
  ),

  insertDocument: statement<Document & { readonly length: number; readonly words: number }>()((p) =>
    queries
      .insertInto('documents')
      .values({ ...columnValues(p, 'brain', 'space', 'node', 'length', 'words'), valid_from: p('from'), valid_until: 0 }),
  ),

  endDocument: statement<Document & { readonly until: number }>()((p) =>
    queries
      .updateTable('documents')
      .set({ valid_until: p('until') })
      .where(isDocument(p)),
  ),

  dropDocument: statement<Document>()((p) => queries.deleteFrom('documents').where(isDocument(p))),

  dropDocuments: statement<OfNodes>()((p) =>
    queries
      .deleteFrom('documents')
      .where(isSpace(p))
      .where(isAmong(p('nodes'))),
  ),

  texts: statement<{ brain: string }>()((p) =>
    queries
      .selectFrom('documents')
      .select(['space', 'node', 'valid_from as from', 'valid_until as until', 'length', 'words'])
      .where('brain', '=', brainNumber(p('brain'))),
  ),

  clearDocuments: statement<{ brain: number }>()((p) => queries.deleteFrom('documents').where(isBrain(p))),

  /** Node, first position and end of every ended text of the space. */
  ended: statement<Space>()((p) =>
    queries.selectFrom('documents').select(['node', 'valid_from', 'valid_until']).where(isSpace(p)).where('valid_until', '<>', sql.lit(0)),
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

const postingsOf = (p: Named<Space>) =>
  queries.selectFrom('postings').select(['term', 'node', 'valid_from', 'count', 'length']).where(isSpace(p))

/** An absent end becomes a blob, which SQLite sorts after every text. */
const below = (p: Named<{ below: string | null }>) => sql<boolean>`term < coalesce(${p('below')}, x'')`

/** Statements on postings in rows, in the order of the table. */
const rows = {
  rowsOfTerms: statement<Space & { readonly terms: string }>()((p) =>
    postingsOf(p)
      .where('term', 'in', sql<string>`(select value from json_each(${p('terms')}))`)
      .orderBy('term')
      .orderBy('node')
      .orderBy('valid_from'),
  ),

  allRows: statement<Space>()((p) => postingsOf(p)),

  rowsBelow: statement<Space & { readonly below: string | null }>()((p) =>
    postingsOf(p).where(below(p)).orderBy('term').orderBy('node').orderBy('valid_from'),
  ),

  /** The first term, by bytes, that is `low` or comes after it. Terms with the prefix `low` come first. */
  nextTerm: statement<Space & { readonly low: string }>()((p) =>
    queries.selectFrom('postings').select('term').where(isSpace(p)).where('term', '>=', p('low')).orderBy('term').limit(1),
  ),

  insertPosting: insertedPostings(1),

  insertPostings: insertedPostings(postingsTogether),

  dropRow: statement<Document & { readonly term: string }>()((p) =>
    queries.deleteFrom('postings').where(isDocument(p)).where('term', '=', p('term')),
  ),

  dropRowsBelow: statement<Space & { readonly below: string | null }>()((p) =>
    queries.deleteFrom('postings').where(isSpace(p)).where(below(p)),
  ),

  clearPostings: statement<{ brain: number }>()((p) => queries.deleteFrom('postings').where(isBrain(p))),
}

const stored = ['checksum', 'data'] as const
type Stored = { readonly checksum: number; readonly data: Uint8Array }

const blocksOf = (p: Named<Space>) => queries.selectFrom('posting_blocks').where(isSpace(p))

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

  /** The blocks that can contain the terms, each once, in no order. One statement for all terms: the lock of each costs more than what it reads. */
  blocksOfTerms: statement<Space & { readonly terms: string }>()((p) =>
    queries
      .selectFrom('posting_blocks')
      .select(['low', ...stored])
      .where(
        'id',
        'in',
        sql<number>`(
          select (
            select id from posting_blocks
            where brain = ${p('brain')} and space = ${p('space')} and low <= asked.value
            order by low desc limit 1
          ) from json_each(${p('terms')}) as asked
        )`,
      ),
  ),

  blockAfter: statement<Space & { readonly term: string }>()((p) =>
    blocksOf(p).select('low').where('low', '>', p('term')).orderBy('low').limit(1),
  ),

  insertBlock: statement<Space & Stored & { readonly low: string }>()((p) =>
    queries.insertInto('posting_blocks').values(columnValues(p, 'brain', 'space', 'low', 'checksum', 'data')),
  ),

  updateBlock: statement<Stored & { readonly id: number }>()((p) =>
    queries
      .updateTable('posting_blocks')
      .set(columnValues(p, 'checksum', 'data'))
      .where('id', '=', p('id')),
  ),

  dropBlock: statement<{ id: number }>()((p) => queries.deleteFrom('posting_blocks').where('id', '=', p('id'))),

  clearBlocks: statement<{ brain: number }>()((p) => queries.deleteFrom('posting_blocks').where(isBrain(p))),
}

export const indexStatements = { ...statistics, ...documents, ...rows, ...blocks }
