import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NodeNumber } from '../../packages/core/src/domain/identity.ts'
import { one } from '../../packages/core/src/domain/strength.ts'
import { taughtBy } from '../../packages/core/src/domain/walk/taught.ts'
import { graphOf, inputOf, type WalkSpec, walkSpec } from '../arbitraries/walk.ts'
import { runs } from './runs.ts'

/** Returns the score that all cues together bring to each memory, less what they take. */
const broughtIn = (spec: WalkSpec): ReadonlyMap<NodeNumber, number> => {
  const graph = graphOf(spec)
  const brought = new Map<NodeNumber, number>()
  for (const [edge, energy] of taughtBy(inputOf(spec, graph), one)) {
    const target = graph.targetOf(edge)
    brought.set(target, (brought.get(target) ?? 0) + energy)
  }
  return brought
}

/** A cue’s only edge to a memory, so that its strength is what the walk reads; and another strength for it. */
const judgedAgain = walkSpec
  .filter(({ cues, edges }) => edges.some(({ source }) => cues.includes(source)))
  .chain((spec) => {
    const places = spec.edges.flatMap(({ source, target }, at) => (spec.cues.includes(source) && !spec.cues.includes(target) ? [at] : []))
    return fc.tuple(fc.constant(spec), fc.constantFrom(-1, ...places), fc.integer({ min: -one, max: one }))
  })
  .filter(([spec, at]) => {
    const edge = spec.edges[at]
    return edge !== undefined && spec.edges.filter(({ source, target }) => source === edge.source && target === edge.target).length === 1
  })

const many = { ...runs, numRuns: runs.numRuns * 5 }

/** Each share is rounded by itself. */
const rounding = 16

describe('what was taught', () => {
  test('INV-63 brings a memory no less after more praise, and no more after more blame; others as much, but for how far what is found was ever right', () => {
    fc.assert(
      fc.property(judgedAgain, ([spec, at, strength]) => {
        const edges = spec.edges.map((edge, i) => (i === at ? { ...edge, strength } : edge))
        const [before, after] = [broughtIn(spec), broughtIn({ ...spec, edges })]
        const { strength: earlier = 0, target = 0 } = spec.edges[at] ?? {}
        const more = ((after.get(target) ?? 0) - (before.get(target) ?? 0)) * Math.sign(strength - earlier)

        expect(more).toBeGreaterThanOrEqual(-rounding)
        const isFirstOrLast = earlier > 0 !== strength > 0
        for (const [node, energy] of after) {
          if (node === target) continue
          const other = (energy - (before.get(node) ?? 0)) * Math.sign(strength - earlier)
          if (isFirstOrLast && spec.settings.walk.untaught > 0) expect(other).toBeGreaterThanOrEqual(-rounding)
          else expect(energy).toBe(before.get(node))
        }
      }),
      many,
    )
  })

  test('INV-64 word by word brings at most what the profile says for all words, however often it was taught', () => {
    fc.assert(
      fc.property(walkSpec, (spec) => {
        const alike = spec.alike.map(() => 0)
        const { words } = spec.settings.walk
        for (const energy of broughtIn({ ...spec, alike }).values()) expect(energy).toBeLessThanOrEqual(words * one + rounding)
      }),
      many,
    )
  })
})
