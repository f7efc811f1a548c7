/**
 * Tables of a store in a PostgreSQL database, as migration steps. They hold what the tables of SQLite hold (see
 * `../../statements/tables.ts`), with three differences: contents are ordered by the commit that brought them, postings are runs of one term, and
 * large tables are partitioned.
 *
 * A brain's rows lie in one partition of each table, by the hash of its number: a fixed number of partitions, not one a brain.
 */
import { kindAbbreviated, kindCode, kindsLookedUp } from '../../rows/columns.ts'
import type { Migration } from '../../statements/tables.ts'

/** Partitions of each large table. A table of 10 GB then has parts that one vacuum reads in seconds. */
export const partitions = 16

/** A table whose rows belong to brains, without partitions: it has few rows or short ones. */
const table = (name: string, columns: string): ReadonlyArray<string> => [`create table crabtrail.${name} (${columns})`]

const partitioned = (name: string, columns: string): ReadonlyArray<string> => [
  `create table crabtrail.${name} (${columns}) partition by hash (brain)`,
  ...Array.from(
    { length: partitions },
    (_, i) => `create table crabtrail.${name}_${i} partition of crabtrail.${name} for values with (modulus ${partitions}, remainder ${i})`,
  ),
]

/**
 * `epoch` rises when the text index is built anew, which no commit shows. The head row changes with every commit: the free half of each
 * page takes the new version, so that no index has to change.
 */
const log = [
  ...table(
    'brains',
    `id bigint generated always as identity primary key, key text collate "C" not null unique, fingerprint_key bytea not null,
     position bigint not null, hash bytea not null, at bigint not null, epoch bigint not null default 0`,
  ),
  'alter table crabtrail.brains set (fillfactor = 50)',
  ...partitioned(
    'commits',
    `brain bigint not null, first bigint not null, count integer not null, at bigint not null, actor bigint not null, session bigint,
     body text not null, prev bytea not null, hash bytea not null, primary key (brain, first), check (first > 0 and count > 0)`,
  ),
  ...partitioned(
    'commands',
    `brain bigint not null, key bytea not null, signal bytea not null, first bigint not null, count integer not null,
     primary key (brain, key)`,
  ),
]

/** Older stretches of the log, compressed. */
const archive = [
  ...partitioned(
    'archived_commits',
    `brain bigint not null, first bigint not null, last bigint not null, commits bigint not null, prev bytea not null, hash bytea not null,
     length bigint not null, checksum bigint not null, data bytea not null, primary key (brain, first)`,
  ),
  'alter table crabtrail.archived_commits alter column data set storage external',
]

/** Characters of a name that its index holds: a key of an index has at most 2,700 bytes. */
export const indexedNameCharacters = 200

/** `position` and `place` are the order in which contents came: the commit, and the place in it. */
const contents = [
  ...partitioned(
    'contents',
    `brain bigint not null, ref bytea not null, position bigint not null, place integer not null, kind smallint not null,
     owner smallint not null, number bigint not null, salt bytea not null, body text collate "C", fingerprint bytea not null,
     primary key (brain, ref)`,
  ),
  `create index contents_by_owner on crabtrail.contents (brain, owner, number)`,
  `create index contents_by_fingerprint on crabtrail.contents (brain, kind, fingerprint) where kind < ${kindsLookedUp}`,
  `create index contents_by_name on crabtrail.contents (brain, left(body, ${indexedNameCharacters})) where kind = ${kindCode(kindAbbreviated)}`,
  ...table('tombstones', `brain bigint not null, fingerprint bytea not null, primary key (brain, fingerprint)`),
]

/** `run`: first position of the commit that brought the postings; negative for those that an erasure put back. `checksum`: CRC-32 of `data`. */
const textIndex = [
  ...partitioned(
    'postings',
    `brain bigint not null, space smallint not null, term text collate "C" not null, run bigint not null, checksum bigint not null,
     data bytea not null, primary key (brain, space, term, run)`,
  ),
  ...partitioned(
    'documents',
    `brain bigint not null, space smallint not null, node bigint not null, valid_from bigint not null, valid_until bigint not null,
     length bigint not null, words bigint not null, primary key (brain, space, node, valid_from)`,
  ),
  `create index documents_ended on crabtrail.documents (brain, space) where valid_until <> 0`,
  ...table(
    'index_statistics',
    `brain bigint not null, space smallint not null, documents bigint not null, total_length bigint not null,
     total_words bigint not null, version bigint not null, tokeniser integer not null, primary key (brain, space)`,
  ),
  'alter table crabtrail.index_statistics set (fillfactor = 50)',
]

const caches = [
  ...table(
    'snapshots',
    `brain bigint not null, position bigint not null, hash bytea not null, version integer not null, blocks text not null,
     primary key (brain, position)`,
  ),
  ...partitioned(
    'snapshot_blocks',
    `brain bigint not null, digest bytea not null, text smallint not null, length bigint not null, checksum bigint not null,
     data bytea not null, primary key (brain, digest)`,
  ),
  ...table(
    'log_segments',
    `brain bigint not null, first bigint not null, last bigint not null, hash bytea not null, version integer not null,
     turn bigint not null, cause bigint not null, primary key (brain, first)`,
  ),
  ...partitioned(
    'log_segment_parts',
    `brain bigint not null, kind smallint not null, part bigint not null, first bigint not null, checksum bigint not null,
     data bytea not null, primary key (brain, kind, part, first)`,
  ),
  'create index log_segment_parts_by_first on crabtrail.log_segment_parts (brain, first)',
  // A vector goes with each of the contents that it was made of.
  ...partitioned(
    'vectors',
    `brain bigint not null, embedder text collate "C" not null, node bigint not null, text bytea not null, title bytea,
     vector bytea not null, primary key (brain, embedder, node),
     foreign key (brain, text) references crabtrail.contents (brain, ref) on delete cascade,
     foreign key (brain, title) references crabtrail.contents (brain, ref) on delete cascade`,
  ),
  'create index vectors_by_text on crabtrail.vectors (brain, text)',
  'create index vectors_by_title on crabtrail.vectors (brain, title)',
]

const compressed = ['snapshot_blocks', 'log_segment_parts', 'vectors', 'postings']

/** Bytes that are compressed already, or too short for it, are stored as they are. */
const uncompressed = compressed.map(
  (name) => `alter table crabtrail.${name} alter column ${name === 'vectors' ? 'vector' : 'data'} set storage external`,
)

const format1: Migration<string> = {
  format: 1,
  minReader: 1,
  needs: '0.1.0',
  statements: [...log, ...archive, ...contents, ...textIndex, ...caches, ...uncompressed],
}

/** Oldest first. */
export const postgresMigrations: ReadonlyArray<Migration<string>> = [format1]
