/**
 * Removes erased data from the files of a database.
 *
 * A deleted row is overwritten in place (`secure_delete`), but older versions of its page can remain in unused parts of other pages and in
 * the write-ahead log. So the file is rewritten, and the log is copied back and truncated. A table lists the erasures that still need this;
 * if the work is interrupted, the next program that opens the store continues it.
 */
import type { ErasedPlace, Finished } from '@crabtrail/core'
import { erasureStatements } from './erasure-statements.ts'
import type { Connection } from './sqlite/connection.ts'
import { walBytes } from './sqlite/database-file.ts'
import { failureOf } from './sqlite/failure.ts'

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
