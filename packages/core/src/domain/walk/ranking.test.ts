import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ContextBundle, withUntrusted } from '../context/context-bundle.ts'
import type { GraphView, NodeState, NodeType } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { emptyColumns, graphView } from '../projections/graph/graph-columns.ts'
import { one } from '../strength.ts'
import {
  coverageOf,
  givableOf,
  type Needs,
  outscoring,
  type RankedNode,
  rank,
  seedsFrom,
  trustedStatistics,
  untrustedNodes,
} from './ranking.ts'
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

/** Odd numbers are trusted. */
const isTrusted = (node: NodeNumber): boolean => node % 2 === 1
const of = (...nodes: ReadonlyArray<NodeNumber>) => nodes.map((node) => ({ node }))

describe('seeds', () => {
  test.each([
    ['up to half of them may be others’', [2, 4, 1, 3, 5], 4, [2, 4, 1, 3]],
    ['more than half give way to those behind them, in the order of the pool', [2, 4, 6, 1, 8, 3, 5], 4, [2, 4, 1, 3]],
    ['half of an odd number is the smaller one', [2, 4, 6, 1, 3, 5], 5, [2, 4, 1, 3, 5]],
    ['others fill what nobody else takes', [2, 4, 6, 8, 1], 4, [2, 4, 6, 1]],
    ['others alone take all', [2, 4, 6], 2, [2, 4]],
    ['trusted ones may take all', [1, 3, 5, 2], 3, [1, 3, 5]],
  ])('%s', (_, pool, most, seeds) => {
    expect(seedsFrom(of(...pool), most, isTrusted)).toEqual(of(...seeds))
  })

  test('of others, however many and wherever they stand, take no more than half from those that would begin without them', () => {
    const pool = fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { maxLength: 40 })
    fc.assert(
      fc.property(pool, fc.integer({ min: 1, max: 12 }), (nodes, most) => {
        const seeds = seedsFrom(of(...nodes), most, isTrusted).map(({ node }) => node)
        const kept = Math.min(nodes.filter(isTrusted).length, Math.ceil(most / 2))

        expect(seeds).toEqual(nodes.filter((node) => seeds.includes(node)))
        expect(seeds).toHaveLength(Math.min(most, nodes.length))
        expect(seeds.filter(isTrusted)).toEqual(nodes.filter(isTrusted).slice(0, seeds.filter(isTrusted).length))
        expect(seeds.filter(isTrusted).length).toBeGreaterThanOrEqual(kept)
      }),
    )
  })
})

describe('what may be given', () => {
  const walk = (...nodes: ReadonlyArray<NodeNumber>): Walk => ({
    fired: nodes.map((node) => ({ node, depth: 0, energy: 1, edge: 0 })),
    steps: [],
    inhibitions: [],
  })

  test.each([
    ['walk', walk(1, 2, 3), of(5, 7)],
    ['pool', walk(1, 3), of(5, 6, 7)],
  ])('is without what a %s holds of others', (_, walked, pool) => {
    const givable = givableOf(walked, pool, isTrusted)

    expect(givable?.walk.fired.map(({ node }) => node)).toEqual([1, 3])
    expect(givable?.pool).toEqual(of(5, 7))
  })

  test('is all of it where nothing is of others', () => {
    expect(givableOf(walk(1, 3), of(5), isTrusted)).toBeUndefined()
  })
})

describe('a bundle', () => {
  const ranked = (node: NodeNumber): RankedNode => ({ node, score: 9, seed: 9, path: 0, inhibition: 0, utility: 1 })
  const bundle: ContextBundle = {
    included: [3],
    dropped: [
      { node: 5, reason: 'unsure' },
      { node: 1, reason: 'duplicate' },
    ],
    guardrails: [],
    text: 'note',
    tokens: 1,
  }

  test('tells in the order of the ranking what was left out as others’ among its beginning', () => {
    const told = withUntrusted(bundle, [2, 1, 3, 4, 5, 6].map(ranked), 4, { isTrusted, reviewOf: () => undefined })

    expect(told).toEqual({
      ...bundle,
      dropped: [
        { node: 2, reason: 'origin' },
        { node: 1, reason: 'duplicate' },
        { node: 4, reason: 'origin' },
        { node: 5, reason: 'unsure' },
      ],
    })
  })

  test('tells apart what waits for the owner’s yes', () => {
    const told = withUntrusted(bundle, [2, 1, 3, 4].map(ranked), 4, { isTrusted, reviewOf: (node) => (node === 4 ? 'waits' : undefined) })

    expect(told.dropped).toContainEqual({ node: 4, reason: 'review' })
    expect(told.dropped).toContainEqual({ node: 2, reason: 'origin' })
  })

  test('is as it was where nothing of others stands among the beginning', () => {
    expect(withUntrusted(bundle, [5, 1, 3, 2].map(ranked), 3, { isTrusted, reviewOf: () => undefined })).toBe(bundle)
  })
})

