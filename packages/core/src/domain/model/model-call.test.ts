import { describe, expect, test } from 'vitest'
import type { ModelFallback, ModelTaskName } from '../events/model-events.ts'
import { balanced } from '../profiles/profiles.ts'
import { type ModelRecords, noCalls, type Spent } from '../projections/model-calls.ts'
import { given, ref } from '../testing/given.ts'
import { answeredEvent, type CallEnd, forbidden, requestsMost } from './model-call.ts'

const { model: settings, routing: limits } = balanced
const day = 86_400_000
const records = (change: Partial<ModelRecords> = {}): ModelRecords => ({ ...noCalls(), ...change })
const spent = (change: Partial<Spent>, task: ModelTaskName = 'routing') => {
  const { spent: nothing } = noCalls()
  return { ...nothing, [task]: { ...nothing[task], ...change } }
}
const paused = (until: number) => ({ pause: { since: 0, until, fallback: undefined } })
const end = (change: Partial<CallEnd> = {}): CallEnd => ({
  task: 'routing',
  call: 1,
  turn: undefined,
  limits,
  fallback: undefined,
  explanation: undefined,
  refused: 0,
  tokensIn: 900,
  tokensOut: 180,
  latencyMs: 80,
  at: 5_000,
  ...change,
})
const without = (fallback: ModelFallback) => end({ fallback, tokensIn: 0, tokensOut: 0 })
const answered = (of: CallEnd, change: Partial<ModelRecords> = {}) => answeredEvent(of, { model: records(change) }, balanced).data

describe('a call may be made', () => {
  const nearly = { tokens: 997_000, nanoUsd: 100 }

  test.each<[string, Partial<ModelRecords>, Partial<typeof settings>, string | undefined]>([
    ['where nothing was spent', {}, {}, undefined],
    ['not during a pause', paused(day + 1), {}, 'paused'],
    ['after it', paused(day), {}, undefined],
    ['where a pause is longer than it may be now', paused(day + 2_000), { pauseSeconds: 1 }, undefined],
    ['not for more than all its requests may cost', {}, { turnUsd: 0.000728 }, 'turn-budget'],
    ['for just as much', {}, { turnUsd: 0.000729 }, undefined],
    ['S3.57 not beyond the tokens of a day', { today: { day: 1, spent: spent(nearly) } }, {}, 'day-budget'],
    ['whichever task spent them', { today: { day: 1, spent: spent(nearly, 'causes') } }, {}, 'day-budget'],
    ['of another day', { today: { day: 0, spent: spent(nearly) } }, {}, undefined],
    ['not beyond the money of a day', { today: { day: 1, spent: spent({ nanoUsd: 499_300_000 }) } }, {}, 'day-budget'],
    ['not beyond the share of its task', { today: { day: 1, spent: spent({ tokens: 200_000 }) } }, { routingShare: 0.2 }, 'day-budget'],
    [
      'for another task within its own',
      { today: { day: 1, spent: spent({ tokens: 200_000 }, 'causes') } },
      { routingShare: 0.2 },
      undefined,
    ],
    ['not beyond the money of a share', { today: { day: 1, spent: spent({ nanoUsd: 50_000_000 }) } }, { routingShare: 0.1 }, 'day-budget'],
    ['never without a share', {}, { routingShare: 0 }, 'day-budget'],
    ['not beyond the tokens of the brain', { spent: spent(nearly) }, { brainTokens: 1_000_000 }, 'brain-budget'],
    ['not beyond the money of the brain', { spent: spent({ nanoUsd: 99_999_900_000 }) }, {}, 'brain-budget'],
  ])('%s', (_, change, own, wanted) =>
    expect(forbidden({ at: 0, model: records(change) }, 'routing', limits, { ...settings, ...own }, day)).toBe(wanted),
  )

  test('a clock that went back begins no new day, and one that was ahead makes no pause longer', () => {
    const today = { day: 1, spent: spent(nearly) }
    expect(forbidden({ at: day, model: records({ today }) }, 'routing', limits, settings, 0)).toBe('day-budget')
    expect(forbidden({ at: day, model: records(paused(999 * day)) }, 'routing', limits, settings, day)).toBeUndefined()
  })
})

