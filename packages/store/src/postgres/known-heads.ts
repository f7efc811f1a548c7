/**
 * The heads of brains as this process last saw them, with the state of their text index. A read of the index at exactly that position needs
 * no question to the server for what is known here: what the index holds at a position never changes, only what comes behind it.
 */
import type { BrainKey, IndexStatistics, Position, StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { foreignIndex } from '../text-index/postings.ts'

/** State of one space of the text index at a head. */
export interface SpaceHead extends IndexStatistics {
  /** Rises with every change of the space. */
  readonly version: number
  readonly tokeniser: number
}

export interface KnownHead {
  readonly brain: number
  readonly position: Position
  /** Rises when the index is built anew. */
  readonly epoch: number
  /** By the code of the space; a space that was never written is absent. */
  readonly spaces: ReadonlyMap<number, SpaceHead>
}

/** A space as the server tells it: space, version, documents, total length, total words, tokeniser. */
export type ToldSpace = readonly [number, number, number, number, number, number]

export const spacesOf = (told: ReadonlyArray<ToldSpace> | null): ReadonlyMap<number, SpaceHead> =>
  new Map(
    (told ?? []).map(([space, version, documents, totalLength, totalWords, tokeniser]) => [
      space,
      { version, documents, totalLength, totalWords, tokeniser },
    ]),
  )

export const requireTokeniser = (
  place: string,
  spaces: ReadonlyMap<number, Pick<SpaceHead, 'tokeniser'>>,
): Effect.Effect<void, StoreUnavailable> => {
  const [foreign] = [...spaces.values()].flatMap(({ tokeniser }) => foreignIndex(place, tokeniser) ?? [])
  return foreign === undefined ? Effect.void : Effect.fail(foreign)
}

/** Most brains whose heads are known: a gateway serves some dozens, and one of them takes a few hundred bytes. */
const most = 10_000

export class KnownHeads {
  readonly #heads = new Map<BrainKey, KnownHead>()

  get(key: BrainKey): KnownHead | undefined {
    return this.#heads.get(key)
  }

  set(key: BrainKey, head: KnownHead): void {
    this.#heads.delete(key)
    this.#heads.set(key, head)
    if (this.#heads.size <= most) return
    for (const oldest of this.#heads.keys()) {
      this.#heads.delete(oldest)
      return
    }
  }

  /** Moves a known head by an own commit. `changed`: the spaces that it changed. */
  advance(key: BrainKey, from: Position, to: Position, changed: ReadonlyMap<number, SpaceHead>): void {
    const known = this.#heads.get(key)
    if (known?.position === from) this.#heads.set(key, { ...known, position: to, spaces: new Map([...known.spaces, ...changed]) })
  }

  forget(key: BrainKey): void {
    this.#heads.delete(key)
  }
}
