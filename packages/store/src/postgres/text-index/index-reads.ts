/** SQL that reads the text index. */
import { type RawBuilder, sql } from 'kysely'
import { kindsLookedUp } from '../../rows/columns.ts'
import { type Named, type PostgresValue, postgresStatement } from '../../statements/statement.ts'
import type { ToldSpace } from '../known-heads.ts'
import type { StoredRun } from './posting-runs.ts'

/** A question for postings. Lists of one kind run side by side; `known` are versions whose ended texts are known already, or −1. */
export type Wanted = {
  readonly brain: string
  readonly spaces: ReadonlyArray<number>
  readonly known: ReadonlyArray<number>
  readonly termSpaces: ReadonlyArray<number>
  readonly terms: ReadonlyArray<string>
  readonly beginSpaces: ReadonlyArray<number>
  readonly beginnings: ReadonlyArray<string>
  /** Kind and fingerprint of contents to find; kind 0 and no fingerprint for none. The kind has an index by fingerprint. */
  readonly kind: number
  readonly fingerprint: string
}

export const nothingWanted = {
  ...{ spaces: [], known: [], termSpaces: [], terms: [], beginSpaces: [], beginnings: [] },
  ...{ kind: 0, fingerprint: '' },
} satisfies Omit<Wanted, 'brain'>

/**
 * One row of an answer. `part` says what it is: `space` with its state, `ended` text (node, first position, end), `run` of postings, `next`
 * term at or after a beginning, or `content` (owner, number, reference in hex, and the order in which it came).
 */
export interface FoundRow {
  readonly part: 'space' | 'ended' | 'run' | 'next' | 'content'
  readonly space: number
  readonly term: string | null
  readonly checksum: number | null
  readonly data: Uint8Array | null
  readonly node: number | null
  readonly from: number | null
  readonly until: number | null
  readonly state: ToldSpace | null
}

const idOf = <P extends { readonly brain: PostgresValue }>(p: Named<P>) => sql`(select id from crabtrail.brains where key = ${p('brain')})`

/**
 * Reads everything in one statement, so that postings, ended texts and versions are those of one moment. `offset 0` keeps the planner from
 * joining all postings of the brain with the terms; each term is looked up by the key of the table.
 */
export const readIndex = postgresStatement<Wanted>()(
  (p) => sql<FoundRow>`
    with brain as materialized (select id from crabtrail.brains where key = ${p('brain')}),
    states as materialized (
      select s.* from crabtrail.index_statistics as s
      where s.brain = (select id from brain) and s.space = any (${p('spaces')}::smallint[])
    )
    select 'space' as part, space, null::text as term, null::bigint as checksum, null::bytea as data, null::bigint as node, null::bigint as from, null::bigint as until,
      json_build_array(space, version, documents, total_length, total_words, tokeniser) as state
    from states
    union all
    select 'ended', d.space, null, null, null, d.node, d.valid_from, d.valid_until, null
    from crabtrail.documents as d
    where d.brain = (select id from brain) and d.valid_until <> 0 and d.space in (
      select k.space from unnest(${p('spaces')}::smallint[], ${p('known')}::bigint[]) as k (space, version)
        left join states as s on s.space = k.space where s.version is distinct from k.version)
    union all
    select 'run', r.space, r.term, r.checksum, r.data, null, null, null, null
    from unnest(${p('termSpaces')}::smallint[], ${p('terms')}::text[]) as t (space, term)
      cross join lateral (
        select * from crabtrail.postings as one
        where one.brain = (select id from brain) and one.space = t.space and one.term = t.term offset 0
      ) as r
    union all
    select 'next', b.space, n.term, null, null, b.place, null, null, null
    from unnest(${p('beginSpaces')}::smallint[], ${p('beginnings')}::text[]) with ordinality as b (space, low, place)
      cross join lateral (
        select r.term from crabtrail.postings as r
        where r.brain = (select id from brain) and r.space = b.space and r.term >= b.low order by r.term limit 1
      ) as n
    union all
    select 'content', c.owner, encode(c.ref, 'hex'), null, null, c.number, c.position, c.place, null
    from crabtrail.contents as c
    where c.brain = (select id from brain) and c.kind = ${p('kind')}::smallint and c.kind < ${sql.lit(kindsLookedUp)}
      and c.fingerprint = decode(${p('fingerprint')}, 'hex')`,
)

type Asked = { readonly brain: string; readonly space: number }

const totals = sql`count(*) as documents, coalesce(sum(length), 0)::bigint as "totalLength", coalesce(sum(words), 0)::bigint as "totalWords"`
type Totals = { readonly documents: number; readonly totalLength: number; readonly totalWords: number }

const holds = (p: Named<{ at: number }>) => sql`valid_from <= ${p('at')}::bigint and (valid_until = 0 or valid_until > ${p('at')}::bigint)`

