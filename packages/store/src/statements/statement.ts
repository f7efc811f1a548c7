/**
 * SQL that is built with Kysely, compiled once and run as a prepared statement: building a query costs more than running it. It is compiled
 * at its first run, because a cold command line runs few of the statements.
 *
 * A parameter is named where the query is built and bound by name at each run; constants in the query stay constants.
 */

import { onFirstUse } from '@crabtrail/text/on-first-use'
import {
  type Compilable,
  DummyDriver,
  type Expression,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Tables } from './tables.ts'

/** Bytes are used only for large blobs; digests and keys are bound as hex (see {@link Dialect}). */
export type SqlValue = number | string | Uint8Array | null

/** A value of PostgreSQL may also be a list, which its driver sends as one array. */
export type PostgresValue = SqlValue | ReadonlyArray<SqlValue>

export interface Statement<Parameters, Row> {
  readonly sql: string
  readonly bind: (parameters: Parameters) => ReadonlyArray<SqlValue>
  /** Type of a row of the result; it has no value. */
  readonly row?: Row
}

export interface PostgresStatement<Parameters, Row> {
  readonly sql: string
  readonly bind: (parameters: Parameters) => ReadonlyArray<PostgresValue>
  /** Type of a row of the result; it has no value. */
  readonly row?: Row
}

/** A statement that both databases understand, written once. */
export interface SharedStatement<Parameters, Row> extends Statement<Parameters, Row> {
  readonly postgres: PostgresStatement<Parameters, Row>
}

/** The parts of a shared statement in which SQLite and PostgreSQL differ. */
export interface Dialect {
  readonly queries: Kysely<Tables>
  /** The bytes of a hex text. */
  readonly bytesOf: (hex: Expression<string>) => RawBuilder<Uint8Array>
  /** The lower-case hex of a column of bytes. */
  readonly hexOf: (column: string) => RawBuilder<string>
  /** Like `hexOf`, and null for null. */
  readonly hexOrNull: (column: string) => RawBuilder<string | null>
  /** The numbers of a JSON array, as a subquery. */
  readonly numbersIn: (list: Expression<string>) => RawBuilder<number>
  /** The number of a brain by its key, as a subquery. */
  readonly brainNumber: (key: RawBuilder<string>) => ReturnType<typeof brainNumber>
}

/** Schema of all tables in a PostgreSQL database: other programs may have tables of the same names in theirs. */
const postgresSchema = 'crabtrail'

/** Builds queries for SQLite; it has no connection to run them. */
export const queries = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** Builds queries for PostgreSQL, each table with its schema; it has no connection to run them. */
const postgresQueries = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
}).withSchema(postgresSchema)

export type Named<Parameters> = <Name extends keyof Parameters & string>(name: Name) => RawBuilder<Parameters[Name]>

type Given<Value> = Readonly<Record<string, Value>>

/** Makes a statement for SQLite: `statement<{ brain: number }>()((p) => queries.selectFrom('commits').where('brain', '=', p('brain')))` */
export const statement =
  <Parameters extends Given<SqlValue> = Record<never, never>>() =>
  <Row>(build: (parameter: Named<Parameters>) => Compilable<Row>): Statement<Parameters, Row> =>
    compiledOnce(() => compiled(build(marked).compile()))

/** Gives columns the parameters of the same names. */
export const columnValues = <Parameters, Name extends keyof Parameters & string>(p: Named<Parameters>, ...names: ReadonlyArray<Name>) =>
  Object.fromEntries(names.map((name) => [name, p(name)])) as { readonly [One in Name]: RawBuilder<Parameters[One]> }

/** Makes a statement for PostgreSQL from SQL text with named parameters. A parameter that is used several times is sent once. */
export const postgresStatement =
  <Parameters extends Given<PostgresValue> = Record<never, never>>() =>
  <Row>(build: (parameter: Named<Parameters>) => RawBuilder<Row>): PostgresStatement<Parameters, Row> =>
    compiledOnce(() => sentOnce(compiled(build(marked).compile(postgresQueries))))

