import { describe, expect, test } from 'vitest'
import type { BrainEvent, NewEvent, NewEventOf } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { balanced, crabpath, linkstrength } from '../profiles/profiles.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano, one } from '../strength.ts'
import type { SkippedEdges } from './credit.ts'
import { learn } from './learning.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number, nodeType: 'fact' | 'cue' = 'fact'): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref, text: ref, nodeType, state: 'normal' },
})
const edge = (number: number, source: number, target: number, kind: 'sequential' | 'link' | 'learned', strength = 0): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge: number, source, target, kind, strength, reason: 'ingest' },
})
const followed = (number: number): NewEvent => ({
  type: 'EdgeFollowed',
  turn: 1,
  data: { edge: number, strength: 0, channel: 'rule', depth: 0, energy: one },
})

/** Seed 1 leads to 2 by a sequence, and 2 to 3 by a link; cue 4 has learned edges to 2 and 3, and a learned edge is beside the link. */
const recalled: ReadonlyArray<NewEvent> = [
  ...[1, 2, 3].map((number) => node(number)),
  node(4, 'cue'),
  edge(1, 1, 2, 'sequential', nano(0.475)),
  edge(2, 2, 3, 'link', nano(0.5)),
  edge(3, 2, 3, 'learned'),
  edge(4, 4, 2, 'learned'),
  edge(5, 4, 3, 'learned'),
  { type: 'TurnStarted', turn: 1, data: { question: ref, engine: 'route', ...balanced.budget } },
  followed(1),
  followed(2),
  { type: 'ContextBundled', turn: 1, data: { nodes: [1, 2, 3], scores: [3, 2, 1], included: [1, 2, 3], tokens: 1 } },
]
const verdict = (data: Partial<NewEventOf<'FeedbackGiven'>['data']> = {}): NewEvent => ({
  type: 'FeedbackGiven',
  turn: 1,
  origin: 'owner',
  data: { feedback: 1, verdict: 'used', applied: 'used', outcome: one, tier: 'conscious', nodes: [3], cue: 4, ...data },
})

/** Returns the effects of the last of these events, decided after the effects of the events before it. */
const learned = (events: ReadonlyArray<NewEvent>, profile: Profile = balanced, skipped: SkippedEdges = []) => {
  const fold = emptyFold()
  const place = (event: NewEvent, i: number): BrainEvent => placed(event, i + 1, { at: 0, actor: 1 })
  let effects: ReadonlyArray<NewEvent> = []
  for (const event of [...recalled, ...events].map(place)) {
    for (const effect of effects) foldEvent(fold, { ...place(effect, 0), position: fold.position })
    foldEvent(fold, event)
    effects = learn(event, brainState(fold), profile, skipped)
  }
  return effects
}
const moves = (events: ReadonlyArray<NewEvent>) =>
  events.flatMap((event) => (event.type === 'StrengthAdjusted' ? [[event.data.edge, event.data.from, event.data.to, event.data.rule]] : []))

describe('a good word', () => {
  test('carries the cue’s edge across the habitual bound, and strengthens the way there, less the further off', () => {
    expect(moves(learned([verdict()]))).toEqual([
      [5, 0, nano(0.6), 'cue'],
      [3, 0, nano(0.02), 'path'],
      [1, nano(0.475), nano(0.475) + nano(0.02 * Math.exp(-0.5)), 'path'],
    ])
  })

  test('names the turn it is credited to, and the fact it follows from', () => {
    const [first, ...rest] = learned([verdict()])

    expect(first).toEqual({ type: 'FeedbackAttributed', cause: 14, turn: 1, data: { feedback: 1, turns: [1], shares: [one] } })
    for (const effect of rest) expect(effect).toMatchObject({ cause: 14, turn: 1 })
  })

  test('stops at the bounds, and says what it asked for', () => {
    const strong: NewEvent = {
      type: 'StrengthAdjusted',
      data: { edge: 5, from: 0, to: nano(0.9), asked: 0, tier: 'manual', rule: 'set', reason: 'a' },
    }

    expect(learned([strong, verdict()])).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ edge: 5, from: nano(0.9), to: nano(0.95), asked: nano(0.6) }) }),
    )
  })

  test('that nobody said out loud counts least, and less for what is used seldom', () => {
    const quiet = learned([verdict({ tier: 'agent' })])

    expect(moves(quiet)[0]).toEqual([5, 0, nano(0.02), 'cue'])
    for (const [, from, to] of moves(quiet).slice(1)) expect(Number(to) - Number(from)).toBeLessThanOrEqual(nano(0.005))
  })
})

