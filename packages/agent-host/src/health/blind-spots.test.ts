import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import type { Stalls } from '../state/shared-state.ts'
import { blindSpots, type Seen } from './blind-spots.ts'

const brain = 'local/main/default'
const begin = Date.UTC(2026, 10, 30, 8)
const hour = 60 * 60_000
const day = 24 * hour

const behind = (more: Partial<Answer.BehindAnswer> = {}): Answer.BehindAnswer => ({
  brain,
  backlog: 0,
  waiting: 0,
  modelCalls: 0,
  isHeldBack: false,
  ...more,
})
const work = (more: Partial<Answer.BehindAnswer> = {}, missing = 0) =>
  ({ behind: [behind(more)], embedder: { id: 'hashed', brains: [{ brain, vectors: 1, missing }] } }) as unknown as Answer.WorkAnswer

const seen = (now: number, more: Partial<Seen> = {}): Seen => ({
  now,
  work: undefined,
  unrecorded: { turns: 0, since: 0 },
  isJudging: true,
  unnamed: [],
  terminal: (command) => `type ${command}`,
  ...more,
})

/** Looks one after the other; returns the causes that each found. */
const looks = (...all: ReadonlyArray<Seen>): ReadonlyArray<ReadonlyArray<string>> => {
  let stalls: Stalls = new Map()
  return all.map((one) => {
    const looked = blindSpots(one, stalls)
    stalls = looked.stalls
    return looked.spots.map(({ cause }) => cause)
  })
}

describe('what stands still', () => {
  test('is nothing where nothing is behind, and before the memory answered', () => {
    expect(looks(seen(begin), seen(begin + 9 * day, { work: work() }))).toEqual([[], []])
  })

  test.each([
    ['learner', { backlog: 4 }, 0, hour],
    ['vectors', {}, 4, hour],
    ['judging', { waiting: 4 }, 0, day],
  ] as const)('is the %s whose work is not less after its time, and not before', (cause, more, missing, patience) => {
    const at = (ms: number) => seen(begin + ms, { work: work(more, missing) })

    expect(looks(at(0), at(patience - 1), at(patience), at(patience + day))).toEqual([[], [], [cause], [cause]])
  })

  test('is none that gets on, however slowly', () => {
    const at = (ms: number, left: number) => seen(begin + ms, { work: work({ backlog: left }, left) })

    expect(looks(at(0, 3), at(hour - 1, 2), at(hour, 2), at(2 * hour - 2, 1), at(3 * hour - 4, 1)).flat()).toEqual([])
    expect(looks(at(0, 3), at(hour, 0), at(2 * hour, 3))).toEqual([[], [], []])
  })

  test('is no judging where a model was asked meanwhile, or where none is to be asked', () => {
    const at = (ms: number, modelCalls: number, isJudging = true) => seen(begin + ms, { isJudging, work: work({ waiting: 9, modelCalls }) })

    expect(looks(at(0, 1), at(day, 2))).toEqual([[], []])
    expect(looks(at(0, 1), at(day, 1))).toEqual([[], ['judging']])
    expect(looks(at(0, 1, false), at(day, 1, false))).toEqual([[], []])
  })

  test('is naming of aliases of which nothing came for two days, for the budget of one ends it', () => {
    const at = (ms: number, left: number, answered = 0) => seen(begin + ms, { unnamed: [{ brain, left, answered }] })

    expect(looks(at(0, 5, 1), at(day, 6, 2), at(2 * day, 7, 3))).toEqual([[], [], []])
    expect(looks(at(0, 5, 1), at(day, 6, 1), at(2 * day, 7, 1))).toEqual([[], [], ['aliases']])
    expect(looks(at(0, 9), at(2 * day - 1, 9), at(2 * day, 9), at(2 * day, 8))).toEqual([[], [], ['aliases'], []])
    expect(looks(at(0, 0), at(2 * day, 0))).toEqual([[], []])
  })

  test('is a model that is paused, until the pause is over, and a judge whose word is held back', () => {
    const paused = work({ pausedUntil: new Date(begin + hour).toISOString() })
    expect(looks(seen(begin, { work: paused }), seen(begin + hour, { work: paused }))).toEqual([['model-pause'], []])
    const [first] = blindSpots(seen(begin, { work: paused }), new Map()).spots
    expect(first).toMatchObject({ text: expect.stringContaining('until 2026-11-30 09:00 UTC'), command: 'type doctor' })
    expect(looks(seen(begin, { work: work({ isHeldBack: true }) }))).toEqual([['judging']])
  })

  test('are turns without a record, from the third on and after a day', () => {
    const at = (ms: number, turns: number) => seen(begin + ms, { unrecorded: { turns, since: begin } })

    expect(looks(at(day, 2), at(day - 1, 3), at(day, 3))).toEqual([[], [], ['unrecorded']])
  })
})
