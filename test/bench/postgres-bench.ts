/**
 * The store in PostgreSQL beside the bare driver, beside SQLite and beside Emmett, over a server that is started here with durable settings.
 *
 * `pnpm bench postgres 10` fills the last database to about 10 GB instead of 0.5.
 */
import { Cryptography } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import { Client } from 'pg'
import { type PostgresServer, startPostgres } from '../src/postgres.ts'
import { corpus } from './corpus.ts'
import { postgresAppendBench } from './postgres-append.ts'
import { postgresFillBench } from './postgres-fill.ts'
import { postgresRecallBench } from './postgres-recall.ts'
import { postgresReplayBench } from './postgres-replay.ts'
import { heading, say, table } from './print.ts'
import { recordedTurns } from './recorded-turns.ts'
import { printTurnCosts, turnCosts, writeTurnCosts } from './turn-costs.ts'

const settings = { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on', shared_buffers: '256MB', max_wal_size: '4GB' }
const shown = [...Object.keys(settings), 'wal_sync_method', 'wal_level', 'max_connections', 'autovacuum', 'server_version']
const usualGigabytes = 0.5
const [documents, sections, asked] = [25, 40, 900]

export const postgresBench = (folder: string, gigabytes: string | undefined, busy: () => void): Promise<void> =>
  withServer(async (server) => {
    const crypto = await Effect.runPromise(Effect.provide(Cryptography, layerCryptography))
    const recorded = await recordedTurns(corpus(documents, sections, asked))
    const parts = [
      () => postgresAppendBench(server, crypto, recorded),
      () => postgresRecallBench(server, folder),
      () => postgresReplayBench(server, folder, recorded),
      async () => printTurnCosts(await turnCosts(server)),
      () => postgresFillBench(server, gigabytes === undefined ? usualGigabytes : Number(gigabytes)),
    ]
    for (const part of parts) {
      await part()
      busy()
    }
  })

export const turnCostsBench = (): Promise<void> =>
  withServer(async (server) => {
    const costs = await turnCosts(server)
    printTurnCosts(costs)
    writeTurnCosts(costs)
  })

const withServer = async (use: (server: PostgresServer) => Promise<void>): Promise<void> => {
  const server = await startPostgres({ settings })
  try {
    await describe(server)
    await use(server)
  } catch (error) {
    // Told here: the clients that are still open fail when the server stops, and that ends the process.
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`)
    process.exitCode = 1
  } finally {
    await server.stop()
  }
}

const describe = async (server: PostgresServer): Promise<void> => {
  const client = new Client({ connectionString: server.url() })
  await client.connect()
  const { rows } = await client.query<{ name: string; value: string }>(
    'select name, current_setting(name) as value from unnest($1::text[]) as name',
    [shown],
  )
  await client.end()
  heading('the server')
  table(rows.map(({ name, value }) => [name, value]))
  say('on this machine, reached by its Unix socket')
}