describe('blame', () => {
  test('weakens the same edges, below zero if need be', () => {
    const effects = moves(learned([verdict({ verdict: 'not-relevant', applied: 'not-relevant', outcome: -one })]))

    expect(effects.map(([number, , to]) => [number, to])).toEqual([
      [5, -nano(0.6)],
      [3, -nano(0.02)],
      [1, nano(0.475) - nano(0.02 * Math.exp(-0.5))],
    ])
  })

  test('of usefulness lowers the node and leaves edges alone', () => {
    const effects = learned([verdict({ verdict: 'not-useful', applied: 'not-useful', outcome: -one, nodes: [3, 2] })])

    expect(effects.map(({ type }) => type)).toEqual(['FeedbackAttributed', 'UtilityAdjusted', 'UtilityAdjusted'])
    expect(effects[1]).toMatchObject({ data: { node: 3, from: one, to: nano(0.7) } })
  })

  test('that names the right memory links it from the cue, and blames the wrong one', () => {
    const effects = moves(learned([verdict({ verdict: 'correction', applied: 'correction', outcome: -one, nodes: [3], instead: [2] })]))

    expect(effects).toContainEqual([4, 0, nano(0.6), 'cue'])
    expect(effects).toContainEqual([5, 0, -nano(0.6), 'cue'])
  })
})

describe('a word counts nothing', () => {
  const reason = (events: ReadonlyArray<NewEvent>, profile?: Profile) =>
    learned(events, profile).map((event) => (event.type === 'FeedbackAttributed' ? event.data.reason : event.data))

  test('when the same actor said it before', () => {
    expect(reason([verdict(), verdict({ feedback: 2 })])).toEqual(['consumed'])
  })

  test('but another verdict, tier or node does', () => {
    expect(learned([verdict(), verdict({ feedback: 2, verdict: 'success', applied: 'success' })]).length).toBeGreaterThan(1)
    expect(learned([verdict(), verdict({ feedback: 2, tier: 'agent' })]).length).toBeGreaterThan(1)
    expect(moves(learned([verdict(), verdict({ feedback: 2, nodes: [3, 2] })])).map(([number]) => number)).toEqual([4, 1])
  })

  test('but what was refused, or worth nothing, was not said', () => {
    const stranger: NewEvent = { ...verdict(), origin: 'untrusted' }

    expect(moves(learned([stranger, verdict({ feedback: 2 })]))).toEqual(moves(learned([verdict()])))
    expect(moves(learned([verdict({ outcome: 0 }), verdict({ feedback: 2 })]))).toEqual(moves(learned([verdict()])))
    expect(reason([stranger, verdict({ feedback: 2 }), verdict({ feedback: 3 })])).toEqual(['consumed'])
  })

  test('when it comes from a stranger', () => {
    expect(reason([{ ...verdict(), origin: 'untrusted' }])).toEqual(['origin'])
    const { origin: _, ...anonymous } = verdict()
    expect(reason([anonymous])).toEqual(['origin'])
  })

  test('when the turn is too long ago, or was never opened', () => {
    const later: NewEvent = { type: 'RecallSkipped', turn: 3, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } }
    const short = { ...balanced, learning: { ...balanced.learning, windowTurns: 1 } }

    expect(reason([later, verdict()], short)).toEqual(['window'])
    expect(reason([{ ...verdict(), turn: 2 }])).toEqual(['window'])
  })

  test('when its outcome is nothing', () => {
    expect(learned([verdict({ outcome: 0 })]).map(({ type }) => type)).toEqual(['FeedbackAttributed'])
  })
})

describe('a strength set by hand', () => {
  test('becomes what was asked', () => {
    expect(learned([{ type: 'StrengthSet', data: { edge: 1, strength: -nano(0.3) } }])).toEqual([
      {
        type: 'StrengthAdjusted',
        cause: 14,
        data: { edge: 1, from: nano(0.475), to: -nano(0.3), asked: -nano(0.775), tier: 'manual', rule: 'set', reason: 'by-hand' },
      },
    ])
  })
})

describe('without strengths below zero', () => {
  const bad = verdict({ verdict: 'not-relevant', applied: 'not-relevant', outcome: -one })

  test('blame leaves a new edge at 0 where nothing is beside it, and takes from what carried (S2.10)', () => {
    const effects = moves(learned([bad], linkstrength))

    expect(effects).toEqual([
      [3, 0, -nano(0.01), 'path'],
      [1, nano(0.475), nano(0.465), 'path'],
    ])
  })

  test('blame takes from an edge of a document by the learned one beside it, as far as the lowest of the two together (S2.1, S2.10)', () => {
    const nearly: NewEvent = {
      type: 'StrengthAdjusted',
      data: { edge: 3, from: 0, to: -nano(0.445), asked: 0, tier: 'manual', rule: 'set', reason: 'a' },
    }
    const atLast: NewEvent = { ...nearly, data: { ...nearly.data, to: -nano(0.45) } }

    expect(moves(learned([nearly, bad], linkstrength))).toContainEqual([3, -nano(0.445), -nano(0.45), 'path'])
    expect(moves(learned([atLast, bad], linkstrength))).toContainEqual([3, -nano(0.45), -nano(0.45), 'path'])
    expect(moves(learned([atLast, verdict()], linkstrength))).toContainEqual([3, -nano(0.45), -nano(0.44), 'path'])
  })

  test('praise lifts a new edge to the lowest there is, and beside another one by its step', () => {
    expect(moves(learned([verdict()], linkstrength))).toEqual([
      [5, 0, nano(0.05), 'cue'],
      [3, 0, nano(0.01), 'path'],
      [1, nano(0.475), nano(0.485), 'path'],
    ])
  })
})

