/** A property that a test file runs, and the deep run ten times as often. */
import fc from 'fast-check'
import { runs as asked } from '../properties/runs.ts'

export interface Property {
  readonly title: string
  /** `scale` is 1 in `pnpm test`. Where fewer than a hundred runs are asked for, it runs less often: with 25 an eighth as often, but once. */
  readonly run: (scale: number) => Promise<void>
}

/** `found` are values that it once did not hold for: they come first in every run, and are no part of its number of runs. */
export const property = <T>(
  title: string,
  runs: number,
  arbitrary: fc.Arbitrary<T>,
  holds: (value: T) => Promise<void>,
  found: ReadonlyArray<NoInfer<T>> = [],
): Property => ({
  title,
  run: (scale) => {
    const numRuns = found.length + Math.ceil(runs * scale * Math.min(1, (asked.numRuns / 100) ** 1.5))
    return fc.assert(fc.asyncProperty(arbitrary, holds), { numRuns, seed: asked.seed, examples: found.map((value) => [value]) })
  },
})
