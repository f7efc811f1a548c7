import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { type EdgeKind, type MentionRole, plainKernel } from '../graph.ts'
import { ContentRef, type NodeNumber } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { emptyColumns, graphView } from '../projections/graph/graph-columns.ts'
import { foldGraph } from '../projections/graph/memory-graph.ts'
import { nano, one, roundHalfAway } from '../strength.ts'
import { candidatesOf } from './candidate-edges.ts'
import { leastOfBest, tieredTraversal } from './walk.ts'
import type { WalkInput } from './walk-record.ts'

const ref = ContentRef.make('a'.repeat(64))
type Link = readonly [source: NodeNumber, target: NodeNumber, strength: number, kind?: EdgeKind, role?: MentionRole]

/** Builds a graph of nodes 1 to `nodes`; edges are numbered in the order in which they are given. */
const graphOf = (nodes: number, links: ReadonlyArray<Link>) => {
  const events: ReadonlyArray<NewEvent> = [
    ...Array.from(
      { length: nodes },
      (_, i): NewEvent => ({ type: 'NodeAdded', data: { node: i + 1, id: ref, text: ref, nodeType: 'fact', state: 'normal' } }),
    ),
    ...links.map(
      ([source, target, strength, kind = 'link', role], i): NewEvent => ({
        type: 'EdgeLinked',
        data: {
          edge: i + 1,
          source,
          target,
          kind,
          strength: nano(strength),
          reason: 'manual',
          ...(role === undefined ? {} : { role, label: ref }),
        },
      }),
    ),
  ]
  const columns = emptyColumns()
  events.forEach((event, i) => {
    foldGraph(columns, placed(event, i + 1, { at: 0, actor: 1 }))
  })
  return graphView(columns)
}

/** Walks from seed 1 with a score of one; the residual of every pair of nodes is one. */
const walk = (nodes: number, links: ReadonlyArray<Link>, change: Partial<Omit<WalkInput, 'graph'>> = {}) => {
  const seeds = [{ node: 1, score: one }]
  const own = (node: NodeNumber) => (node === 1 ? one : 0)
  return tieredTraversal({
    candidates: candidatesOf,
    graph: graphOf(nodes, links),
    settings: balanced,
    seeds,
    cues: [],
    weights: [one, one],
    covered: 0,
    own,
    residual: () => one,
    kernel: plainKernel,
    gate: 0,
    isAsked: () => false,
    favour: () => 1,
    isLive: () => true,
    ...change,
  })
}
/** Returns the energy that a negative edge of this strength takes from its target, where its source has the best score. */
const held = (strength: number) => roundHalfAway(strength * balanced.walk.inhibition * one)
const withBudget = (budget: Partial<typeof balanced.budget>) => ({ settings: { ...balanced, budget: { ...balanced.budget, ...budget } } })
const nodesOf = (found: ReturnType<typeof walk>) => found.fired.map(({ node }) => node).sort((a, b) => a - b)
const fate = (found: ReturnType<typeof walk>) =>
  Object.fromEntries(found.steps.map(({ edge, outcome }) => [edge, outcome._tag === 'Followed' ? outcome.channel : outcome.reason]))

describe('the tiers', () => {
  test.each([
    [0.8, 'reflex'],
    [0.95, 'reflex'],
    [0.799_999_999, 'rule'],
    [0.3, 'routed-away'],
    [0.3 + 1e-9, 'rule'],
    [0.299_999_999, 'dormant'],
    [0, 'dormant'],
    [-1e-9, 'inhibited'],
  ])('an edge of strength %d is %s', (strength, outcome) => {
    expect(fate(walk(2, [[1, 2, strength]]))).toEqual({ 1: outcome })
  })

  test('a reflex edge is followed though its target says nothing to the question', () => {
    const found = walk(2, [[1, 2, 0.9]], { residual: () => 0 })

    expect(fate(found)).toEqual({ 1: 'reflex' })
    expect(nodesOf(found)).toEqual([1, 2])
  })

  test('a habitual edge to what says nothing more is routed away', () => {
    expect(fate(walk(2, [[1, 2, 0.5]], { residual: () => 0 }))).toEqual({ 1: 'routed-away' })
  })

  test('an edge that grew from use carries activation by itself', () => {
    const found = walk(2, [[1, 2, 0.65, 'learned']], { residual: () => 0 })

    // (0.65 − 0.3) / 0.35 = 1, times the spread of 0.4.
    expect(found.steps).toMatchObject([{ edge: 1, outcome: { _tag: 'Followed', channel: 'rule', energy: 0.4 * one } }])
  })
})

