/**
 * One open database file: prepared statements and transactions, all synchronous.
 *
 * A transaction takes the write lock when it begins, so a read that turns into a write cannot meet a snapshot that is too old.
 */

import { type BigIntStats, statSync } from 'node:fs'
import type { BrainKey } from '@crabtrail/core'
import * as Result from 'effect/Result'
import { missingBrain, unavailable } from '../../failures.ts'
import { brainNumber, type SqlValue, type Statement, statement } from '../../statements/statement.ts'
import type { SqliteEngine, SqlitePrepared } from '../engine/engine.ts'

/** Durability of a commit. `power`: it waits until the data is on the disk. `process`: it hands the data to the operating system. */
export type Durability = 'power' | 'process'

export class Connection {
  readonly place: string
  readonly engine: SqliteEngine
  /** Throws if the file was deleted or replaced, checked before every commit: the engine would go on writing to the removed file. */
  readonly requireInPlace: Guard
  /** Called for each transaction with the milliseconds that it waited for another program. */
  waited: (ms: number) => void = () => {}
  readonly #brains = new Map<BrainKey, number>()
  readonly #prepared = new Map<string, SqlitePrepared>()
  #synchronous: Durability | undefined
  /** True between `begin` and `end`: a write joins that transaction. */
  #held = false
  #wrote = false

  constructor(place: string, engine: SqliteEngine, requireInPlace: Guard) {
    this.place = place
    this.engine = engine
    this.requireInPlace = requireInPlace
  }

