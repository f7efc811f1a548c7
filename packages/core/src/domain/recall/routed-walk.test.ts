import { describe, expect, test } from 'vitest'
import { placed } from '../events/codec/event-codec.ts'
import { plainKernel } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { emptyColumns, graphView } from '../projections/graph/graph-columns.ts'
import { foldGraph } from '../projections/graph/memory-graph.ts'
import { nano, one } from '../strength.ts'
import { ref } from '../testing/given.ts'
import { candidatesOf } from '../walk/candidate-edges.ts'
import { spreadingActivation } from '../walk/spreading-activation.ts'
import { habitsOf, tieredTraversal } from '../walk/walk.ts'
import type { Routed, WalkInput } from '../walk/walk-record.ts'

type Link = readonly [source: NodeNumber, target: NodeNumber, strength: number]

/** Seed 1 leads to 2 and 3 by habit, to 4 by reflex, and away from 5; 2 leads on to 6. Edge numbers are those of the order. */
const links: ReadonlyArray<Link> = [
  [1, 2, 0.5],
  [1, 3, 0.5],
  [1, 4, 0.9],
  [1, 5, -0.5],
  [2, 6, 0.5],
]
const graph = () => {
  const columns = emptyColumns()
  const nodes = [1, 2, 3, 4, 5, 6].map((node) => ({
    type: 'NodeAdded' as const,
    data: { node, id: ref('a'), text: ref('a'), nodeType: 'fact' as const, state: 'normal' as const },
  }))
  const edges = links.map(([source, target, strength], i) => ({
    type: 'EdgeLinked' as const,
    data: { edge: i + 1, source, target, kind: 'link' as const, strength: nano(strength), reason: 'manual' as const },
  }))
  for (const [i, event] of [...nodes, ...edges].entries()) foldGraph(columns, placed(event, i + 1, { at: 0, actor: 1 }))
  return graphView(columns)
}

const input = (routed?: Partial<Routed>): WalkInput => ({
  candidates: candidatesOf,
  graph: graph(),
  settings: balanced,
  seeds: [{ node: 1, score: one }],
  cues: [],
  weights: [one],
  covered: 0,
  own: (node) => (node === 1 ? one : 0),
  residual: () => one / 10,
  kernel: plainKernel,
  gate: 0,
  isAsked: () => false,
  favour: () => 1,
  isLive: () => true,
  routed:
    routed === undefined
      ? undefined
      : { followed: new Map(), dropped: new Set(), attention: new Map(), follow: 0.4, drops: 'edges', ...routed },
})
const engines = [
  ['route', tieredTraversal],
  ['spread', spreadingActivation],
] as const

describe.each(engines)('what a model chose, on a walk by %s', (_, walk) => {
  const plain = walk(input())
  const energyOf = (found: typeof plain, node: NodeNumber) => found.fired.find((one) => one.node === node)?.energy ?? 0
  const fateOf = (found: typeof plain, edge: number) => found.steps.find((step) => step.edge === edge)?.outcome

  test('S3.47 a followed pointer adds 0.4 of the best seed to its target', () => {
    const routed = walk(input({ followed: new Map([[3, 2]]), attention: new Map([[3, 700_000_000]]) }))

    expect(energyOf(routed, 3) - energyOf(plain, 3)).toBe(0.4 * one)
    expect(fateOf(routed, 2)).toMatchObject({ channel: 'routed', attention: 700_000_000 })
    expect(energyOf(routed, 2)).toBe(energyOf(plain, 2))
  })

  test('a dropped memory that edges alone reached is gone, with what it led to', () => {
    const routed = walk(input({ dropped: new Set([2]) }))

    expect(fateOf(routed, 1)).toMatchObject({ reason: 'routed-away' })
    expect([2, 6].map((node) => energyOf(routed, node))).toEqual([0, 0])
    expect(energyOf(routed, 3)).toBe(energyOf(plain, 3))
  })

  test('S3.48 a dropped seed stays, unless everything can be dropped', () => {
    expect(energyOf(walk(input({ dropped: new Set([1]) })), 1)).toBe(energyOf(plain, 1))
    expect(energyOf(walk(input({ dropped: new Set([1]), drops: 'all' })), 1)).toBe(0)
  })

  test('reflex and negative edges, and pointers that lead elsewhere, are not its business', () => {
    const routed = walk(
      input({
        followed: new Map([
          [4, 3],
          [5, 4],
          [6, 1],
        ]),
      }),
    )

    expect(routed).toEqual(plain)
  })

  test('a kernel that makes a habitual edge reflex does not take the choice away', () => {
    const strong = { kernel: { SEQ: 2, SIM: 2, CAUSE: 2 } }
    const [before, routed] = [
      { ...input(), ...strong },
      { ...input({ followed: new Map([[3, 2]]), dropped: new Set([2]) }), ...strong },
    ].map(walk)

    expect(energyOf(routed ?? plain, 3) - energyOf(before ?? plain, 3)).toBe(0.4 * one)
    expect([energyOf(before ?? plain, 2) > 0, energyOf(routed ?? plain, 2)]).toEqual([true, 0])
  })

  test('an empty choice changes nothing', () => expect(walk(input({}))).toEqual(plain))
})

test('S4.39 habits are the habitual pairs that a walk looked at', () => {
  const asked = input()

  expect(habitsOf(asked, tieredTraversal(asked)).map(({ edge }) => edge)).toEqual([1, 2, 5])
})
