/** Calls for causes and for recalls spend from the same budgets. */
import { describe, expect, test } from 'vitest'
import type { BrainEvent, EventData, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { foldRouting, medianLatency, noRouting } from '../projections/routing.ts'
import { ref } from '../testing/given.ts'

const day = 86_400_000
const asked = (passage: number): NewEvent => ({
  type: 'CausesRequested',
  data: {
    source: 1,
    passages: [passage, passage + 1],
    beside: [],
    model: ref('a'),
    template: 'causes.1',
    digest: '0'.repeat(16),
    prompt: ref('b'),
    tokens: 100,
    tokensOut: 20,
    costNanoUsd: 9,
  },
})
const named = (passage: number, more: Partial<EventData<'CausesNamed'>> = {}): NewEvent => ({
  type: 'CausesNamed',
  data: {
    source: 1,
    passages: [passage, passage + 1],
    causes: [],
    effects: [],
    confidence: [],
    refused: 0,
    tokensIn: 50,
    tokensOut: 5,
    costNanoUsd: 3,
    latencyMs: 40,
    outcome: 'answered',
    ...more,
  },
})
const failed = (fallback: 'timeout' | 'unreachable') =>
  ({ tokensIn: 0, tokensOut: 0, costNanoUsd: 0, outcome: 'fell-back', fallback }) as const
const folded = (...events: ReadonlyArray<readonly [at: number, event: NewEvent]>) => {
  const records = noRouting()
  for (const [i, [at, event]] of events.entries()) foldRouting(records, placed(event, i + 1, { at, actor: 1 }) as BrainEvent)
  return records
}

describe('a call for causes', () => {
  test('is spent with the most that it may cost until it ends, then with what it cost', () => {
    expect(folded([0, asked(1)])).toMatchObject({ spent: { calls: 1, tokens: 120, nanoUsd: 9 } })
    expect(folded([0, asked(1)], [day, asked(5)], [day, named(5)])).toMatchObject({
      spent: { calls: 2, tokens: 175, nanoUsd: 12 },
      today: { day: 1, calls: 1, tokens: 55, nanoUsd: 3 },
    })
  })

  test('that a server may have answered too late stays spent; one that no server took is free', () => {
    expect(folded([0, asked(1)], [0, named(1, failed('timeout'))]).spent).toEqual({ calls: 1, tokens: 120, nanoUsd: 9 })
    expect(folded([0, asked(1)], [0, named(1, failed('unreachable'))]).spent).toEqual({ calls: 1, tokens: 0, nanoUsd: 0 })
  })

  test('is no recall: it counts among none, and begins no pause', () =>
    expect(folded([0, asked(1)], [0, named(1, failed('timeout'))])).toMatchObject({
      answered: 0,
      fellBack: 0,
      overInARow: 0,
      pausedUntil: 0,
    }))
})

test('the median latency is that of the newest answered calls', () => {
  const slow = named(1, { ...failed('timeout'), latencyMs: 9_000 })
  const many = Array.from({ length: 31 }, (_, i) => [0, named(1, { latencyMs: 100 + i })] as const)

  expect(medianLatency(noRouting())).toBeUndefined()
  expect(medianLatency(folded([0, slow], [0, named(1)], [0, named(1, { latencyMs: 900 })], [0, named(1, { latencyMs: 7 })]))).toBe(40)
  expect(medianLatency(folded([0, named(1, { latencyMs: 7 })], ...many))).toBe(115)
})
