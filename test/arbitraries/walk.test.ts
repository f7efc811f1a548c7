import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tieredTraversal } from '../../packages/core/src/domain/walk/walk.ts'
import { inputOf, walkSpec } from './walk.ts'

describe('the arbitrary walks', () => {
  test('reach every way an edge can go: a number of each, not a hope', () => {
    const counts: Record<string, number> = {}
    const count = (name: string) => {
      counts[name] = (counts[name] ?? 0) + 1
    }

    fc.assert(
      fc.property(walkSpec, (spec) => {
        const input = inputOf(spec)
        const walk = tieredTraversal(input)
        if (walk.steps.length === 0) count('a walk of no step')
        if (spec.edges.some(({ source, target }) => source === target)) count('an edge from a node to itself')
        if (new Set(spec.edges.map(({ source, target }) => `${source} ${target}`)).size < spec.edges.length) count('parallel edges')
        if (input.cues.length > 0) count('a cue')
        if (walk.fired.some(({ depth }) => depth > 1)) count('a node two hops away')
        if (input.seeds.length > 0 && walk.fired.length === input.settings.budget.fired) count('a full budget')
        for (const { outcome } of walk.steps) count(outcome._tag === 'Followed' ? outcome.channel : outcome.reason)
        for (const _ of walk.inhibitions) count('inhibition')
      }),
      { numRuns: 500, seed: 1 },
    )

    process.stdout.write(`${JSON.stringify(counts)}\n`)
    const wanted = [
      'a walk of no step',
      'an edge from a node to itself',
      'parallel edges',
      'a cue',
      'a node two hops away',
      'a full budget',
    ]
    for (const name of [...wanted, 'reflex', 'rule', 'dormant', 'routed-away', 'budget', 'visited', 'cycle', 'inhibited', 'inhibition']) {
      expect(counts[name], name).toBeGreaterThan(0)
    }
  })
})
