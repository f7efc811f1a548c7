/** Walks by tiers: reflex edges are followed, dormant ones are not, between them an edge counts for what its target adds. */
import { hops } from './hops.ts'
import { fateOf } from './offers.ts'
import type { Walk } from './walk.ts'
import type { WalkInput } from './walk-input.ts'

export const tieredTraversal = (input: WalkInput): Walk => hops(input, { fateOf, expansions: ({ walk }) => walk.expansions })
