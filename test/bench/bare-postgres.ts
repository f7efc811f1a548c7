/**
 * The bare driver `pg` as a log: the rows of an append in the store's own tables, written in two ways, both with prepared statements.
 *
 * `by hand` is what a careful program does: begin, the head moved from where it was expected, an insert for each table, commit. `one
 * statement` is the quickest that we know: all of it in one, so in one round trip. Both know the number of the brain, and get digests as bytes.
 */
import { Client } from 'pg'
import { indexWrites } from '../../packages/store/src/postgres/text-index/index-writes.ts'
import { kindCode, ownerCode } from '../../packages/store/src/rows/columns.ts'
import type { RecordedAppend } from './recorded-turns.ts'

/** SQL with `?` for its values. `{brain}`, `{from}` and `{and}` differ between the ways. */
interface Write {
  readonly name: string
  readonly sql: string
  readonly values: ReadonlyArray<unknown>
}

/** The values of an append, made ready off the clock; `body` is made on it. */
export interface ReadyAppend {
  readonly head: Write
  readonly writes: ReadonlyArray<Write>
}

export const readyAppend = ({ append }: RecordedAppend): ReadyAppend => {
  const { actor, at, count, first, hash, prev, session } = append.row
  return {
    head: {
      name: 'head',
      sql: `update crabtrail.brains set position = ?::bigint, hash = ?::bytea, at = ?::bigint
        where id = 1 and position = ?::bigint and hash = ?::bytea`,
      values: [first + count - 1, bytes(hash), at, first - 1, bytes(prev)],
    },
    writes: [
      {
        name: 'commit',
        sql: `insert into crabtrail.commits (body, brain, first, count, at, actor, session, prev, hash)
          select ?::text, {brain}, ?::bigint, ?::integer, ?::bigint, ?::bigint, ?::bigint, ?::bytea, ?::bytea {from}`,
        values: [undefined, first, count, at, actor, session ?? null, bytes(prev), bytes(hash)],
      },
      ...(append.key === undefined ? [] : [commandWrite(append.key, first, count)]),
      ...(append.contents.length === 0 ? [] : [contentsWrite(append.contents, first)]),
      ...(append.index.length === 0 ? [] : indexTables(append.index, first)),
    ],
  }
}

const commandWrite = ({ key, signal }: { readonly key: string; readonly signal: string }, first: number, count: number): Write => ({
  name: 'command',
  sql: `insert into crabtrail.commands (brain, key, signal, first, count)
    select {brain}, ?::bytea, ?::bytea, ?::bigint, ?::integer {from}`,
  values: [bytes(key), bytes(signal), first, count],
})

const contentsWrite = (contents: RecordedAppend['append']['contents'], first: number): Write => ({
  name: 'contents',
  sql: `insert into crabtrail.contents (brain, position, ref, kind, owner, number, salt, body, fingerprint, place)
    select {brain}, ?::bigint, c.* from {and} unnest(
      ?::bytea[], ?::smallint[], ?::smallint[], ?::bigint[], ?::bytea[], ?::text[], ?::bytea[]
    ) with ordinality as c`,
  values: [
    first,
    contents.map(({ ref }) => bytes(ref)),
    contents.map(({ kind }) => kindCode(kind)),
    contents.map(({ owner }) => ownerCode(owner)),
    contents.map(({ number }) => number),
    contents.map(({ salt }) => bytes(salt)),
    contents.map(({ body }) => body ?? null),
    contents.map(({ fingerprint }) => bytes(fingerprint)),
  ],
})

