import { describe, expect, test } from 'vitest'
import type { BrainEvent, NewEvent, NewEventOf } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { balanced } from '../profiles/profiles.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano, one, units } from '../strength.ts'
import { sharesOf } from './credit-policy.ts'
import { learn } from './learning.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number, nodeType: 'fact' | 'cue' = 'fact'): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref, text: ref, nodeType, state: 'normal' },
})
const learnedEdge = (edge: number, source: number, target: number): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge, source, target, kind: 'learned', strength: 0, reason: 'verdict' },
})
const recall = (turn: number, included: ReadonlyArray<number>): ReadonlyArray<NewEvent> => [
  { type: 'TurnStarted', turn, data: { question: ref, engine: 'route', ...balanced.budget } },
  { type: 'ContextBundled', turn, data: { nodes: included, scores: included.map(() => 1), included, tokens: 1 } },
]

/** Turn 1 put memory 1 before the model, turn 2 memory 2; cues 3 and 4 stand for their questions. */
const recalled: ReadonlyArray<NewEvent> = [
  node(1),
  node(2),
  node(3, 'cue'),
  node(4, 'cue'),
  learnedEdge(1, 3, 1),
  learnedEdge(2, 4, 2),
  ...recall(1, [1]),
  ...recall(2, [2]),
]
const outcome = (data: Partial<NewEventOf<'OutcomeGiven'>['data']> = {}, origin: 'owner' | 'untrusted' = 'owner'): NewEvent => ({
  type: 'OutcomeGiven',
  origin,
  data: { feedback: 1, verdict: 'success', outcome: one, tier: 'conscious', turns: [2, 1], cues: [4, 3], closeness: [0, 0], ...data },
})

/** Returns the effects of each of these events, each decided after the effects of the events before it. */
const learned = (events: ReadonlyArray<NewEvent>, profile: Profile = balanced): ReadonlyArray<ReadonlyArray<NewEvent>> => {
  const fold = emptyFold()
  const place = (event: NewEvent, i: number): BrainEvent => placed(event, i + 1, { at: 0, actor: 1 })
  const all: Array<ReadonlyArray<NewEvent>> = []
  for (const event of [...recalled, ...events].map(place)) {
    foldEvent(fold, event)
    const effects = learn(event, brainState(fold), profile, [])
    for (const effect of effects) foldEvent(fold, { ...place(effect, 0), position: fold.position })
    all.push(effects)
  }
  return all.slice(recalled.length)
}
const attributed = (effects: ReadonlyArray<NewEvent> = []) =>
  effects.flatMap((event) => (event.type === 'FeedbackAttributed' ? [event.data] : []))
const moves = (effects: ReadonlyArray<NewEvent> = []) =>
  effects.flatMap((event) => (event.type === 'StrengthAdjusted' ? [[event.turn, event.data.edge, event.data.to]] : []))
const [newest = 0, before = 0] = sharesOf(
  [
    { distance: 0, closeness: 0 },
    { distance: 1, closeness: 0 },
  ],
  balanced,
)

const cappedAt = (day: number): Profile => {
  const { conscious } = balanced.learning
  return { ...balanced, learning: { ...balanced.learning, conscious: { ...conscious, most: { ...conscious.most, day } } } }
}

describe('an outcome that names no turn', () => {
  test('is shared among the turns before it, and each cue is moved by the share of its turn', () => {
    const [effects] = learned([outcome()])

    expect(attributed(effects)).toEqual([{ feedback: 1, turns: [2, 1], shares: [newest, before] }])
    expect(newest + before).toBe(one)
    expect(moves(effects)).toEqual([
      [2, 2, nano(0.6 * units(newest))],
      [1, 1, nano(0.6 * units(before))],
    ])
  })

  test('a turn pays into one of each tier: the second goes to the turns that have not paid, the third to nobody', () => {
    const [first, second, third, other] = learned([
      outcome({ turns: [2], cues: [4], closeness: [0] }),
      outcome({ feedback: 2, verdict: 'correction', outcome: -one }),
      outcome({ feedback: 3 }),
      outcome({ feedback: 4, tier: 'agent' }),
    ])

    expect(attributed(first)).toMatchObject([{ shares: [one] }])
    expect(attributed(second)).toMatchObject([{ turns: [2, 1], shares: [0, one] }])
    expect(moves(second)).toEqual([[1, 1, nano(-0.6)]])
    expect(attributed(third)).toEqual([{ feedback: 3, turns: [2, 1], shares: [0, 0], reason: 'consumed' }])
    expect(attributed(other)).toMatchObject([{ shares: [newest, before] }])
  })

  test('a turn between them that has paid already brings the others no nearer', () => {
    const turns = { turns: [3, 2, 1], cues: [0, 4, 3], closeness: [0, 0, 0] }
    const [, , , effects] = learned([
      ...recall(3, [1]),
      outcome({ turns: [2], cues: [4], closeness: [0] }),
      outcome({ ...turns, feedback: 2 }),
    ])
    const [newest, oldest] = sharesOf(
      [
        { distance: 0, closeness: 0 },
        { distance: 2, closeness: 0 },
      ],
      balanced,
    )

    expect(attributed(effects)).toMatchObject([{ turns: [3, 2, 1], shares: [newest, 0, oldest] }])
  })

  test('the turn that its words are about is moved by most of it, the other by what is left', () => {
    const [effects] = learned([outcome({ closeness: [0, one] })])
    const [newest = 0, meant = 0] = sharesOf(
      [
        { distance: 0, closeness: 0 },
        { distance: 1, closeness: one },
      ],
      balanced,
    )

    expect(meant).toBeGreaterThan(newest)
    expect(moves(effects)).toEqual([
      [2, 2, nano(0.6 * units(newest))],
      [1, 1, nano(0.6 * units(meant))],
    ])
  })

  test('what is worth nothing uses up nothing', () => {
    const [nothing, after] = learned([outcome({ outcome: 0 }), outcome({ feedback: 2 })])

    expect(moves(nothing)).toEqual([])
    expect(attributed(after)).toMatchObject([{ shares: [newest, before] }])
  })

  test('a verdict on one of the turns counts besides it', () => {
    const given: NewEvent = {
      type: 'FeedbackGiven',
      turn: 2,
      origin: 'owner',
      data: { feedback: 1, verdict: 'used', applied: 'used', outcome: one, tier: 'conscious', nodes: [2], cue: 4 },
    }
    const [, effects] = learned([given, outcome({ feedback: 2 })])

    expect(attributed(effects)).toMatchObject([{ shares: [newest, before] }])
  })

  test.each([
    ['window', [outcome({ turns: [], cues: [], closeness: [] })], balanced],
    ['origin', [outcome({}, 'untrusted')], balanced],
    ['cap', [outcome({ turns: [1], cues: [3], closeness: [0] }), outcome({ feedback: 2 })], cappedAt(1)],
  ] as const)('teaches nothing and says why: %s', (reason, events, profile) => {
    const effects = learned(events, profile).at(-1)

    expect(attributed(effects)).toMatchObject([{ reason }])
    expect(moves(effects)).toEqual([])
  })
})