describe('a request is recorded', () => {
  const subject = { offered: [4], pointers: [0] }
  const asked = { model: ref('a'), template: 'route.1', digest: '0'.repeat(16), prompt: ref('b') }
  const ask = { _tag: 'AskModel' as const, task: 'routing' as const, ...asked, subject, tokens: 100, limits, now: 0 }
  const data = { task: 'routing' as const, call: 1, ...subject, ...asked, tokens: 300, tokensOut: 540, costNanoUsd: 3 * 123_000 }

  test('S3.54 with the most that all its requests may take, and the next number', () => {
    const first = given().when(ask)
    first.gives([{ type: 'ModelAsked', data }]).answers({ call: 1 })
    given({ type: 'ModelAsked', data: { ...data, call: 7 } })
      .when({ ...ask, subject: { ...subject, turn: 3 } })
      .gives([{ type: 'ModelAsked', turn: 3, data: { ...data, call: 8 } }])
    expect(requestsMost).toBe(3)
  })

  test('not where it may not be made', () =>
    given()
      .when(ask, { settings: { ...balanced, model: { ...settings, routingShare: 0 } } })
      .gives([])
      .answers({ unasked: 'day-budget' }))

  test.each<[string, number, number | undefined, 'day-budget' | undefined]>([
    ['not beyond the budget of a day of the process', 0.0007, undefined, 'day-budget'],
    ['within it', 0.0008, undefined, undefined],
    ['not beyond that of the settings, where that of the process is higher', 10, 0.0007, 'day-budget'],
  ])('%s', (_, dayUsd, own, unasked) => {
    const model = { ...settings, ...(own === undefined ? {} : { dayUsd: own }) }
    given()
      .when({ ...ask, dayUsd }, { settings: { ...balanced, model } })
      .answers(unasked === undefined ? { call: 1 } : { unasked })
  })
})

describe('the end of a call is recorded', () => {
  test('with its cost by the prices', () =>
    expect(answered(end())).toMatchObject({ outcome: 'answered', costNanoUsd: 243_000, tokensIn: 900 }))

  test('with the cost that a host counts, whatever the prices; the most where nobody knows what it took', () => {
    expect(answered(end({ costUsd: 0.0123 }))).toMatchObject({ costNanoUsd: 12_300_000, tokensIn: 900 })
    expect(answered(end({ costUsd: 0 }))).toMatchObject({ costNanoUsd: 0 })
  })

  test('S3.55 three over budget in a row are a pause, with the time of the next try', () => {
    const late = without('timeout')

    expect(answered(late, { overInARow: 1 })).toMatchObject({ over: true, fallback: 'timeout' })
    expect(answered(late, { overInARow: 1 })).not.toHaveProperty('pausedUntil')
    expect(answered(late, { overInARow: 2 })).toMatchObject({ over: true, pausedUntil: 5_000 + 900_000 })
  })

  test('S3.51 an answer with far more tokens than it may have is over budget; one that chose nothing is not', () => {
    expect(answered(end({ tokensOut: 500 }))).toMatchObject({ outcome: 'answered', over: true })
    expect(answered(without('no-choice'))).not.toHaveProperty('over')
    expect(answered(without('crash'))).not.toHaveProperty('over')
  })

  const open = new Map([[1, { day: 0, tokensIn: 300, tokensOut: 60, nanoUsd: 50 }]])
  const most = { tokensIn: 300, tokensOut: 60, costNanoUsd: 50 }
  const messages = { tokensIn: 100, tokensOut: 0, costNanoUsd: 15_000 }
  const free = { tokensIn: 0, tokensOut: 0, costNanoUsd: 0 }

  test.each<[string, CallEnd, object]>([
    ['a call that came too late is recorded with the most that it may take', without('timeout'), most],
    ['and so is one whose process ended', without('crash'), most],
    ['one that nobody wants any more is recorded with the messages of one request', without('unwanted'), messages],
    ['one that no server took is free', without('unreachable'), free],
    ['and so is a remembered answer', end({ tokensIn: 0, tokensOut: 0 }), free],
    ['and a remembered one that is no use', without('malformed'), free],
    [
      'one that failed and was counted has its count',
      end({ fallback: 'failing', tokensIn: 10, tokensOut: 0 }),
      { tokensIn: 10, costNanoUsd: 1_500 },
    ],
  ])('%s', (_, of, wanted) => expect(answered(of, { open })).toMatchObject(wanted))
})
