import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/balanced.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano } from '../strength.ts'
import { alarmsOf } from './alarms.ts'
import { healthReader } from './learning-health.ts'
import { spectralGap } from './spectral-gap.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref, text: ref, nodeType: 'fact', state: 'normal' },
})
const edge = (number: number, source: number, target: number, strength = 0): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge: number, source, target, kind: 'learned', strength: nano(strength), reason: 'verdict' },
})
const recall = (turn: number, ...included: ReadonlyArray<number>): ReadonlyArray<NewEvent> => [
  { type: 'TurnStarted', turn, data: { question: ref, engine: 'route', ...balanced.budget } },
  { type: 'ContextBundled', turn, data: { nodes: included, scores: included.map(() => 1), included, tokens: 1 } },
]
const move = (edge: number, from: number, to: number): NewEvent => ({
  type: 'StrengthAdjusted',
  cause: 1,
  data: { edge, from: nano(from), to: nano(to), asked: nano(to - from), tier: 'conscious', rule: 'cue', reason: 'used' },
})

const after = (events: ReadonlyArray<NewEvent>, windowTurns = 200) => {
  const fold = emptyFold()
  const reader = healthReader(windowTurns)
  for (const [i, event] of events.entries()) {
    const one = placed(event, i + 1, { at: 0, actor: 1 })
    foldEvent(fold, one)
    reader.read(one)
  }
  const { graph } = brainState(fold)
  return { graph, health: reader.health(graph, balanced) }
}
const nodes = [1, 2, 3, 4].map(node)

describe('the health of learning', () => {
  test('tells learned edges by tier; an edge at 0 pulls nothing and is none', () => {
    const { health } = after([...nodes, edge(1, 1, 2, 0.9), edge(2, 1, 3, 0.4), edge(3, 2, 3, 0.1), edge(4, 2, 4, -0.2), edge(5, 3, 4)])

    expect(health).toMatchObject({ edges: 4, tiers: { reflex: 0.25, habitual: 0.25, dormant: 0.25, negative: 0.25 } })
  })

  test('names an edge that verdicts pull both ways again and again, not one that was corrected once', () => {
    const pulled = [move(1, 0, 0.5), move(1, 0.5, 0.1), move(1, 0.1, 0.6), move(1, 0.6, 0.2), move(1, 0.2, 0.7)]
    const corrected = [move(2, 0, 0.5), move(2, 0.5, 0.6), move(2, 0.6, -0.2), move(2, -0.2, -0.5)]

    expect(after([...nodes, edge(1, 1, 2), edge(2, 1, 3), ...pulled, ...corrected]).health.oscillating).toEqual([1])
  })

  test('a verdict’s half-life is the turns until half of what it moved is gone', () => {
    const events = [...recall(1, 1), move(1, 0, 0.6), ...recall(2, 1), ...recall(3, 1), move(1, 0.6, 0.3), ...recall(4, 1)]

    // The second movement stands: nothing came after it.
    expect(after([...nodes, edge(1, 1, 2), ...events]).health.halfLife).toEqual({ turns: 2, halved: 1, standing: 1 })
    expect(after([...nodes, edge(1, 1, 2), move(1, 0, 0.6)]).health.halfLife).toEqual({ turns: undefined, halved: 0, standing: 1 })
  })

  test('what decay took counts as gone, though it names no edge', () => {
    const decayed: NewEvent = {
      type: 'StrengthsDecayed',
      cause: 1,
      data: { factor: nano(0.25), cutoff: 9, kinds: ['learned'], floor: 'none' },
    }

    expect(after([...nodes, edge(1, 1, 2), ...recall(1, 1), move(1, 0, 0.6), ...recall(5, 1), decayed]).health.halfLife).toEqual({
      turns: 4,
      halved: 1,
      standing: 0,
    })
  })

  test('entropy is 1 where each recall shows another, 0 where all show the same, of the newest recalls only', () => {
    const each = [recall(1, 1), recall(2, 2), recall(3, 3), recall(4, 4)].flat()
    const same = [recall(5, 1), recall(6, 1), recall(7, 1), recall(8, 1)].flat()

    expect(after([...nodes, ...each]).health.recalls).toEqual({ turns: 4, shown: 4, entropy: 1, mostShown: 0.25 })
    expect(after([...nodes, ...each, ...same], 4).health.recalls).toEqual({ turns: 4, shown: 4, entropy: 0, mostShown: 1 })
    expect(after([]).health.recalls).toEqual({ turns: 0, shown: 0, entropy: 1, mostShown: 0 })
  })

  test('an edge that no turn followed for as long as is looked back is dead weight', () => {
    const followed: NewEvent = {
      type: 'EdgeFollowed',
      turn: 3,
      data: { edge: 1, strength: nano(0.5), channel: 'rule', depth: 0, energy: 1 },
    }
    const turns = [1, 2, 3].flatMap((turn) => recall(turn, 1))

    expect(after([...nodes, edge(1, 1, 2, 0.5), edge(2, 1, 3, 0.5), ...turns, followed], 2).health.deadWeight).toBe(0.5)
  })
})

describe('the spectral gap', () => {
  const ring = (size: number, more: ReadonlyArray<NewEvent> = []) =>
    after([
      ...Array.from({ length: size }, (_, i) => node(i + 1)),
      ...Array.from({ length: size }, (_, i) => edge(i + 1, i + 1, ((i + 1) % size) + 1, 0.5)),
      ...more,
    ]).graph

  test('of a ring is that of its circulant matrix: (1 − cos 2π/n) / 2, steps being lazy', () => {
    for (const size of [3, 5, 8]) expect(spectralGap(ring(size))).toBeCloseTo((1 - Math.cos((2 * Math.PI) / size)) / 2, 3)
  })

  test('shrinks as a ring grows, and grows with ways across', () => {
    const gap = spectralGap(ring(12)) ?? 0
    const across = Array.from({ length: 6 }, (_, i) => edge(100 + i, i + 1, i + 7, 0.5))

    expect(gap).toBeLessThan(spectralGap(ring(6)) ?? 0)
    expect(spectralGap(ring(12, across))).toBeGreaterThan(gap)
  })

  test('is of the largest part that hangs together, and of none where nothing does', () => {
    const apart = [node(20), node(21), edge(50, 20, 21, 0.9)]

    expect(spectralGap(ring(5, apart))).toBeCloseTo(spectralGap(ring(5)) ?? 0, 9)
    expect(spectralGap(after(nodes).graph)).toBeUndefined()
  })
})

test('alarms are raised past the bounds of the profile, and where there is enough to tell', () => {
  const { health } = after([])
  const sick = {
    ...health,
    edges: 100,
    tiers: { reflex: 0.9, habitual: 0.1, dormant: 0, negative: 0 },
    recalls: { turns: 100, shown: 400, entropy: 0.1, mostShown: 0.9 },
    oscillating: [1, 2, 3, 4, 5, 6],
    deadWeight: 0.9,
  }

  expect(alarmsOf(health, { before: undefined, now: undefined }, balanced)).toEqual([])
  expect(alarmsOf(sick, { before: 0.4, now: 0.1 }, balanced)).toEqual([
    'sets-hard',
    'always-the-same',
    'pulled-both-ways',
    'dead-weight',
    'falls-apart',
  ])
  expect(alarmsOf({ ...sick, edges: 10, recalls: { ...sick.recalls, turns: 10 } }, { before: 0.4, now: 0.1 }, balanced)).toEqual([])
})
