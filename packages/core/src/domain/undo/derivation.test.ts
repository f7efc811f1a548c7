import { expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { balanced } from '../profiles/profiles.ts'
import { emptyFold } from '../projections/brain-fold.ts'
import { note } from '../testing/given.ts'
import { derivation } from './derivation.ts'

const set = (strength: number): NewEvent => ({ type: 'StrengthSet', origin: 'owner', data: { edge: 1, strength } })
const adjusted = (cause: number, from: number, to: number): NewEvent => ({
  type: 'StrengthAdjusted',
  cause,
  data: { edge: 1, from, to, asked: to - from, tier: 'manual', rule: 'manual', reason: 'set' },
})
const facts: ReadonlyArray<NewEvent> = [
  note(1),
  note(2),
  { type: 'EdgeLinked', data: { edge: 1, source: 1, target: 2, kind: 'learned', strength: 0, reason: 'manual' } },
  set(500_000_000),
  adjusted(4, 0, 500_000_000),
  set(300_000_000),
  adjusted(6, 500_000_000, 300_000_000),
]

/** Derives these events, each in a commit of its own, without the signals at some positions. */
const derived = (
  events: ReadonlyArray<NewEvent>,
  out: ReadonlyArray<number>,
  rollbacks: ReadonlyArray<{ to: number; through: number }> = [],
) => {
  const one = derivation({ fold: emptyFold(), out: new Set(out), profile: balanced, rollbacks })
  for (const [i, event] of events.entries()) {
    const commit: ReadonlyArray<BrainEvent> = [placed(event, i + 1, { at: 0, actor: 1 })]
    one.commit(commit)
  }
  return one
}
const strengthOf = (...asked: Parameters<typeof derived>) => derived(...asked).state.graph.strengthOf(1)

test('without signals left out, the recorded strengths come out', () => {
  expect(strengthOf(facts, [])).toBe(300_000_000)
})

test('a signal that is left out moves nothing, and later signals count as ever', () => {
  expect(strengthOf(facts, [6])).toBe(500_000_000)
  expect(strengthOf(facts, [4])).toBe(300_000_000)
  expect(strengthOf(facts, [4, 6])).toBe(0)
})

test('a rollback restores what is derived at its target, not what was recorded there', () => {
  const to = { to: 5, through: 4 }
  const rolledBack: ReadonlyArray<NewEvent> = [...facts, { type: 'RollbackRequested', origin: 'owner', data: to }]

  expect(strengthOf(rolledBack, [], [to])).toBe(500_000_000)
  expect(strengthOf(rolledBack, [4], [to])).toBe(0)
})

test('the values that an earlier unlearning restored are derived, not read', () => {
  const unlearned: ReadonlyArray<NewEvent> = [
    ...facts,
    { type: 'UnlearnRequested', origin: 'owner', data: { selector: 'range', selected: [], signals: [6] } },
    {
      type: 'StrengthsRestored',
      cause: 8,
      data: { edges: [1], from: [300_000_000], to: [7], nodes: [], utilityFrom: [], utilityTo: [] },
    },
  ]

  expect(strengthOf(unlearned, [6])).toBe(500_000_000)
  expect(strengthOf(unlearned, [])).toBe(300_000_000)
})

test('a derivation that began too late for a rollback says so', () => {
  const request: NewEvent = { type: 'RollbackRequested', origin: 'owner', data: { to: 5, through: 4 } }

  expect(() => derived([request], [], [])).toThrow(/began after 4/)
})
