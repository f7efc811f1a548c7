/** Event log in tables: commits, the heads of brains and the keys of answered commands. */
import { Abandoned, type Append, type BrainKey, type BrainRecord, type CommitRow, type Position } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { sql } from 'kysely'
import { type Refusal, refusalOf } from '../../failures.ts'
import {
  archivedBytes,
  archivedPart,
  hashBytes,
  type LogRange,
  logRange,
  packStretch,
  requireEqual,
  takeCommits,
  UnpackedStretches,
  unpackStretch,
} from '../../rows/archived-stretch.ts'
import { byBrain, packText, recordOf, unpackText } from '../../rows/columns.ts'
import { UnpackedTexts } from '../../rows/unpacked-texts.ts'
import { archiveStatements, logStatements } from '../../statements/shared-statements.ts'
import { brainNumber, bytesOf, columnValues, queries, statement } from '../../statements/statement.ts'
import type { DirectStore } from '../../turnstile.ts'
import type { Connection } from '../file/connection.ts'
import { insertContent } from './content-table.ts'
import type { IndexTables } from './index-tables.ts'

type Log = DirectStore['log']

export class EventLog implements Log {
  readonly #connection: Connection
  readonly #index: IndexTables
  readonly #unpacked = new UnpackedStretches()
  readonly #texts = new UnpackedTexts(unpackText)

  constructor(connection: Connection, index: IndexTables) {
    this.#connection = connection
    this.#index = index
  }

  brains(): ReadonlyArray<BrainRecord> {
    this.#connection.requireInPlace()
    return this.#connection.all(logStatements.brains, {}).map(recordOf).sort(byBrain)
  }

  readonly brain: Log['brain'] = (key) => {
    const row = this.#connection.get(logStatements.brain, { key })
    return row && recordOf(row)
  }

  /**
   * Throws if the file was replaced or deleted. Every request first reads the log or the list of brains, so no request is answered from a
   * removed file.
   */
  readonly read: Log['read'] = (key, from, limit, to) => {
    this.#connection.requireInPlace()
    return this.#read(key, from, limit, to)
  }

  /** Reads only the head if no commit is new, because callers poll this often. */
  readonly tail: Log['tail'] = (key, from, limit, command) => {
    this.#connection.requireInPlace()
    const head = this.#connection.get(logStatements.head, { key })
    const rows = head === undefined || head.position < from ? [] : this.#read(key, from, limit)
    return command === undefined ? { head, rows } : { head, rows, recorded: this.recorded(key, command) }
  }

  #read(key: BrainKey, from: Position, limit: number, to?: Position): ReadonlyArray<CommitRow> {
    const range = logRange(from, limit, to)
    const rows = this.#rows(key, range)
    const archived = archivedPart(range, rows)
    return archived === undefined ? rows : [...this.#archivedRows(key, archived), ...rows].slice(0, range.limit)
  }

