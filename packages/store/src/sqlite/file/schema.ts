/** Tables of a store, as migration steps. A step only adds, so that an older program that still fits can continue to use the file. */

import { type Compilable, sql } from 'kysely'
import { queries } from '../../statements/statement.ts'

export interface Migration {
  /** The format after this step. */
  readonly format: number
  /** Lowest format whose programs can read and write the result. */
  readonly minReader: number
  /** First Crabtrail version that can read the result; older programs name it in their error message. */
  readonly needs: string
  /** Built when they are read: an existing store needs none of them. */
  readonly statements: ReadonlyArray<Compilable>
}

const { schema } = queries

const strict = sql`strict`
/** Stores rows in the tree of their key, which suits short rows. Commits are too long for that: they would fill pages of their own. */
const clustered = sql`strict, without rowid`

const log = () => [
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
    // Text, or the compressed bytes of a long text.
    .addColumn('body', sql`any`, (column) => column.notNull())
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

/** Older stretches of the log, compressed. A file without this table gets it when it is opened for writing. */
export const archived = () => [
  schema
    .createTable('archived_commits')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('first', 'integer', (column) => column.notNull())
    .addColumn('last', 'integer', (column) => column.notNull())
    .addColumn('commits', 'integer', (column) => column.notNull())
    .addColumn('prev', 'blob', (column) => column.notNull())
    .addColumn('hash', 'blob', (column) => column.notNull())
    .addColumn('length', 'integer', (column) => column.notNull())
    .addColumn('checksum', 'integer', (column) => column.notNull())
    .addColumn('data', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('archived_commits_key', ['brain', 'first'])
    .modifyEnd(strict),
]

const contents = () => [
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
  // A reference is a digest: its first half tells any two apart as well, and makes the index a third smaller (`headOf` in statement.ts).
  schema.createIndex('contents_by_ref').unique().on('contents').column('brain').expression(sql`substr(ref, 1, 16)`),
  // Kinds below 11 are looked up (`kindsLookedUp` in codes.ts). Most contents are of other kinds.
  schema.createIndex('contents_by_fingerprint').on('contents').columns(['brain', 'kind', 'fingerprint']).where('kind', '<', 11),
  // Only ids of nodes are looked up by their beginning (`kindAbbreviated` in codes.ts).
  schema.createIndex('contents_by_name').on('contents').columns(['brain', 'body']).where(sql.ref('kind'), '=', 1),
  schema
    .createTable('tombstones')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('fingerprint', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('tombstones_key', ['brain', 'fingerprint'])
    .modifyEnd(clustered),
]

const textIndex = () => [
  schema
    .createTable('postings')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('space', 'integer', (column) => column.notNull())
    .addColumn('term', 'text', (column) => column.notNull())
    .addColumn('node', 'integer', (column) => column.notNull())
    .addColumn('valid_from', 'integer', (column) => column.notNull())
    .addColumn('count', 'integer', (column) => column.notNull())
    .addColumn('length', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('postings_key', ['brain', 'space', 'term', 'node', 'valid_from'])
    .modifyEnd(clustered),
  schema
    .createTable('posting_blocks')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('space', 'integer', (column) => column.notNull())
    .addColumn('low', 'text', (column) => column.notNull())
    .addColumn('checksum', 'integer', (column) => column.notNull())
    .addColumn('data', 'blob', (column) => column.notNull())
    .modifyEnd(strict),
  schema.createIndex('posting_blocks_by_low').unique().on('posting_blocks').columns(['brain', 'space', 'low']),
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
    .createIndex('documents_ended')
    .on('documents')
    .columns(['brain', 'space', 'node', 'valid_from', 'valid_until'])
    .where('valid_until', '<>', 0),
  schema
    .createTable('index_statistics')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('space', 'integer', (column) => column.notNull())
    .addColumn('documents', 'integer', (column) => column.notNull())
    .addColumn('total_length', 'integer', (column) => column.notNull())
    .addColumn('total_words', 'integer', (column) => column.notNull())
    .addColumn('posting_rows', 'integer', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('tokeniser', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('index_statistics_key', ['brain', 'space'])
    .modifyEnd(clustered),
]

/** Index of the log: segments, and the lists of commits in each. A file without these tables gets them when it is opened for writing. */
export const segments = () => [
  schema
    .createTable('log_segments')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('first', 'integer', (column) => column.notNull())
    .addColumn('last', 'integer', (column) => column.notNull())
    .addColumn('hash', 'blob', (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('turn', 'integer', (column) => column.notNull())
    .addColumn('cause', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('log_segments_key', ['brain', 'first'])
    .modifyEnd(clustered),
  schema
    .createTable('log_segment_parts')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('kind', 'integer', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('first', 'integer', (column) => column.notNull())
    .addColumn('checksum', 'integer', (column) => column.notNull())
    .addColumn('data', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('log_segment_parts_key', ['brain', 'kind', 'part', 'first'])
    .modifyEnd(clustered),
  schema.createIndex('log_segment_parts_by_first').on('log_segment_parts').columns(['brain', 'first']),
]

/** Blocks of folds: opening a brain reads the newest snapshot and folds the commits after it. */
const snapshots = () => [
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

/** Erasures whose data may still be in the files. The next program that opens the store for writing continues with them. */
const unfinishedErasures = () =>
  schema
    .createTable('unfinished_erasures')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('rewritten', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('unfinished_erasures_key', ['brain', 'position'])
    .modifyEnd(clustered)

/** Cache of vectors, so that texts are not embedded again when a brain is opened. */
const vectors = () => [
  schema
    .createTable('vectors')
    .addColumn('brain', 'integer', (column) => column.notNull())
    .addColumn('embedder', 'text', (column) => column.notNull())
    .addColumn('node', 'integer', (column) => column.notNull())
    .addColumn('text', 'blob', (column) => column.notNull())
    .addColumn('title', 'blob')
    .addColumn('vector', 'blob', (column) => column.notNull())
    .addPrimaryKeyConstraint('vectors_key', ['brain', 'embedder', 'node'])
    .modifyEnd(strict),
  schema.createIndex('vectors_by_text').on('vectors').columns(['brain', 'text']),
  schema.createIndex('vectors_by_title').on('vectors').columns(['brain', 'title']),
  // A trigger in the file, so that a program without support for vectors also deletes them with the contents that it erases.
  {
    compile: () =>
      sql`create trigger vectors_go_with_contents after delete on contents begin
        delete from vectors where brain = old.brain and text = old.ref;
        delete from vectors where brain = old.brain and title = old.ref;
      end`.compile(queries),
  },
]

export const format1: Migration = {
  format: 1,
  minReader: 1,
  needs: '0.1.0',
  get statements() {
    return [...log(), ...archived(), ...contents(), ...textIndex(), ...snapshots(), ...segments(), unfinishedErasures(), ...vectors()]
  },
}

/** Oldest first. */
export const migrations: ReadonlyArray<Migration> = [format1]
