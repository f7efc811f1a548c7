/** The bare driver as a log: what better-sqlite3 does by itself, with the settings of the store's own connection. */
import type { CommitRow } from '@crabtrail/core'
import Database from 'better-sqlite3'
import type { HotCommit } from './hot-log.ts'

/** Durability of the store: `power` is synchronous FULL, `process` is NORMAL. */
export type Durability = 'process' | 'power'

export interface BareLog<Commit> {
  /** One transaction. */
  readonly append: (commit: Commit) => void
  readonly checkpoint: () => void
  readonly close: () => void
}

const commitsTable = `create table commits (brain integer not null, first integer not null, count integer not null, at integer not null,
  actor integer not null, session integer, body text not null, prev blob not null, hash blob not null, primary key (brain, first)) strict`
const insertCommit = 'insert into commits values (1, ?, ?, ?, ?, ?, ?, unhex(?), unhex(?))'

/** A row a commit, in the columns of the store. */
export const rowTable = (path: string, durability: Durability): BareLog<CommitRow> => {
  const database = open(path, durability, commitsTable)
  const insert = database.prepare(insertCommit)
  return logOf(database, ({ first, count, at, actor, session, body, prev, hash }) => {
    insert.run(first, count, at, actor, session ?? null, body, prev, hash)
  })
}

/** Rows of one append: its commit, the answer to its command, and the head moved on. */
export interface AllRows {
  readonly row: CommitRow
  readonly key: string
  readonly signal: string
}

/** The same tables as the store's and the same rows in them, with nothing asked: no position expected, no command looked for. */
export const allRowsTable = (path: string, durability: Durability): BareLog<AllRows> => {
  const database = open(
    path,
    durability,
    `create table brains (id integer primary key, key text not null unique, fingerprint_key blob not null, position integer not null,
     hash blob not null, at integer not null) strict;
     insert into brains values (1, 'a', x'00', 0, x'00', 0);
     create table commands (brain integer not null, key blob not null, signal blob not null, first integer not null, count integer not null,
     primary key (brain, key)) strict, without rowid;${commitsTable}`,
  )
  const head = database.prepare('update brains set position = ?, hash = unhex(?), at = ? where id = 1')
  const command = database.prepare('insert into commands values (1, unhex(?), unhex(?), ?, ?)')
  const commit = database.prepare(insertCommit)
  return logOf(database, ({ key, row: { actor, at, body, count, first, hash, prev, session }, signal }) => {
    head.run(first + count - 1, hash, at)
    command.run(key, signal, first, count)
    commit.run(first, count, at, actor, session ?? null, body, prev, hash)
  })
}

/** A row an event. */
export const eventTable = (path: string, durability: Durability): BareLog<HotCommit> => {
  const database = open(
    path,
    durability,
    'create table events (position integer primary key, brain integer, at integer, type text, payload text) strict',
  )
  const insert = database.prepare('insert into events (brain, at, type, payload) values (1, ?, ?, ?)')
  return logOf(database, (events) => {
    for (const event of events) insert.run(1_700_000_000_000, event.type, JSON.stringify(event))
  })
}

const open = (path: string, durability: Durability, table: string): Database.Database => {
  const database = new Database(path)
  database.exec('pragma secure_delete = on; pragma journal_mode = wal; pragma wal_autocheckpoint = 16384')
  database.exec(table)
  // Not before the first write: the driver falls back to NORMAL with it.
  database.exec(`pragma synchronous = ${durability === 'power' ? 'full' : 'normal'}`)
  return database
}

const logOf = <Commit>(database: Database.Database, insert: (commit: Commit) => void): BareLog<Commit> => {
  const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
  return {
    append: (one) => {
      begin.run()
      insert(one)
      commit.run()
    },
    checkpoint: () => {
      database.pragma('wal_checkpoint(passive)')
    },
    close: () => {
      database.close()
    },
  }
}
