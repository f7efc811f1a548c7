import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { rank } from '../../packages/core/src/domain/traversal/ranking.ts'
import { tieredTraversal, type Walk } from '../../packages/core/src/domain/traversal/tiered-traversal.ts'
import { eventsOf, foldOf, graphOf, inputOf, type WalkSpec, walkSpec } from '../arbitraries/walk.ts'
import { runs } from './runs.ts'
import { limitComplaints, recordComplaints } from './walk-record.ts'

const many = { ...runs, numRuns: runs.numRuns * 5 }

const walked = (spec: WalkSpec): Walk => tieredTraversal(inputOf(spec))

describe('a walk', () => {
  test('INV-30 leaves every candidate edge on record once, followed or skipped, and goes nowhere else', () => {
    fc.assert(
      fc.property(walkSpec, (spec) => {
        const input = inputOf(spec)

        expect(recordComplaints(input, tieredTraversal(input))).toEqual([])
      }),
      many,
    )
  })

  test('INV-31 ends within its budgets on every graph', () => {
    fc.assert(
      fc.property(walkSpec, (spec) => {
        const input = inputOf(spec)

        expect(limitComplaints(input, tieredTraversal(input))).toEqual([])
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

        expect(tieredTraversal(inputOf(spec, graph))).toEqual(walked(spec))
      }),
      many,
    )
  })

  test('INV-33 does not notice a part of the graph that cannot be reached', () => {
    fc.assert(
      fc.property(walkSpec, walkSpec, (spec, other) => {
        const elsewhere = other.edges.map((edge) => ({ ...edge, source: edge.source + spec.nodes, target: edge.target + spec.nodes }))
        const larger: WalkSpec = { ...spec, nodes: spec.nodes + other.nodes, edges: [...spec.edges, ...elsewhere] }

        expect(tieredTraversal(inputOf(larger))).toEqual(walked(spec))
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
        const after = tieredTraversal(input)

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

const byEdge = (a: { readonly edge: number }, b: { readonly edge: number }): number => a.edge - b.edge

const takenFrom = (walk: Walk, node: number): number =>
  walk.inhibitions.filter((one) => one.node === node).reduce((sum, { energy }) => sum + energy, 0)
