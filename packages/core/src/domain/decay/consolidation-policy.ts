/** Whether a run of forgetting is due, and which edges it lets go. */
import type { ForgettingSettings } from '../profiles/profile.ts'
import { type Nano, nano } from '../strength.ts'

/** What stands between now and the last run. */
export interface SinceLastRun {
  readonly turns: number
  readonly milliseconds: number
  /** Strengths moved and edges linked. */
  readonly changes: number
}

/** Who asks whether it is time: a turn that ended, or a heartbeat. */
export type Occasion = 'turn' | 'heartbeat'

/** Why a run waits; undefined: it is due (decision C24). */
export const whyNotDue = (
  since: SinceLastRun,
  occasion: Occasion,
  settings: ForgettingSettings,
): 'early' | 'little-changed' | undefined => {
  const due =
    since.turns >= settings.everyTurns ||
    (occasion === 'heartbeat' && since.turns > 0 && since.milliseconds >= settings.heartbeatSeconds * 1000)
  if (!due) return 'early'
  return since.changes < settings.changesLeast ? 'little-changed' : undefined
}

export interface LeftEdge {
  /** After the decays of the run. */
  readonly strength: Nano
  /** Turns since it was last used, linked or moved by a word. */
  readonly idle: number
}

/** Why an edge is let go; undefined: it stays (decisions C3 and C4). */
export const pruneReason = ({ idle, strength }: LeftEdge, { prune }: ForgettingSettings, churn: number): 'weak' | 'stale' | undefined => {
  const size = Math.abs(strength)
  const floor = nano(churn > prune.churn ? Math.min(prune.churned, prune.below) : prune.below)
  if (size >= floor || idle <= prune.young) return undefined
  return size < nano(prune.stale) && idle > prune.staleTurns ? 'stale' : 'weak'
}
