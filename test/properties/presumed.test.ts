/** A memory that only a shared name suggests is found by it, and is not put before a model (`presumed`). */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BundleItem, bundleContext } from '../../packages/core/src/domain/context/context-bundle.ts'
import { plainKernel } from '../../packages/core/src/domain/graph.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { one } from '../../packages/core/src/domain/strength.ts'
import { type RankedNode, rank } from '../../packages/core/src/domain/walk/ranking.ts'
import { tieredTraversal } from '../../packages/core/src/domain/walk/walk.ts'
import { graphOf, inputOf, type WalkSpec, walkSpec } from '../arbitraries/walk.ts'
import { runs } from './runs.ts'

const many = { ...runs, numRuns: runs.numRuns * 5 }

/** Memories that say the same of the question, so that nothing but names leads from one to another; some follow each other too. */
const joinedByNames = walkSpec.map(
  (spec): WalkSpec => ({
    ...spec,
    cues: [],
    gate: one,
    words: spec.words.map(() => 1),
    settings: { ...spec.settings, budget: { ...spec.settings.budget, fired: 24 } },
    edges: spec.edges.flatMap((edge, i) => {
      const mention = { ...edge, kind: 'mention', strength: Math.abs(edge.strength) + 0 } as const
      return i % 3 === 0 ? [mention, { ...mention, kind: 'sequential' }] : [mention]
    }),
  }),
)

const ranked = (spec: WalkSpec): ReadonlyArray<RankedNode> => {
  const input = inputOf(spec)
  const pool = spec.scores.map((_, i) => ({ node: i + 1, score: input.own(i + 1) })).filter(({ score }) => score > 0)
  return rank(graphOf(spec), tieredTraversal(input), pool, input.own)
}

const included = (ranking: ReadonlyArray<RankedNode>, relative: number): ReadonlyArray<number> => {
  const item = (node: number): BundleItem => ({ node, id: `n${node}`, title: '', text: `crane${node}`, injectable: true })
  return bundleContext({ ranking, item, tokens: 10_000, items: 100, relative, confident: true }).included
}

const share = fc.double({ min: 0.001, max: 1, noNaN: true })

describe('what a shared name alone suggests', () => {
  test('INV-61 ranks, with all that it has, and is never put into the context', () => {
    let found = 0
    fc.assert(
      fc.property(joinedByNames, share, (spec, relative) => {
        const ranking = ranked(spec)
        const suggested = ranking.filter(({ seed }) => seed === 0)
        found += suggested.length

        for (const { presumed, score } of suggested) expect([score > 0, presumed]).toEqual([true, score])
        const put = included(ranking, relative)
        for (const { node } of suggested) expect(put).not.toContain(node)
      }),
      many,
    )
    expect(found).toBeGreaterThan(many.numRuns / 10)
  })

  test('INV-61 changes nothing of what is put into the context', () => {
    fc.assert(
      fc.property(joinedByNames, share, (spec, relative) => {
        const nameless = ranked({ ...spec, edges: [] })

        expect(included(ranked(spec), relative).toSorted()).toEqual(included(nameless, relative).toSorted())
      }),
      many,
    )
  })

  test('INV-61 leads into a procedure, whose further steps are suggested by the name alone as well', () => {
    const mention = (source: number) => ({ source, target: source + 1, kind: 'mention', strength: 600_000_000 }) as const
    const ranking = ranked({
      ...{
        nodes: 5,
        cues: [],
        dead: [],
        scores: [one, 0, 0, 0, 0],
        alike: [0, 0, 0, 0, 0],
        asked: [0, 0, 0, 0, 0],
        contained: [],
        covered: 0,
        favoured: [],
      },
      ...{ gate: one, kernel: plainKernel, settings: balanced, words: [1, 1, 1, 1, 1] },
      edges: [1, 2, 3, 4].flatMap((source) => [
        mention(source),
        ...(source > 2 ? [{ ...mention(source), kind: 'sequential' } as const] : []),
      ]),
    })

    expect(ranking.map(({ node }) => node)).toContain(5)
    expect(included(ranking, 0.0001)).toEqual([1])
  })

  test('INV-61 is put there once it adds words of the question, or was taught', () => {
    const spec = (words: number, taught: number): WalkSpec => ({
      ...{ nodes: 2, cues: [], dead: [], scores: [one, 0], alike: [0, 0], asked: [0, 0], contained: [], covered: 0, favoured: [] },
      ...{ gate: one, kernel: plainKernel, settings: balanced },
      words: [1, words],
      edges: [
        { source: 1, target: 2, kind: 'learned', strength: taught },
        { source: 1, target: 2, kind: 'mention', strength: 500_000_000 },
      ],
    })

    expect(included(ranked(spec(1, 0)), 0.2)).not.toContain(2)
    expect(included(ranked(spec(7, 0)), 0.2)).toContain(2)
    expect(included(ranked(spec(1, 900_000_000)), 0.2)).toContain(2)
  })
})
