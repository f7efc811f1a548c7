/** Erasure in tables: deletes rows, measures their size and returns the remaining data that has to be read again. */

import type { ErasedPlace, Finished } from '@crabtrail/core'
import { sql } from 'kysely'
import { ownedOf, ownerCode, signalBytes } from '../../rows/columns.ts'
import {
  brainNumber,
  bytesOf,
  columnValues,
  headOf,
  hexOf,
  indexedRef,
  type Named,
  queries,
  statement,
} from '../../statements/statement.ts'
import type { DirectStore } from '../../turnstile.ts'
import { failureOf } from '../engine/failure.ts'
import type { Connection } from '../file/connection.ts'
import { walBytes } from '../file/database-file.ts'
import { eraseVectors } from './cache-tables.ts'
import { bury as buryIn } from './content-table.ts'
import type { IndexTables } from './index-tables.ts'

export const erasureTables = (connection: Connection, tables: { readonly index: IndexTables }): DirectStore['erasure'] => ({
  owned: (brain, owners) =>
    owners
      .flatMap(({ numbers, owner }) =>
        connection.all(erasureStatements.owned, { brain, owner: ownerCode(owner), numbers: JSON.stringify(numbers) }),
      )
      .sort((a, b) => a.id - b.id)
      .map(ownedOf),

  wordsOnlyIn: (key, nodes) => tables.index.wordsOnlyIn(connection.numberOf(key) ?? 0, nodes),

  /** Deletes the rows in one transaction, which also records that the files have to be cleaned. */
  erase: (key, { bury, contents, index, nodes, position, signals }) =>
    connection.change('power', key, (brain) => {
      const refs = JSON.stringify(contents)
      const held = connection.get(erasureStatements.measureContents, { brain, refs })
      const embedded = eraseVectors(connection, brain, contents, nodes)
      connection.run(erasureStatements.dropContents, { brain, refs })
      const indexed = tables.index.drop(brain, nodes)
      if (index.length > 0) tables.index.apply(brain, index)
      let answered = 0
      for (const { first, instead } of signals) answered += connection.run(erasureStatements.dropSignal, { brain, first, instead })
      buryIn(connection, brain, bury)
      connection.run(erasureStatements.begin, { brain, position })
      return [
        { place: 'contents', rows: held?.rows ?? 0, bytes: held?.bytes ?? 0 },
        { place: 'text index', ...indexed },
        { place: 'vectors', ...embedded },
        { place: 'digests of answered requests', rows: answered, bytes: answered * signalBytes },
      ]
    }),

  unbury: (key, fingerprints) =>
    connection.change('power', key, (brain) => {
      for (const fingerprint of fingerprints) connection.run(erasureStatements.unbury, { brain, fingerprint })
    }),
})

/*
 * Removes erased data from the files of a database.
 *
 * A deleted row is overwritten in place (`secure_delete`), but older versions of its page can remain in unused parts of other pages and in
 * the write-ahead log. So the file is rewritten, and the log is copied back and truncated. A table lists the erasures that still need this;
 * if the work is interrupted, the next program that opens the store continues it.
 */

interface Unfinished {
  readonly brain: number
  readonly position: number
  readonly rewritten: number
}

export const unfinishedErasures = (connection: Connection): ReadonlyArray<Unfinished> => connection.all(erasureStatements.unfinished, {})

/** Finishes the erasures. A failure of the environment is returned, not thrown. */
export const finishErasures = (connection: Connection): Finished => {
  const places: Array<ErasedPlace> = []
  const waitsFor = trying(connection, () => {
    // Erasures that begin later are not included: the rewritten file may still contain their rows.
    const begun = unfinishedErasures(connection)
    if (begun.length === 0) return
    const logged = walBytes(connection.place)
    const left = begun.filter(({ rewritten }) => rewritten === 0)
    places.push({ place: 'database pages', rows: 0, bytes: rewrite(connection, left) })
    cutLog(connection, begun)
    places.push({ place: 'write-ahead log', rows: 0, bytes: logged })
  })
  return { places, waitsFor }
}

/** Does only the short steps, without rewriting the file. */
export const finishBriefly = (connection: Connection): void => {
  trying(connection, () => {
    const rewritten = unfinishedErasures(connection).filter((one) => one.rewritten === 1)
    if (rewritten.length > 0) cutLog(connection, rewritten)
  })
}

