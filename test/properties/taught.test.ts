import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NodeNumber } from '../../packages/core/src/domain/identity.ts'
import { one } from '../../packages/core/src/domain/strength.ts'
import { taughtBy } from '../../packages/core/src/domain/walk/taught.ts'
import { askedShare, similarity } from '../../packages/text/src/words/scoring.ts'
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

/** The words of a cue and of a question, by number, each with its rarity; and a word that the question may have besides. */
const asking = fc
  .record({
    cue: fc.uniqueArray(fc.nat(7), { minLength: 1 }),
    question: fc.uniqueArray(fc.nat(11), { minLength: 1 }),
    rarities: fc.array(fc.integer({ min: 0, max: 12 * one }), { minLength: 12, maxLength: 12 }),
    more: fc.integer({ min: 8, max: 11 }),
  })
  .filter(({ more, question }) => !question.includes(more))

const matchedBy = (cueWords: ReadonlyArray<number>, asked: ReadonlyArray<number>, rarities: ReadonlyArray<number>) => {
  const [question, cue] = [asked.map(String), cueWords.map(String)]
  const rarity = (word: string) => rarities[Number(word)] ?? 0
  return {
    alike: similarity(question, cue, rarity, 2),
    asked: askedShare(question, cue, rarity),
    isContained: cueWords.every((word) => asked.includes(word)),
  }
}

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

  test('INV-250 by likeness depends on the cue and the question alone: a further cue changes none of it, and the order of the cues nothing', () => {
    fc.assert(
      fc.property(walkSpec, fc.nat(), (spec, place) => {
        const { settings } = spec
        const byLikeness = { ...spec, settings: { ...settings, walk: { ...settings.walk, words: 0 } } }
        const graph = graphOf(byLikeness)
        const input = inputOf(byLikeness, graph)
        const all = taughtBy(input, one)
        const left = input.cues[place % Math.max(1, input.cues.length)]?.cue
        const fewer = taughtBy({ ...input, cues: input.cues.filter(({ cue }) => cue !== left).reverse() }, one)

        expect(new Map(fewer)).toEqual(new Map([...all].filter(([edge]) => graph.sourceOf(edge) !== left)))
      }),
      many,
    )
  })

  test('INV-250 takes and brings by likeness no more from a question that has one word more, which the cue lacks', () => {
    fc.assert(
      fc.property(walkSpec, asking, (spec, { cue, more, question, rarities }) => {
        const { settings } = spec
        const input = inputOf({ ...spec, settings: { ...settings, walk: { ...settings.walk, words: 0 } } })
        const broughtFor = (asked: ReadonlyArray<number>) =>
          taughtBy({ ...input, cues: input.cues.map((one) => ({ ...one, ...matchedBy(cue, asked, rarities) })) }, one)
        const [before, after] = [broughtFor(question), broughtFor([...question, more])]

        for (const [edge, energy] of after) expect(Math.abs(energy)).toBeLessThanOrEqual(Math.abs(before.get(edge) ?? 0))
      }),
      many,
    )
  })
})