/** Makes a statement for both. */
export const sharedStatement =
  <Parameters extends Given<SqlValue> = Record<never, never>>() =>
  <Row>(build: (parameter: Named<Parameters>, dialect: Dialect) => Compilable<Row>): SharedStatement<Parameters, Row> =>
    Object.defineProperty(
      compiledOnce<SqlValue, Parameters, Row>(() => compiled(build(marked, sqliteDialect).compile())),
      'postgres',
      { value: compiledOnce<PostgresValue, Parameters, Row>(() => sentOnce(compiled(build(marked, postgresDialect).compile()))) },
    ) as SharedStatement<Parameters, Row>

interface Compiled<Value> {
  readonly sql: string
  /** Names of the parameters in their order; undefined for a constant. */
  readonly names: ReadonlyArray<string | undefined>
  readonly constants: ReadonlyArray<Value>
}

const compiledOnce = <Value, Parameters extends Given<Value>, Row>(compile: () => Compiled<Value>) => {
  const once = onFirstUse(compile)
  return {
    get sql() {
      return once().sql
    },
    bind: (parameters: Parameters): ReadonlyArray<Value | null> => bound(once().names, once().constants, parameters),
  } as { readonly sql: string; readonly bind: (parameters: Parameters) => ReadonlyArray<Value>; readonly row?: Row }
}

const compiled = ({
  parameters,
  sql: text,
}: {
  readonly parameters: ReadonlyArray<unknown>
  readonly sql: string
}): Compiled<SqlValue> => ({
  sql: text,
  names: parameters.map((value) => (value instanceof Marker ? value.name : undefined)),
  constants: parameters.map((value) => (value instanceof Marker ? null : constant(value))),
})

/** Gives every use of a parameter the place of its first use. */
const sentOnce = ({ constants, names, sql: text }: Compiled<SqlValue>): Compiled<PostgresValue> => {
  const firsts = names.map((name, at) => (name === undefined ? at : names.indexOf(name)))
  const kept = [...new Set(firsts)]
  return {
    sql: text.replaceAll(/\$(\d+)/g, (_, place: string) => `$${kept.indexOf(firsts[Number(place) - 1] ?? 0) + 1}`),
    names: kept.map((at) => names[at]),
    constants: kept.map((at) => constants[at] ?? null),
  }
}

/** SQL for the bytes of a hex text. Text that is not hex becomes null, which no column of bytes accepts. */
export const bytesOf = (hex: Expression<string>): RawBuilder<Uint8Array> => sql<Uint8Array>`unhex(${hex})`

/**
 * SQL for the half of a reference by which contents are indexed. The expression has to be the one of the index `contents_by_ref`: SQLite
 * takes an index only for the expression that it was made of.
 */
export const headOf = (ref: RawBuilder<Uint8Array>): RawBuilder<Uint8Array> => sql<Uint8Array>`substr(${ref}, 1, 16)`
/** The half of a reference that a row of `contents` is indexed by. */
export const indexedRef: RawBuilder<Uint8Array> = headOf(sql.ref('contents.ref'))

/** SQL for the lower-case hex of a column of bytes. */
export const hexOf = (column: string): RawBuilder<string> => sql<string>`lower(hex(${sql.ref(column)}))`

/** Subquery for the number of a brain by its key. */
export const brainNumber = (key: RawBuilder<string>) => queries.selectFrom('brains').where('key', '=', key).select('id')

const sqliteDialect: Dialect = {
  queries,
  bytesOf,
  hexOf,
  hexOrNull: (column) => sql<string | null>`iif(${sql.ref(column)} is null, null, lower(hex(${sql.ref(column)})))`,
  numbersIn: (list) => sql<number>`(select value from json_each(${list}))`,
  brainNumber,
}

