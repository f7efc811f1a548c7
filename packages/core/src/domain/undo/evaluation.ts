/** Judges rankings by recorded verdicts: which settings a search tries and how it scores them, estimates, and their intervals. Pure. */
import type { NodeNumber, TurnNumber } from '../identity.ts'
import { valueAt, withOwnSettings } from '../profiles/own-settings.ts'
import { type Profile, settings } from '../profiles/profile.ts'
import type { SettingValue } from '../profiles/setting.ts'
import { seededNumbers } from '../seeded-numbers.ts'

/** The share of judged turns, from the oldest on, that the others are held out from. */
const trainShare = 0.7

export interface Split<A> {
  readonly before: ReadonlyArray<A>
  readonly after: ReadonlyArray<A>
}

/** Splits a list by time: the first seven of ten, and the rest. */
export const temporalSplit = <A>(ordered: ReadonlyArray<A>): Split<A> => {
  const at = Math.floor(ordered.length * trainShare)
  return { before: ordered.slice(0, at), after: ordered.slice(at) }
}

/** A part with fewer judged questions decides nothing. */
export const judgedLeast = 10

/**
 * The settings that are tried, in this order. A replay can judge them: they change what is learned from a verdict, or how a walk uses what was
 * learned. Bounds, budgets, caps and whatever decides what an ingest writes are not among them.
 */
export const tunable: ReadonlyArray<string> = [
  'walk.learned',
  'walk.likeness',
  'walk.words',
  'walk.inhibition',
  'walk.blame',
  'walk.doubt',
  'walk.untaught',
  'walk.saturation',
  'walk.against',
  'walk.residual',
  'walk.spread',
  'walk.coverage',
  'learning.conscious.cue',
  'learning.conscious.utility',
  'learning.conscious.path',
  'learning.agent.cue',
]

/** Each setting is tried at these multiples of its value. Where one of them is no value of the setting, both are also rounded. */
const multiples = [0.5, 1.5]

/** Returns the other values of a setting that a search tries, none out of bounds. */
const triedValues = (profile: Profile, name: string): ReadonlyArray<SettingValue> => {
  const setting = settings.get(name)
  const value = setting === undefined ? undefined : valueAt(profile, setting)
  if (setting === undefined || typeof value !== 'number') return []
  const near = multiples.map((multiple) => Math.round(value * multiple * 1_000) / 1_000)
  const tried = setting.accepts(near[0]) && setting.accepts(near[1]) ? near : near.flatMap((one) => [one, Math.round(one)])
  return [...new Set(tried)].filter((one) => one !== value && setting.accepts(one))
}

/** Returns the profiles that differ from this one by a tried value of a setting. */
export const neighboursOf = (profile: Profile, name: string): ReadonlyArray<Profile> =>
  triedValues(profile, name).flatMap((value) => {
    const read = withOwnSettings(profile, { [name]: value })
    return read._tag === 'Success' ? [read.success] : []
  })

/** 1 / log2(place + 1) for the first ten places, rounded: logarithms differ between machines. */
const discounts = [1, 0.63092975, 0.5, 0.43067656, 0.38685281, 0.35620719, 0.33333333, 0.31546488, 0.30103, 0.28906483]

/** Returns NDCG@10 of a ranking for the memories that were good, from 0 to 1; 0 if none was. */
export const ndcg10 = (ranking: ReadonlyArray<NodeNumber>, good: ReadonlySet<NodeNumber>): number => {
  const ideal = discounts.slice(0, good.size).reduce((sum, one) => sum + one, 0)
  const gained = discounts.reduce((sum, one, place) => (good.has(ranking[place] ?? 0) ? sum + one : sum), 0)
  return ideal === 0 ? 0 : gained / ideal
}

/*
 * Estimates from recorded verdicts how another ranking would have been judged: self-normalised inverse propensity scoring under a
 * position-based model of attention. ADR 0040 states the model and its limits.
 */

/** A verdict on a memory, with the places of the memory from 1. A place is absent where the ranking does not show the memory. */
export interface JudgedPlace {
  readonly turn: TurnNumber
  /** The value of the verdict, from −1 to 1. */
  readonly value: number
  readonly shown: number
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

const sumOf = (judged: ReadonlyArray<JudgedPlace>, of: (one: JudgedPlace) => number): number =>
  judged.reduce((sum, one) => sum + of(one), 0)

/** Returns the weighted mean of the verdicts; 0 where none has a weight. */
const valueUnder = (judged: ReadonlyArray<JudgedPlace>, side: Side): number => {
  const weights = sumOf(judged, (one) => weightOf(one, side))
  return weights === 0 ? 0 : sumOf(judged, (one) => weightOf(one, side) * one.value) / weights
}

const effectiveSize = (judged: ReadonlyArray<JudgedPlace>, side: Side): number => {
  const sum = sumOf(judged, (one) => weightOf(one, side))
  const squares = sumOf(judged, (one) => weightOf(one, side) * weightOf(one, side))
  return squares === 0 ? 0 : (sum * sum) / squares
}

/* Intervals of a statistic by the bootstrap: the statistic is computed again on samples drawn with replacement. The seed is fixed. */

const samples = 1_000

/**
 * Returns the 95 % percentile interval of a statistic of `count` units. The statistic gets the numbers of the drawn units, from 0; a unit may
 * occur several times. Without units the interval is 0 to 0.
 */
export const bootstrapInterval = (
  count: number,
  statistic: (drawn: ReadonlyArray<number>) => number,
): readonly [low: number, high: number] => {
  if (count === 0) return [0, 0]
  const random = seededNumbers()
  const values = Array.from({ length: samples }, () => statistic(Array.from({ length: count }, () => Math.floor(random() * count)))).sort(
    (a, b) => a - b,
  )
  return [values[Math.floor(samples * 0.025)] ?? 0, values[Math.ceil(samples * 0.975) - 1] ?? 0]
}

/** Returns the 95 % interval of the mean of paired differences. */
export const pairedInterval = (differences: ReadonlyArray<number>): readonly [low: number, high: number] =>
  bootstrapInterval(differences.length, (drawn) => mean(drawn.map((at) => differences[at] ?? 0)))

export const mean = (values: ReadonlyArray<number>): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length

/**
 * True if the mean of paired differences is above its standard error. A search that keeps every gain, however small, fits the questions that
 * judge it; one standard error is the customary bar for a choice among many (Breiman, Friedman, Olshen and Stone 1984, section 3.4.3).
 */
export const isAboveError = (differences: ReadonlyArray<number>): boolean => {
  const gain = mean(differences)
  const variance = mean(differences.map((one) => (one - gain) ** 2))
  return gain > 0 && gain > Math.sqrt(variance / Math.max(1, differences.length - 1))
}
