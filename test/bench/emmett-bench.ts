/** Appending through the store's door beside Emmett's SQLite store, in the same batches at the same durability. */
import { join } from 'node:path'
import type { Cryptography } from '@crabtrail/core'
import Database from 'better-sqlite3'
import * as Effect from 'effect/Effect'
import { appendAll, type LogHead, start } from './append-commits.ts'
import type { Durability } from './bare-log.ts'
import { type HotCommit, inBatches } from './hot-log.ts'
import { installedEmmett } from './installed-emmett.ts'
import { interleave, type Rounds, ratio, spread } from './measure.ts'
import { openMemory } from './memory.ts'
import { heading, say, spreadText, table } from './print.ts'

const rounds = 6
/** Commits a round, by the events in one: what Emmett does in about a quarter of a second. */
const shares = new Map([
  [1, 100],
  [10, 100],
  [100, 60],
])
const variants = ['crabtrail', 'emmett', 'kept'] as const
type Name = (typeof variants)[number]

export const emmettBench = async (folder: string, crypto: Cryptography['Service'], events: HotCommit): Promise<void> => {
  heading("append beside Emmett's SQLite store")
  const notice = 'installing Emmett; its driver is compiled, which takes minutes'
  const emmett = installedEmmett<Emmett>('emmett', '@event-driven-io/emmett-sqlite', notice)
  if (emmett === undefined) return say('left out: npm cannot install it here, or its driver does not load')
  const lines = [['events /s', 'crabtrail', 'emmett', 'kept open', 'crabtrail ÷ emmett', 'by CPU time', '÷ kept open', 'by CPU time']]
  for (const [size, share] of shares) {
    const commits = inBatches(events.slice(0, size * share * (rounds + 1)), size)
    for (const durability of ['process', 'power'] as const) {
      const taken = await measured(join(folder, `emmett-${size}-${durability}`), emmett, crypto, commits, share, durability)
      const rate = (name: Name) => Math.round(spread(taken[name].wall.map((ms) => (share * size * 1_000) / ms)).median).toLocaleString('en')
      const over = (name: Name) => (['wall', 'cpu'] as const).map((by) => spreadText(ratio(taken.crabtrail, taken[name], by)))
      lines.push([
        `${durability === 'power' ? 'FULL' : 'NORMAL'}, ${size} a commit`,
        ...variants.map(rate),
        ...over('emmett'),
        ...over('kept'),
      ])
    }
  }
  table(lines)
  say(`Emmett ${emmett.version} as it comes, which opens the file for every append, always FULL; and with one connection kept open for it`)
  say('both expect the position that they append at; CPU time counts all threads')
}

/** Part of Emmett that is used, as its types say. */
interface Emmett {
  readonly sqliteConnection: (options: { readonly fileName: string }) => EmmettConnection
  readonly getSQLiteEventStore: (options: object) => EmmettStore
}

interface EmmettConnection {
  readonly command: (sql: string) => Promise<unknown>
  readonly close: () => void
}

interface EmmettStore {
  readonly schema: { readonly migrate: () => Promise<void> }
  readonly appendToStream: (
    stream: string,
    events: ReadonlyArray<object>,
    options?: object,
  ) => Promise<{ readonly nextExpectedStreamVersion: bigint }>
}

const measured = async (
  path: string,
  emmett: Emmett,
  crypto: Cryptography['Service'],
  commits: ReadonlyArray<HotCommit>,
  share: number,
  durability: Durability,
): Promise<Rounds<Name>> => {
  const { close, ports } = await openMemory(`${path}.db`)
  const plain = await openEmmett(emmett, `${path}-emmett.db`)
  const kept = await openEmmett(emmett, `${path}-kept.db`, durability)
  const slice = (round: number) => commits.slice(round * share, (round + 1) * share)
  const heads: Array<LogHead> = [start]
  const taken = await interleave<Name>(
    [
      {
        name: 'crabtrail',
        run: async (round) => {
          heads.push(await Effect.runPromise(appendAll({ store: ports.events, crypto, durability }, slice(round), heads[round] ?? start)))
        },
      },
      { name: 'emmett', run: (round) => plain.append(slice(round)) },
      { name: 'kept', run: (round) => kept.append(slice(round)) },
    ],
    rounds,
    1,
  )
  await close()
  kept.close()
  return taken
}

const enterWal = (fileName: string): void => {
  const database = new Database(fileName)
  database.pragma('journal_mode = wal')
  database.close()
}

/** Opens Emmett with its own settings, or with one connection of this durability. */
const openEmmett = async (emmett: Emmett, fileName: string, durability?: Durability) => {
  // It asks for this mode itself and does not wait for it: on a slow machine that comes in the midst of its first transaction, and fails.
  enterWal(fileName)
  const connection = durability === undefined ? undefined : emmett.sqliteConnection({ fileName })
  const store = emmett.getSQLiteEventStore({
    fileName,
    ...(connection === undefined ? {} : { connectionOptions: { singleton: true, connection } }),
  })
  await store.schema.migrate()
  await connection?.command('PRAGMA journal_mode = WAL')
  await connection?.command(`PRAGMA synchronous = ${durability === 'power' ? 'FULL' : 'NORMAL'}`)
  let version: bigint | undefined
  return {
    append: async (commits: ReadonlyArray<HotCommit>) => {
      for (const events of commits) {
        const messages = events.map(({ type, ...data }) => ({ type, data }))
        const expected = version === undefined ? {} : { expectedStreamVersion: version }
        version = (await store.appendToStream('brain', messages, expected)).nextExpectedStreamVersion
      }
    },
    close: () => connection?.close(),
  }
}
