/**
 * Energies of a known graph (S1.54). The numbers are worked out by hand from the document, with its own numbers: an edge carries energy × weight × weight
 * of its type × 0.5; 5 anchors, 2 rounds, 3 results; for a reason SEQ 0.5, SIM 1.5, CAUSE 2.
 *
 *     A ─SEQ 1─► B ◄─CAUSE 0.6─► D ─SEQ 1─► E        A, an anchor: 1
 *     A ─SIM 0.8─► C ─SEQ 1─► D                      C, an anchor: 0.5
 */
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { type EdgeKind, type Kernel, plainKernel } from '../graph.ts'
import { ContentRef, type NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { neurogated } from '../profiles/profiles.ts'
import { emptyColumns, graphView } from '../projections/graph/graph-columns.ts'
import { foldGraph } from '../projections/graph/memory-graph.ts'
import { kernelFor } from '../recall/confidence.ts'
import { nano, one } from '../strength.ts'
import { candidatesOf } from './candidate-edges.ts'
import { spreadingActivation } from './spreading-activation.ts'
import type { WalkInput } from './walk-record.ts'

const ref = ContentRef.make('a'.repeat(64))
type Link = readonly [source: NodeNumber, target: NodeNumber, strength: number, kind: EdgeKind]

const graphOf = (nodes: number, links: ReadonlyArray<Link>) => {
  const columns = emptyColumns()
  const events: ReadonlyArray<NewEvent> = [
    ...Array.from(
      { length: nodes },
      (_, i): NewEvent => ({ type: 'NodeAdded', data: { node: i + 1, id: ref, text: ref, nodeType: 'fact', state: 'normal' } }),
    ),
    ...links.map(
      ([source, target, strength, kind], i): NewEvent => ({
        type: 'EdgeLinked',
        data: { edge: i + 1, source, target, kind, strength: nano(strength), reason: 'ingest' },
      }),
    ),
  ]
  events.forEach((event, i) => {
    foldGraph(columns, placed(event, i + 1, { at: 0, actor: 1 }))
  })
  return graphView(columns)
}

const [a, b, c, d, e] = [1, 2, 3, 4, 5] as const
const known: ReadonlyArray<Link> = [
  [a, b, 1, 'sequential'],
  [a, c, 0.8, 'similarity'],
  [b, d, 0.6, 'causal'],
  [d, b, 0.6, 'causal'],
  [c, d, 1, 'sequential'],
  [d, e, 1, 'sequential'],
]
const anchors = [
  { node: a, score: one },
  { node: c, score: one / 2 },
]

const walk = (
  kernel: Kernel,
  links: ReadonlyArray<Link> = known,
  change: Partial<Pick<WalkInput, 'own' | 'seeds'>> = {},
  settings: Profile = neurogated,
) =>
  spreadingActivation({
    candidates: candidatesOf,
    graph: graphOf(5, links),
    settings,
    seeds: anchors,
    cues: [],
    weights: [one],
    covered: 0,
    own: () => 0,
    residual: () => 0,
    kernel,
    gate: 0,
    isAsked: () => false,
    favour: () => 1,
    isLive: () => true,
    ...change,
  })
const energies = (walked: ReturnType<typeof walk>) => Object.fromEntries(walked.fired.map(({ energy, node }) => [node, energy / one]))

describe('energy spreads', () => {
  test('S1.33 S1.34 for a reason: over a cause with twice its strength, and what arrives adds up', () => {
    const walked = walk(kernelFor('Why does it stop?', neurogated))

    // Round 1: A→B 1·1·0.5·0.5 = 0.25, A→C 1·0.8·1.5·0.5 = 0.6, C→D 0.5·1·0.5·0.5 = 0.125.
    // Round 2: B→D 0.25·0.6·2·0.5 = 0.15, C→D 0.6·1·0.5·0.5 = 0.15, D→B 0.125·0.6·2·0.5 = 0.075, D→E 0.125·1·0.5·0.5 = 0.03125.
    expect(energies(walked)).toEqual({ [c]: 1.1, [a]: 1, [d]: 0.425, [b]: 0.325, [e]: 0.03125 })
  })

  test('S1.37 for an order: over a sequence with twice its strength', () => {
    // Round 1: A→B 1·1·2·0.5 = 1, A→C 1·0.8·1.5·0.5 = 0.6, C→D 0.5·1·2·0.5 = 0.5.
    // Round 2: B→D 1·0.6·0.5·0.5 = 0.15, C→D 0.6·1·2·0.5 = 0.6, D→B 0.5·0.6·0.5·0.5 = 0.075, D→E 0.5·1·2·0.5 = 0.5.
    expect(energies(walk(kernelFor('In which order is it done?', neurogated)))).toEqual({
      [d]: 1.25,
      [c]: 1.1,
      [b]: 1.075,
      [a]: 1,
      [e]: 0.5,
    })
  })

  test('S1.37 for what is alike: over likeness with twice its strength', () => {
    // Round 1: A→B 1·1·0.5·0.5 = 0.25, A→C 1·0.8·2·0.5 = 0.8, C→D 0.5·1·0.5·0.5 = 0.125.
    // Round 2: B→D 0.25·0.6·1.5·0.5 = 0.1125, C→D 0.8·1·0.5·0.5 = 0.2, D→B 0.125·0.6·1.5·0.5 = 0.05625, D→E 0.03125.
    const expected = { [c]: 1.3, [a]: 1, [d]: 0.4375, [b]: 0.30625, [e]: 0.03125 }
    expect(energies(walk(kernelFor('What is like it?', neurogated)))).toEqual(expected)
  })

  test('S1.35 the best by final energy come first, ties by number', () => {
    expect(walk(kernelFor('Why does it stop?', neurogated)).fired.map(({ node }) => node)).toEqual([c, a, d, b, e])
  })

  test('S1.33 the bound of strengths does not hold for strength times kernel', () => {
    const links: ReadonlyArray<Link> = [[a, b, 1, 'causal']]

    expect(energies(walk({ ...plainKernel, CAUSE: 2 }, links, { seeds: anchors.slice(0, 1) }))).toEqual({ [a]: 1, [b]: 1 })
    expect(energies(walk({ ...plainKernel, CAUSE: 1 }, links, { seeds: anchors.slice(0, 1) }))).toEqual({ [a]: 1, [b]: 0.5 })
  })

  test('two edges between the same two carry each its own', () => {
    const links: ReadonlyArray<Link> = [
      [a, b, 1, 'sequential'],
      [a, b, 0.9, 'similarity'],
    ]

    // 1·1·0.5·0.5 + 1·0.9·1.5·0.5 = 0.25 + 0.675
    expect(energies(walk({ SEQ: 0.5, SIM: 1.5, CAUSE: 2 }, links, { seeds: anchors.slice(0, 1) }))).toEqual({ [a]: 1, [b]: 0.925 })
  })

  test('back as well as forth, and what was passed on once is not passed on again', () => {
    const links: ReadonlyArray<Link> = [
      [a, b, 1, 'causal'],
      [b, a, 1, 'causal'],
    ]

    // Round 1: A→B 0.5. Round 2: B→A 0.25, and A passes nothing on, for nothing arrived.
    expect(energies(walk(plainKernel, links, { seeds: anchors.slice(0, 1) }))).toEqual({ [a]: 1.25, [b]: 0.5 })
  })

  test('S1.32 from anchors alone: the text of what it reaches brings nothing', () => {
    expect(energies(walk(plainKernel, [[a, b, 1, 'causal']], { own: () => 7 * one, seeds: anchors.slice(0, 1) }))).toEqual({
      [a]: 1,
      [b]: 0.5,
    })
  })

  test('S1.8 two edges far', () => {
    const line: ReadonlyArray<Link> = [
      [a, b, 1, 'causal'],
      [b, c, 1, 'causal'],
      [c, d, 1, 'causal'],
    ]

    expect(energies(walk(plainKernel, line, { seeds: anchors.slice(0, 1) }))).toEqual({ [a]: 1, [b]: 0.5, [c]: 0.25 })
  })
})
