/** Walks with the choice of a routing model, whatever it chose: also edges and memories that it was never offered. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { one } from '../../packages/core/src/domain/strength.ts'
import { spreadingActivation } from '../../packages/core/src/domain/walk/spreading-activation.ts'
import { tieredTraversal } from '../../packages/core/src/domain/walk/walk.ts'
import type { Routed, Walk, WalkInput } from '../../packages/core/src/domain/walk/walk-record.ts'
import { inputOf, walkSpec } from '../arbitraries/walk.ts'
import { type Energies, plainSpreading } from '../models/plain-walk/plain-spreading.ts'
import { runs } from './runs.ts'
import { carrying, energiesOf, limitComplaints, recordComplaints, roomy } from './walk-record.ts'

const many = { ...runs, numRuns: runs.numRuns * 3 }

/** A choice over the edges and nodes of a walk. What is followed is not dropped. */
const routedFor = ({ graph }: WalkInput): fc.Arbitrary<Routed> =>
  fc
    .record({
      follow: fc.uniqueArray(fc.integer({ min: 1, max: Math.max(1, graph.edges) }), { maxLength: 4 }),
      drop: fc.uniqueArray(fc.integer({ min: 1, max: Math.max(1, graph.nodes) }), { maxLength: 6 }),
      drops: fc.constantFrom('edges' as const, 'all' as const),
      amount: fc.constantFrom(0, 0.4, 2),
    })
    .map(({ amount, drop, drops, follow }) => {
      const followed = new Map(follow.filter((edge) => edge <= graph.edges).map((edge) => [graph.targetOf(edge), edge]))
      return { followed, dropped: new Set(drop.filter((node) => !followed.has(node))), attention: new Map(), follow: amount, drops }
    })

const routedInput: fc.Arbitrary<WalkInput> = walkSpec.chain((spec) => {
  const input = inputOf(spec)
  return routedFor(input).map((routed) => ({ ...input, routed }))
})

/** Memories that a cue, or an edge that is reflex by its own strength, brings energy in a walk. */
const firmIn = ({ cues, graph, settings }: WalkInput, { steps }: Walk): ReadonlySet<number> => {
  const isCue = new Set(cues.map(({ cue }) => cue))
  const ends = (edge: number) => [graph.sourceOf(edge), graph.targetOf(edge)] as const
  const strength = (edge: number) => {
    const [source, target] = ends(edge)
    return graph.between(source, target).reduce((sum, one) => sum + graph.strengthOf(one), 0)
  }
  return new Set(
    steps.flatMap(({ edge, outcome }) => {
      if (outcome._tag !== 'Followed' || outcome.energy <= 0) return []
      const [source, target] = ends(edge)
      return isCue.has(source) || strength(edge) >= settings.tiers.reflex * one ? [target] : []
    }),
  )
}

describe.each([
  ['a walk by tiers', tieredTraversal],
  ['a spreading activation', spreadingActivation],
])('%s with a choice', (_, walk) => {
  test('INV-30 INV-31 leaves every candidate edge on record once, and ends within its budgets', () => {
    fc.assert(
      fc.property(routedInput, (input) => {
        const walked = walk(input)

        expect([...recordComplaints(input, walked), ...limitComplaints(input, walked)]).toEqual([])
      }),
      many,
    )
  })

  test('INV-160 what was dropped does not fire, unless it is a seed or something firm leads to it', () => {
    fc.assert(
      fc.property(routedInput, (input) => {
        const walked = walk(input)
        const { routed } = input
        const firm = firmIn(input, walked)
        const back = walked.fired.filter(
          ({ depth, node }) => routed?.dropped.has(node) === true && (routed.drops === 'all' || (depth > 0 && !firm.has(node))),
        )

        expect(back).toEqual([])
      }),
      many,
    )
  })

  test('INV-160 an empty choice changes nothing', () => {
    const empty = { followed: new Map(), dropped: new Set<number>(), attention: new Map(), follow: 2, drops: 'all' as const }
    fc.assert(
      fc.property(walkSpec, (spec) => {
        const input = inputOf(spec)

        expect(walk({ ...input, routed: empty })).toEqual(walk(input))
      }),
      runs,
    )
  })
})

test('INV-60 the energies of a spreading activation with a choice are those of plain rounds over all edges, to the bit', () => {
  fc.assert(
    fc.property(routedInput, (given) => {
      const input = roomy({ ...given, ...(given.routed === undefined ? {} : { routed: { ...given.routed, drops: 'edges' as const } }) })

      const dropped = (node: number) => input.routed?.dropped.has(node) === true
      const kept = ({ edges, nodes }: Energies) => carrying({ edges, nodes: new Map([...nodes].filter(([node]) => !dropped(node))) })
      expect(kept(energiesOf(input, spreadingActivation(input))).nodes).toEqual(kept(plainSpreading(input)).nodes)
    }),
    many,
  )
})
