/** Erasures that the files do not show yet: whoever opens the store for writing next goes on with them. */
import { sql } from 'kysely'
import { queries } from '../statement.ts'
import type { Migration } from './migration.ts'

const unfinished = queries.schema
  .createTable('unfinished_erasures')
  .addColumn('brain', 'integer', (column) => column.notNull())
  .addColumn('position', 'integer', (column) => column.notNull())
  .addColumn('rewritten', 'integer', (column) => column.notNull())
  .addPrimaryKeyConstraint('unfinished_erasures_key', ['brain', 'position'])
  .modifyEnd(sql`strict, without rowid`)

/** A program of an earlier format goes on beside it: it erases nothing, and finishes nothing. */
export const format3: Migration = { format: 3, minReader: 1, needs: '0.1.0', statements: [unfinished] }
