import { describe, expect, test } from 'vitest'
import type { GraphView, Supersession } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { RankedNode } from '../walk/ranking.ts'
import { holderOf } from './outdated.ts'
import { withHolders } from './replacements.ts'

interface Shape {
  readonly by: Readonly<Record<number, ReadonlyArray<NodeNumber | readonly [by: NodeNumber, part: readonly [number, number]]>>>
  readonly retired?: ReadonlyArray<NodeNumber>
  readonly untrusted?: ReadonlyArray<NodeNumber>
}

const graph = ({ by, retired = [], untrusted = [] }: Shape): Pick<GraphView, 'isTrusted' | 'stateOf' | 'supersededBy' | 'typeOf'> => ({
  supersededBy: (node) =>
    (by[node] ?? []).map((one): Supersession => {
      const of = { rule: 'same-label', reason: 'later' } as const
      return typeof one === 'number' ? { ...of, by: one } : { ...of, by: one[0], part: one[1] }
    }),
  stateOf: (node) => (retired.includes(node) ? 'retired' : 'normal'),
  typeOf: () => 'fact',
  isTrusted: (node) => !untrusted.includes(node),
})
const ranked = (node: NodeNumber, score: number): RankedNode => ({
  node,
  score,
  seed: score,
  path: 0,
  inhibition: 0,
  utility: 1_000_000_000,
})
const places = (shape: Shape, ...nodes: ReadonlyArray<readonly [NodeNumber, number]>) =>
  withHolders(
    graph(shape),
    nodes.map(([node, score]) => ranked(node, score)),
  ).map(({ node, score }) => [node, score])

describe('what holds now', () => {
  test('is found at the end of a chain', () => {
    expect(holderOf(graph({ by: { 1: [2], 2: [3] } }), 1)?.holder).toBe(3)
    expect(holderOf(graph({ by: {} }), 1)).toBeUndefined()
  })

  test('is the newest that may be given', () => {
    expect(holderOf(graph({ by: { 1: [2, 3] } }), 1)?.holder).toBe(3)
    expect(holderOf(graph({ by: { 1: [2, 3] }, retired: [3] }), 1)?.holder).toBe(2)
    expect(holderOf(graph({ by: { 1: [2] }, untrusted: [2] }), 1)).toBeUndefined()
    expect(holderOf(graph({ by: { 1: [2], 2: [3] }, retired: [3] }), 1)?.holder).toBe(2)
  })

  test('is never the memory itself, however they supersede each other', () => {
    expect(holderOf(graph({ by: { 1: [2], 2: [1] } }), 1)?.holder).toBe(2)
  })
})

describe('a ranking', () => {
  test('without superseded memories stays the same', () => {
    const ranking = [ranked(1, 9), ranked(2, 8)]
    expect(withHolders(graph({ by: { 3: [4] } }), ranking)).toBe(ranking)
  })

  test('has each holder before what it supersedes, with its score, once', () => {
    expect(places({ by: { 2: [5], 3: [5] } }, [1, 9], [2, 8], [3, 7], [5, 1])).toEqual([
      [1, 9],
      [5, 8],
      [2, 8],
      [3, 7],
    ])
    expect(places({ by: { 2: [1] } }, [1, 9], [2, 8])).toEqual([
      [1, 9],
      [2, 8],
    ])
  })

  test('has a holder of a part behind it', () => {
    expect(places({ by: { 1: [[5, [0, 4]]] } }, [1, 9], [2, 8])).toEqual([
      [1, 9],
      [5, 9],
      [2, 8],
    ])
  })
})
