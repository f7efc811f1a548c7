/** The rules of tuning: how verdicts are split by time, which settings are tried in which order, and how a ranking is scored. Pure. */
import type { NodeNumber } from '../identity.ts'
import { valueAt, withOwnSettings } from '../profiles/own-settings.ts'
import { type Profile, settings } from '../profiles/profile.ts'
import type { SettingValue } from '../profiles/setting.ts'

/** The share of judged turns, from the oldest on, that the others are held out from. */
const trainShare = 0.7

export interface Split<A> {
  /** Learned from. */
  readonly before: ReadonlyArray<A>
  /** Judged. */
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
