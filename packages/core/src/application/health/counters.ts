/** What this process has done so far, in numbers. */
import * as Effect from 'effect/Effect'
import type { CountersAnswer } from '../answers.ts'
import { Counters, countNames } from '../counters.ts'

/** Fractions of a millisecond to three places. */
export const counters = Effect.map(
  Counters,
  (counts) => Object.fromEntries(countNames.map((name) => [name, Math.round(counts[name] * 1_000) / 1_000])) as CountersAnswer,
)
