/** When strengths fade, and by how much: at fixed turns of the log and never by a clock; of what is not used meanwhile, whenever a run comes. */

import { type EdgeKind, edgeKinds, type KernelFamily, kindTraits, type NodeState, type NodeType } from '../graph.ts'
import type { TurnNumber } from '../identity.ts'
import type { ForgettingSettings, Profile } from '../profiles/profile.ts'
import { decay, type Nano, nano, units } from '../strength.ts'

/** As `StrengthsDecayed` records it. */
export interface Decay {
  readonly factor: Nano
  /** What was last used before this turn fades. */
  readonly cutoff: TurnNumber
  readonly kinds: ReadonlyArray<EdgeKind>
  readonly floor: 'first' | 'none'
  readonly spares: 'spoken'
}

/** A run records no more: of more steps neighbours are taken as one, by the first's cut-off, which spares what the others would not. */
const stepsMost = 16

/**
 * The decays due after turn `since` up to turn `now`: one for each multiple of `step` between them and each pace of fading. However a
 * stretch of turns is cut into runs, the steps are the same as long as there are not too many for one run (decision C9).
 */
export const decaysDue = (since: TurnNumber, now: TurnNumber, { decay: settings }: ForgettingSettings): ReadonlyArray<Decay> => {
  const { floor, idle, step } = settings
  const first = (Math.floor(since / step) + 1) * step
  const steps = Math.floor((now - first) / step) + 1
  const due: Array<Decay> = []
  for (let done = 0, left = Math.min(steps, stepsMost); left > 0; left--) {
    const at = first + done * step
    const taken = Math.ceil((steps - done) / left)
    done += taken
    if (at <= idle) continue
    for (const [kept, kinds] of paces(settings))
      due.push({ factor: nano(power(kept, taken * step)), cutoff: at - idle, kinds, floor, spares: 'spoken' })
  }
  return due
}

/** The kinds that fade, by how fast. */
const paces = (settings: Readonly<Record<KernelFamily, number>>): ReadonlyMap<number, ReadonlyArray<EdgeKind>> => {
  const paces = new Map<number, Array<EdgeKind>>()
  for (const kind of edgeKinds) {
    const { decays, family } = kindTraits[kind]
    const kept = settings[family]
    if (!decays || kept >= 1) continue
    paces.set(kept, [...(paces.get(kept) ?? []), kind])
  }
  return paces
}

/** By repeated squaring: `Math.pow` is not the same on every machine. */
const power = (base: number, exponent: number): number => {
  let result = 1
  for (let square = base, left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result *= square
    square *= square
  }
  return result
}

export interface FadingEdge {
  readonly kind: EdgeKind
  /** See `GraphView.lastRenewedOf`. */
  readonly lastRenewed: TurnNumber
  readonly first: Nano
  readonly strength: Nano
}

/** The strength of a linked edge after these decays: what their fold makes of it. */
export const faded = ({ first, kind, lastRenewed, strength }: FadingEdge, decays: ReadonlyArray<Decay>): Nano => {
  let left = strength
  for (const { cutoff, factor, floor, kinds } of decays) {
    if (lastRenewed < cutoff && kinds.includes(kind)) left = decay(left, factor, floor === 'first' ? Math.abs(first) : 0)
  }
  return left
}

/* When a grown memory dies and when two are one. What was read from a document or said by somebody never dies of disuse. */

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

/* Whether a run of forgetting is due, and which edges it lets go. */

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
