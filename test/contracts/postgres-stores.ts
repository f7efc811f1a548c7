/** Empty stores in databases of one PostgreSQL server, each another database, gone with the server. */
import { layerPostgres, nodeFiles, postgresAddress } from '@crabtrail/store/postgres'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { Client } from 'pg'
import type { PostgresServer } from '../src/postgres.ts'
import type { MakeLayer, StoreLayer } from './store-layer.ts'

const addressOf = (url: string) => Result.getOrThrow(postgresAddress(url, {}, nodeFiles()))

/** The name of a store at a URL in messages. */
export const placeAt = (url: string): string => addressOf(url).place

/** A store at a URL. `query` are parameters of the URL, such as `pool=2`. */
export const postgresStore = (url: string, query = ''): StoreLayer =>
  layerPostgres({ address: addressOf(query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`) })

/**
 * Databases that take turns: the next store empties the one that was used longest ago, over a connection that stays: half of what it takes to
 * empty one over a new connection is to get to know its tables. No test has as many stores at once.
 */
const databases = 4

interface Database {
  readonly url: string
  readonly connection: Client
}

/** `through` leads to a database by another way than its own URL. */
export const postgresStores = (server: () => PostgresServer, through = (url: string): string => url): MakeLayer => {
  const made: Array<Promise<Database>> = []
  let calls = 0
  const database = async (turn: number): Promise<string> => {
    const place = turn % databases
    const known = made[place]
    const empty = known === undefined ? server().createDatabase().then(connected) : known.then(emptied)
    made[place] = empty
    return (await empty).url
  }
  return () => {
    const turn = calls++
    let url: Promise<string> | undefined
    const place = () => {
      url ??= database(turn)
      return url
    }
    return Layer.unwrap(Effect.map(Effect.promise(place), (at) => postgresStore(through(at), 'pool=2')))
  }
}

const connected = async (url: string): Promise<Database> => {
  const connection = new Client({ connectionString: url })
  // The server ends it when it stops.
  connection.on('error', () => {})
  await connection.connect()
  return { url, connection }
}

const emptied = async (database: Database): Promise<Database> => {
  const { connection } = database
  const { rows } = await connection.query<{ name: string }>(`
    select c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = 'crabtrail' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'crabtrail_meta'`)
  await connection.query(rows.map(({ name }) => `delete from crabtrail.${name}`).join('; '))
  return database
}