/** Rewrites the file without unused parts, in one transaction. Returns by how many bytes the file shrank. */
const rewrite = (connection: Connection, erasures: ReadonlyArray<Unfinished>): number => {
  const before = connection.bytes
  if (erasures.length > 0) {
    // VACUUM writes whole pages, so the file must still be the one that was opened.
    connection.requireInPlace()
    connection.engine.execute('vacuum')
  }
  for (const { brain, position } of erasures) connection.run(erasureStatements.rewritten, { brain, position })
  return Math.max(0, before - connection.bytes)
}

/** Truncates the write-ahead log. Waits for readers as long as the connection waits for a lock. */
const cutLog = (connection: Connection, erasures: ReadonlyArray<Unfinished>): void => {
  if (connection.pragma('wal_checkpoint(truncate)') !== 0) throw new StillRead()
  for (const { brain, position } of erasures) connection.run(erasureStatements.finished, { brain, position })
}

const trying = ({ place }: Connection, work: () => void): string | undefined => {
  try {
    work()
    return undefined
  } catch (cause) {
    if (cause instanceof StillRead) return cause.message
    const failure = failureOf(place, cause)
    if (failure === undefined) throw cause
    return failure.detail
  }
}

class StillRead extends Error {
  override readonly name = 'StillRead'
  override readonly message = 'another program still reads what was there before'
}

/* Lists are JSON arrays, because one statement a member is slower. */

const contentsAmong = (p: Named<{ brain: number; refs: string }>) =>
  sql<boolean>`brain = ${p('brain')} and ${indexedRef} in (select ${headOf(bytesOf(sql.ref('value')))} from json_each(${p('refs')}))
    and ref in (select unhex(value) from json_each(${p('refs')}))`

type Begun = { readonly brain: number; readonly position: number }
const isBegun = (p: Named<Begun>) => sql<boolean>`brain = ${p('brain')} and position = ${p('position')}`

const erasureStatements = {
  /** Owner and number come before the body in a row, so long bodies are not read. */
  owned: statement<{ brain: string; owner: number; numbers: string }>()((p) =>
    queries
      .selectFrom('contents')
      .select(['id', 'kind', 'owner', 'number', hexOf('ref').as('ref')])
      .where(sql<boolean>`brain = ${brainNumber(p('brain'))} and owner = ${p('owner')}
        and number in (select value from json_each(${p('numbers')}))`),
  ),

  measureContents: statement<{ brain: number; refs: string }>()((p) =>
    queries
      .selectFrom('contents')
      .select((content) => [
        content.fn.countAll<number>().as('rows'),
        sql<number>`coalesce(sum(octet_length(ref) + octet_length(salt) + coalesce(octet_length(body), 0) + octet_length(fingerprint)), 0)`.as(
          'bytes',
        ),
      ])
      .where(contentsAmong(p)),
  ),

  dropContents: statement<{ brain: number; refs: string }>()((p) => queries.deleteFrom('contents').where(contentsAmong(p))),

  dropSignal: statement<{ brain: number; first: number; instead: string }>()((p) =>
    queries
      .updateTable('commands')
      .set({ signal: bytesOf(p('instead')) })
      .where(sql<boolean>`brain = ${p('brain')} and first = ${p('first')}`),
  ),

  unbury: statement<{ brain: number; fingerprint: string }>()((p) =>
    queries.deleteFrom('tombstones').where(sql<boolean>`brain = ${p('brain')} and fingerprint = ${bytesOf(p('fingerprint'))}`),
  ),

  begin: statement<Begun>()((p) =>
    queries
      .insertInto('unfinished_erasures')
      .values({ ...columnValues(p, 'brain', 'position'), rewritten: 0 })
      .onConflict((conflict) => conflict.columns(['brain', 'position']).doUpdateSet({ rewritten: 0 })),
  ),

  unfinished: statement()(() => queries.selectFrom('unfinished_erasures').select(['brain', 'position', 'rewritten'])),

  rewritten: statement<Begun>()((p) => queries.updateTable('unfinished_erasures').set({ rewritten: 1 }).where(isBegun(p))),

  finished: statement<Begun>()((p) => queries.deleteFrom('unfinished_erasures').where(isBegun(p))),
}
