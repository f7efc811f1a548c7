/**
 * SQL that is written once with Kysely, compiled once, and run as a prepared statement: building a query anew costs more than running it.
 *
 * A parameter is named where the query is built and bound by name at every run; constants in the query stay constants.
 */
import {
  type Compilable,
  DummyDriver,
  type Expression,
  Kysely,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Tables } from './tables.ts'

export type SqlValue = number | string | null

export interface Statement<Parameters, Row> {
  readonly sql: string
  readonly bind: (parameters: Parameters) => ReadonlyArray<SqlValue>
  /** Only a type: what a row of the answer looks like. */
  readonly row?: Row
}

/** Builds queries and never runs one. */
export const queries = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

export type Named<Parameters> = <Name extends keyof Parameters & string>(name: Name) => RawBuilder<Parameters[Name]>

/** `statement<{ brain: number }>()((p) => queries.selectFrom('commits').where('brain', '=', p('brain')))` */
export const statement =
  <Parameters extends Readonly<Record<string, SqlValue>> = Record<never, never>>() =>
  <Row>(build: (parameter: Named<Parameters>) => Compilable<Row>): Statement<Parameters, Row> => {
    const compiled = build((name) => sql`${new Marker(name)}`).compile()
    const places = compiled.parameters.map((value) => (value instanceof Marker ? value : constant(value)))
    return {
      sql: compiled.sql,
      bind: (parameters) => places.map((place) => (place instanceof Marker ? (parameters[place.name] ?? null) : place)),
    }
  }

/** Bytes of a hex text. Text that is not hex becomes null, which no column of bytes takes. */
export const bytesOf = (hex: Expression<string>): RawBuilder<Uint8Array> => sql<Uint8Array>`unhex(${hex})`

/** Lower-case hex of a column of bytes. */
export const hexOf = (column: string): RawBuilder<string> => sql<string>`lower(hex(${sql.ref(column)}))`

/** The number of a brain, by its key: what the other tables know it by. */
export const brainNumber = (key: RawBuilder<string>) => queries.selectFrom('brains').where('key', '=', key).select('id')

class Marker {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const constant = (value: unknown): SqlValue => {
  if (typeof value === 'number' || typeof value === 'string' || value === null) return value
  throw new TypeError(`a statement cannot hold a constant ${typeof value}`)
}
