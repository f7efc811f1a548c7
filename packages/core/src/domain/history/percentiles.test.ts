import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BrainEvent } from '../events/brain-event.ts'
import { percentilesOf, takenReader } from './percentiles.ts'

const event = (type: string, data: object, turn?: number) => ({ type, data, turn }) as unknown as BrainEvent

describe('percentiles', () => {
  test.each([
    ['none', [], undefined],
    ['one value', [7], { count: 1, p50: 7, p95: 7 }],
    ['two', [9, 1], { count: 2, p50: 1, p95: 9 }],
    ['twenty', Array.from({ length: 20 }, (_, at) => 20 - at), { count: 20, p50: 10, p95: 19 }],
    ['a hundred with one that is far out', [...Array(99).fill(5), 9_000], { count: 100, p50: 5, p95: 5 }],
  ])('of %s', (_, values, expected) => {
    expect(percentilesOf(values)).toEqual(expected)
  })

  test('are values that were seen, with at least half and 95 % of all at or below them', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 1, maxLength: 200 }), (values) => {
        const { p50 = -1, p95 = -1 } = percentilesOf(values) ?? {}
        expect([values.includes(p50), values.includes(p95)]).toEqual([true, true])
        const share = (most: number) => values.filter((one) => one <= most).length / values.length
        expect([share(p50) >= 0.5, share(p95) >= 0.95, share(p50 - 1) < 0.5, share(p95 - 1) < 0.95]).toEqual([true, true, true, true])
      }),
    )
  })
})

describe('what turns took', () => {
  test('is nothing before the first event', () => {
    expect(takenReader().taken()).toEqual({})
  })

  test('is read from their events; a turn without a call has none, and a skip without a wait took no time', () => {
    const { read, taken } = takenReader()
    const call = { latencyMs: 90, tokensIn: 600, tokensOut: 20, costNanoUsd: 100_000 }
    for (const depth of [0, 0, 1, 2, 1]) read(event('NodeFired', { depth }, 1))
    read(event('ContextBundled', { tokens: 400 }, 1))
    read(event('TurnCompleted', { durationMs: 2_000 }, 1))
    for (const depth of [0, 1]) read(event('NodeFired', { depth }, 2))
    read(event('ContextBundled', { tokens: 800 }, 2))
    read(event('ModelAnswered', call, 2))
    read(event('TurnCompleted', { durationMs: 9_000 }, 2))
    read(event('ModelAnswered', { ...call, latencyMs: 70 }))
    read(event('RecallSkipped', { waitedMs: 350 }, 3))
    read(event('RecallSkipped', { waitedMs: 0 }, 4))

    expect(taken()).toEqual({
      turnMs: { count: 2, p50: 2_000, p95: 9_000 },
      skipMs: { count: 1, p50: 350, p95: 350 },
      contextTokens: { count: 2, p50: 400, p95: 800 },
      fired: { count: 2, p50: 2, p95: 5 },
      steps: { count: 2, p50: 1, p95: 2 },
      callMs: { count: 2, p50: 70, p95: 90 },
      callTokens: { count: 2, p50: 620, p95: 620 },
      callNanoUsd: { count: 2, p50: 100_000, p95: 100_000 },
      callsATurn: { count: 2, p50: 0, p95: 1 },
    })
  })

  test('S3.52 S3.53 are late where a reply went on without its recall, and where a call of a routing model did not end in time', () => {
    const { late, read } = takenReader()
    for (const turn of [1, 2, 3]) read(event('ContextBundled', { tokens: 1 }, turn))
    for (const reason of ['deadline', 'late', 'off', 'group']) read(event('RecallSkipped', { reason, waitedMs: 0 }))
    const call = { latencyMs: 1, tokensIn: 1, tokensOut: 1, costNanoUsd: 1 }
    for (const fallback of ['timeout', 'malformed', undefined]) read(event('ModelAnswered', { ...call, task: 'routing', fallback }))
    read(event('ModelAnswered', { ...call, task: 'judge', fallback: 'timeout' }))

    expect(late()).toEqual({ recalls: { all: 5, late: 2 }, calls: { all: 3, late: 1 } })
  })
})