  #rows(key: BrainKey, range: LogRange): ReadonlyArray<CommitRow> {
    return this.#connection.all(logStatements.read, { key, ...range }).map((row) => commitOf(row, this.#texts))
  }

  /** The commit that holds the first position may begin, as in every read, before the range that it is asked for. */
  #archivedRows(key: BrainKey, range: LogRange): ReadonlyArray<CommitRow> {
    const found: Array<CommitRow> = []
    for (let next = range.from; (next <= range.to || next === range.from) && found.length < range.limit; ) {
      const rows = this.#stretchAt(key, next)
      const last = rows?.at(-1)
      if (rows === undefined || last === undefined) break
      takeCommits(found, rows, range)
      next = last.first + last.count
    }
    return found
  }

  /** Returns the commits of the archived stretch with a position, if there is one. */
  #stretchAt(key: BrainKey, position: Position): ReadonlyArray<CommitRow> | undefined {
    const known = this.#unpacked.find(key, position)
    if (known !== undefined) return known
    const stretch = this.#connection.get(archiveStatements.at, { key, position })
    return stretch === undefined || stretch.last < position ? undefined : this.#unpacked.unpack(key, stretch)
  }

  readonly archived: Log['archived'] = (key) => this.#connection.all(archiveStatements.list, { key })

  readonly archive: Log['archive'] = (key, rows, { rehearsal } = { rehearsal: false }) => {
    const stretch = packStretch(rows)
    const { first, last } = stretch
    const bytes = () => archivedBytes(this.#connection.get(logWrites.bytes, { key, first, last })?.bytes ?? 0, stretch)
    if (rehearsal) {
      requireEqual(rows, unpackStretch(stretch))
      return bytes()
    }
    return this.#connection.change('power', key, (brain) => {
      if (first !== (this.archived(key).at(-1)?.last ?? 0) + 1) return undefined
      requireEqual(rows, this.#rows(key, { from: first, to: last, limit: rows.length + 1 }))
      this.#connection.run(archiveStatements.insert, { brain, ...stretch })
      const stored = this.#connection.get(archiveStatements.at, { key, position: first })
      requireEqual(rows, stored === undefined ? [] : unpackStretch(stored))
      const told = bytes()
      this.#connection.run(archiveStatements.deleteCommits, { brain, first, last })
      return told
    })
  }

  readonly recorded: Log['recorded'] = (key, command) => this.#connection.get(logStatements.command, { key, command })

  readonly commands: Log['commands'] = (key) => this.#connection.all(logStatements.commands, { key })

  /** Appends a commit. Moving the head checks the expected position: the head moves exactly as expected, or nothing is written. */
  append(append: Append): Result.Result<void, Refusal> {
    const written = this.#connection.write(append.durability, () => this.#insert(append))
    // The reason of a refusal is read after the rollback.
    return Result.mapError(written, (refused) => (refused === 'abandoned' ? new Abandoned({ brain: append.brain }) : this.#refusal(append)))
  }

  #insert(append: Append): Result.Result<void, 'refused' | 'abandoned'> {
    const { row, key, gate } = append
    const { first, count, session = null, body } = row
    const brain = this.#moveHead(append)
    if (brain === undefined) return Result.fail('refused')
    if (key !== undefined && this.#connection.run(logWrites.insertCommand, { brain, ...key, first, count }) === 0) {
      return Result.fail('refused')
    }
    this.#connection.run(logWrites.insertCommit, { ...row, brain, session, body: packText(body) })
    for (const content of append.contents) insertContent(this.#connection, brain, content)
    if (append.index.length > 0) this.#index.apply(brain, append.index)
    return gate === undefined || gate.enterCommit() ? Result.succeed(undefined) : Result.fail('abandoned')
  }

  /** Returns the number of the brain, or undefined if its head is not at the expected position. */
  #moveHead({ brain: key, row, create }: Append): number | undefined {
    const { at, count, first, hash, prev } = row
    const position = first + count - 1
    if (create === undefined) {
      const brain = this.#connection.numberOf(key)
      if (brain === undefined) return undefined
      return this.#connection.run(logWrites.moveHead, { brain, position, hash, at, expected: first - 1, prev }) === 1 ? brain : undefined
    }
    if (first !== 1 || prev !== '') return undefined
    return this.#connection.get(logWrites.insertBrain, { key, fingerprintKey: create.fingerprintKey, position, hash, at })?.id
  }

  #refusal(append: Append): Refusal {
    const { brain, key } = append
    const recorded = key === undefined ? undefined : this.recorded(brain, key.key)
    return refusalOf(append, { place: this.#connection.place, record: this.brain(brain), recorded })
  }
}

/**
 * Returns the row of a commit. Its body is unpacked when it is first asked for: who looks for a time or a hash needs none. A damaged body is not a
 * string; the reader of the commit detects that.
 */
const commitOf = (
  { body: packed, session, ...row }: Omit<CommitRow, 'session' | 'body'> & { readonly session: number | null; readonly body: unknown },
  texts: UnpackedTexts,
): CommitRow => {
  let body: string | undefined
  return {
    ...row,
    get body() {
      body ??= (packed instanceof Uint8Array ? texts.of(row.hash, packed) : packed) as string
      return body
    },
    session: session ?? undefined,
  }
}

export const logWrites = {
  insertBrain: statement<{ key: string; fingerprintKey: string; position: number; hash: string; at: number }>()((p) =>
    queries
      .insertInto('brains')
      .values({ ...columnValues(p, 'key', 'position', 'at'), fingerprint_key: bytesOf(p('fingerprintKey')), hash: bytesOf(p('hash')) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('id'),
  ),

  moveHead: statement<{ brain: number; position: number; hash: string; at: number; expected: number; prev: string }>()((p) =>
    queries
      .updateTable('brains')
      .set({ position: p('position'), hash: bytesOf(p('hash')), at: p('at') })
      .where(sql<boolean>`id = ${p('brain')} and position = ${p('expected')} and hash = ${bytesOf(p('prev'))}`),
  ),

  insertCommit: statement<{ brain: number; session: number | null; body: string | Uint8Array } & Omit<CommitRow, 'session' | 'body'>>()(
    (p) =>
      queries.insertInto('commits').values({
        ...columnValues(p, 'brain', 'first', 'count', 'at', 'actor', 'session', 'body'),
        ...{ prev: bytesOf(p('prev')), hash: bytesOf(p('hash')) },
      }),
  ),

  bytes: statement<{ key: string; first: number; last: number }>()((p) =>
    queries
      .selectFrom('commits')
      .select(sql<number>`coalesce(sum(length(cast(body as blob)) + ${sql.lit(hashBytes)}), 0)`.as('bytes'))
      .where(sql<boolean>`brain = ${brainNumber(p('key'))} and first >= ${p('first')} and first <= ${p('last')}`),
  ),

  insertCommand: statement<{ brain: number; key: string; signal: string; first: number; count: number }>()((p) =>
    queries
      .insertInto('commands')
      .values({ ...columnValues(p, 'brain', 'first', 'count'), key: bytesOf(p('key')), signal: bytesOf(p('signal')) })
      .onConflict((conflict) => conflict.columns(['brain', 'key']).doNothing()),
  ),
}
