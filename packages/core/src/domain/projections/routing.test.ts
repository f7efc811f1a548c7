import { describe, expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ref } from '../testing/given.ts'
import { foldRouting, noRouting, spentOn } from './routing.ts'

const day = 86_400_000
const budget = {
  question: ref('a'),
  engine: 'route' as const,
  seeds: 1,
  cues: 1,
  hops: 1,
  fired: 1,
  follows: 1,
  candidates: 1,
  items: 1,
  tokens: 1,
}
const started = (routing: 'many' | 'between'): NewEvent => ({ type: 'TurnStarted', turn: 1, data: { ...budget, routing } })
const requested = (turn: number): NewEvent => ({
  type: 'RoutingRequested',
  turn,
  data: {
    candidates: [],
    pointers: [],
    model: ref('a'),
    template: 'route.1',
    digest: '0'.repeat(16),
    prompt: ref('b'),
    tokens: 300,
    tokensOut: 60,
    costNanoUsd: 50,
  },
})
const decided = (turn: number, more: object): NewEvent => ({
  type: 'RoutingDecided',
  turn,
  data: {
    followed: [],
    dropped: [],
    attended: [],
    attention: [],
    refused: 0,
    tokensIn: 90,
    tokensOut: 10,
    costNanoUsd: 7,
    latencyMs: 1,
    outcome: 'answered',
    ...more,
  },
})
const late = (fallback: string) => decided(4, { tokensIn: 0, tokensOut: 0, costNanoUsd: 0, outcome: 'fell-back', fallback })
const folded = (...events: ReadonlyArray<readonly [at: number, event: NewEvent]>) => {
  const records = noRouting()
  for (const [i, [at, event]] of events.entries()) foldRouting(records, placed(event, i + 1, { at, actor: 1 }) as BrainEvent)
  return records
}

test('counts turns by whether a call was worth it', () =>
  expect(folded([5, started('many')], [9, started('between')], [12, started('many')])).toMatchObject({
    reasons: { many: 2, between: 1 },
    since: 5,
    until: 12,
  }))

test('adds up what calls cost, of the brain and of the day', () => {
  const records = folded(
    [0, requested(1)],
    [1, decided(1, {})],
    [day, requested(2)],
    [day, decided(2, { outcome: 'fell-back', fallback: 'timeout' })],
  )

  expect(records).toMatchObject({ spent: { calls: 2, tokens: 200, nanoUsd: 14 }, answered: 1, fellBack: 1 })
  expect([spentOn(records, day + 5).calls, spentOn(records, 2 * day).calls]).toEqual([1, 0])
})

describe('a call is spent with the most that it may cost until it is over', () => {
  const most = { calls: 1, tokens: 360, nanoUsd: 50 }

  test.each([
    ['a request that nothing followed stays so', [], most],
    ['an answer is worth what it cost', [decided(4, {})], { calls: 1, tokens: 100, nanoUsd: 7 }],
    ['a remembered answer costs nothing', [decided(4, { tokensIn: 0, tokensOut: 0, costNanoUsd: 0 })], { calls: 1, tokens: 0, nanoUsd: 0 }],
    ['a call that came too late stays at the most', [late('timeout')], most],
    ['one that no server took costs nothing', [late('unreachable')], { calls: 1, tokens: 0, nanoUsd: 0 }],
  ])('%s', (_, ends, wanted) => {
    const records = folded([0, requested(4)], ...ends.map((end) => [0, end] as const))

    expect([records.spent, spentOn(records, 0)]).toEqual([wanted, { day: 0, ...wanted }])
  })

  test('the day of its end does not lose what another day spent', () => {
    const records = folded([0, requested(4)], [day, decided(4, {})])

    expect([records.spent.tokens, spentOn(records, day).tokens]).toEqual([100, 100])
  })
})

test('calls over budget are counted until one is answered; after a pause the first begins another one', () => {
  const over = decided(1, { over: true })

  expect(folded([0, over], [0, over]).overInARow).toBe(2)
  expect(folded([0, over], [0, decided(1, {})]).overInARow).toBe(0)
  expect(folded([0, over], [0, decided(1, { outcome: 'fell-back', fallback: 'crash' })]).overInARow).toBe(1)
  expect(folded([0, over], [0, decided(1, { over: true, pausedUntil: 99 })])).toMatchObject({ overInARow: 2, pausedUntil: 99 })
})
