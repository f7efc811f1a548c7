/** Numbers that look random and are the same at every run. */

export interface Random {
  /** From 0 up to, not including, 1. */
  readonly next: () => number
  /** A whole number from 0 up to, not including, `below`. */
  readonly below: (below: number) => number
  readonly between: (low: number, high: number) => number
  readonly pick: <T>(values: ReadonlyArray<T>) => T
  readonly shuffled: <T>(values: ReadonlyArray<T>) => ReadonlyArray<T>
}

export const random = (seed: number): Random => {
  let state = seed >>> 0
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    between: (low, high) => low + below(high - low + 1),
    pick: (values) => {
      const value = values[below(values.length)]
      if (value === undefined) throw new RangeError('there is nothing to pick from')
      return value
    },
    shuffled: (values) => {
      const left = [...values]
      return values.flatMap(() => left.splice(below(left.length), 1))
    },
  }
}
