/** SQL of erasure. Lists are JSON arrays, because one statement a member is slower. */

import { sql } from 'kysely'
import { brainNumber, bytesOf, headOf, hexOf, indexedRef, type Named, queries, statement } from './statement.ts'

const among = (list: ReturnType<Named<{ list: string }>>) => sql<number>`(select value from json_each(${list}))`

const headsAmong = (refs: ReturnType<Named<{ refs: string }>>) =>
  sql<Uint8Array>`(select ${headOf(bytesOf(sql.ref('value')))} from json_each(${refs}))`

const contents = {
  /** Owner and number come before the body in a row, so long bodies are not read. */
  owned: statement<{ brain: string; owner: number; numbers: string }>()((p) =>
    queries
      .selectFrom('contents')
      .select(['id', 'kind', 'owner', 'number', hexOf('ref').as('ref')])
      .where('brain', '=', brainNumber(p('brain')))
      .where('owner', '=', p('owner'))
      .where('number', 'in', among(p('numbers'))),
  ),

  measureContents: statement<{ brain: number; refs: string }>()((p) =>
    queries
      .selectFrom('contents')
      .select((content) => [
        content.fn.countAll<number>().as('rows'),
        sql<number>`coalesce(sum(octet_length(ref) + octet_length(salt) + coalesce(octet_length(body), 0) + octet_length(fingerprint)), 0)`.as(
          'bytes',
        ),
      ])
      .where('brain', '=', p('brain'))
      .where(indexedRef, 'in', headsAmong(p('refs')))
      .where('ref', 'in', sql<Uint8Array>`(select unhex(value) from json_each(${p('refs')}))`),
  ),

  dropContents: statement<{ brain: number; refs: string }>()((p) =>
    queries
      .deleteFrom('contents')
      .where('brain', '=', p('brain'))
      .where(indexedRef, 'in', headsAmong(p('refs')))
      .where('ref', 'in', sql<Uint8Array>`(select unhex(value) from json_each(${p('refs')}))`),
  ),

  dropSignal: statement<{ brain: number; first: number; instead: string }>()((p) =>
    queries
      .updateTable('commands')
      .set({ signal: bytesOf(p('instead')) })
      .where('brain', '=', p('brain'))
      .where('first', '=', p('first')),
  ),

  unbury: statement<{ brain: number; fingerprint: string }>()((p) =>
    queries
      .deleteFrom('tombstones')
      .where('brain', '=', p('brain'))
      .where('fingerprint', '=', bytesOf(p('fingerprint'))),
  ),
}

type OfNodes = { readonly brain: number; readonly space: number; readonly nodes: string }

const index = {
  /** Texts that hold now; the totals count only these. */
  openTotals: statement<OfNodes>()((p) =>
    queries
      .selectFrom('documents')
      .select((document) => [
        document.fn.countAll<number>().as('documents'),
        sql<number>`coalesce(sum(length), 0)`.as('length'),
        sql<number>`coalesce(sum(words), 0)`.as('words'),
      ])
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('valid_until', '=', sql.lit(0))
      .where('node', 'in', among(p('nodes'))),
  ),

  dropDocuments: statement<OfNodes>()((p) =>
    queries
      .deleteFrom('documents')
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space'))
      .where('node', 'in', among(p('nodes'))),
  ),

  /** Reduces the totals of a space. `version` rises, so that cached postings are no longer used. */
  takeTotals: statement<{ brain: number; space: number; documents: number; length: number; words: number; rows: number }>()((p) =>
    queries
      .updateTable('index_statistics')
      .set((row) => ({
        documents: row('documents', '-', p('documents')),
        total_length: row('total_length', '-', p('length')),
        total_words: row('total_words', '-', p('words')),
        posting_rows: row('posting_rows', '-', p('rows')),
        version: row('version', '+', row.lit(1)),
      }))
      .where('brain', '=', p('brain'))
      .where('space', '=', p('space')),
  ),
}

const unfinished = {
  begin: statement<{ brain: number; position: number }>()((p) =>
    queries
      .insertInto('unfinished_erasures')
      .values({ brain: p('brain'), position: p('position'), rewritten: 0 })
      .onConflict((conflict) => conflict.columns(['brain', 'position']).doUpdateSet({ rewritten: 0 })),
  ),

  unfinished: statement()(() => queries.selectFrom('unfinished_erasures').select(['brain', 'position', 'rewritten'])),

  rewritten: statement<{ brain: number; position: number }>()((p) =>
    queries.updateTable('unfinished_erasures').set({ rewritten: 1 }).where('brain', '=', p('brain')).where('position', '=', p('position')),
  ),

  finished: statement<{ brain: number; position: number }>()((p) =>
    queries.deleteFrom('unfinished_erasures').where('brain', '=', p('brain')).where('position', '=', p('position')),
  ),
}

export const erasureStatements = { ...contents, ...index, ...unfinished }
