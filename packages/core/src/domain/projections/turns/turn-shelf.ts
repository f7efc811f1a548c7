/** Holds recent turns in the order in which they began. Turns of a snapshot stay encoded until they are requested, because few ever are. */
import type { TurnNumber } from '../../identity.ts'
import { readTurn, type TurnDraft, writeTurn } from './turn-record.ts'

export class TurnShelf {
  readonly #kept: Map<TurnNumber, TurnDraft | string>

  constructor(kept: Iterable<readonly [TurnNumber, TurnDraft | string]> = []) {
    this.#kept = new Map(kept)
  }

  get size(): number {
    return this.#kept.size
  }

  has(turn: TurnNumber): boolean {
    return this.#kept.has(turn)
  }

  get(turn: TurnNumber): TurnDraft | undefined {
    const found = this.#kept.get(turn)
    if (typeof found !== 'string') return found
    const read = readTurn(turn, found)
    this.#kept.set(turn, read)
    return read
  }

  set(turn: TurnNumber, record: TurnDraft): void {
    this.#kept.set(turn, record)
  }

  delete(turn: TurnNumber): void {
    this.#kept.delete(turn)
  }

  keys(): MapIterator<TurnNumber> {
    return this.#kept.keys()
  }

  *newestFirst(): Generator<TurnDraft> {
    for (const turn of [...this.#kept.keys()].reverse()) {
      const record = this.get(turn)
      if (record !== undefined) yield record
    }
  }

  /** Yields each turn with its line of JSON. */
  *lines(): Generator<readonly [TurnNumber, string]> {
    for (const [turn, kept] of this.#kept) yield [turn, typeof kept === 'string' ? kept : writeTurn(kept)]
  }

  /** Returns a shelf that later changes of this one do not affect. */
  clone(cloneTurn: (turn: TurnDraft) => TurnDraft): TurnShelf {
    return new TurnShelf([...this.#kept].map(([turn, kept]) => [turn, typeof kept === 'string' ? kept : cloneTurn(kept)] as const))
  }
}
