/** Empty stores in databases of one PostgreSQL server, each another database, gone with the server. */
import { layerPostgres, nodeFiles, postgresAddress } from '@crabtrail/store/postgres'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import { Client } from 'pg'
import type { PostgresServer } from '../src/postgres.ts'
import type { MakeLayer, StoreLayer } from './store-layer.ts'

/** A store at a URL. `query` are parameters of the URL, such as `pool=2`. */
const postgresStore = (url: string, query = ''): StoreLayer => {
  const whole = query === '' ? url : `${url}${url.includes('?') ? '&' : '?'}${query}`
  return layerPostgres({ address: Result.getOrThrow(postgresAddress(whole, {}, nodeFiles())) })
}

/**
 * Databases that take turns: the next store empties the one that was used longest ago. Making a database takes 90 ms, emptying one 5 ms, and
 * no test has as many stores at once.
 */
const databases = 8

export const postgresStores = (server: () => PostgresServer): MakeLayer => {
  const made: Array<Promise<string>> = []
  let calls = 0
  const database = (turn: number): Promise<string> => {
    const place = turn % databases
    const known = made[place]
    const empty = known === undefined ? server().createDatabase() : known.then(emptied)
    made[place] = empty
    return empty
  }
  return () => {
    const turn = calls++
    let url: Promise<string> | undefined
    const place = () => {
      url ??= database(turn)
      return url
    }
    return Layer.unwrap(Effect.map(Effect.promise(place), (at) => postgresStore(at, 'pool=2')))
  }
}

const emptied = async (url: string): Promise<string> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
    where n.nspname = 'crabtrail' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'crabtrail_meta'`)
  await client.query(rows.map(({ name }) => `delete from crabtrail.${name}`).join('; '))
  await client.end()
  return url
}
