/**
 * The statement that appends a commit. It moves the head from the expected position and hash, and writes commit, contents, index and the
 * key of the command with it: all of it or, where the head was not as expected, nothing. Only the first commit of a brain takes two.
 */
import type { Append, CommitRow } from '@crabtrail/core'
import { type RawBuilder, sql } from 'kysely'
import { kindCode, ownerCode } from '../../rows/columns.ts'
import { type Named, type PostgresStatement, type PostgresValue, postgresStatement } from '../../statements/statement.ts'
import type { ToldSpace } from '../known-heads.ts'
import { storedText } from '../stored-text.ts'
import { type IndexWrites, indexParts, indexWrites, noneUnseen, toldTotals } from '../text-index/index-writes.ts'

type Parameters = Readonly<Record<string, PostgresValue>>

/** Answer of an append; no row where the head was not as expected. */
export interface Appended {
  readonly id: number
  readonly spaces: ReadonlyArray<ToldSpace> | null
}

/** Parts of an append that not every commit has. */
interface Parts {
  readonly creates: boolean
  readonly command: boolean
  readonly contents: boolean
  readonly index: boolean
  /** True if the head must have an expected epoch of the index as well. */
  readonly epoch: boolean
}

export interface AppendCall {
  /**
   * Makes the brain of a first commit; absent for other commits. It is a statement of its own, in the transaction of the other one, because
   * row-level security shows a new brain to the next statement only.
   */
  readonly create: PostgresStatement<Parameters, { readonly id: number }> | undefined
  readonly statement: PostgresStatement<Parameters, Appended>
  readonly parameters: Parameters
}

/**
 * Returns the statement of an append with its parameters. `epoch`: the epoch of the text index that is expected, for a commit that changes
 * it; undefined within the lock of the brain, where nobody builds the index anew.
 */
export const appendCall = (append: Append, epoch: number | undefined): AppendCall => {
  const { contents, create, index, key } = append
  const parts: Parts = {
    creates: create !== undefined,
    command: key !== undefined,
    contents: contents.length > 0,
    index: index.length > 0,
    epoch: epoch !== undefined && create === undefined && index.length > 0,
  }
  return {
    create: parts.creates ? createBrain : undefined,
    statement: statementOf(parts),
    parameters: {
      ...rowParameters(append.row),
      key: append.brain,
      ...(create === undefined ? {} : { fingerprintKey: create.fingerprintKey }),
      ...(key === undefined ? {} : { commandKey: key.key, signal: key.signal }),
      ...(parts.contents ? contentParameters(contents) : {}),
      ...(parts.index ? indexWrites(index, append.row.first) : {}),
      ...(parts.epoch ? { epoch: epoch ?? 0 } : {}),
    },
  }
}

const rowParameters = ({ actor, at, body, count, first, hash, prev, session }: CommitRow) => ({
  ...{ actor, at, body, count, first, hash, prev, session: session ?? null },
  position: first + count - 1,
  expected: first - 1,
})

const contentParameters = (contents: Append['contents']) => ({
  refs: contents.map(({ ref }) => ref),
  kinds: contents.map(({ kind }) => kindCode(kind)),
  owners: contents.map(({ owner }) => ownerCode(owner)),
  numbers: contents.map(({ number }) => number),
  salts: contents.map(({ salt }) => salt),
  bodies: contents.map(({ body }) => (body === undefined ? null : storedText(body))),
  fingerprints: contents.map(({ fingerprint }) => fingerprint),
})

const statements = new Map<string, PostgresStatement<Parameters, Appended>>()

const statementOf = (parts: Parts): PostgresStatement<Parameters, Appended> => {
  const name = Object.values(parts).join(' ')
  const known = statements.get(name)
  if (known !== undefined) return known
  const made = postgresStatement<Parameters>()((p) => appendSql(p, parts))
  statements.set(name, made)
  return made
}

const appendSql = (p: Named<Parameters>, { command, contents, creates, epoch, index }: Parts): RawBuilder<Appended> => {
  const tables = [
    creates ? made(p) : moved(p, epoch),
    committed(p),
    ...(command ? [commanded(p)] : []),
    ...(contents ? [stored(p)] : []),
    ...(index ? [indexParts(p as unknown as Named<IndexWrites>)] : []),
  ]
  return sql<Appended>`with ${sql.join(tables)} select id, ${index ? sql`${toldTotals} as spaces, ${noneUnseen}` : sql`null::json as spaces`} from head`
}

const createBrain = postgresStatement<Parameters>()(
  (p) => sql<{ id: number }>`
    insert into crabtrail.brains (key, fingerprint_key, position, hash, at)
    select ${p('key')}, decode(${p('fingerprintKey')}, 'hex'), ${p('position')}::bigint, decode(${p('hash')}, 'hex'), ${p('at')}::bigint
    where ${p('first')}::bigint = 1 and ${p('prev')}::text = ''
    on conflict (key) do nothing
    returning id`,
)

/** The brain that the statement before made. */
const made = (p: Named<Parameters>) => sql`
  head as (
    select id from crabtrail.brains where key = ${p('key')} and position = ${p('position')}::bigint and hash = decode(${p('hash')}, 'hex')
  )`

const moved = (p: Named<Parameters>, epoch: boolean) => sql`
  head as (
    update crabtrail.brains set position = ${p('position')}::bigint, hash = decode(${p('hash')}, 'hex'), at = ${p('at')}::bigint
    where key = ${p('key')} and position = ${p('expected')}::bigint and hash = decode(${p('prev')}, 'hex')
    ${epoch ? sql`and epoch = ${p('epoch')}::bigint` : sql``}
    returning id
  )`

const committed = (p: Named<Parameters>) => sql`
  committed as (
    insert into crabtrail.commits (brain, first, count, at, actor, session, body, prev, hash)
    select id, ${p('first')}::bigint, ${p('count')}::integer, ${p('at')}::bigint, ${p('actor')}::bigint, ${p('session')}::bigint,
      ${p('body')}::text, decode(${p('prev')}, 'hex'), decode(${p('hash')}, 'hex')
    from head
  )`

/** A key that was used before breaks the whole statement: its owner is asked then what the key stands for. */
const commanded = (p: Named<Parameters>) => sql`
  commanded as (
    insert into crabtrail.commands (brain, key, signal, first, count)
    select id, decode(${p('commandKey')}, 'hex'), decode(${p('signal')}, 'hex'), ${p('first')}::bigint, ${p('count')}::integer from head
  )`

/** Keeps an existing row with the same reference, because a reference names the same bytes. */
const stored = (p: Named<Parameters>) => sql`
  stored as (
    insert into crabtrail.contents (brain, ref, position, place, kind, owner, number, salt, body, fingerprint)
    select head.id, decode(c.ref, 'hex'), ${p('first')}::bigint, c.place, c.kind, c.owner, c.number, decode(c.salt, 'hex'), c.body,
      decode(c.fingerprint, 'hex')
    from head, unnest(
      ${p('refs')}::text[], ${p('kinds')}::smallint[], ${p('owners')}::smallint[], ${p('numbers')}::bigint[], ${p('salts')}::text[],
      ${p('bodies')}::text[], ${p('fingerprints')}::text[]
    ) with ordinality as c (ref, kind, owner, number, salt, body, fingerprint, place)
    on conflict (brain, ref) do nothing
  )`
