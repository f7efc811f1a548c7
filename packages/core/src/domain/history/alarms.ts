/** What of the health of learning is told as wrong, by the bounds that the profile sets. */
import type { Profile } from '../profiles/profile.ts'
import type { LearningHealth } from './learning-health.ts'

export const alarms = ['sets-hard', 'always-the-same', 'pulled-both-ways', 'dead-weight', 'falls-apart'] as const
export type Alarm = (typeof alarms)[number]

/** The spectral gap in the middle of the log and at its end; absent where the graph was too small. */
export interface GapTrend {
  readonly before: number | undefined
  readonly now: number | undefined
}

/** In the order of {@link alarms}. */
export const alarmsOf = (
  health: LearningHealth,
  { before, now }: GapTrend,
  { health: bounds }: Pick<Profile, 'health'>,
): ReadonlyArray<Alarm> => {
  const { deadWeight, edges, oscillating, recalls, tiers } = health
  const enough = edges >= bounds.least
  const raised: Readonly<Record<Alarm, boolean>> = {
    'sets-hard': enough && tiers.reflex > bounds.reflexMost,
    'always-the-same': recalls.turns >= bounds.least && recalls.entropy < bounds.entropyLeast,
    'pulled-both-ways': enough && oscillating.length / edges > bounds.oscillatingMost,
    'dead-weight': enough && deadWeight > bounds.deadMost,
    'falls-apart': enough && before !== undefined && now !== undefined && now < bounds.gapLeast * before,
  }
  return alarms.filter((alarm) => raised[alarm])
}