describe('what was passed over', () => {
  /** Seed 1 also leads to 2 and 4 by links, and to 5 and 6 by sequences; 4 and 5 were passed over and 6 was inhibited. */
  const wider: ReadonlyArray<NewEvent> = [
    ...[5, 6].map((number) => node(number)),
    edge(6, 1, 5, 'sequential', nano(0.4)),
    edge(7, 1, 6, 'sequential', nano(0.4)),
    edge(8, 1, 4, 'link', nano(0.4)),
    edge(9, 1, 4, 'learned'),
  ]
  const skipped: SkippedEdges = [
    { edge: 6, strength: nano(0.4), reason: 'routed-away', depth: 0 },
    { edge: 7, strength: nano(0.4), reason: 'inhibited', depth: 0 },
    { edge: 8, strength: nano(0.4), reason: 'dormant', depth: 0 },
  ]
  const failure = verdict({ verdict: 'correction', applied: 'correction', outcome: -one })
  const flagged: Profile = { ...crabpath, learning: { ...crabpath.learning, rule: { ...crabpath.learning.rule, skipped: 0.5 } } }

  test('gains nothing from a failure under any profile (C17)', () => {
    for (const profile of [balanced, crabpath, linkstrength]) {
      expect(moves(learned([...wider, failure], profile, skipped)).map(([number]) => number)).not.toContain(6)
    }
  })

  test('gains from a failure and loses by a success behind the flag, where it left the way and where it learns (S4.66)', () => {
    const [raised, lowered] = [failure, verdict()].map((said) =>
      moves(learned([...wider, said], flagged, skipped)).filter(([, , , rule]) => rule === 'skipped'),
    )
    const step = 0.1 * 0.5 * 0.5 * Math.exp(-0.5)
    const besideLink = (by: number) => [[9, 0, nano(by), 'skipped']]

    expect(raised).toEqual([[6, nano(0.4), nano(0.4) + nano(step), 'skipped'], ...besideLink(step)])
    expect(lowered).toEqual([[6, nano(0.4), nano(0.4) - nano(step), 'skipped'], ...besideLink(-step)])
  })

  test('S4.62: at the end of a turn gains and loses η_follow by crabpath alone', () => {
    const ended: NewEvent = { type: 'TurnCompleted', turn: 1, data: { outcome: 'success', durationMs: 1 } }

    expect(moves(learned([...wider, ended], crabpath, skipped))).toEqual([
      [1, nano(0.475), nano(0.495), 'drift'],
      [3, 0, nano(0.02), 'drift'],
      [6, nano(0.4), nano(0.38), 'drift'],
      [9, 0, -nano(0.02), 'drift'],
    ])
    expect(learned([...wider, ended], balanced, skipped)).toEqual([])
    expect(moves(learned([...wider, ended], linkstrength, skipped)).filter(([, , , rule]) => rule === 'drift')).toEqual([])
  })
})

describe('a turn that ended', () => {
  const ended = (outcome: 'success' | 'failure' | 'aborted' | 'unknown'): NewEvent => ({
    type: 'TurnCompleted',
    turn: 1,
    data: { outcome, durationMs: 1 },
  })

  test.each(['success', 'aborted', 'unknown'] as const)('with %s drifts, as the agent’s tier, and says why', (outcome) => {
    const drifted = (number: number, from: number) => ({
      type: 'StrengthAdjusted',
      cause: 14,
      turn: 1,
      data: { edge: number, from, to: from + nano(0.02), asked: nano(0.02), tier: 'agent', rule: 'drift', reason: 'followed' },
    })

    expect(learned([ended(outcome)], crabpath)).toEqual([drifted(1, nano(0.475)), drifted(3, 0)])
  })

  test('moves one edge of a pair, the first that learns', () => {
    const beside: NewEvent = edge(9, 1, 2, 'learned')

    expect(moves(learned([beside, followed(9), followed(3), ended('success')], crabpath)).map(([number]) => number)).toEqual([1, 3])
  })

  test('stops at the bounds (S4.62)', () => {
    const top: NewEvent = {
      type: 'StrengthAdjusted',
      data: { edge: 1, from: 0, to: nano(9.99), asked: 0, tier: 'manual', rule: 'set', reason: 'a' },
    }

    expect(moves(learned([top, ended('success')], crabpath))).toContainEqual([1, nano(9.99), nano(10), 'drift'])
  })

  test('drifts not at all where it failed, came too late, or is of a session that teaches nothing', () => {
    const late: NewEvent = { type: 'RecallSkipped', turn: 1, data: { reason: 'late', skippedAt: 0, waitedMs: 0 } }

    expect(learned([ended('failure')], crabpath)).toEqual([])
    expect(learned([late, ended('success')], crabpath)).toEqual([])
    expect(learned([{ ...ended('success'), turn: 9 }], crabpath)).toEqual([])
  })
})

test('what does not teach has no effect', () => {
  expect(learned([{ type: 'TurnCompleted', turn: 1, data: { outcome: 'success', durationMs: 1 } }])).toEqual([])
})
