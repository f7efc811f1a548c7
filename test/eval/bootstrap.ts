/** The 95 % interval of a mean by the bootstrap, from seeded numbers: the same values give the same interval. */
import { random } from '../bench/random.ts'

export interface Interval {
  readonly mean: number
  readonly low: number
  readonly high: number
}

const seed = 0x0b007
const samples = 2_000

export const bootstrapped = (values: ReadonlyArray<number>): Interval => {
  const mean = meanOf(values)
  if (values.length === 0) return { mean: 0, low: 0, high: 0 }
  const { below } = random(seed)
  const means = Array.from({ length: samples }, () => meanOf(values.map(() => values[below(values.length)] ?? 0))).sort((a, b) => a - b)
  return { mean, low: means[Math.floor(0.025 * samples)] ?? mean, high: means[Math.ceil(0.975 * samples) - 1] ?? mean }
}

const meanOf = (values: ReadonlyArray<number>): number => values.reduce((sum, one) => sum + one, 0) / Math.max(1, values.length)
