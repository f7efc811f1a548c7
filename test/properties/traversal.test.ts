import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainKernel } from '../../packages/core/src/domain/graph.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { one } from '../../packages/core/src/domain/strength.ts'
import { rank } from '../../packages/core/src/domain/walk/ranking.ts'
import { spreadingActivation } from '../../packages/core/src/domain/walk/spreading-activation.ts'
import { tieredTraversal } from '../../packages/core/src/domain/walk/walk.ts'
import type { Walk } from '../../packages/core/src/domain/walk/walk-record.ts'
import { eventsOf, foldOf, graphOf, inputOf, type WalkSpec, walkSpec } from '../arbitraries/walk.ts'
import { plainSpreading } from '../models/plain-walk/plain-spreading.ts'
import { plainWalk } from '../models/plain-walk/plain-walk.ts'
import { runs } from './runs.ts'
import { carrying, energiesOf, limitComplaints, recordComplaints, roomy } from './walk-record.ts'

const many = { ...runs, numRuns: runs.numRuns * 5 }

describe.each([
  ['a walk by tiers', tieredTraversal],
  ['a spreading activation', spreadingActivation],
])('%s', (_, traverse) => {
  const walked = (spec: WalkSpec): Walk => traverse(inputOf(spec))

  test('INV-30 leaves every candidate edge on record once, followed or skipped, and goes nowhere else', () => {
    fc.assert(
      fc.property(walkSpec, (spec) => {
        const input = inputOf(spec)

        expect(recordComplaints(input, traverse(input))).toEqual([])
      }),
      many,
    )
  })

  test('INV-31 ends within its budgets on every graph', () => {
    fc.assert(
      fc.property(walkSpec, (spec) => {
        const input = inputOf(spec)

        expect(limitComplaints(input, traverse(input))).toEqual([])
      }),
      many,
    )
  })

  test('INV-32 is the same under any order in which nodes and edges came', () => {
    const shuffled = walkSpec.chain((spec) => {
      const { edges, nodes } = eventsOf(spec)
      const inAnyOrder = <A>(all: ReadonlyArray<A>) => fc.shuffledSubarray([...all], { minLength: all.length })
      return fc.tuple(fc.constant(spec), inAnyOrder(nodes), inAnyOrder(edges))
    })

    fc.assert(
      fc.property(shuffled, ([spec, nodes, edges]) => {
        const { graph } = brainState(foldOf([...nodes, ...edges, ...eventsOf(spec).dead]))

        expect(traverse(inputOf(spec, graph))).toEqual(walked(spec))
      }),
      many,
    )
  })

  test('INV-33 does not notice a part of the graph that cannot be reached', () => {
    fc.assert(
      fc.property(walkSpec, walkSpec, (spec, other) => {
        const elsewhere = other.edges.map((edge) => ({ ...edge, source: edge.source + spec.nodes, target: edge.target + spec.nodes }))
        const larger: WalkSpec = { ...spec, nodes: spec.nodes + other.nodes, edges: [...spec.edges, ...elsewhere] }

        expect(traverse(inputOf(larger))).toEqual(walked(spec))
      }),
      many,
    )
  })

  test('INV-33 a negative edge made stronger takes more from its target and changes nothing else', () => {
    const withNegative = fc.tuple(walkSpec, fc.nat(), fc.integer({ min: 1, max: 2_000_000_000 })).filter(([spec]) => {
      const { inhibitions } = walked(spec)
      return inhibitions.length > 0
    })

    fc.assert(
      fc.property(withNegative, ([spec, choice, more]) => {
        const before = walked(spec)
        const { edge } = before.inhibitions[choice % before.inhibitions.length] ?? { edge: 0 }
        const edges = spec.edges.map((one, i) => (i + 1 === edge ? { ...one, strength: one.strength - more } : one))
        const input = inputOf({ ...spec, edges })
        const after = traverse(input)
        const { source = 0, target = 0 } = spec.edges[edge - 1] ?? {}
        // What a kind of question says against a memory takes, word by word, from what others say for it: that may change its place.
        if (spec.cues.includes(source) && spec.settings.walk.against > 0) {
          const energyIn = ({ fired }: Walk) => fired.find(({ node }) => node === target)?.energy ?? 0
          expect(energyIn(after)).toBeLessThanOrEqual(Math.max(energyIn(before), input.own(target)))
          return
        }

        expect(after.fired).toEqual(before.fired)
        expect(after.steps.map(({ strength: _, ...step }) => step).toSorted(byEdge)).toEqual(
          before.steps.map(({ strength: _, ...step }) => step).toSorted(byEdge),
        )
        for (const node of after.fired.map((one) => one.node))
          expect(takenFrom(after, node)).toBeGreaterThanOrEqual(takenFrom(before, node))
        const scores = (walk: Walk, graph = graphOf(spec)) =>
          new Map(rank(graph, walk, [], input.own).map(({ node, score }) => [node, score]))
        const then = scores(before)
        for (const [node, score] of scores(after)) expect(score).toBeLessThanOrEqual(then.get(node) ?? 0)
      }),
      runs,
    )
  })
})

