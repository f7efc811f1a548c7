/**
 * SQL that is built with Kysely, compiled once and run as a prepared statement: building a query costs more than running it. It is compiled
 * at its first run, because a cold command line runs few of the statements.
 *
 * A parameter is named where the query is built and bound by name at each run; constants in the query stay constants.
 */

import { onFirstUse } from '@crabtrail/core'
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

/** Bytes are used only for large blobs; digests and keys are bound as hex (see {@link bytesOf}). */
export type SqlValue = number | string | Uint8Array | null

export interface Statement<Parameters, Row> {
  readonly sql: string
  readonly bind: (parameters: Parameters) => ReadonlyArray<SqlValue>
  /** Type of a row of the result; it has no value. */
  readonly row?: Row
}

/** Builds queries; it has no connection to run them. */
export const queries = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

export type Named<Parameters> = <Name extends keyof Parameters & string>(name: Name) => RawBuilder<Parameters[Name]>

/** Makes a statement: `statement<{ brain: number }>()((p) => queries.selectFrom('commits').where('brain', '=', p('brain')))` */
export const statement =
  <Parameters extends Readonly<Record<string, SqlValue>> = Record<never, never>>() =>
  <Row>(build: (parameter: Named<Parameters>) => Compilable<Row>): Statement<Parameters, Row> => {
    const compiled = onFirstUse(() => {
      const { parameters, sql: text } = build((name) => sql`${new Marker(name)}`).compile()
      const names = parameters.map((value) => (value instanceof Marker ? value.name : undefined))
      const constants = parameters.map((value) => (value instanceof Marker ? null : constant(value)))
      return { sql: text, names, constants }
    })
    return {
      get sql() {
        return compiled().sql
      },
      bind: (parameters) => bound(compiled().names, compiled().constants, parameters),
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

/** Binds values in a plain loop, because a commit binds dozens of values. */
const bound = (
  names: ReadonlyArray<string | undefined>,
  constants: ReadonlyArray<SqlValue>,
  parameters: Readonly<Record<string, SqlValue>>,
): ReadonlyArray<SqlValue> => {
  const values: Array<SqlValue> = []
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

/** Returns at most `most` texts from `low` up to, not including, `high`, in byte order. */
export type Fetch<Row> = (low: string, high: string | undefined, most: number) => ReadonlyArray<Row>

export const textsBeginning = <Row extends { readonly body: string }>(
  prefix: string,
  limit: number,
  fetch: Fetch<Row>,
): ReadonlyArray<Row> => {
  const low = prefix.toWellFormed()
  const high = after(low)
  const most = Math.max(0, limit)
  const page = fetch(low, high, most)
  const whole = page.length < most || !page.some(({ body }) => /[\uE000-\uFFFF]/.test(body))
  return (whole ? page : fetch(low, high, Number.MAX_SAFE_INTEGER)).toSorted(byBody).slice(0, most)
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
