/**
 * Number of runs of a property: 25 in `pnpm test`, 100 in `pnpm test:deep`, where some files ask for 10,000, or as many as CRABTRAIL_RUNS says.
 *
 * All properties of a file share one seed, so that those on logs of the application can share the logs. CRABTRAIL_SEED repeats it.
 */
import { inShort } from '../src/in-full.ts'

const whole = (name: string, fallback: number): number => {
  const value = Number(process.env[name] ?? fallback)
  if (Number.isInteger(value)) return value
  throw new Error(`${name} is a whole number`)
}

export const runs = {
  numRuns: Math.max(1, whole('CRABTRAIL_RUNS', inShort(25, 100))),
  seed: whole('CRABTRAIL_SEED', Math.floor(Math.random() * 0x7fff_ffff)),
} as const

/** For a property that takes long: one of so many runs, but enough of them to show what is broken. */
export const oneIn = (part: number) => ({ ...runs, numRuns: Math.max(6, Math.ceil(runs.numRuns / part)) })