const postgresDialect: Dialect = {
  queries: postgresQueries,
  bytesOf: (hex) => sql<Uint8Array>`decode(${hex}, 'hex')`,
  hexOf: (column) => sql<string>`encode(${sql.ref(column)}, 'hex')`,
  hexOrNull: (column) => sql<string | null>`encode(${sql.ref(column)}, 'hex')`,
  numbersIn: (list) => sql<number>`(select value::bigint from json_array_elements_text(${list}::json))`,
  brainNumber: (key) => postgresQueries.selectFrom('brains').where('key', '=', key).select('id'),
}

/** Binds values in a plain loop, because a commit binds dozens of values. */
const bound = <Value>(
  names: ReadonlyArray<string | undefined>,
  constants: ReadonlyArray<Value>,
  parameters: Given<Value>,
): ReadonlyArray<Value | null> => {
  const values: Array<Value | null> = []
  for (let i = 0; i < names.length; i++) {
    const name = names[i]
    values.push((name === undefined ? constants[i] : parameters[name]) ?? null)
  }
  return values
}

class Marker {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

const marked = (name: string): RawBuilder<never> => sql<never>`${new Marker(name)}`

const constant = (value: unknown): SqlValue => {
  if (typeof value === 'number' || typeof value === 'string' || value === null) return value
  throw new TypeError(`a statement cannot hold a constant ${typeof value}`)
}

/*
 * Finds texts with a prefix in code-unit order, from a store that sorts by UTF-8 bytes, that is by code point.
 *
 * The two orders differ only between characters from U+E000 to U+FFFF and characters above U+FFFF. A page without the former is in the
 * right order; otherwise all texts with the prefix are read and sorted.
 */

/** A question for texts from `low` up to, not including, `high` (absent: to the end), in byte order, at most `most`. */
export interface TextRange {
  readonly low: string
  readonly high: string | undefined
  readonly most: number
}

/** Returns the range of the texts with a prefix. */
export const rangeOf = (prefix: string, limit: number): TextRange => {
  const low = prefix.toWellFormed()
  return { low, high: after(low), most: Math.max(0, limit) }
}

/** Returns the range that has to be read instead, if a page of `range` cannot be brought into the right order; otherwise undefined. */
export const widerRange = (page: ReadonlyArray<{ readonly body: string }>, range: TextRange): TextRange | undefined =>
  page.length < range.most || !page.some(({ body }) => /[\uE000-\uFFFF]/.test(body))
    ? undefined
    : { ...range, most: Number.MAX_SAFE_INTEGER }

/** Returns the first `most` texts in code-unit order. */
export const inCodeUnitOrder = <Row extends { readonly body: string }>(rows: ReadonlyArray<Row>, { most }: TextRange): ReadonlyArray<Row> =>
  rows.toSorted(byBody).slice(0, most)

export const textsBeginning = <Row extends { readonly body: string }>(
  prefix: string,
  limit: number,
  fetch: (range: TextRange) => ReadonlyArray<Row>,
): ReadonlyArray<Row> => {
  const range = rangeOf(prefix, limit)
  const page = fetch(range)
  const wider = widerRange(page, range)
  return inCodeUnitOrder(wider === undefined ? page : fetch(wider), range)
}

/** Compares by code unit; a stable sort keeps equal texts in their order. */
const byBody = (a: { readonly body: string }, b: { readonly body: string }): number => (a.body < b.body ? -1 : a.body > b.body ? 1 : 0)

const codePointMax = 0x10ffff

/** Returns the first text, by code point, after all texts with this prefix; undefined if there is none. */
const after = (prefix: string): string | undefined => {
  const points = Array.from(prefix, (character) => character.codePointAt(0) ?? 0)
  while (points.at(-1) === codePointMax) points.pop()
  const last = points.pop()
  if (last === undefined) return undefined
  return String.fromCodePoint(...points, last === 0xd7ff ? 0xe000 : last + 1)
}
