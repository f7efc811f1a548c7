/** Erasure in tables: deletes rows, measures their size and returns the remaining data that has to be read again. */

import type {
  BrainKey,
  ContentKind,
  ContentOwner,
  ContentRef,
  ErasedPlace,
  Erasing,
  Finished,
  NodeNumber,
  OwnedContent,
  Owners,
  StoreUnavailable,
} from '@crabtrail/core'
import * as Result from 'effect/Result'
import { missingBrain } from '../../failures/unavailable.ts'
import { kindOf, ownerCode, ownerOf } from '../../rows/codes.ts'
import { erasureStatements } from '../../statements/erasure-statements.ts'
import { failureOf } from '../engine/failure.ts'
import type { Connection } from '../file/connection.ts'
import { walBytes } from '../file/database-file.ts'
import { numberOf } from './brain-number.ts'
import type { ContentTable } from './content-table.ts'
import type { IndexTables } from './index-tables.ts'
import type { VectorRows } from './vector-rows.ts'

interface ErasedTables {
  readonly contents: ContentTable
  readonly index: IndexTables
  readonly vectors: VectorRows
}

export class ErasureTables {
  readonly #connection: Connection
  readonly #contents: ContentTable
  readonly #index: IndexTables
  readonly #vectors: VectorRows

  constructor(connection: Connection, { contents, index, vectors }: ErasedTables) {
    this.#connection = connection
    this.#contents = contents
    this.#index = index
    this.#vectors = vectors
  }

  owned(brain: BrainKey, owners: ReadonlyArray<Owners>): ReadonlyArray<OwnedContent> {
    const found = owners.flatMap(({ numbers, owner }) =>
      this.#connection.all(erasureStatements.owned, { brain, owner: ownerCode(owner), numbers: JSON.stringify(numbers) }),
    )
    return found.sort((a, b) => a.id - b.id).map(ownedOf)
  }

  wordsOnlyIn(key: BrainKey, nodes: ReadonlyArray<NodeNumber>): ReadonlySet<string> {
    return this.#index.wordsOnlyIn(numberOf(this.#connection, key) ?? 0, nodes)
  }

  /** Deletes the rows in one transaction, which also records that the files have to be cleaned. */
  erase(
    key: BrainKey,
    { bury, contents, index, nodes, position, signals }: Erasing,
  ): Result.Result<ReadonlyArray<ErasedPlace>, StoreUnavailable> {
    return this.#connection.write('power', () => {
      const brain = numberOf(this.#connection, key)
      if (brain === undefined) return Result.fail(missingBrain(this.#connection.place, key))
      const refs = JSON.stringify(contents)
      const held = this.#connection.get(erasureStatements.measureContents, { brain, refs })
      const embedded = this.#vectors.eraseIn(brain, contents, nodes)
      this.#connection.run(erasureStatements.dropContents, { brain, refs })
      const indexed = this.#index.drop(brain, nodes)
      if (index.length > 0) this.#index.apply(brain, index)
      let answered = 0
      for (const { first, instead } of signals) answered += this.#connection.run(erasureStatements.dropSignal, { brain, first, instead })
      this.#contents.buryIn(brain, bury)
      this.#connection.run(erasureStatements.begin, { brain, position })
      return Result.succeed([
        { place: 'contents', rows: held?.rows ?? 0, bytes: held?.bytes ?? 0 },
        { place: 'text index', ...indexed },
        { place: 'vectors', ...embedded },
        { place: 'digests of answered requests', rows: answered, bytes: answered * signalBytes },
      ])
    })
  }

  unbury(key: BrainKey, fingerprints: ReadonlyArray<string>): Result.Result<void, StoreUnavailable> {
    return this.#connection.write('power', () => {
      const brain = numberOf(this.#connection, key)
      if (brain === undefined) return Result.fail(missingBrain(this.#connection.place, key))
      for (const fingerprint of fingerprints) this.#connection.run(erasureStatements.unbury, { brain, fingerprint })
      return Result.succeed(undefined)
    })
  }
}

const signalBytes = 16

interface OwnedRow {
  readonly id: number
  readonly ref: string
  readonly kind: number
  readonly owner: number
  readonly number: number
}

const ownedOf = ({ kind, number, owner, ref }: OwnedRow): OwnedContent => ({
  ref: ref as ContentRef,
  kind: kindOf(kind) satisfies ContentKind,
  owner: ownerOf(owner) satisfies ContentOwner,
  number,
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

export class ErasureFiles {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  unfinished(): ReadonlyArray<Unfinished> {
    return this.#connection.all(erasureStatements.unfinished, {})
  }

  /** Finishes the erasures. A failure of the environment is returned, not thrown. */
  finish(): Finished {
    const places: Array<ErasedPlace> = []
    const waitsFor = this.#trying(() => {
      // Erasures that begin later are not included: the rewritten file may still contain their rows.
      const begun = this.unfinished()
      if (begun.length === 0) return
      const logged = walBytes(this.#connection.place)
      places.push({ place: 'database pages', rows: 0, bytes: this.#rewrite(begun.filter(({ rewritten }) => rewritten === 0)) })
      this.#cutLog(begun)
      places.push({ place: 'write-ahead log', rows: 0, bytes: logged })
    })
    return { places, waitsFor }
  }

  /** Does only the short steps, without rewriting the file. */
  finishBriefly(): void {
    this.#trying(() => {
      const rewritten = this.unfinished().filter((one) => one.rewritten === 1)
      if (rewritten.length > 0) this.#cutLog(rewritten)
    })
  }

  /** Rewrites the file without unused parts, in one transaction. Returns by how many bytes the file shrank. */
  #rewrite(erasures: ReadonlyArray<Unfinished>): number {
    const before = this.#bytes()
    if (erasures.length > 0) {
      // VACUUM writes whole pages, so the file must still be the one that was opened.
      this.#connection.requireInPlace()
      this.#connection.engine.execute('vacuum')
    }
    for (const { brain, position } of erasures) this.#connection.run(erasureStatements.rewritten, { brain, position })
    return Math.max(0, before - this.#bytes())
  }

  /** Truncates the write-ahead log. Waits for readers as long as the connection waits for a lock. */
  #cutLog(erasures: ReadonlyArray<Unfinished>): void {
    if (this.#connection.pragma('wal_checkpoint(truncate)') !== 0) throw new StillRead()
    for (const { brain, position } of erasures) this.#connection.run(erasureStatements.finished, { brain, position })
  }

  #bytes(): number {
    return Number(this.#connection.pragma('page_count')) * Number(this.#connection.pragma('page_size'))
  }

  #trying(work: () => void): string | undefined {
    try {
      work()
      return undefined
    } catch (cause) {
      if (cause instanceof StillRead) return cause.message
      const failure = failureOf(this.#connection.place, cause)
      if (failure === undefined) throw cause
      return failure.detail
    }
  }
}

class StillRead extends Error {
  override readonly name = 'StillRead'
  override readonly message = 'another program still reads what was there before'
}