const held: Readonly<Record<number, ReadonlyArray<number>>> = { 1: [5, 5, 0, 0], 2: [5, 0, 0, 0], 3: [0, 0, 5, 0], 4: [0, 0, 0, 5] }
const needs = (words: ReadonlyArray<number>): Needs => ({
  words,
  idfs: [4, 4, 1, 1],
  parts: (node) => held[node] ?? [],
  settings: { rival: 0.5, adds: 0.1, linked: 0.3, rivalSure: -100, addsSure: -100 },
})
const ranked = (node: number, path = 0): RankedNode => ({ node, score: 10, seed: 10 - path, path, inhibition: 0, utility: 1 })

describe('a memory is needed', () => {
  test('when it is the first, whatever it holds', () => {
    expect(coverageOf(needs([0, 1, 2, 3])).needs(ranked(9), 0)).toBe(true)
  })

  test('when it has a word that is asked for and those before it lack, if that word weighs enough', () => {
    const coverage = coverageOf(needs([0, 1, 2, 3]))
    coverage.take(1)

    expect(coverage.needs(ranked(2), 0.4)).toBe(false)
    expect(coverage.needs(ranked(3), 0.4)).toBe(true)
    expect(
      coverageOf({ ...needs([0, 1, 2, 3]), settings: { rival: 0.5, adds: 0.11, linked: 0.3, rivalSure: -100, addsSure: -100 } }).needs(
        ranked(3),
        0.4,
      ),
    ).toBe(true)

    const heavier = coverageOf({
      ...needs([0, 1, 2, 3]),
      settings: { rival: 0.5, adds: 0.11, linked: 0.3, rivalSure: -100, addsSure: -100 },
    })
    heavier.take(1)
    expect(heavier.needs(ranked(3), 0.4)).toBe(false)
  })

  test('INV-177 when it holds more of the question than the best one, and a word that is not covered, however unsure it is', () => {
    const holds = fc.array(fc.boolean(), { minLength: 4, maxLength: 4 })
    fc.assert(
      fc.property(holds, holds, fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 4, maxLength: 4 }), (first, other, idfs) => {
        const parts = (node: number) => (node === 1 ? first : other).map(Number)
        const sum = (has: ReadonlyArray<boolean>) => has.reduce((all, one, word) => all + (one ? (idfs[word] ?? 0) : 0), 0)
        const settings = { rival: 0.5, adds: 1, linked: 0.3, rivalSure: -1, addsSure: -1 }
        const coverage = coverageOf({ words: [0, 1, 2, 3], idfs, parts, settings, sureness: (node) => (node === 1 ? 0 : -9) })
        coverage.take(1)

        expect(coverage.needs(ranked(2), 0.1)).toBe(sum(other) > sum(first))
      }),
    )
  })

  test('not when it is the first and far less sure than another one', () => {
    const coverage = coverageOf({
      ...needs([0, 1, 2, 3]),
      settings: { ...needs([]).settings, rivalSure: -1, addsSure: -1 },
      sureness: () => -2,
    })

    expect(coverage.needs(ranked(1), 1)).toBe(false)
  })

  test('only for words that are asked for', () => {
    const coverage = coverageOf(needs([0, 1]))
    coverage.take(1)

    expect(coverage.needs(ranked(4), 0.4)).toBe(false)
  })

  test('when it could as well be what is meant, or edges brought most of a strong score', () => {
    const coverage = coverageOf(needs([0, 1, 2, 3]))
    coverage.take(1)

    expect(coverage.needs(ranked(2), 0.5)).toBe(true)
    expect(coverage.needs(ranked(2, 6), 0.3)).toBe(true)
    expect(coverage.needs(ranked(2, 6), 0.29)).toBe(false)
    expect(coverage.needs(ranked(2, 5), 0.4)).toBe(false)
  })

  test('always, where nothing says what is asked for', () => {
    const coverage = coverageOf(undefined)
    coverage.take(1)

    expect(coverage.needs(ranked(2), 0)).toBe(true)
  })
})

test('a memory says what those taken say that hold no other word that is asked for', () => {
  const coverage = coverageOf(needs([0, 1, 2, 3]))
  coverage.take(2)
  coverage.take(3)

  expect([coverage.saidBy(1), coverage.saidBy(3), coverage.saidBy(4)]).toEqual([[2], [3], []])
})

type Row = readonly [type: NodeType, state: NodeState, isTrusted: boolean]

const graphOf = (rows: ReadonlyArray<Row>, untrusted: number) => ({
  nodes: rows.length,
  untrusted,
  typeOf: (node: number) => rows[node - 1]?.[0],
  stateOf: (node: number) => rows[node - 1]?.[1],
  isTrusted: (node: number) => rows[node - 1]?.[2] === true,
})

test('nodes that may not be given are those that could be recalled, and no others stand in their place', () => {
  const graph = graphOf(
    [
      ['cue', 'normal', false],
      ['fact', 'retired', false],
      ['fact', 'normal', true],
      ['tool_call', 'normal', false],
      ['fact', 'normal', false],
      ['fact', 'normal', false],
    ],
    2,
  )

  expect(untrustedNodes(graph)).toEqual([5, 6])
})

test('statistics are without what may not be given, and whole where nothing else is left', () => {
  const whole = { documents: 5, totalLength: 50, totalWords: 40 }

  expect(trustedStatistics(whole, { documents: 2, totalLength: 30, totalWords: 25 })).toEqual({
    documents: 3,
    totalLength: 20,
    totalWords: 15,
  })
  expect(trustedStatistics(whole, whole)).toBe(whole)
})
