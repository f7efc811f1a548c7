/** Appending events through the store's door, beside the bare driver: once with the very same rows ready-made, once with a row an event. */
import { join } from 'node:path'
import type { CommitRow, Cryptography, EventStore } from '@crabtrail/core'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import { commitRow } from '../../packages/core/src/application/brain.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { keyDigest } from './bench-brain.ts'
import { type HotCommit, hotBrain, inBatches, rowsOf } from './hot-log.ts'
import { interleave, ratio, spread, type Variant } from './measure.ts'
import { openMemory } from './memory.ts'
import { heading, say, spreadText, table } from './print.ts'

const rounds = 10
const durabilities = ['process', 'power'] as const
type Durability = (typeof durabilities)[number]

/** A commit that waits for the disk takes so long that single events are measured over fewer. */
const eventsOf = (size: number, durability: Durability, most: number): number => (size === 1 && durability === 'power' ? most / 25 : most)

export const appendBench = async (folder: string, crypto: Cryptography['Service'], events: ReadonlyArray<NewEvent>): Promise<void> => {
  const lines: Array<ReadonlyArray<string>> = [
    ['durability', 'events a commit', 'events', 'crabtrail /s', 'same rows /s', 'row an event /s', '÷ same rows', '÷ row an event'],
  ]
  for (const size of [1, 10, 100]) {
    const commits = inBatches(events, size)
    const rows = rowsOf(crypto, commits)
    for (const durability of durabilities) {
      const most = eventsOf(size, durability, events.length)
      lines.push(
        await measured(join(folder, `append-${size}-${durability}`), crypto, commits.slice(0, most / size), rows, durability, size),
      )
    }
  }
  heading('append (events a second, and how many times the bare driver)')
  table(lines)
  say('crabtrail: schema check, canonical body, sha256, head moved if it is where expected, key of the command, commit row')
  say('same rows: the bare driver inserts those commit rows, bodies and digests ready-made; row an event: JSON.stringify and a row each')
}

const measured = async (
  path: string,
  crypto: Cryptography['Service'],
  commits: ReadonlyArray<HotCommit>,
  rows: ReadonlyArray<CommitRow>,
  durability: Durability,
  size: number,
): Promise<ReadonlyArray<string>> => {
  const open = await openMemory(`${path}.db`)
  const bare = bareLog(`${path}-bare.db`, durability)
  const fat = eventLog(`${path}-events.db`, durability)
  // A round more than is counted: the first one warms up.
  const share = Math.floor(commits.length / (rounds + 1))
  const slice = <T>(all: ReadonlyArray<T>, round: number) => all.slice(round * share, (round + 1) * share)
  const heads: Head[] = [{ prev: '', first: 1 }]
  const variants: ReadonlyArray<Variant<'crabtrail' | 'rows' | 'events'>> = [
    {
      name: 'crabtrail',
      run: async (round) => {
        const head = heads[round] ?? { prev: '', first: 1 }
        heads.push(await Effect.runPromise(appendAll(open.ports.events, crypto, slice(commits, round), head, durability)))
      },
    },
    { name: 'rows', run: (round) => slice(rows, round).forEach(bare.append) },
    { name: 'events', run: (round) => slice(commits, round).forEach(fat.append) },
  ]
  const taken = await interleave(variants, rounds, 1)
  await open.close()
  for (const { close } of [bare, fat]) close()
  const rate = (name: keyof typeof taken) => spread(taken[name].wall.map((ms) => (share * size * 1_000) / ms)).median
  return [
    durability === 'power' ? 'FULL' : 'NORMAL',
    String(size),
    String(share * size * rounds),
    ...(['crabtrail', 'rows', 'events'] as const).map((name) => Math.round(rate(name)).toLocaleString('en')),
    spreadText(ratio(taken.crabtrail, taken.rows)),
    spreadText(ratio(taken.crabtrail, taken.events)),
  ]
}

interface Head {
  readonly prev: string
  readonly first: number
}

const fingerprintKey = keyDigest('a key') + keyDigest('another')

const appendAll = Effect.fnUntraced(function* (
  store: EventStore['Service'],
  crypto: Cryptography['Service'],
  commits: ReadonlyArray<HotCommit>,
  { prev, first }: Head,
  durability: Durability,
) {
  let head: Head = { prev, first }
  for (const events of commits) {
    const row = commitRow(crypto, events, { ...head, at: 1_700_000_000_000 + head.first, actor: 1, session: 1 })
    const key = { key: keyDigest(`command ${head.first}`), signal: keyDigest('signal') }
    const create = head.first === 1 ? { create: { fingerprintKey } } : {}
    yield* store.append({ brain: hotBrain, row, contents: [], index: [], key, durability, ...create })
    head = { prev: row.hash, first: row.first + row.count }
  }
  return head
})

/** The same settings as the store's own connection. */
const openBare = (path: string, durability: Durability, table: string): Database.Database => {
  const database = new Database(path)
  database.exec('pragma journal_mode = wal; pragma wal_autocheckpoint = 16384')
  database.exec(table)
  database.exec(`pragma synchronous = ${durability === 'power' ? 'full' : 'normal'}`)
  return database
}

interface BareLog<Commit> {
  readonly append: (commit: Commit) => void
  readonly close: () => void
}

const bareLog = (path: string, durability: Durability): BareLog<CommitRow> => {
  const database = openBare(
    path,
    durability,
    `create table commits (brain integer not null, first integer not null, count integer not null, at integer not null, actor integer not null,
     session integer, body text not null, prev blob not null, hash blob not null, primary key (brain, first)) strict`,
  )
  const insert = database.prepare('insert into commits values (1, ?, ?, ?, ?, ?, ?, unhex(?), unhex(?))')
  const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
  return {
    append: ({ first, count, at, actor, session, body, prev, hash }) => {
      begin.run()
      insert.run(first, count, at, actor, session ?? null, body, prev, hash)
      commit.run()
    },
    close: () => database.close(),
  }
}

const eventLog = (path: string, durability: Durability): BareLog<HotCommit> => {
  const database = openBare(
    path,
    durability,
    'create table events (position integer primary key, brain integer, at integer, type text, payload text) strict',
  )
  const insert = database.prepare('insert into events (brain, at, type, payload) values (1, ?, ?, ?)')
  const [begin, commit] = [database.prepare('begin immediate'), database.prepare('commit')]
  return {
    append: (events) => {
      begin.run()
      for (const event of events) insert.run(1_700_000_000_000, event.type, JSON.stringify(event))
      commit.run()
    },
    close: () => database.close(),
  }
}
