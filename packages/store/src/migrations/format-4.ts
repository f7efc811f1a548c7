/** Vectors: what was embedded once need not be embedded again when a brain is opened. */
import { sql } from 'kysely'
import { queries } from '../statement.ts'
import type { Migration } from './migration.ts'

const { schema } = queries

const vectors = [
  schema
    .createTable('vectors')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('embedder', 'text', (column) => column.notNull())
    .addColumn('node', 'integer', (column) => column.notNull())
    .addColumn('text', 'blob', (column) => column.notNull())
    .addColumn('title', 'blob')
    .addColumn('vector', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('vectors_key', ['brain', 'embedder', 'node'])
    .modifyEnd(sql`strict`),
  schema.createIndex('vectors_by_text').on('vectors').columns(['brain', 'text']),
  schema.createIndex('vectors_by_title').on('vectors').columns(['brain', 'title']),
  // In the file, so that a program which knows of no vectors takes them with what it erases.
  {
    compile: () =>
      sql`create trigger vectors_go_with_contents after delete on contents begin
        delete from vectors where brain = old.brain and text = old.ref;
        delete from vectors where brain = old.brain and title = old.ref;
      end`.compile(queries),
  },
]

/** A program of an earlier format goes on beside it: it neither reads nor misses a vector. */
export const format4: Migration = { format: 4, minReader: 1, needs: '0.1.0', statements: vectors }
