/** Tables of a store, as migration steps. */

import { type Compilable, sql } from 'kysely'
import { queries } from '../../statements/statement.ts'
import type { Migration } from '../../statements/tables.ts'

/** `statements` are built when they are read: an existing store needs none of them. */
export type SqliteMigration = Migration<Compilable>

const part = (text: string): Compilable => ({ compile: () => sql.raw(text).compile(queries) })

/** Stores rows in the tree of their key, which suits short rows. Commits are too long for that: they would fill pages of their own. */
const clustered = ', without rowid'

/** A table with a key of several columns. A column is never null unless its type ends in `?`. */
const table = (name: string, columns: string, key: string, rows: '' | typeof clustered = '', check = ''): Compilable =>
  part(
    `create table "${name}" (${columnsOf(columns)}, constraint "${name}_key" primary key (${quoted(key)})${check && `, ${check}`}) strict${rows}`,
  )

/** A table whose rows have a number, which rises in the order of insertion. */
const numbered = (name: string, columns: string): Compilable =>
  part(`create table "${name}" ("id" integer primary key, ${columnsOf(columns)}) strict`)

const index = (name: string, on: string, columns: string, { unique = '', where = '' } = {}): Compilable =>
  part(`create ${unique}index "${name}" on "${on}" (${columns})${where && ` where ${where}`}`)

const columnsOf = (columns: string): string =>
  columns
    .split(', ')
    .map((column) => column.replace(/^(\w+) (\w+)(\??)/, (_, name, type, isNull) => `"${name}" ${type}${isNull ? '' : ' not null'}`))
    .join(', ')

const quoted = (names: string): string => names.replace(/\w+/g, '"$&"')

const log = () => [
  numbered('brains', 'key text unique, fingerprint_key blob, position integer, hash blob, at integer'),
  // The body is text, or the compressed bytes of a long text.
  table(
    'commits',
    'brain integer, first integer, count integer, at integer, actor integer, session integer?, body any, prev blob, hash blob',
    'brain, first',
    '',
    'constraint "commits_hold_events" check (first > 0 and count > 0)',
  ),
  table('commands', 'brain integer, key blob, signal blob, first integer, count integer', 'brain, key', clustered),
]

/** Older stretches of the log, compressed. A file without this table gets it when it is opened for writing. */
export const archived = () => [
  table(
    'archived_commits',
    'brain integer, first integer, last integer, commits integer, prev blob, hash blob, length integer, checksum integer, data blob',
    'brain, first',
  ),
]

const contents = () => [
  numbered('contents', 'brain integer, ref blob, kind integer, owner integer, number integer, salt blob, body text?, fingerprint blob'),
  // A reference is a digest: its first half tells any two apart as well, and makes the index a third smaller (`headOf` in statement.ts).
  index('contents_by_ref', 'contents', '"brain", substr(ref, 1, 16)', { unique: 'unique ' }),
  // Kinds below 11 are looked up (`kindsLookedUp` in rows/columns.ts). Most contents are of other kinds.
  index('contents_by_fingerprint', 'contents', quoted('brain, kind, fingerprint'), { where: '"kind" < 11' }),
  // Only ids of nodes are looked up by their beginning (`kindAbbreviated` in rows/columns.ts).
  index('contents_by_name', 'contents', quoted('brain, body'), { where: '"kind" = 1' }),
  table('tombstones', 'brain integer, fingerprint blob', 'brain, fingerprint', clustered),
]

const textIndex = () => [
  table(
    'postings',
    'brain integer, space integer, term text, node integer, valid_from integer, count integer, length integer',
    'brain, space, term, node, valid_from',
    clustered,
  ),
  numbered('posting_blocks', 'brain integer, space integer, low text, checksum integer, data blob'),
  index('posting_blocks_by_low', 'posting_blocks', quoted('brain, space, low'), { unique: 'unique ' }),
  table(
    'documents',
    'brain integer, space integer, node integer, valid_from integer, valid_until integer, length integer, words integer',
    'brain, space, node, valid_from',
    clustered,
  ),
  index('documents_ended', 'documents', quoted('brain, space, node, valid_from, valid_until'), { where: '"valid_until" <> 0' }),
  table(
    'index_statistics',
    'brain integer, space integer, documents integer, total_length integer, total_words integer, posting_rows integer, version integer, tokeniser integer',
    'brain, space',
    clustered,
  ),
]

/** Index of the log: segments, and the lists of commits in each. A file without these tables gets them when it is opened for writing. */
export const segments = () => [
  table(
    'log_segments',
    'brain integer, first integer, last integer, hash blob, version integer, turn integer, cause integer',
    'brain, first',
    clustered,
  ),
  table(
    'log_segment_parts',
    'brain integer, kind integer, part integer, first integer, checksum integer, data blob',
    'brain, kind, part, first',
    clustered,
  ),
  index('log_segment_parts_by_first', 'log_segment_parts', quoted('brain, first')),
]

/** Blocks of folds: opening a brain reads the newest snapshot and folds the commits after it. */
const snapshots = () => [
  table('snapshots', 'brain integer, position integer, hash blob, version integer, blocks text', 'brain, position'),
  table('snapshot_blocks', 'brain integer, digest blob, text integer, length integer, checksum integer, data blob', 'brain, digest'),
]

/** Erasures whose data may still be in the files. The next program that opens the store for writing continues with them. */
const unfinishedErasures = () =>
  table('unfinished_erasures', 'brain integer, position integer, rewritten integer', 'brain, position', clustered)

/** Cache of vectors, so that texts are not embedded again when a brain is opened. */
const vectors = () => [
  table('vectors', 'brain integer, embedder text, node integer, text blob, title blob?, vector blob', 'brain, embedder, node'),
  index('vectors_by_text', 'vectors', quoted('brain, text')),
  index('vectors_by_title', 'vectors', quoted('brain, title')),
  // A trigger in the file, so that a program without support for vectors also deletes them with the contents that it erases.
  part(`create trigger vectors_go_with_contents after delete on contents begin
        delete from vectors where brain = old.brain and text = old.ref;
        delete from vectors where brain = old.brain and title = old.ref;
      end`),
]

export const format1: SqliteMigration = {
  format: 1,
  minReader: 1,
  needs: '0.1.0',
  get statements() {
    return [...log(), ...archived(), ...contents(), ...textIndex(), ...snapshots(), ...segments(), unfinishedErasures(), ...vectors()]
  },
}

/** Oldest first. */
export const migrations: ReadonlyArray<SqliteMigration> = [format1]
