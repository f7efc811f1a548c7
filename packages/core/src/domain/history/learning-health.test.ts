import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano } from '../strength.ts'
import { alarmsOf, healthReader, newestRecalls } from './learning-health.ts'

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

const after = (events: ReadonlyArray<NewEvent>, most = 200) => {
  const fold = emptyFold()
  const all = events.map((event, i) => placed(event, i + 1, { at: 0, actor: 1 }))
  for (const event of all) foldEvent(fold, event)
  const state = brainState(fold)
  const reader = healthReader(newestRecalls(state, most))
  for (const event of all) reader.read(event)
  return { state, health: reader.health(state.graph, balanced) }
}
const nodes = [1, 2, 3, 4].map(node)

const decayed = (factor: number): NewEvent => ({
  type: 'StrengthsDecayed',
  cause: 1,
  data: { factor: nano(factor), cutoff: 9, kinds: ['learned'], floor: 'none', spares: 'spoken' },
})

describe('the health of learning', () => {
  test('tells learned edges by tier; an edge at 0 pulls nothing and is none', () => {
    const { health } = after([...nodes, edge(1, 1, 2, 0.9), edge(2, 1, 3, 0.4), edge(3, 2, 3, 0.1), edge(4, 2, 4, -0.2), edge(5, 3, 4)])

    expect(health).toMatchObject({ edges: 4, tiers: { reflex: 0.25, habitual: 0.25, dormant: 0.25, negative: 0.25 } })
  })

  test('counts an edge to the tier that begins at its strength, and neither pruned edges nor those of kinds that do not learn', () => {
    const { habitual, reflex } = balanced.tiers
    const link: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 4, source: 1, target: 4, kind: 'link', strength: nano(0.9), reason: 'ingest' },
    }
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 3, reason: 'weak' } }
    const { health } = after([...nodes, edge(1, 1, 2, reflex), edge(2, 1, 3, habitual), edge(3, 2, 3, 0.9), link, pruned])

    expect(health).toMatchObject({ edges: 2, tiers: { reflex: 0.5, habitual: 0.5, dormant: 0, negative: 0 } })
  })

  test('names an edge that verdicts pull both ways again and again, not one that was corrected once', () => {
    const pulled = [move(1, 0, 0.5), move(1, 0.5, 0.1), move(1, 0.1, 0.6), move(1, 0.6, 0.2), move(1, 0.2, 0.7)]
    const corrected = [move(2, 0, 0.5), move(2, 0.5, 0.6), move(2, 0.6, -0.2), move(2, -0.2, -0.5)]

    expect(after([...nodes, edge(1, 1, 2), edge(2, 1, 3), ...pulled, ...corrected]).health.oscillating).toEqual([1])
  })

  test('what moved nothing turns nothing, and what lies more than eight movements back is over', () => {
    const still = [move(1, 0, 0.5), move(1, 0.5, 0.5), move(1, 0.5, 0.6), move(1, 0.6, 0.6), move(1, 0.6, 0.7)]
    const swung = [move(1, 0, 0.5), move(1, 0.5, 0), move(1, 0, 0.5), move(1, 0.5, 0), move(1, 0, 0.1)]
    const rising = [1, 2, 3, 4].map((step) => move(1, step / 10, (step + 1) / 10))
    const oscillating = (events: ReadonlyArray<NewEvent>) => after([...nodes, edge(1, 1, 2), ...events]).health.oscillating

    expect(oscillating(still)).toEqual([])
    // At first four sign changes are among the last eight changes, and three after one more.
    expect(oscillating([...swung, ...rising.slice(0, 3)])).toEqual([1])
    expect(oscillating([...swung, ...rising])).toEqual([])
  })

  test('a verdict’s half-life is the turns until half of what it moved is gone', () => {
    const events = [...recall(1, 1), move(1, 0, 0.6), ...recall(2, 1), ...recall(3, 1), move(1, 0.6, 0.3), ...recall(4, 1)]

    // The second change is still in force: nothing came after it.
    expect(after([...nodes, edge(1, 1, 2), ...events]).health.halfLife).toEqual({ turns: 2, halved: 1, standing: 1 })
    expect(after([...nodes, edge(1, 1, 2), move(1, 0, 0.6)]).health.halfLife).toEqual({ turns: undefined, halved: 0, standing: 1 })
  })

  test('the median of an even number of half-lives is the lower of the two in the middle', () => {
    const gone = (number: number) => [move(number, 0, 0.6), ...recall(number, 1), move(number, 0.6, 0)]

    // The first change lasts a turn; the second two turns, because it began before the first ended.
    const events = [move(2, 0, 0.6), ...gone(1), ...recall(2, 1), move(2, 0.6, 0)]
    expect(after([...nodes, edge(1, 1, 2), edge(2, 1, 3), ...events]).health.halfLife).toMatchObject({ turns: 1, halved: 2 })
  })

  test('what a verdict did is gone too where it was taken back, or turned to its opposite', () => {
    const restored: NewEvent = {
      type: 'StrengthsRestored',
      data: { edges: [1], from: [nano(0.6)], to: [0], nodes: [], utilityFrom: [], utilityTo: [] },
    }
    const halfLife = (...events: ReadonlyArray<NewEvent>) =>
      after([...nodes, edge(1, 1, 2), ...recall(1, 1), move(1, 0, 0.6), ...recall(4, 1), ...events]).health.halfLife

    expect(halfLife(restored)).toEqual({ turns: 3, halved: 1, standing: 1 })
    expect(halfLife(move(1, 0.6, -0.9))).toEqual({ turns: 3, halved: 1, standing: 1 })
    expect(halfLife(move(1, 0.6, 0.31))).toEqual({ turns: undefined, halved: 0, standing: 2 })
  })

  test('S3.105 the inhibition is what negative edges took in a recall, on the average of the newest ones', () => {
    const inhibited = (turn: number, ...energies: ReadonlyArray<number>): ReadonlyArray<NewEvent> => {
      const [started, bundled] = recall(turn, 1)
      if (started === undefined || bundled === undefined) expect.unreachable()
      const taken = energies.map((energy): NewEvent => ({ type: 'NodeInhibited', turn, data: { node: 2, depth: 1, energy, edge: 1 } }))
      return [started, ...taken, bundled]
    }
    const events = [...nodes, edge(1, 1, 2, -0.5), ...inhibited(1, 500), ...inhibited(2), ...inhibited(3, 40, 50), ...inhibited(4)]

    expect(after([]).health.inhibition).toEqual({ mean: 0, recalls: 0 })
    expect(after(events).health.inhibition).toEqual({ mean: Math.round(590 / 4), recalls: 2 })
    expect(after(events, 3).health.inhibition).toEqual({ mean: 30, recalls: 1 })
  })

  test('what decay took counts as gone, though it names no edge', () => {
    expect(after([...nodes, edge(1, 1, 2), ...recall(1, 1), move(1, 0, 0.6), ...recall(5, 1), decayed(0.25)]).health.halfLife).toEqual({
      turns: 4,
      halved: 1,
      standing: 0,
    })
  })

  test('what decay left more than half of stands', () => {
    expect(
      after([...nodes, edge(1, 1, 2), ...recall(1, 1), move(1, 0, 0.6), ...recall(5, 1), decayed(0.51)]).health.halfLife,
    ).toMatchObject({
      halved: 0,
      standing: 1,
    })
  })

  test('entropy is 1 where each recall shows another, 0 where all show the same, of the newest recalls only', () => {
    const each = [recall(1, 1), recall(2, 2), recall(3, 3), recall(4, 4)].flat()
    const same = [recall(5, 1), recall(6, 1), recall(7, 1), recall(8, 1)].flat()

    expect(after([...nodes, ...each]).health.recalls).toEqual({ turns: 4, shown: 4, entropy: 1, mostShown: 0.25 })
    expect(after([...nodes, ...each, ...same], 4).health.recalls).toEqual({ turns: 4, shown: 4, entropy: 0, mostShown: 1 })
    expect(after([...nodes, recall(1, 1, 2), recall(2, 1, 2)].flat()).health.recalls).toEqual({
      turns: 2,
      shown: 4,
      entropy: 0.5,
      mostShown: 0.5,
    })
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
    // An edge linked after the first of three turns was unused for two of them.
    const linkedAfter = (turn: number) => after([...nodes, ...turns.slice(0, 2 * turn), edge(1, 1, 2, 0.5), ...turns.slice(2 * turn)], 2)
    expect([1, 2].map((turn) => linkedAfter(turn).health.deadWeight)).toEqual([1, 0])
  })

  test('turns without memory neither fill the window nor make an edge dead weight', () => {
    const absent = [4, 5, 6, 7].map(
      (turn): NewEvent => ({ type: 'RecallSkipped', turn, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } }),
    )
    const events = [...nodes, ...recall(1, 1), edge(1, 1, 2, 0.5), ...recall(2, 2), edge(2, 1, 3, 0.5), ...recall(3, 3)]
    const { health, state } = after([...events, ...absent], 2)

    expect(health).toEqual(after(events, 2).health)
    expect(health).toMatchObject({ deadWeight: 0.5, recalls: { turns: 2, shown: 2 } })
    // The window begins with the second of three recalls.
    expect(newestRecalls(state, 2)).toEqual({ most: 2, begin: state.turn(2)?.position, first: 2, lastTurn: 7 })
  })

  test('no edge is dead weight before there are as many recalls as are examined, nor in a brain without any', () => {
    const learned = [...nodes, edge(1, 1, 2, 0.5), edge(2, 1, 3, 0.5)]
    const absent = [1, 2, 3].map((turn): NewEvent => ({ type: 'RecallSkipped', turn, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } }))

    expect(after([...learned, ...absent], 2).health.deadWeight).toBe(0)
    expect(after([...learned, ...absent, ...recall(4, 1)], 2).health.deadWeight).toBe(0)
    expect(after([...learned, ...absent, ...recall(4, 1), ...recall(5, 1)], 2).health.deadWeight).toBe(1)
  })

  test('the turns of a half-life count those without memory', () => {
    const absent = (turn: number): NewEvent => ({ type: 'RecallSkipped', turn, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } })
    const events = [...nodes, edge(1, 1, 2), ...recall(1, 1), absent(2), move(1, 0, 0.6), absent(5), decayed(0.25), absent(7)]

    expect(after(events).health.halfLife).toEqual({ turns: 5, halved: 1, standing: 0 })
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

  expect(alarmsOf(health, balanced)).toEqual([])
  expect(alarmsOf(sick, balanced)).toEqual(['sets-hard', 'always-the-same', 'pulled-both-ways', 'dead-weight'])
  expect(alarmsOf({ ...sick, edges: 10, recalls: { ...sick.recalls, turns: 10 } }, balanced)).toEqual([])
})

