import { describe, expect, test } from 'vitest'
import type { GraphView } from '../graph.ts'
import { emptyColumns, graphView } from '../projections/graph/graph-columns.ts'
import { one } from '../strength.ts'
import { outscoring, rank } from './ranking.ts'
import type { FiredNode, Walk } from './walk-record.ts'

const graph = (utilities: Readonly<Record<number, number>> = {}): GraphView => ({
  ...graphView(emptyColumns()),
  utilityOf: (node) => utilities[node] ?? one,
})
const fired = (...nodes: ReadonlyArray<readonly [node: number, energy: number]>): ReadonlyArray<FiredNode> =>
  nodes.map(([node, energy]) => ({ node, energy, depth: 0, edge: 0 }))
const walk = (change: Partial<Walk>): Walk => ({ fired: [], steps: [], inhibitions: [], ...change })
const own = (scores: Readonly<Record<number, number>>) => (node: number) => scores[node] ?? 0

describe('a ranking', () => {
  test('puts what fired first by score, equals by number, and behind it what the text alone found', () => {
    const pool = [
      { node: 9, score: 50 },
      { node: 2, score: 40 },
      { node: 8, score: 50 },
    ]
    const ranking = rank(graph(), walk({ fired: fired([3, 30], [1, 30], [2, 40]) }), pool, own({}))

    expect(ranking.map(({ node, score }) => [node, score])).toEqual([
      [2, 40],
      [1, 30],
      [3, 30],
      [8, 50],
      [9, 50],
    ])
  })

  test('says what a score is made of', () => {
    const inhibitions = [
      { node: 1, depth: 0, energy: 20, edge: 1 },
      { node: 1, depth: 1, energy: 10, edge: 2 },
    ]
    const [first] = rank(graph({ 1: one / 2 }), walk({ fired: fired([1, 100]), inhibitions }), [], own({ 1: 60 }))

    expect(first).toEqual({ node: 1, seed: 60, path: 40, inhibition: 30, utility: one / 2, score: 35 })
  })

  test('leaves out what inhibition brings to nothing, also of what did not fire', () => {
    const inhibitions = [1, 2].map((node) => ({ node, depth: 0, energy: 100, edge: node }))

    expect(
      rank(graph(), walk({ fired: fired([1, 100], [3, 1]), inhibitions }), [{ node: 2, score: 90 }], own({})).map(({ node }) => node),
    ).toEqual([3])
  })

  test('rounds once, half away from zero', () => {
    expect(rank(graph({ 1: one / 2 }), walk({ fired: fired([1, 3]) }), [], own({}))).toMatchObject([{ score: 2 }])
  })
})

describe('a memory behind one that scores less', () => {
  const ranked = (node: number, score: number) => ({ node, score, seed: score, path: 0, inhibition: 0, utility: one })

  test('is told with the first such one, and whether the walk visited it', () => {
    const visited = { fired: fired([1, 50], [2, 20], [3, 30], [5, 10]) }
    const behind = outscoring([ranked(1, 50), ranked(2, 20), ranked(3, 30), ranked(5, 10), ranked(4, 25)], visited)

    expect([...behind]).toEqual([
      [3, { node: 2, because: 'said-above' }],
      [4, { node: 2, because: 'not-visited' }],
    ])
  })

  test('is none where scores fall', () => {
    expect(outscoring([ranked(1, 50), ranked(2, 50), ranked(3, 1)], { fired: [] }).size).toBe(0)
  })
})
