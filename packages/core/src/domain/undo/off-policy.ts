/**
 * Estimates from recorded verdicts how another ranking would have been judged: self-normalised inverse propensity scoring under a
 * position-based model of attention. ADR 0040 states the model and its limits.
 */
import type { TurnNumber } from '../identity.ts'
import { bootstrapInterval, mean } from './bootstrap.ts'

/** A verdict on a memory, with the places of the memory from 1. A place is absent where the ranking does not show the memory. */
export interface JudgedPlace {
  readonly turn: TurnNumber
  /** The value of the verdict, from −1 to 1. */
  readonly value: number
  /** Its place in the ranking that was judged. */
  readonly shown: number
  /** Its place in the rankings that are compared. */
  readonly before: number | undefined
  readonly after: number | undefined
}

export interface Estimate {
  readonly _tag: 'Estimate'
  readonly verdicts: number
  readonly turns: number
  /** The mean value of the verdicts as they were given. */
  readonly shown: number
  readonly before: number
  readonly after: number
  /** `after` − `before`, with its 95 % interval. */
  readonly difference: number
  readonly interval: readonly [low: number, high: number]
  /** The effective number of verdicts (Kish): how many equally weighted ones would tell as much. */
  readonly effective: { readonly before: number; readonly after: number }
}

export interface TooFewVerdicts {
  readonly _tag: 'TooFewVerdicts'
  readonly verdicts: number
  readonly turns: number
  readonly effective: number
}

/** Fewer turns with verdicts, or fewer effective verdicts, give no estimate. */
const estimateLeast = { turns: 10, effective: 10 }

/** Returns the chance that somebody looks at a place, in proportion: 1 for the first, 1/k for the k-th, 0 for one that is not shown. */
const attention = (place: number | undefined): number => (place === undefined ? 0 : 1 / place)

type Side = 'before' | 'after'

const weightOf = (judged: JudgedPlace, side: Side): number => attention(judged[side]) / attention(judged.shown)

export const offPolicyEstimate = (judged: ReadonlyArray<JudgedPlace>): Estimate | TooFewVerdicts => {
  const turns = [...Map.groupBy(judged, ({ turn }) => turn).values()]
  const effective = { before: effectiveSize(judged, 'before'), after: effectiveSize(judged, 'after') }
  const least = Math.min(effective.before, effective.after)
  const counts = { verdicts: judged.length, turns: turns.length }
  if (turns.length < estimateLeast.turns || least < estimateLeast.effective) return { _tag: 'TooFewVerdicts', ...counts, effective: least }
  const [before, after] = [valueUnder(judged, 'before'), valueUnder(judged, 'after')]
  return {
    _tag: 'Estimate',
    ...counts,
    shown: mean(judged.map(({ value }) => value)),
    before,
    after,
    difference: after - before,
    // Verdicts of one turn depend on each other, so whole turns are drawn.
    interval: bootstrapInterval(turns.length, (drawn) => {
      const sample = drawn.flatMap((turn) => turns[turn] ?? [])
      return valueUnder(sample, 'after') - valueUnder(sample, 'before')
    }),
    effective,
  }
}

/** Returns the weighted mean of the verdicts; 0 where none has a weight. */
const valueUnder = (judged: ReadonlyArray<JudgedPlace>, side: Side): number => {
  let [sum, weights] = [0, 0]
  for (const one of judged) {
    const weight = weightOf(one, side)
    sum += weight * one.value
    weights += weight
  }
  return weights === 0 ? 0 : sum / weights
}

const effectiveSize = (judged: ReadonlyArray<JudgedPlace>, side: Side): number => {
  let [sum, squares] = [0, 0]
  for (const one of judged) {
    const weight = weightOf(one, side)
    sum += weight
    squares += weight * weight
  }
  return squares === 0 ? 0 : (sum * sum) / squares
}
