import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import { noRouting, type RoutingRecords } from '../projections/routing.ts'
import { ref } from '../testing/given.ts'
import { noChoice } from './routing-answer.ts'
import { decidedData, fellBack, forbidden, type RoutingEnd, recordedChoice } from './routing-call.ts'

const { routing } = balanced
const day = 86_400_000
const records = (change: Partial<RoutingRecords> = {}): RoutingRecords => ({ ...noRouting(), ...change })
const answered = (change: Partial<RoutingEnd> = {}): RoutingEnd => ({
  ...fellBack('crash', 5_000),
  fallback: undefined,
  tokensIn: 900,
  tokensOut: 180,
  latencyMs: 80,
  ...change,
})

describe('a call may be made', () => {
  const spent = { calls: 1, tokens: 999_000, nanoUsd: 100 }

  test.each<[string, Partial<RoutingRecords>, Partial<typeof routing>, string | undefined]>([
    ['where nothing was spent', {}, {}, undefined],
    ['not during a pause', { pausedUntil: day + 1 }, {}, 'paused'],
    ['after it', { pausedUntil: day }, {}, undefined],
    ['where a pause is longer than it may be now', { pausedUntil: day + 2_000 }, { pauseSeconds: 1 }, undefined],
    ['not for more than a turn may cost', {}, { turnUsd: 0.000242 }, 'turn-budget'],
    ['for just as much', {}, { turnUsd: 0.000243 }, undefined],
    ['S3.57 not beyond the tokens of a day', { today: { day: 1, ...spent } }, {}, 'day-budget'],
    ['of another day', { today: { day: 0, ...spent } }, {}, undefined],
    ['not beyond the money of a day', { today: { day: 1, calls: 1, tokens: 1, nanoUsd: 499_800_000 } }, {}, 'day-budget'],
    ['not beyond the tokens of the brain', { spent }, { brainTokens: 1_000_000 }, 'brain-budget'],
    ['not beyond the money of the brain', { spent: { ...spent, nanoUsd: 100_000_000_000 } }, {}, 'brain-budget'],
  ])('%s', (_, change, settings, wanted) =>
    expect(forbidden({ at: 0, routing: records(change) }, { ...routing, ...settings }, day)).toBe(wanted),
  )

  test('a clock that went back begins no new day, and one that was ahead makes no pause longer', () => {
    expect(forbidden({ at: day, routing: records({ today: { day: 1, ...spent } }) }, routing, 0)).toBe('day-budget')
    expect(forbidden({ at: day, routing: records({ pausedUntil: 999 * day }) }, routing, day)).toBeUndefined()
  })
})

describe('a call is recorded', () => {
  test('with its cost by the prices', () =>
    expect(decidedData(answered(), records(), balanced)).toMatchObject({ outcome: 'answered', costNanoUsd: 243_000, tokensIn: 900 }))

  test('S3.55 three over budget in a row pause routing, with the time of the next try', () => {
    const late = fellBack('timeout', 5_000, 800)

    expect(decidedData(late, records({ overInARow: 1 }), balanced)).toMatchObject({ over: true, fallback: 'timeout' })
    expect(decidedData(late, records({ overInARow: 1 }), balanced)).not.toHaveProperty('pausedUntil')
    expect(decidedData(late, records({ overInARow: 2 }), balanced)).toMatchObject({ over: true, pausedUntil: 5_000 + 900_000 })
  })

  test('S3.51 an answer with far more tokens than it may have is over budget; one that chose nothing is not', () => {
    expect(decidedData(answered({ tokensOut: 500 }), records(), balanced)).toMatchObject({ outcome: 'answered', over: true })
    expect(decidedData(fellBack('no-choice', 0), records(), balanced)).not.toHaveProperty('over')
    expect(decidedData(fellBack('crash', 0), records(), balanced)).not.toHaveProperty('over')
  })

  test('and its choice can be read again', () => {
    const choice = {
      ...noChoice,
      followed: new Map([[2, 102]]),
      dropped: new Set([3]),
      attention: new Map([[2, 700_000_000]]),
      kernel: { SEQ: 0.5, SIM: 1, CAUSE: 2 },
    }
    const data = decidedData(answered({ choice, explanation: ref('b') }), records(), balanced)

    expect(recordedChoice(data, (edge) => edge - 100)).toEqual(choice)
  })
})