describe('S4.4 a procedure of many steps', () => {
  const chain = (kind: 'follow_up' | 'learned', strength = 0.9) =>
    Array.from({ length: 11 }, (_, i) => [i + 1, i + 2, strength, kind] as const)
  const along = (procedure: number) => ({ settings: { ...balanced, walk: { ...balanced.walk, procedure } } })

  test('is followed to its end, beyond the hops of a walk and the limit of follows', () => {
    const found = walk(12, chain('follow_up'))

    expect(nodesOf(found)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(found.fired.find(({ node }) => node === 12)?.depth).toBe(11)
    expect(found.fired.find(({ node }) => node === 12)?.energy).toBe(found.fired.find(({ node }) => node === 4)?.energy)
  })

  test('is followed for as many steps as the setting allows', () => {
    expect(nodesOf(walk(12, chain('follow_up'), along(2)))).toEqual([1, 2, 3, 4, 5, 6])
    expect(nodesOf(walk(12, chain('follow_up'), along(0)))).toEqual([1, 2, 3, 4])
  })

  test.each([
    ['habitual', chain('follow_up', 0.79)],
    ['of another kind', chain('learned')],
  ])('is none where its edges are %s', (_, edges) => {
    expect(Math.max(...walk(12, edges).fired.map(({ depth }) => depth))).toBeLessThanOrEqual(3)
  })
})

describe('what a walk reaches', () => {
  test('fires with what was brought, depth and edge', () => {
    const found = walk(3, [
      [1, 2, 0.65],
      [2, 3, 0.65],
    ])

    expect(found.fired).toEqual([
      { node: 1, depth: 0, energy: one, edge: 0 },
      { node: 2, depth: 1, energy: 0.7 * one, edge: 1 },
      // Half the strength again: the parent’s 0.7 of the best, times residual and fade.
      { node: 3, depth: 2, energy: 0.245 * one, edge: 2 },
    ])
  })

  test('counts the best of several edges into a node; neighbours in a sequence add up', () => {
    const seeds = [
      { node: 1, score: one },
      { node: 2, score: one },
    ]
    const into = (kind: EdgeKind) =>
      walk(
        3,
        [
          [1, 3, 0.65, kind],
          [2, 3, 0.65, kind],
        ],
        { seeds },
      ).fired.find(({ node }) => node === 3)

    expect(into('link')).toMatchObject({ energy: 0.7 * one, edge: 1 })
    expect(into('sequential')).toMatchObject({ energy: 2 * one, edge: 1 })
  })

  test('stands in order of what it fired with, equals by number', () => {
    const found = walk(4, [
      [1, 4, 0.65],
      [1, 3, 0.65],
      [1, 2, 0.7],
    ])

    expect(found.fired.map(({ node }) => node)).toEqual([1, 2, 3, 4])
  })

  test('is the lower number where two edges bring the same', () => {
    const found = walk(
      3,
      [
        [2, 3, 0.65],
        [1, 3, 0.65],
      ],
      {
        seeds: [
          { node: 1, score: one },
          { node: 2, score: one },
        ],
      },
    )

    expect(fate(found)).toEqual({ 1: 'rule', 2: 'visited' })
  })
})

describe('parallel edges', () => {
  test('are one: their strengths add up, and they share one outcome', () => {
    const found = walk(2, [
      [1, 2, 0.5, 'sequential'],
      [1, 2, 0.4, 'learned'],
    ])

    expect(fate(found)).toEqual({ 1: 'reflex', 2: 'reflex' })
    expect(found.steps.map(({ strength }) => strength)).toEqual([nano(0.5), nano(0.4)])
  })

  test('that sum up below zero inhibit, by the weaker of them', () => {
    const found = walk(2, [
      [1, 2, 0.5],
      [1, 2, -0.9, 'learned'],
    ])

    expect(fate(found)).toEqual({ 1: 'inhibited', 2: 'inhibited' })
    expect(found.inhibitions).toEqual([{ node: 2, depth: 0, energy: held(0.4), edge: 2 }])
  })

  test('are held to the bounds together', () => {
    const found = walk(2, [
      [1, 2, -0.9],
      [1, 2, -0.9, 'learned'],
    ])

    expect(found.inhibitions).toMatchObject([{ energy: held(0.95) }])
  })
})

describe('negative edges', () => {
  test('take from their target and are not followed', () => {
    const found = walk(2, [[1, 2, -0.2]], {
      own: () => one,
      seeds: [
        { node: 1, score: one },
        { node: 2, score: one },
      ],
    })

    expect(found.inhibitions).toEqual([{ node: 2, depth: 0, energy: held(0.2), edge: 1 }])
    expect(found.fired).toHaveLength(2)
  })

  test('are candidates beside the strongest, however many those are', () => {
    const links: ReadonlyArray<Link> = [...Array.from({ length: 18 }, (_, i): Link => [1, i + 2, 0.5]), [1, 20, -0.01], [1, 21, -0.5]]
    const found = walk(21, links)

    expect(found.steps).toHaveLength(balanced.budget.candidates + 2)
    expect(fate(found)).toMatchObject({ 19: 'inhibited', 20: 'inhibited' })
  })
})

describe('neighbours in a sequence', () => {
  const residual = (b: NodeNumber, a: NodeNumber) => (b === 1 && a === 2 ? 3 * one : 0)

  test('lend each other what the one says of the question and the other does not', () => {
    expect(walk(2, [[1, 2, 0.65, 'sequential']], { residual }).fired).toContainEqual({ node: 2, depth: 1, energy: 3 * one, edge: 1 })
  })

  test('lend it once: not from one that was itself lent to', () => {
    const found = walk(
      3,
      [
        [1, 2, 0.65, 'sequential'],
        [2, 3, 0.65, 'sequential'],
      ],
      { residual: () => one },
    )

    expect(fate(found)).toEqual({ 1: 'rule', 2: 'routed-away' })
  })

  test('lend more to what somebody says whom the question names', () => {
    const found = walk(2, [[1, 2, 0.65, 'sequential']], { favour: (node) => (node === 2 ? 1.25 : 1) })

    expect(found.steps[0]?.outcome).toEqual({ _tag: 'Followed', channel: 'rule', energy: 1.25 * one })
  })
})

describe('mentions', () => {
  const mention = (role: 'title' | 'shared', change: Partial<Omit<WalkInput, 'graph'>> = {}) =>
    walk(2, [[1, 2, 0.65, 'mention', role]], change)
  const energy = (found: ReturnType<typeof walk>) => found.fired.find(({ node }) => node === 2)?.energy

  test('bring what the target adds and a share of the source, as far as the gate is open', () => {
    const outcome = { _tag: 'Followed', channel: 'rule', energy: 1.1 * one, residual: 0.7 * one, spread: 0.4 * one }

    expect(mention('title', { gate: one }).steps[0]?.outcome).toEqual(outcome)
    expect(energy(mention('shared', { gate: one / 2 }))).toBe(0.35 * one + 0.1 * one)
    expect(fate(mention('title'))).toEqual({ 1: 'gated' })
  })

  test('by a name that the question has already bring a tenth', () => {
    expect(energy(mention('title', { gate: one, isAsked: (label) => label === 1 }))).toBe(0.11 * one)
  })
})

describe('cues', () => {
  const cues = [{ cue: 2, alike: 0.5 * one, words: [0], asked: one, isContained: false }]
  const isLive = (node: NodeNumber) => node !== 2

  test('lead to what was taught, and say what they bring', () => {
    const found = walk(3, [[2, 3, 0.65, 'learned']], { cues, isLive, seeds: [] })
    const energy = roundHalfAway((5 * 0.5 ** 3 + 3 * 0.5 * (1 / 1.7)) * one)

    expect(found.steps).toEqual([{ edge: 1, strength: nano(0.65), depth: 0, outcome: { _tag: 'Followed', channel: 'rule', energy } }])
    expect(found.fired).toEqual([{ node: 3, depth: 1, energy, edge: 1 }])
  })

  test('hold back what was said to be wrong, which is not looked at where it says next to nothing', () => {
    const held = { isLive, seeds: [{ node: 3, score: 2 * one }], own: () => 2 * one }
    const links: ReadonlyArray<Link> = [[2, 3, -0.6, 'learned']]
    const found = walk(3, links, { cues, ...held })

    expect(found.inhibitions).toEqual([{ node: 3, depth: 0, energy: roundHalfAway(0.6 * 4 * 0.5 ** 4 * 2 * one), edge: 1 }])
    expect(walk(3, links, { cues: [{ cue: 2, alike: 0.2 * one, words: [0], asked: one, isContained: false }], ...held }).steps).toEqual([])
  })

  test('never fire, and count in no limit', () => {
    const links: ReadonlyArray<Link> = Array.from({ length: 20 }, (_, i): Link => [2, i + 3, 0.9, 'learned'])
    const found = walk(22, links, { cues, isLive, seeds: [], ...withBudget({ follows: 0, candidates: 1 }) })

    expect(nodesOf(found)).toEqual(Array.from({ length: 20 }, (_, i) => i + 3))
  })
})

describe('circles', () => {
  test('do not lead back to where the walk came from', () => {
    const found = walk(3, [
      [1, 1, 0.9],
      [1, 2, 0.9],
      [2, 1, 0.9],
      [2, 3, 0.9],
      [3, 1, 0.9],
    ])

    expect(fate(found)).toEqual({ 1: 'cycle', 2: 'reflex', 3: 'cycle', 4: 'reflex', 5: 'cycle' })
  })

  test('to a node that was reached before end there', () => {
    const found = walk(4, [
      [1, 2, 0.9],
      [1, 3, 0.9],
      [2, 3, 0.9],
    ])

    expect(fate(found)).toEqual({ 1: 'reflex', 2: 'reflex', 3: 'visited' })
  })
})

describe('budgets', () => {
  const chain: ReadonlyArray<Link> = [1, 2, 3, 4, 5].map((node): Link => [node, node + 1, 0.9])

  test('end the walk after so many hops', () => {
    expect(nodesOf(walk(6, chain))).toEqual([1, 2, 3, 4])
    expect(nodesOf(walk(6, chain, withBudget({ hops: 1 })))).toEqual([1, 2])
    expect(walk(6, chain, withBudget({ hops: 0 }))).toMatchObject({ steps: [] })
  })

  test('S4.47 take the best of a hop first: where a walk goes on from one memory alone, it is the one with most energy', () => {
    const fork: ReadonlyArray<Link> = [
      [1, 3, 0.85],
      [2, 4, 0.95],
      [3, 5, 0.9],
      [4, 6, 0.9],
    ]
    const settings = { ...balanced, walk: { ...balanced.walk, expansions: 1 } }
    const seeds = [1, 2].map((node) => ({ node, score: one }))

    expect(nodesOf(walk(6, fork, { seeds, settings }))).toEqual([1, 2, 3, 4, 6])
  })

  test('let so many nodes be reached by edges only; what comes too late is on record', () => {
    const star = Array.from({ length: 4 }, (_, i): Link => [1, i + 2, 0.9 - i / 100])
    const found = walk(5, star, withBudget({ follows: 2 }))

    expect(nodesOf(found)).toEqual([1, 2, 3])
    expect(fate(found)).toEqual({ 1: 'reflex', 2: 'reflex', 3: 'budget', 4: 'budget' })
  })

  test('let so many nodes fire, a node only with those it was reached through', () => {
    const found = walk(3, chain.slice(0, 2), { ...withBudget({ fired: 2 }), own: (node) => (node === 3 ? 5 * one : 0) })

    // Node 3 has the best score, and needs node 2: the two fill the budget.
    expect(found.fired.map(({ node }) => node)).toEqual([3, 2])
  })

  test('look at so many candidates of a node: the heaviest, the lower number of equals', () => {
    const star: ReadonlyArray<Link> = [
      [1, 2, 0.5],
      [1, 3, 0.9],
      [1, 4, 0.5],
    ]

    expect(walk(4, star, withBudget({ candidates: 2 })).steps.map(({ edge }) => edge)).toEqual([2, 1])
  })
})

describe('a graph without', () => {
  test('seeds and cues has no walk', () => {
    expect(walk(2, [[1, 2, 0.9]], { seeds: [] })).toEqual({ fired: [], steps: [], inhibitions: [] })
  })

  test('live targets has no candidates', () => {
    expect(walk(2, [[1, 2, 0.9]], { isLive: (node) => node !== 2 })).toMatchObject({ fired: [{ node: 1 }], steps: [] })
  })
})

const scored = (scores: ReadonlyArray<number>) => scores.map((score) => ({ score }))

test('the least of the best is where sorting puts it, also among equals', () => {
  const numbers = fc.array(fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer()), { minLength: 1, maxLength: 200 })
  fc.assert(
    fc.property(numbers, fc.nat(), (given, place) => {
      const count = 1 + (place % given.length)

      expect(leastOfBest(scored(given), count)).toBe(given.toSorted((a, b) => b - a)[count - 1])
    }),
    { numRuns: 500 },
  )
})

test('of more than there are, everything is among the best', () => {
  expect(leastOfBest(scored([3, 1]), 5)).toBe(Number.NEGATIVE_INFINITY)
})
