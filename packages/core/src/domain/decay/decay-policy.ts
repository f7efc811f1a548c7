/**
 * Decides when strengths decay, and by how much. Steps are at fixed turns of the log and never by a clock; a run applies the steps that are
 * due to edges not used meanwhile.
 */

import { decayRule } from '../edge-rules.ts'
import { type EdgeKind, edgeKinds, type KernelFamily, kindTraits, type NodeState, type NodeType } from '../graph.ts'
import type { TurnNumber } from '../identity.ts'
import type { ForgettingSettings, Profile } from '../profiles/profile.ts'
import { type Nano, nano, units } from '../strength.ts'

/** A decay as `StrengthsDecayed` records it. */
export interface Decay {
  readonly factor: Nano
  /** Edges that were last used before this turn decay. */
  readonly cutoff: TurnNumber
  readonly kinds: ReadonlyArray<EdgeKind>
  readonly floor: 'first' | 'none'
  readonly spares: 'spoken'
}

/**
 * The most steps that one run records. More steps are joined in groups, each with the cut-off of its first step, which spares edges that
 * later cut-offs would not.
 */
const stepsMost = 16

/**
 * Returns the decays due after turn `since` up to turn `now`: one for each multiple of `step` between them and each rate of decay. The
 * steps do not depend on how the turns are divided into runs, as long as there are not too many for one run (decision C9).
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

/** Returns the kinds of edges that decay, by the share of strength that they keep. */
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

/** Computes a power by repeated squaring, because `Math.pow` is not the same on every machine. */
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

/** Returns a function that gives the strength of a linked edge after these decays. */
export const fading = (decays: ReadonlyArray<Decay>): ((edge: FadingEdge) => Nano) => {
  const rules = decays.map(decayRule)
  return ({ strength, ...edge }) => rules.reduce((left, { after }) => after({ ...edge, used: edge.lastRenewed, strength: left }), strength)
}

/*
 * Decides when a grown memory dies and when two cues lead to the same. A memory that was read from a document or said by somebody never
 * dies of disuse.
 */

/** The state of a node after the run's decays and prunings. */
export interface Standing {
  readonly degree: number
  readonly uses: number
  /** The sum of the strengths above 0 of the node's own edges. */
  readonly success: Nano
  /** The largest absolute strength of an edge into the node. */
  readonly strongest: Nano
  /**
   * Turns since an edge of the node was last used or linked, or since the node itself was last used or said. A cue on probation is used when its
   * question is asked, too.
   */
  readonly idle: number
  /** How often it took part in a recall, and whether verdicts called it wrong more often than right. */
  readonly fired: number
  readonly isBlamed: boolean
  /** Its kind, which decides how long it stays without edges. */
  readonly of: 'cue' | 'note' | 'captured'
  /** Turns that a cue on probation has without an edge that a verdict made. Absent: it is not on probation. */
  readonly ttl?: number
}

/** True for nodes that grew from use: cues, and memories on probation that no document holds. */
export const isMortal = (type: NodeType | undefined, state: NodeState | undefined, source: number): boolean =>
  source === 0 && ((type === 'cue' && (state === 'normal' || state === 'probation')) || state === 'probation')

/** Returns the score of a node (S4.85, with the sign of decision C16: success keeps a node alive). Below 0 it may die. */
export const deathScore = ({ degree, idle, success, uses }: Standing, { death }: ForgettingSettings): number =>
  death.degree * degree + death.activity * uses + death.success * units(success) - death.age * idle

/**
 * True where a node is kept for its recalls (S3.95): it took part in more of them than the settings say, and is not blamed on the whole. With 0 no
 * node is.
 */
const isProven = ({ fired, isBlamed }: Standing, most: number): boolean => most > 0 && fired > most && !isBlamed

/**
 * True where a node dies (S4.86, S4.87): its score is below 0 and no edge of it is strong. A node without edges dies after its turns of
 * grace; a memory that is no cue never dies before them.
 */
export const dies = (standing: Standing, { forgetting }: Pick<Profile, 'forgetting'>): boolean => {
  if (isProven(standing, forgetting.death.fired)) return false
  const grace = graceOf(standing, forgetting)
  if (standing.degree === 0) return isOver(standing.idle, grace)
  // A note has hardly an edge before it helps, so its turns of grace count with edges as well.
  if (standing.of !== 'cue' && !isOver(standing.idle, grace)) return false
  return standing.strongest < nano(forgetting.death.strong) && deathScore(standing, forgetting) < 0
}

/** Returns the turns without use after which a node dies that no edge keeps; 0 where it is kept. */
export const graceOf = ({ of, ttl }: Pick<Standing, 'of' | 'ttl'>, { death }: ForgettingSettings): number =>
  ({ cue: ttl ?? death.orphan, note: death.note, captured: death.captured })[of]

/** With 0 turns it never ends. */
const isOver = (idle: number, turns: number): boolean => turns > 0 && idle > turns

/**
 * True where a cue on probation loses the weaker half of its grown edges: no verdict made an edge of it, and nobody asked its question for the
 * turns of its probation (S0.71: it becomes harder to reach).
 */
export const isHalved = ({ degree, idle, ttl }: Standing, { growth }: Pick<Profile, 'growth'>): boolean =>
  ttl !== undefined && degree === 0 && isOver(idle, growth.probation)

export type Leads = ReadonlyMap<number, Nano>

/**
 * Returns the share of common targets among all targets of two cues (Jaccard index, 0 to 1); 0 where the two disagree about a common
 * target.
 */
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

/* Decides whether a run of forgetting is due, and which edges it prunes. */

export interface SinceLastRun {
  readonly turns: number
  readonly milliseconds: number
  readonly changes: number
}

/** The cause of the check: a turn that ended, a heartbeat, or documents that were read in. */
export type Occasion = 'turn' | 'heartbeat' | 'reading'

/** Returns the reason why a run waits; undefined where it is due (decision C24, and S3.87 where the settings have a run after a reading). */
export const whyNotDue = (
  since: SinceLastRun,
  occasion: Occasion,
  settings: ForgettingSettings,
): 'early' | 'little-changed' | undefined => {
  const due =
    since.turns >= settings.everyTurns ||
    (occasion === 'reading' && settings.afterReading === 'on') ||
    (occasion === 'heartbeat' && since.turns > 0 && since.milliseconds >= settings.heartbeatSeconds * 1000)
  if (!due) return 'early'
  return since.changes < settings.changesLeast ? 'little-changed' : undefined
}

export interface LeftEdge {
  /** The strength after the decays of the run. */
  readonly strength: Nano
  /** Turns since the edge was last used, linked or moved by a verdict. */
  readonly idle: number
}

/** Returns the reason to prune an edge; undefined where it stays (decisions C3 and C4). */
export const pruneReason = ({ idle, strength }: LeftEdge, { prune }: ForgettingSettings, churn: number): 'weak' | 'stale' | undefined => {
  const size = Math.abs(strength)
  const floor = nano(churn > prune.churn ? Math.min(prune.churned, prune.below) : prune.below)
  if (size >= floor || idle <= prune.young) return undefined
  return size < nano(prune.stale) && idle > prune.staleTurns ? 'stale' : 'weak'
}
