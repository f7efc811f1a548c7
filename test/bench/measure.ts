/**
 * Measures the bench: variants interleaved in shuffled order inside one process, medians with least and most, ratios between runs of one
 * round only, CPU time beside wall time, and a fixed loop that shows how busy the machine was.
 */
import { random } from './random.ts'

export interface Spread {
  readonly median: number
  readonly min: number
  readonly max: number
}

export const percentile = (values: ReadonlyArray<number>, share: number): number => {
  const sorted = Float64Array.from(values).sort()
  const at = (sorted.length - 1) * share
  const low = sorted[Math.floor(at)] ?? Number.NaN
  return low + ((sorted[Math.ceil(at)] ?? low) - low) * (at % 1)
}

export const spread = (values: ReadonlyArray<number>): Spread => ({
  median: percentile(values, 0.5),
  min: percentile(values, 0),
  max: percentile(values, 1),
})

/** A variant of one task. Each round prepares outside the clock and runs inside it. */
export interface Variant<Name extends string> {
  readonly name: Name
  readonly prepare?: (round: number) => void | Promise<void>
  readonly run: (round: number) => void | Promise<void>
}

interface Taken {
  /** Milliseconds, a value a round. */
  readonly wall: Array<number>
  readonly cpu: Array<number>
}

export type Rounds<Name extends string> = Readonly<Record<Name, Readonly<Taken>>>

const mark = () => ({ wall: performance.now(), cpu: process.cpuUsage() })

/** Runs every variant once a round, in another order each time; the first `warmUp` rounds are not counted. */
export const interleave = async <const Name extends string>(
  variants: ReadonlyArray<Variant<Name>>,
  rounds: number,
  warmUp = 0,
): Promise<Rounds<Name>> => {
  const { shuffled } = random(17)
  const taken = new Map<Name, Taken>(variants.map(({ name }) => [name, { wall: [], cpu: [] }]))
  for (let round = 0; round < warmUp + rounds; round++) {
    for (const { name, prepare, run } of shuffled(variants)) {
      await prepare?.(round)
      globalThis.gc?.({ type: 'minor' })
      const began = mark()
      await run(round)
      const wall = performance.now() - began.wall
      const { user, system } = process.cpuUsage(began.cpu)
      if (round < warmUp) continue
      taken.get(name)?.wall.push(wall)
      taken.get(name)?.cpu.push((user + system) / 1_000)
    }
  }
  return Object.fromEntries(taken) as Rounds<Name>
}

/**
 * Returns how many times faster `one` is than `other`, round by round. CPU time says more on a busy machine, and nothing of waiting for a
 * disk.
 */
export const ratio = (one: Readonly<Taken>, other: Readonly<Taken>, by: keyof Taken): Spread =>
  spread(one[by].map((ms, round) => (other[by][round] ?? Number.NaN) / ms))

/** Milliseconds that a fixed amount of arithmetic takes here and now. */
export const calibrate = (): number => {
  const began = performance.now()
  let x = 2_463_534_242
  for (let i = 0; i < 60_000_000; i++) {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
  }
  return x === 0 ? Number.NaN : performance.now() - began
}
