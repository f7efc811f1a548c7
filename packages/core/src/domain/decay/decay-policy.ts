/** When strengths fade, and by how much: at fixed turns of the log and never by a clock; of what is not used meanwhile, whenever a run comes. */
import { type EdgeKind, edgeKinds, type KernelFamily, kindTraits } from '../edge-kinds.ts'
import type { TurnNumber } from '../identity.ts'
import type { ForgettingSettings } from '../profiles/profile.ts'
import { decay, type Nano, nano } from '../strength.ts'

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
