/** Snapshots: opening a brain costs reading one and folding a short tail. */
import { sql } from 'kysely'
import { queries } from '../statement.ts'
import type { Migration } from './migration.ts'

const { schema } = queries

const strict = sql`strict`

const snapshots = [
  schema
    .createTable('snapshots')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('hash', 'blob', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('blocks', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('snapshots_key', ['brain', 'position'])
    .modifyEnd(strict),
  schema
    .createTable('snapshot_blocks')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('digest', 'blob', (column) => column.notNull())
    .addColumn('text', 'integer', (column) => column.notNull())
    .addColumn('length', 'integer', (column) => column.notNull())
    .addColumn('checksum', 'integer', (column) => column.notNull())
    .addColumn('data', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('snapshot_blocks_key', ['brain', 'digest'])
    .modifyEnd(strict),
]

/** A program of format 1 goes on beside it: it neither reads nor misses a snapshot. */
export const format2: Migration = { format: 2, minReader: 1, needs: '0.1.0', statements: snapshots }
