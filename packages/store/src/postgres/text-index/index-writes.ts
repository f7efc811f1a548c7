/** The part of a commit that changes the text index, as lists that one statement takes. */
import type { IndexChange } from '@crabtrail/core'
import { tokeniserVersion } from '@crabtrail/text/words/tokenise'
import { sql } from 'kysely'
import { spaceCode } from '../../rows/columns.ts'
import { type Named, postgresStatement } from '../../statements/statement.ts'
import type { ToldSpace } from '../known-heads.ts'
import { storedText } from '../stored-text.ts'
import { encodeRun } from './posting-runs.ts'

/** Parameters of the index part of a statement. Lists of one kind run side by side. */
export type IndexWrites = { readonly run: number } & {
  readonly [List in `${'ended' | 'document' | 'posting' | 'changed'}Spaces` | `${'ended' | 'document'}Nodes`]: ReadonlyArray<number>
} & {
  readonly [List in 'endedUntils' | `document${'Froms' | 'Untils' | 'Lengths' | 'Words'}` | 'postingChecksums']: ReadonlyArray<number>
} & { readonly postingTerms: ReadonlyArray<string>; readonly postingData: ReadonlyArray<Uint8Array> }

type Add = Extract<IndexChange, { readonly change: 'add' }>

interface Added {
  readonly add: Add
  until: number
}

/**
 * Returns what the changes come to. A text that a change ends within the same list is written with its end; one that ends where it begins
 * was never visible and is not written. `run` tells the postings of this call from those of others.
 */
export const indexWrites = (changes: ReadonlyArray<IndexChange>, run: number): IndexWrites => {
  const added: Array<Added> = []
  const ended: Array<{ readonly space: number; readonly node: number; readonly until: number }> = []
  /** The open text of a node: one of this list, or undefined if that from before was ended. */
  const open = new Map<string, Added | undefined>()
  for (const change of changes) {
    const name = `${change.space} ${change.node}`
    const until = change.change === 'add' ? change.from : change.until
    const known = open.get(name)
    if (known !== undefined) {
      if (until > known.add.from) known.until = until
      else added.splice(added.indexOf(known), 1)
    } else if (!open.has(name)) ended.push({ space: spaceCode(change.space), node: change.node, until })
    const own = change.change === 'add' ? { add: change, until: 0 } : undefined
    if (own !== undefined) added.push(own)
    open.set(name, own)
  }
  const postings = runsOf(added.map(({ add }) => add))
  const space = (one: Added) => spaceCode(one.add.space)
  return {
    run,
    endedSpaces: ended.map((one) => one.space),
    endedNodes: ended.map((one) => one.node),
    endedUntils: ended.map((one) => one.until),
    documentSpaces: added.map(space),
    documentNodes: added.map(({ add }) => add.node),
    documentFroms: added.map(({ add }) => add.from),
    documentUntils: added.map(({ until }) => until),
    documentLengths: added.map(({ add }) => add.length),
    documentWords: added.map(({ add }) => add.words),
    postingSpaces: postings.map((one) => one.space),
    postingTerms: postings.map((one) => one.term),
    postingChecksums: postings.map((one) => one.checksum),
    postingData: postings.map((one) => one.data),
    changedSpaces: [...new Set(changes.map((change) => spaceCode(change.space)))],
  }
}

const runsOf = (texts: ReadonlyArray<Add>) => {
  const runs = new Map<string, { readonly space: number; readonly term: string; readonly values: Array<number> }>()
  for (const { counts, from, length, node, space, terms } of texts.toSorted((a, b) => a.node - b.node || a.from - b.from)) {
    for (const [i, term] of terms.entries()) {
      const posting = [node, from, counts[i] ?? 0, length]
      const known = runs.get(`${space} ${term}`)
      if (known === undefined) runs.set(`${space} ${term}`, { space: spaceCode(space), term, values: posting })
      else known.values.push(...posting)
    }
  }
  return [...runs.values()].map(({ space, term, values }) => ({ space, term: storedText(term), ...encodeRun(values) }))
}

/**
 * SQL of the index part of a statement, as common table expressions behind one named `head` that has the brain's number as `id`, or no row.
 * `totals` has the new state of each changed space.
 *
 * A text from before is ended by a change of its row. The totals lose what ended and gain what was added and is still open.
 *
 * `open` looks each text up by the key of its table: `offset 0` keeps the planner from reading all texts of the brain instead. Most commits
 * end none, so the update, whose join the planner may turn around, is not begun without a row in `open`.
 */
