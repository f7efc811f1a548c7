/** What chance may do to a walk, and what not. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { plainKernel, usedKinds } from '../../packages/core/src/domain/edge-kinds.ts'
import { brainState } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { candidatesOf, drawn, type Exploration, pullOf } from '../../packages/core/src/domain/recall/candidate-edges.ts'
import { spreadingActivation } from '../../packages/core/src/domain/recall/spreading-activation.ts'
import { tieredTraversal } from '../../packages/core/src/domain/recall/walk.ts'
import { eventsOf, foldOf, inputOf, walkSpec } from '../arbitraries/walk.ts'
import { runs } from './runs.ts'

const exploration: fc.Arbitrary<Exploration> = fc.record({
  amount: fc.integer({ min: 1, max: 1_000_000_000 }),
  drawnFrom: fc.integer({ min: 0, max: 0xffff_ffff }),
})
const clamped = (value: number, { max, min }: { readonly max: number; readonly min: number }) =>
  Math.min(Math.round(max * 1e9), Math.max(Math.round(min * 1e9), value))
const anywhere = () => true
const graphOf = (spec: Parameters<typeof eventsOf>[0]) => {
  const { edges, nodes } = eventsOf(spec)
  return brainState(foldOf([...nodes, ...edges])).graph
}

describe('chance', () => {
  test('INV-77 moves what use alone joined by its amount at most, never across 0, and nothing else', () => {
    fc.assert(
      fc.property(walkSpec, exploration, (spec, chance) => {
        const graph = graphOf(spec)
        const settings = { ...spec.settings, budget: { ...spec.settings.budget, candidates: 1_000 } }
        for (let source = 1; source <= graph.nodes; source++) {
          const plain = new Map(candidatesOf(graph, source, settings, plainKernel, 'node', anywhere).map((one) => [one.target, one]))
          const tried = candidatesOf(graph, source, settings, plainKernel, 'node', anywhere, chance)
          expect(tried.length).toBe(plain.size)
          for (const one of tried) {
            const before = plain.get(one.target)
            const isUsed = one.edges.every((edge) => usedKinds.has(graph.kindOf(edge) ?? 'mention'))
            const said = one.edges.reduce((sum, edge) => sum + pullOf(graph, edge, plainKernel), 0)
            const least = Math.max(0, spec.settings.strength.min * 1e9)
            if (before === undefined || said <= least || !isUsed) expect(one).toEqual(before)
            else {
              expect(one.strength).toBeGreaterThanOrEqual(0)
              expect(Math.abs(one.strength - before.strength)).toBeLessThanOrEqual(chance.amount)
              expect(one.strength).toBe(clamped(Math.max(0, said + drawn(chance, one.edges[0] ?? 0)), spec.settings.strength))
              expect(one.isExplored === true).toBe(before.tier === 'dormant' && one.tier !== 'dormant')
            }
          }
        }
      }),
      runs,
    )
  })

  test('INV-77 the same number gives the same walk, and what it tried is told apart', () => {
    fc.assert(
      fc.property(walkSpec, exploration, (spec, chance) => {
        const input = inputOf(spec)
        const walkBy = (by: Exploration | undefined) => {
          const candidates: typeof candidatesOf = (...[graph, source, settings, kernel, role, isLive]) =>
            candidatesOf(graph, source, settings, kernel, role, isLive, by)
          const asked = { ...input, candidates }
          return [tieredTraversal(asked), spreadingActivation(asked)]
        }

        expect(walkBy(chance)).toEqual(walkBy({ ...chance }))
        const explored = walkBy(chance).flatMap(({ steps }) =>
          steps.flatMap(({ edge, outcome }) => ('followed' in outcome && outcome.followed === 'explored' ? [edge] : [])),
        )
        const dormant = new Set<number>()
        for (let source = 1; source <= input.graph.nodes; source++)
          for (const { edges, tier } of candidatesOf(input.graph, source, input.settings, input.kernel, 'cue', input.isLive))
            if (tier === 'dormant') for (const edge of edges) dormant.add(edge)
        expect(explored.filter((edge) => !dormant.has(edge))).toEqual([])
        for (const { steps } of walkBy(undefined))
          for (const { outcome } of steps) if ('followed' in outcome) expect(outcome.followed).not.toBe('explored')
      }),
      runs,
    )
  })

  test('is drawn evenly, for each edge and each walk anew', () => {
    const [first, second] = [1, 2].map((drawnFrom) =>
      Array.from({ length: 4_000 }, (_, edge) => drawn({ amount: 1_000_000_000, drawnFrom }, edge + 1)),
    )
    const mean = (all: ReadonlyArray<number> = []) => all.reduce((sum, one) => sum + one / 1e9, 0) / all.length

    for (const all of [first, second]) {
      expect(Math.abs(mean(all))).toBeLessThan(0.05)
      expect(mean(all?.map((one) => Math.abs(one)))).toBeCloseTo(0.5, 1)
      expect(Math.max(...(all ?? []))).toBeLessThanOrEqual(1e9)
      expect(Math.min(...(all ?? []))).toBeGreaterThanOrEqual(-1e9)
    }
    expect(mean(first?.map((one, i) => (one * (second?.[i] ?? 0)) / 1e9))).toBeCloseTo(0, 1)
  })
})
