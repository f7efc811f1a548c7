/**
 * Takes out of a database’s files what erased rows left behind.
 *
 * A deleted row is overwritten where it lay (`secure_delete`), but what a page held before it was built anew may stand in its gaps, and
 * pages as they were before stand in the write-ahead log. So the file is written anew, and the log copied back and cut off. Which erasures
 * wait for that stands in a table: whoever is interrupted here is followed by whoever comes next.
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

  /** What the world puts in the way is told, not thrown. */
  finish(): Finished {
    const places: Array<ErasedPlace> = []
    const waitsFor = this.#trying(() => {
      // One that begins meanwhile is not of these: its rows may have been there yet when the file was written anew.
      const begun = this.unfinished()
      if (begun.length === 0) return
      const logged = walBytes(this.#connection.place)
      places.push({ place: 'database pages', rows: 0, bytes: this.#rewrite(begun.filter(({ rewritten }) => rewritten === 0)) })
      this.#cutLog(begun)
      places.push({ place: 'write-ahead log', rows: 0, bytes: logged })
    })
    return { places, waitsFor }
  }

  /** Only what takes no time: for whoever has something else to do. */
  finishBriefly(): void {
    this.#trying(() => {
      const rewritten = this.unfinished().filter((one) => one.rewritten === 1)
      if (rewritten.length > 0) this.#cutLog(rewritten)
    })
  }

  /** Into a copy without gaps, and back in one transaction. Answers by how many bytes the file is smaller. */
  #rewrite(erasures: ReadonlyArray<Unfinished>): number {
    const before = this.#bytes()
    if (erasures.length > 0) {
      // It writes whole pages: into no file that another took the place of.
      this.#connection.requireInPlace()
      this.#connection.engine.execute('vacuum')
    }
    for (const { brain, position } of erasures) this.#connection.run(erasureStatements.rewritten, { brain, position })
    return Math.max(0, before - this.#bytes())
  }

  /** Waits for readers as long as the connection waits for a lock. */
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
