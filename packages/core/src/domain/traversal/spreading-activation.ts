/**
 * The second engine: energy flows from the seeds over the edges and adds up where it arrives (S1.3, S1.33, S1.34).
 *
 * Each hop passes on energy × strength × kernel × fade. What a target says of the question plays no part: this finds what is connected,
 * where the walk by tiers finds what completes the question.
 */
import type { SkipReason } from '../events/turn-events.ts'
import type { NodeNumber } from '../identity.ts'
import { type Nano, one, roundHalfAway } from '../strength.ts'
import type { Candidate } from './candidate-edges.ts'
import { hops } from './hops.ts'
import { type From, isMention, mentionFactor, type Offer, type Reached, taught } from './offers.ts'
import type { Walk } from './walk.ts'
import type { WalkInput } from './walk-input.ts'

/** Of the nodes that one hop reached, so many pass energy on: more would cost time and change the last digits. */
const spreading = 256

export const spreadingActivation = (input: WalkInput): Walk => hops(input, { fateOf, expansions: () => spreading })

const fateOf = (
  input: WalkInput,
  _reached: ReadonlyMap<NodeNumber, Reached>,
  candidate: Candidate,
  { grandparent, likeness, parent, scored }: From,
  best: Nano,
): Offer | SkipReason => {
  const { kinds, source, strength, target, tier } = candidate
  if (tier === 'negative') return 'inhibited'
  if (target === source || target === parent || (parent !== 0 && target === grandparent)) return 'cycle'
  if (tier === 'dormant') return 'dormant'
  if (likeness !== undefined) return taught(input, candidate, likeness, best)
  const { gate, settings } = input
  const trusted = isMention(kinds) ? mentionFactor(input, candidate.edges, gate / one) : 1
  const energy = roundHalfAway(scored * (strength / one) * settings.walk.fade * trusted)
  if (energy <= 0) return trusted === 0 ? 'gated' : 'routed-away'
  return { candidate, adds: true, isTaught: false, energy, residual: undefined, spread: undefined }
}