test('INV-60 the energies of a spreading activation are those of plain rounds over all edges, to the bit', () => {
  fc.assert(
    fc.property(walkSpec, (spec) => {
      const input = roomy(inputOf(spec))

      expect(carrying(energiesOf(input, spreadingActivation(input)))).toEqual(carrying(plainSpreading(input)))
    }),
    many,
  )
})

describe('a walk by tiers', () => {
  test('INV-60 is the plain one, to the bit', () => {
    fc.assert(
      fc.property(walkSpec, (spec) => {
        const input = inputOf(spec)
        const { fired, ...rest } = tieredTraversal(input)

        expect({ fired: fired.map(({ presumed: _, ...one }) => one), ...rest }).toEqual(plainWalk(input))
        for (const { energy, node, presumed = 0 } of fired) {
          expect(presumed).toBeGreaterThanOrEqual(0)
          expect(presumed).toBeLessThanOrEqual(energy - input.own(node))
        }
      }),
      many,
    )
  })

  test('INV-55 the more was learned beside what documents laid, the more the two bring; blame never brings more', () => {
    const laidKinds = ['mention', 'link', 'hierarchical', 'sequential', 'similarity'] as const
    const laid = fc.array(fc.record({ kind: fc.constantFrom(...laidKinds), strength: fc.integer({ min: 300_000_000, max: one }) }), {
      maxLength: 3,
    })
    const two = fc.record({
      laid,
      learned: fc.tuple(fc.integer({ min: -one, max: one }), fc.integer({ min: -one, max: one })),
      kernel: fc.constantFrom(plainKernel, { SEQ: 1.6, SIM: 0.5, CAUSE: 2 }),
      gate: fc.constantFrom(0, one / 4, one),
      scores: fc.tuple(fc.integer({ min: 1, max: 3 * one }), fc.constantFrom(0, one)),
      words: fc.tuple(fc.nat(15), fc.nat(15)),
    })

    fc.assert(
      fc.property(two, ({ gate, kernel, laid, learned, scores, words }) => {
        const scoreWith = (strength: number) => {
          const edges = [...laid, { kind: 'learned' as const, strength }].map((edge) => ({ source: 1, target: 2, ...edge }))
          const spec = {
            nodes: 2,
            cues: [],
            dead: [],
            edges,
            scores,
            alike: [0, 0],
            asked: [0, 0],
            contained: [],
            covered: 0,
            words,
            kernel,
            gate,
            favoured: [],
            settings: balanced,
          }
          const input = inputOf(spec)
          return rank(graphOf(spec), tieredTraversal(input), [], input.own).find(({ node }) => node === 2)?.score ?? 0
        }
        const [less, more] = learned.toSorted((a, b) => a - b).map(scoreWith)

        expect(less).toBeLessThanOrEqual(more ?? 0)
      }),
      many,
    )
  })
})

const byEdge = (a: { readonly edge: number }, b: { readonly edge: number }): number => a.edge - b.edge

const takenFrom = (walk: Walk, node: number): number =>
  walk.inhibitions.filter((one) => one.node === node).reduce((sum, { energy }) => sum + energy, 0)
