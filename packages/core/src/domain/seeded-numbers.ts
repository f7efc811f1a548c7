/** Numbers that look random and are the same in every run, for samples. */

const usualSeed = 0x5eed

/** Makes a generator of numbers from 0 to below 1 (mulberry32): the same numbers on every machine. */
export const seededNumbers = (seed = usualSeed): (() => number) => {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