  all<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): ReadonlyArray<Row> {
    return this.#prepare(statement.sql).all(statement.bind(parameters)) as ReadonlyArray<Row>
  }

  /** Returns rows as arrays in the order of the selected columns, which is cheaper than objects for many rows. */
  rows<Parameters>(statement: Statement<Parameters, unknown>, parameters: Parameters): ReadonlyArray<ReadonlyArray<SqlValue>> {
    return this.#prepare(statement.sql).rows(statement.bind(parameters))
  }

  get<Parameters, Row>(statement: Statement<Parameters, Row>, parameters: Parameters): Row | undefined {
    return this.#prepare(statement.sql).get(statement.bind(parameters)) as Row | undefined
  }

  /** Returns the number of rows written. */
  run<Parameters>(statement: Statement<Parameters, unknown>, parameters: Parameters): number {
    return this.#prepare(statement.sql).run(statement.bind(parameters))
  }

  /** Returns the first column of the result of a pragma. */
  pragma(text: string): SqlValue {
    return this.#prepare(`pragma ${text}`).rows([])[0]?.[0] ?? null
  }

  /** Bytes of the file, without its write-ahead log. */
  get bytes(): number {
    return Number(this.pragma('page_count')) * Number(this.pragma('page_size'))
  }

  /** True if data that is read now may still be rolled back. */
  get unsettled(): boolean {
    return this.#held && this.#wrote
  }

  /**
   * Returns the number of a brain in the file, which has no meaning outside, or undefined. Numbers never change, so they are cached, except while
   * the creation of the brain may still be rolled back.
   */
  numberOf(key: BrainKey): number | undefined {
    const known = this.#brains.get(key)
    if (known !== undefined) return known
    const number = this.get(numberOfBrain, { key })?.id
    if (number !== undefined && !this.unsettled) this.#brains.set(key, number)
    return number
  }

  /** Runs a change of a brain in a transaction, as `write` does. Throws StoreUnavailable if there is no such brain. */
  change<A>(durability: Durability, key: BrainKey, run: (brain: number) => A): A {
    const changed = this.write(durability, () => {
      const brain = this.numberOf(key)
      return brain === undefined ? Result.fail(missingBrain(this.place, key)) : Result.succeed(run(brain))
    })
    return Result.getOrThrow(changed)
  }

  /**
   * Runs in a transaction of its own and commits if the result is a success. Inside a held transaction it joins that one; a failure then
   * undoes only its own writes.
   */
  write<A, E>(durability: Durability, run: () => Result.Result<A, E>): Result.Result<A, E> {
    if (this.#held) return this.#join(run)
    this.#begin(durability)
    return this.#settle(
      run,
      () => this.#commit(),
      () => this.#rollback(),
    )
  }

  /** Opens a transaction that stays open until `end`, with durability `power`, because its content is not known yet. */
  begin(): void {
    this.#begin('power')
    this.#held = true
    this.#wrote = false
  }

  /** Commits the transaction if `keep` is true, otherwise rolls it back. */
  end(keep: boolean): void {
    this.#held = false
    const kept = keep && this.#wrote
    if (kept && !this.engine.inTransaction())
      throw unavailable(this.place, 'io', 'the transaction was lost, nothing was written: try again')
    this.#settle(
      () => (kept ? Result.succeed(undefined) : Result.fail(undefined)),
      () => this.#commit(),
      () => this.#rollback(),
    )
  }

  /**
   * Sets the durability. better-sqlite3 changes FULL to NORMAL in WAL mode unless it is set again, and it cannot be set inside a
   * transaction.
   */
  synchronize(durability: Durability): void {
    if (this.#synchronous === durability) return
    this.engine.execute(`pragma synchronous = ${durability === 'power' ? 'full' : 'normal'}`)
    this.#synchronous = durability
  }

  close(): void {
    this.#prepared.clear()
    this.engine.close()
  }

  #join<A, E>(run: () => Result.Result<A, E>): Result.Result<A, E> {
    this.#execute('savepoint joined')
    const result = this.#settle(
      run,
      () => this.#execute('release joined'),
      () => {
        if (!this.engine.inTransaction()) return
        this.#execute('rollback to joined')
        this.#execute('release joined')
      },
    )
    if (Result.isSuccess(result)) this.#wrote = true
    return result
  }

  #settle<A, E>(run: () => Result.Result<A, E>, keep: () => void, undo: () => void): Result.Result<A, E> {
    let kept = false
    try {
      const result = run()
      if (Result.isSuccess(result)) {
        keep()
        kept = true
      }
      return result
    } finally {
      if (!kept) undo()
    }
  }

  #begin(durability: Durability): void {
    this.synchronize(durability)
    // Date.now costs a tenth of a finer clock; millisecond precision is enough.
    const began = Date.now()
    this.#execute('begin immediate')
    const ms = Date.now() - began
    if (ms > 1) this.waited(ms)
  }

  #commit(): void {
    this.requireInPlace()
    this.#execute('commit')
  }

  /** The engine rolls back by itself when the disk is full or fails. */
  #rollback(): void {
    if (this.engine.inTransaction()) this.#execute('rollback')
  }

  #execute(sql: string): void {
    this.#prepare(sql).run([])
  }

  #prepare(sql: string): SqlitePrepared {
    const known = this.#prepared.get(sql)
    if (known !== undefined) return known
    const prepared = this.engine.prepare(sql)
    this.#prepared.set(sql, prepared)
    return prepared
  }
}

export const numberOfBrain = statement<{ key: string }>()((p) => brainNumber(p('key')))

/*
 * Detects that the file of an open connection was deleted, moved or replaced.
 *
 * The engine does not detect it: it goes on with the file that it has open, wherever that is now. While the file is open, its inode number
 * is given to no other file.
 */

/** Throws StoreUnavailable if the path has another file, or none. */
export type Guard = () => void

/** Returns a guard that requires the file now at `place` to stay there. */
export const guardFile = (place: string): Guard => {
  const guarded = found(place)
  return () => {
    const now = found(place)
    if (guarded === undefined || now?.ino !== guarded.ino || now.dev !== guarded.dev)
      throw unavailable(place, 'moved', now === undefined ? takenAway : replaced(place))
  }
}

const takenAway =
  'it was deleted, moved or replaced while it was in use, and nothing of this command is kept there: see to the file, then try again'

/** Warns about the -wal and -shm of the old file: the engine would apply them to the new one. */
const replaced = (place: string): string =>
  `${takenAway}; end every program that has it open and delete ${place}-wal and ${place}-shm before the new file is used: they belong to the one before, and would damage it`

/** Windows gives files 64-bit numbers, which a double cannot hold exactly. */
const asked = { bigint: true, throwIfNoEntry: false } as const

const found = (place: string): BigIntStats | undefined => statSync(place, asked)
