/** The first layout: log, contents and text index. */
import { sql } from 'kysely'
import { queries } from '../statement.ts'
import type { Migration } from './migration.ts'

const { schema } = queries

const strict = sql`strict`
/** Rows lie in their key: right for short rows that are looked up by it. A commit is too long for that, it would fill pages of its own. */
const clustered = sql`strict, without rowid`

const log = [
  schema
    .createTable('brains')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('key', 'text', (column) => column.notNull().unique())
    .addColumn('fingerprint_key', 'blob', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('hash', 'blob', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .modifyEnd(strict),
  schema
    .createTable('commits')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('first', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('at', 'integer', (column) => column.notNull())
    .addColumn('actor', 'integer', (column) => column.notNull())
    .addColumn('session', 'integer')
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('prev', 'blob', (column) => column.notNull())
    .addColumn('hash', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('commits_key', ['brain', 'first'])
    .addCheckConstraint('commits_hold_events', sql`first > 0 and count > 0`)
    .modifyEnd(strict),
  schema
    .createTable('commands')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('key', 'blob', (column) => column.notNull())
    .addColumn('signal', 'blob', (column) => column.notNull())
    .addColumn('first', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('commands_key', ['brain', 'key'])
    .modifyEnd(clustered),
]

const contents = [
  schema
    .createTable('contents')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('ref', 'blob', (column) => column.notNull())
    .addColumn('kind', 'integer', (column) => column.notNull())
    .addColumn('owner', 'integer', (column) => column.notNull())
    .addColumn('number', 'integer', (column) => column.notNull())
    .addColumn('salt', 'blob', (column) => column.notNull())
    .addColumn('body', 'text')
    .addColumn('fingerprint', 'blob', (column) => column.notNull())
    .modifyEnd(strict),
  schema.createIndex('contents_by_ref').unique().on('contents').columns(['brain', 'ref']),
  schema.createIndex('contents_by_fingerprint').on('contents').columns(['brain', 'kind', 'fingerprint']),
  // 20 is `longKinds` as it was when this layout was made.
  schema.createIndex('contents_by_name').on('contents').columns(['brain', 'kind', 'body']).where('kind', '<', 20),
  schema
    .createTable('tombstones')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('fingerprint', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('tombstones_key', ['brain', 'fingerprint'])
    .modifyEnd(clustered),
]

const textIndex = [
  schema
    .createTable('postings')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('space', 'integer', (column) => column.notNull())
    .addColumn('term', 'text', (column) => column.notNull())
    .addColumn('node', 'integer', (column) => column.notNull())
    .addColumn('valid_from', 'integer', (column) => column.notNull())
    .addColumn('valid_until', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('length', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('postings_key', ['brain', 'space', 'term', 'node', 'valid_from'])
    .modifyEnd(clustered),
  schema
    .createTable('documents')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('space', 'integer', (column) => column.notNull())
    .addColumn('node', 'integer', (column) => column.notNull())
    .addColumn('valid_from', 'integer', (column) => column.notNull())
    .addColumn('valid_until', 'integer', (column) => column.notNull())
    .addColumn('length', 'integer', (column) => column.notNull())
    .addColumn('words', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('documents_key', ['brain', 'space', 'node', 'valid_from'])
    .modifyEnd(clustered),
  schema
    .createTable('document_terms')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('space', 'integer', (column) => column.notNull())
    .addColumn('node', 'integer', (column) => column.notNull())
    .addColumn('valid_from', 'integer', (column) => column.notNull())
    .addColumn('terms', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('document_terms_key', ['brain', 'space', 'node', 'valid_from'])
    .modifyEnd(strict),
  schema
    .createTable('index_statistics')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('space', 'integer', (column) => column.notNull())
    .addColumn('documents', 'integer', (column) => column.notNull())
    .addColumn('total_length', 'integer', (column) => column.notNull())
    .addColumn('total_words', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('tokeniser', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('index_statistics_key', ['brain', 'space'])
    .modifyEnd(clustered),
]

export const format1: Migration = { format: 1, minReader: 1, needs: '0.1.0', statements: [...log, ...contents, ...textIndex] }
