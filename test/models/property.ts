/** A property that a test file runs, and the deep run ten times as often. */
import fc from 'fast-check'

export interface Property {
  readonly title: string
  /** `scale` 1 in every run of the tests. */
  readonly run: (scale: number) => Promise<void>
}

/** `found` are values that it once did not hold for: they come first in every run. */
export const property = <T>(
  title: string,
  runs: number,
  arbitrary: fc.Arbitrary<T>,
  holds: (value: T) => Promise<void>,
  found: ReadonlyArray<T> = [],
): Property => ({
  title,
  run: (scale) => fc.assert(fc.asyncProperty(arbitrary, holds), { numRuns: runs * scale, examples: found.map((value) => [value]) }),
})
