/** When a grown memory dies and when two are one. What was read from a document or said by somebody never dies of disuse. */
import type { NodeState, NodeType } from '../node.ts'
import type { ForgettingSettings, Profile } from '../profiles/profile.ts'
import { type Nano, nano, units } from '../strength.ts'

/** How a node stands after the run's decays and prunings. */
export interface Standing {
  /** Linked edges that end at it. */
  readonly degree: number
  /** How often they were followed. */
  readonly uses: number
  /** Sum of the strengths above 0 that it leads by. */
  readonly success: Nano
  /** The largest size of a strength that ends at it. */
  readonly strongest: Nano
  /** Turns since anything that ends at it was used or linked. */
  readonly idle: number
}

/** Only what grew from use: kinds of questions, and memories on probation that no document holds. */
export const isMortal = (type: NodeType | undefined, state: NodeState | undefined, source: number): boolean =>
  source === 0 && ((type === 'cue' && (state === 'normal' || state === 'probation')) || state === 'probation')

/** S4.85 with the sign of decision C16: success keeps alive. */
export const deathScore = ({ degree, idle, success, uses }: Standing, { death }: ForgettingSettings): number =>
  death.degree * degree + death.activity * uses + death.success * units(success) - death.age * idle

/** S4.86, S4.87: below 0 it dies, if no edge of it is strong; without any edge after its turns of grace. */
export const dies = (standing: Standing, { forgetting }: Pick<Profile, 'forgetting'>): boolean => {
  const { orphan, strong } = forgetting.death
  if (standing.degree === 0) return orphan > 0 && standing.idle > orphan
  return standing.strongest < nano(strong) && deathScore(standing, forgetting) < 0
}

/** Where a cue leads, and by how much. */
export type Leads = ReadonlyMap<number, Nano>

/** How much two lead to the same: shared over all (Jaccard), 0 where they disagree about anything they share. */
export const sameLeads = (one: Leads, other: Leads): number => {
  let shared = 0
  for (const [target, strength] of one) {
    const theirs = other.get(target)
    if (theirs === undefined) continue
    if (strength * theirs < 0) return 0
    shared++
  }
  const all = one.size + other.size - shared
  return all === 0 ? 0 : shared / all
}