test('no alarm is raised at the very bound, nor by what another one counts', () => {
  const { dead, edges, entropy, oscillating, reflex } = {
    reflex: balanced.health.reflexMost,
    oscillating: balanced.health.oscillatingMost,
    dead: balanced.health.deadMost,
    entropy: balanced.health.entropyLeast,
    edges: 100,
  }
  const { health } = after([])
  const fair = {
    ...health,
    edges,
    tiers: { reflex, habitual: 1 - reflex, dormant: 0, negative: 0 },
    recalls: { turns: 100, shown: 400, entropy, mostShown: 0.9 },
    oscillating: Array.from({ length: oscillating * edges }, (_, i) => i + 1),
    deadWeight: dead,
  }

  expect(alarmsOf(fair, balanced)).toEqual([])
  expect(alarmsOf({ ...fair, edges: 50, oscillating: [1, 2, 3] }, balanced)).toEqual(['pulled-both-ways'])
  expect(alarmsOf({ ...fair, recalls: { ...fair.recalls, turns: 49, entropy: 0 } }, balanced)).toEqual([])
  // Recalls are judged even where there are hardly any learned edges yet.
  expect(alarmsOf({ ...fair, edges: 0, recalls: { ...fair.recalls, turns: 50, entropy: 0 } }, balanced)).toEqual(['always-the-same'])
})
