/** The SQL of the text index. */
import { tokeniserVersion } from '@crabtrail/core'
import { sql } from 'kysely'
import { brainNumber, type Named, queries, type SqlValue, type Statement, statement } from './statement.ts'

type Document = { readonly brain: number; readonly space: number; readonly node: number; readonly from: number }
type Asked = { readonly brain: string; readonly space: number }

/** At position `at`: begun, and not ended. */
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

  tokeniser: statement<{ brain: number }>()((p) =>
    queries
      .selectFrom('index_statistics')
      .select((row) => row.fn.max<number | null>('tokeniser').as('tokeniser'))
      .where('brain', '=', p('brain')),
  ),

  /** What is there already was made by the same tokeniser: nothing is added to an index of another. */
  addTotals: statement<{ brain: number; space: number; documents: number; length: number; words: number }>()((p) =>
    queries
      .insertInto('index_statistics')
      .values({
        brain: p('brain'),
        space: p('space'),
        documents: p('documents'),
        total_length: p('length'),
        total_words: p('words'),
        version: 1,
        tokeniser: sql.lit(tokeniserVersion),
      })
      .onConflict((conflict) =>
        conflict.columns(['brain', 'space']).doUpdateSet((row) => ({
          documents: row('index_statistics.documents', '+', row.ref('excluded.documents')),
          total_length: row('index_statistics.total_length', '+', row.ref('excluded.total_length')),
          total_words: row('index_statistics.total_words', '+', row.ref('excluded.total_words')),
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

  /** Every text of a brain, and whatever lies beside it. */
  texts: statement<{ brain: string }>()((p) =>
    queries
      .selectFrom('documents')
      .select(['space', 'node', 'valid_from', 'valid_until', 'length', 'words'])
      .where('brain', '=', brainNumber(p('brain'))),
  ),

  allTerms: statement<{ brain: string }>()((p) =>
    queries
      .selectFrom('document_terms')
      .select(['space', 'node', 'valid_from', 'terms'])
      .where('brain', '=', brainNumber(p('brain'))),
  ),

  clearDocuments: statement<{ brain: number }>()((p) => queries.deleteFrom('documents').where('brain', '=', p('brain'))),

  terms: statement<Document>()((p) =>
    queries
      .selectFrom('document_terms')
      .select('terms')
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('node', '=', p('node'))
      .where('valid_from', '=', p('from')),
  ),

  insertTerms: statement<Document & { readonly terms: string }>()((p) =>
    queries
      .insertInto('document_terms')
      .values({ brain: p('brain'), space: p('space'), node: p('node'), valid_from: p('from'), terms: p('terms') }),
  ),

  dropTerms: statement<Document>()((p) =>
    queries
      .deleteFrom('document_terms')
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('node', '=', p('node'))
      .where('valid_from', '=', p('from')),
  ),

  clearTerms: statement<{ brain: number }>()((p) => queries.deleteFrom('document_terms').where('brain', '=', p('brain'))),
}

const ofTerm = (p: Named<Asked & { readonly term: string }>) =>
  queries
    .selectFrom('postings')
    .select(['node', 'count', 'length'])
    .where('brain', '=', brainNumber(p('brain')))
    .where('space', '=', p('space'))
    .where('term', '=', p('term'))
    .orderBy('node')

/** So many are written by one statement; what is left over, one by one. */
export const postingsTogether = 32

const postingColumns = ['brain', 'space', 'term', 'node', 'valid_from', 'valid_until', 'count', 'length'] as const

/** Bound by place: the columns of one posting after those of another. */
const insertedPostings = (count: number): Statement<ReadonlyArray<SqlValue>, never> => {
  const row = `(${postingColumns.map(() => '?').join(', ')})`
  const rows = Array.from({ length: count }, () => row).join(', ')
  return { sql: `insert into "postings" (${postingColumns.join(', ')}) values ${rows}`, bind: (values) => values }
}

const postings = {
  /** One range of the table, which lies in this order. */
  postings: statement<Asked & { readonly term: string }>()((p) => ofTerm(p).where('valid_until', '=', sql.lit(0))),

  postingsAt: statement<Asked & { readonly term: string; readonly at: number }>()((p) => ofTerm(p).where(holds(p('at')))),

  /** By bytes the first term that is `low` or comes after it, whether or not it still holds: those that begin so come first. */
  nextTerm: statement<Asked & { readonly low: string }>()((p) =>
    queries
      .selectFrom('postings')
      .select('term')
      .where('brain', '=', brainNumber(p('brain')))
      .where('space', '=', p('space'))
      .where('term', '>=', p('low'))
      .orderBy('term')
      .limit(1),
  ),

  /** `terms` is a JSON array. How many of them the text has a posting for that holds as it does. */
  held: statement<Document & { readonly length: number; readonly terms: string }>()((p) =>
    queries
      .selectFrom(sql<{ value: string }>`json_each(${p('terms')})`.as('asked'))
      .crossJoin('postings')
      .select((posting) => posting.fn.countAll<number>().as('postings'))
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('term', '=', sql<string>`asked.value`)
      .where('node', '=', p('node'))
      .where('valid_from', '=', p('from'))
      .where('valid_until', '=', sql.lit(0))
      .where('length', '=', p('length')),
  ),

  everything: statement<{ brain: string }>()((p) =>
    queries
      .selectFrom('postings')
      .select(['space', 'term', 'node', 'valid_from', 'valid_until', 'count', 'length'])
      .where('brain', '=', brainNumber(p('brain'))),
  ),

  insertPosting: insertedPostings(1),

  insertPostings: insertedPostings(postingsTogether),

  endPosting: statement<Document & { readonly term: string; readonly until: number }>()((p) =>
    queries
      .updateTable('postings')
      .set({ valid_until: p('until') })
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('term', '=', p('term'))
      .where('node', '=', p('node'))
      .where('valid_from', '=', p('from')),
  ),

  dropPosting: statement<Document & { readonly term: string }>()((p) =>
    queries
      .deleteFrom('postings')
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('term', '=', p('term'))
      .where('node', '=', p('node'))
      .where('valid_from', '=', p('from')),
  ),

  clearPostings: statement<{ brain: number }>()((p) => queries.deleteFrom('postings').where('brain', '=', p('brain'))),
}

export const indexStatements = { ...statistics, ...documents, ...postings }
