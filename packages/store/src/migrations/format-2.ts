/** Format 2: the index says which tokeniser made it. An older program must not write to it: its words would stand beside ours. */
import { queries } from '../statement.ts'
import type { Migration } from './migration.ts'

/** What there was before any number was kept. */
const first = 1

export const format2: Migration = {
  format: 2,
  minReader: 2,
  needs: '0.1.0',
  statements: [
    queries.schema.alterTable('index_statistics').addColumn('tokeniser', 'integer', (column) => column.notNull().defaultTo(first)),
  ],
}