/** The texts that the commits of turns bring are new, and this program knows it: it looks for none that would end. */
const indexTables = (index: RecordedAppend['append']['index'], first: number): ReadonlyArray<Write> => {
  const rows = indexWrites(index, first)
  const [space] = rows.changedSpaces
  const sum = (numbers: ReadonlyArray<number>) => numbers.reduce((all, one) => all + one, 0)
  return [
    {
      name: 'documents',
      sql: `insert into crabtrail.documents (brain, space, node, valid_from, valid_until, length, words)
        select {brain}, d.* from {and} unnest(?::smallint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[], ?::bigint[]) as d`,
      values: [rows.documentSpaces, rows.documentNodes, rows.documentFroms, rows.documentUntils, rows.documentLengths, rows.documentWords],
    },
    {
      name: 'postings',
      sql: `insert into crabtrail.postings (brain, run, space, term, checksum, data)
        select {brain}, ?::bigint, w.* from {and} unnest(?::smallint[], ?::text[], ?::bigint[], ?::bytea[]) as w`,
      values: [first, rows.postingSpaces, rows.postingTerms, rows.postingChecksums, rows.postingData],
    },
    {
      name: 'statistics',
      sql: `insert into crabtrail.index_statistics as t (brain, space, documents, total_length, total_words, version, tokeniser)
        select {brain}, ?::smallint, ?::bigint, ?::bigint, ?::bigint, 1, 1 {from}
        on conflict (brain, space) do update set documents = t.documents + excluded.documents,
          total_length = t.total_length + excluded.total_length, total_words = t.total_words + excluded.total_words,
          version = t.version + 1`,
      values: [space, rows.documentNodes.length, sum(rows.documentLengths), sum(rows.documentWords)],
    },
  ]
}

const bytes = (hex: string): Buffer => Buffer.from(hex, 'hex')

export interface BarePostgres {
  readonly byHand: (ready: ReadyAppend, body: string) => Promise<void>
  readonly inOne: (ready: ReadyAppend, body: string) => Promise<void>
  readonly client: Client
  readonly close: () => Promise<void>
}

export const openBare = async (url: string): Promise<BarePostgres> => {
  const client = new Client({ connectionString: url })
  await client.connect()
  const send = async (write: Write, values: ReadonlyArray<unknown>) => {
    const { rowCount } = await client.query({ name: write.name, text: write.sql, values: [...values] })
    if (rowCount === 0) throw new Error('the bare driver wrote nothing')
  }
  return {
    client,
    byHand: async ({ head, writes }, body) => {
      await client.query('begin')
      await send(placed(head, {}), head.values)
      for (const write of writes) await send(placed(write, { brain: '1', from: '', and: '' }), withBody(write, body))
      await client.query('commit')
    },
    inOne: ({ head, writes }, body) =>
      send(
        oneStatement(head, writes),
        [head, ...writes].flatMap((write) => [...withBody(write, body)]),
      ),
    close: () => client.end(),
  }
}

const withBody = ({ name, values }: Write, body: string): ReadonlyArray<unknown> =>
  name === 'commit' ? [body, ...values.slice(1)] : values

const made = new Map<string, Write>()

const madeOnce = (name: string, make: () => string): Write => {
  const known = made.get(name)
  if (known !== undefined) return known
  const write = { name, sql: make(), values: [] }
  made.set(name, write)
  return write
}

const placed = (write: Write, ways: Readonly<Record<string, string>>): Write =>
  madeOnce(write.name, () => numbered(filled(write.sql, ways)))

const oneStatement = (head: Write, writes: ReadonlyArray<Write>): Write =>
  madeOnce(`all: ${writes.map(({ name }) => name).join(' ')}`, () => {
    const tables = writes.map(({ sql }, i) => `t${i} as (${filled(sql, { brain: 'head.id', from: 'from head', and: 'head, ' })})`)
    return numbered(`with head as (${head.sql} returning id), ${tables.join(', ')} select id from head`)
  })

const filled = (sql: string, ways: Readonly<Record<string, string>>): string => sql.replaceAll(/\{(\w+)\}/g, (_, name) => ways[name] ?? '')

const numbered = (sql: string): string => {
  let number = 0
  return sql.replaceAll('?', () => `$${++number}`)
}
