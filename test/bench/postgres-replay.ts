/** Folding a whole log from PostgreSQL beside SQLite, and beside the bare driver, which reads the same rows. */
import { join } from 'node:path'
import { type Append, commitsPerRead } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { Client } from 'pg'
import { foldRow } from '../../packages/core/src/application/brain/commit-row.ts'
import { emptyFold } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { postgresStore } from '../contracts/postgres-stores.ts'
import type { PostgresServer } from '../src/postgres.ts'
import { interleave, ratio, spread } from './measure.ts'
import { openMemory, openMemoryOver, type Ports } from './memory.ts'
import { heading, number, say, spreadText, table } from './print.ts'
import type { RecordedTurns } from './recorded-turns.ts'

const rounds = 9

export const postgresReplayBench = async (server: PostgresServer, folder: string, recorded: RecordedTurns): Promise<void> => {
  const appends = [...recorded.before, ...recorded.turns].map(({ append }) => append)
  const url = await server.createDatabase()
  const [postgres, sqlite] = [await openMemoryOver(postgresStore(url)), await openMemory(join(folder, 'postgres-replay.db'))]
  for (const { ports } of [postgres, sqlite]) await Effect.runPromise(filled(ports, appends))
  const client = new Client({ connectionString: url })
  await client.connect()
  const brain = appends[0]?.brain
  if (brain === undefined) throw new Error('there is no commit')
  const taken = await interleave(
    [
      { name: 'postgres', run: () => Effect.runPromise(folded(postgres.ports, brain)) },
      { name: 'sqlite', run: () => Effect.runPromise(folded(sqlite.ports, brain)) },
      { name: 'read', run: () => readBare(client) },
    ],
    rounds,
    2,
  )
  await client.end()
  await postgres.close()
  await sqlite.close()
  const events = appends.reduce((sum, { row }) => sum + row.count, 0)
  heading(`replay of ${number(events)} events in ${number(appends.length)} commits`)
  const line = (title: string, name: keyof typeof taken): ReadonlyArray<string> => [
    title,
    spreadText(spread(taken[name].wall.map((ms) => (appends.length * 1_000) / ms))),
    name === 'postgres' ? '1' : spreadText(ratio(taken.postgres, taken[name], 'wall')),
    name === 'postgres' ? '1' : spreadText(ratio(taken.postgres, taken[name], 'cpu')),
  ]
  table([
    ['', 'commits /s', 'PostgreSQL ÷ it', 'by CPU time of the client'],
    line('PostgreSQL: read, decode, fold', 'postgres'),
    line('SQLite: read, decode, fold', 'sqlite'),
    line('pg reads the same rows, and does nothing with them', 'read'),
  ])
  say(`all in pages of ${number(commitsPerRead)} commits; the first commits read 1,000 notes in, the others are turns`)
}

const filled = ({ events }: Ports, appends: ReadonlyArray<Append>) =>
  Effect.forEach(appends, (append) => events.append(append), { discard: true })

const folded = Effect.fnUntraced(function* ({ events }: Ports, brain: Append['brain']) {
  const fold = emptyFold()
  for (let from = 1; ; ) {
    const rows = yield* events.read(brain, from, commitsPerRead)
    for (const row of rows) yield* foldRow(brain, fold, row)
    const last = rows.at(-1)
    if (last === undefined || rows.length < commitsPerRead) return
    from = last.first + last.count
  }
})

const readBare = async (client: Client): Promise<void> => {
  for (let after = 0; ; ) {
    const { rows } = await client.query<{ first: string }>({
      name: 'page',
      text: `select first, count, at, actor, session, body, encode(prev, 'hex') as prev, encode(hash, 'hex') as hash
        from crabtrail.commits where brain = 1 and first > $1 order by first limit $2`,
      values: [after, commitsPerRead],
    })
    if (rows.length < commitsPerRead) return
    after = Number(rows.at(-1)?.first)
  }
}