export const indexParts = (p: Named<IndexWrites>) => sql`
  open as (
    select found.*, e.until
    from head, unnest(${p('endedSpaces')}::smallint[], ${p('endedNodes')}::bigint[], ${p('endedUntils')}::bigint[]) as e (space, node, until),
      lateral (
        select d.brain, d.space, d.node, d.valid_from from crabtrail.documents as d
        where d.brain = head.id and d.space = e.space and d.node = e.node and d.valid_until = 0 offset 0
      ) as found
  ),
  ended as (
    update crabtrail.documents as d set valid_until = open.until
    from open
    where (select count(*) from open) > 0
      and d.brain = open.brain and d.space = open.space and d.node = open.node and d.valid_from = open.valid_from
    returning d.space, d.length, d.words
  ),
  added as (
    insert into crabtrail.documents (brain, space, node, valid_from, valid_until, length, words)
    select head.id, a.* from head, unnest(
      ${p('documentSpaces')}::smallint[], ${p('documentNodes')}::bigint[], ${p('documentFroms')}::bigint[],
      ${p('documentUntils')}::bigint[], ${p('documentLengths')}::bigint[], ${p('documentWords')}::bigint[]
    ) as a (space, node, valid_from, valid_until, length, words)
    returning space, valid_until, length, words
  ),
  written as (
    insert into crabtrail.postings (brain, space, term, run, checksum, data)
    select head.id, w.space, w.term, ${p('run')}::bigint, w.checksum, w.data
    from head, unnest(
      ${p('postingSpaces')}::smallint[], ${p('postingTerms')}::text[], ${p('postingChecksums')}::bigint[], ${p('postingData')}::bytea[]
    ) as w (space, term, checksum, data)
  ),
  changes as (
    select space, 1 as texts, length, words from added where valid_until = 0
    union all select space, -1, -length, -words from ended
    union all select space, 0, 0, 0 from unnest(${p('changedSpaces')}::smallint[]) as s (space)
  ),
  totals as (
    insert into crabtrail.index_statistics as t
      (brain, space, documents, total_length, total_words, version, tokeniser)
    select head.id, c.space, sum(c.texts), sum(c.length), sum(c.words), 1, ${sql.lit(tokeniserVersion)}
    from head, changes as c
    group by head.id, c.space
    on conflict (brain, space) do update set
      documents = t.documents + excluded.documents, total_length = t.total_length + excluded.total_length,
      total_words = t.total_words + excluded.total_words, version = t.version + 1
    returning space, version, documents, total_length, total_words, tokeniser
  )`

export const toldTotals = sql<ReadonlyArray<ToldSpace> | null>`(
  select json_agg(json_build_array(space, version, documents, total_length, total_words, tokeniser)) from totals
)`

/**
 * Condition that breaks a statement which would end a text where it begins, or before. Such a text was never visible, and its postings have
 * to go before the statement runs again.
 */
export const noneUnseen = sql`(
  select 1 / case when count(*) = 0 then 1 else 0 end from open where valid_from >= until
) as unseen`

/** The texts that changes would end where they begin. */
export const unseenTexts = postgresStatement<Pick<IndexWrites, 'endedSpaces' | 'endedNodes' | 'endedUntils'> & { brain: number }>()(
  (p) => sql<{ space: number; node: number; from: number }>`
    select d.space, d.node, d.valid_from as from
    from unnest(${p('endedSpaces')}::smallint[], ${p('endedNodes')}::bigint[], ${p('endedUntils')}::bigint[]) as e (space, node, until)
      join crabtrail.documents as d on d.space = e.space and d.node = e.node
    where d.brain = ${p('brain')}::bigint and d.valid_until = 0 and d.valid_from >= e.until`,
)

/** Applies changes to the index alone, in a transaction that has the lock of the brain. */
export const applyChanges = postgresStatement<IndexWrites & { readonly brain: number }>()(
  (p) => sql<{ spaces: ReadonlyArray<ToldSpace> | null }>`
    with head as (select ${p('brain')}::bigint as id), ${indexParts(p)} select ${toldTotals} as spaces`,
)
