import { describe, expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { blameReader } from './blame.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number): NewEvent => ({
  type: 'NodeAdded',
  data: { node: number, id: ref, text: ref, nodeType: 'fact', state: 'normal' },
})
const edge = (number: number, strength: number): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge: number, source: 1, target: 2, kind: 'learned', strength, reason: 'verdict' },
})
const given: NewEvent = {
  type: 'FeedbackGiven',
  turn: 1,
  data: { feedback: 1, verdict: 'used', applied: 'used', outcome: 1, tier: 'conscious', nodes: [2] },
}
const adjusted = (number: number, from: number, to: number, cause?: number): NewEvent => ({
  type: 'StrengthAdjusted',
  ...(cause === undefined ? {} : { cause }),
  data: { edge: number, from, to, asked: 0, tier: 'conscious', rule: 'cue', reason: 'used' },
})
const decayed = (cutoff: number, floor: 'first' | 'none' = 'none', spares: 'followed' | 'spoken' = 'followed'): NewEvent => ({
  type: 'StrengthsDecayed',
  data: { factor: 500_000_000, cutoff, kinds: ['learned'], floor, spares },
})

const read = (events: ReadonlyArray<NewEvent>) => {
  const log = [node(1), node(2), ...events].map((event, i): BrainEvent => placed(event, i + 1, { at: 0, actor: 1 }))
  const reader = blameReader(new Set([1]), new Set())
  const fold = emptyFold()
  for (const event of log) {
    reader.read(event)
    foldEvent(fold, event)
  }
  const steps = reader.strength(1)
  return {
    steps: steps.map(({ event, from, to }) => [event.type, from, to]),
    history: steps,
    strength: brainState(fold).graph.strengthOf(1),
  }
}

describe('the history of a strength', () => {
  test('begins with its birth and adds up to what it is', () => {
    const { history, steps, strength } = read([edge(1, 100), adjusted(1, 100, 600), decayed(9), adjusted(2, 0, 5), adjusted(1, 300, 299)])

    expect(steps).toEqual([
      ['EdgeLinked', 0, 100],
      ['StrengthAdjusted', 100, 600],
      ['StrengthsDecayed', 600, 300],
      ['StrengthAdjusted', 300, 299],
    ])
    expect(history.reduce((sum, { from, to }) => sum + to - from, 0)).toBe(strength)
  })

  test('names the fact behind a step', () => {
    const { history } = read([edge(1, 0), given, adjusted(1, 0, 600, 4)])

    expect(history.map(({ cause }) => cause?.position)).toEqual([undefined, 4])
  })

  test('works out a decay as the fold does: pruned, used since, down to its first', () => {
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason: 'weak' } }
    const restored: NewEvent = { type: 'EdgeRestored', data: { edge: 1, reason: 'asked' } }
    const followed: NewEvent = { type: 'EdgeFollowed', turn: 4, data: { edge: 1, strength: 0, channel: 'rule', depth: 0, energy: 1 } }
    const { steps, strength } = read([
      edge(1, 400),
      adjusted(1, 400, 600),
      pruned,
      decayed(9),
      restored,
      decayed(9, 'first'),
      followed,
      decayed(4),
    ])

    expect(steps.slice(2)).toEqual([
      ['EdgePruned', 600, 600],
      ['EdgeRestored', 600, 600],
      ['StrengthsDecayed', 600, 400],
    ])
    expect(strength).toBe(400)
  })

  test('works out as the fold does whom a decay spares: what was linked again, and what a word moved, when it was said', () => {
    const turn = (number: number): NewEvent => ({ type: 'RecallSkipped', turn: number, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } })
    const restored: NewEvent = { type: 'EdgeRestored', data: { edge: 1, reason: 'asked' } }
    // Position 6 is the verdict, given after turn 3; the learner reaches it after turn 7.
    const { steps, strength } = read([
      edge(1, 0),
      adjusted(1, 0, 800),
      turn(3),
      given,
      turn(7),
      adjusted(1, 800, 900, 6),
      decayed(3, 'none', 'spoken'),
      decayed(3),
      decayed(4, 'none', 'spoken'),
      restored,
      decayed(7, 'none', 'spoken'),
    ])

    expect(steps.slice(3)).toEqual([
      ['StrengthsDecayed', 900, 450],
      ['StrengthsDecayed', 450, 225],
      ['EdgeRestored', 225, 225],
    ])
    expect(strength).toBe(225)
  })

  test('takes what is new and what was followed for used', () => {
    const turn: NewEvent = { type: 'RecallSkipped', turn: 5, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } }
    const followed: NewEvent = {
      type: 'EdgeFollowed',
      turn: 5,
      data: { edge: 1, strength: 0, channel: 'rule', depth: 0, energy: 1 },
    }
    const left = (...events: ReadonlyArray<NewEvent>) => {
      const { steps, strength } = read(events)
      expect(steps.at(-1)?.[2]).toBe(strength)
      return strength
    }

    for (const spares of ['followed', 'spoken'] as const) {
      expect(left(turn, edge(1, 600), decayed(5, 'none', spares))).toBe(600)
      expect(left(edge(1, 600), followed, decayed(5, 'none', spares))).toBe(600)
      expect(left(edge(1, 600), decayed(5, 'none', spares))).toBe(300)
    }
  })

  test('knows what a rollback restored', () => {
    const { steps } = read([
      edge(1, 0),
      { type: 'StrengthsRestored', data: { edges: [2, 1], from: [0, 0], to: [7, 8], nodes: [], utilityFrom: [], utilityTo: [] } },
    ])

    expect(steps.at(-1)).toEqual(['StrengthsRestored', 0, 8])
  })

  test('of an edge nobody asked for is empty', () => {
    expect(blameReader(new Set([1]), new Set()).strength(2)).toEqual([])
  })
})