export const statisticsAt = postgresStatement<Asked & { readonly at: number }>()(
  (p) => sql<Totals>`
    select ${totals} from crabtrail.documents
    where brain = ${idOf(p)} and space = ${p('space')}::smallint and ${holds(p)}`,
)

export const statisticsOf = postgresStatement<Asked & { readonly nodes: ReadonlyArray<number>; readonly at: number }>()(
  (p) => sql<Totals>`
    select ${totals} from crabtrail.documents
    where brain = ${idOf(p)} and space = ${p('space')}::smallint and node = any (${p('nodes')}::bigint[]) and ${holds(p)}`,
)

export const madeBy = postgresStatement<{ brain: number }>()(
  (p) =>
    sql<{
      tokeniser: number | null
    }>`select max(tokeniser) as tokeniser from crabtrail.index_statistics where brain = ${p('brain')}::bigint`,
)

export const openTexts = postgresStatement<Asked & { readonly nodes: ReadonlyArray<number> }>()(
  (p) => sql<{ node: number; from: number; length: number }>`
    select node, valid_from as from, length from crabtrail.documents
    where brain = ${idOf(p)} and space = ${p('space')}::smallint and node = any (${p('nodes')}::bigint[]) and valid_until = 0`,
)

export const runsOfTerms = postgresStatement<Asked & { readonly terms: ReadonlyArray<string> }>()(
  (p) => sql<{ term: string } & StoredRun>`
    select term, checksum, data from crabtrail.postings
    where brain = ${idOf(p)} and space = ${p('space')}::smallint and term = any (${p('terms')}::text[])`,
)

export const allTexts = postgresStatement<{ brain: string }>()(
  (p) => sql<{ space: number; node: number; from: number; until: number; length: number; words: number }>`
    select space, node, valid_from as from, valid_until as until, length, words from crabtrail.documents where brain = ${idOf(p)}`,
)

export const clearPostings = postgresStatement<{ brain: number }>()(
  (p) => sql<never>`delete from crabtrail.postings where brain = ${p('brain')}::bigint`,
)

export const clearDocuments = postgresStatement<{ brain: number }>()(
  (p) => sql<never>`delete from crabtrail.documents where brain = ${p('brain')}::bigint`,
)

/** Empties the totals and raises their versions, so that no cached postings are used any more. */
export const clearTotals = postgresStatement<{ brain: number; tokeniser: number }>()(
  (p) => sql<never>`
    update crabtrail.index_statistics
    set documents = 0, total_length = 0, total_words = 0, version = version + 1, tokeniser = ${p('tokeniser')}::integer
    where brain = ${p('brain')}::bigint`,
)

/** Tells every writer that the index was built anew: an append that was decided before is decided again. */
export const raiseEpoch = postgresStatement<{ brain: number }>()(
  (p) => sql<never>`update crabtrail.brains set epoch = epoch + 1 where id = ${p('brain')}::bigint`,
)

/**
 * Takes the open texts of `gone` from the totals, as a common table expression. Raises the version of each space for which `isChanged` holds.
 */
const taken = (brain: RawBuilder<number>, isChanged: RawBuilder<boolean>) => sql`
  open as (
    select space, count(*) as documents, sum(length) as length, sum(words) as words from gone where valid_until = 0 group by space
  ), taken as (
    update crabtrail.index_statistics as s set
      documents = s.documents - coalesce((select o.documents from open as o where o.space = s.space), 0),
      total_length = s.total_length - coalesce((select o.length from open as o where o.space = s.space), 0),
      total_words = s.total_words - coalesce((select o.words from open as o where o.space = s.space), 0),
      version = s.version + 1
    where s.brain = ${brain}::bigint and ${isChanged}
  )`

/** Deletes all texts of nodes. Returns their number. Raises the version of every space: a damaged index may have postings without a text. */
export const dropNodes = postgresStatement<{ brain: number; nodes: ReadonlyArray<number> }>()(
  (p) => sql<{ texts: number }>`
    with gone as (
      delete from crabtrail.documents where brain = ${p('brain')}::bigint and node = any (${p('nodes')}::bigint[])
      returning space, valid_until, length, words
    ), ${taken(p('brain'), sql`true`)}
    select count(*) as texts from gone`,
)

/** Texts as lists that run side by side. */
type ListedTexts = {
  readonly spaces: ReadonlyArray<number>
  readonly nodes: ReadonlyArray<number>
  readonly froms: ReadonlyArray<number>
}

export const dropTexts = postgresStatement<{ brain: number } & ListedTexts>()(
  (p) => sql<never>`
    with gone as (
      delete from crabtrail.documents as d
      using unnest(${p('spaces')}::smallint[], ${p('nodes')}::bigint[], ${p('froms')}::bigint[]) as t (space, node, valid_from)
      where d.brain = ${p('brain')}::bigint and d.space = t.space and d.node = t.node and d.valid_from = t.valid_from
      returning d.space, d.valid_until, d.length, d.words
    ), ${taken(p('brain'), sql`s.space in (select g.space from gone as g)`)}
    select`,
)
