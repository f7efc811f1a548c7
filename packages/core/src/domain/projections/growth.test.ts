import { describe, expect, test } from 'vitest'
import type { NewEvent, NewEventOf } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { cloneGrowth, foldGrowth, type GrowthRecords, madeWithinHour, noGrowth } from './growth.ts'

const hour = 3_600_000
const assessed = (turn: number, more: Partial<NewEventOf<'NoveltyAssessed'>['data']>): NewEvent => ({
  type: 'NoveltyAssessed',
  turn,
  data: { by: 'words', top1: 0, top2: 0, tail: 0, rel: 0, passed: [], failed: [], verdict: 'novel', birth: 'none', ...more },
})
const made = (turn: number, cue: number) => assessed(turn, { birth: 'made', cue })
const died = (node: number): NewEvent => ({ type: 'NodeRetired', data: { node, reason: 'death' } })

const fold = (records: GrowthRecords, event: NewEvent, at = 0, session = 7) =>
  foldGrowth(records, placed(event, 1, { at, actor: 1, session }))

describe('what grew', () => {
  test('is counted in its session until that ends', () => {
    const records = noGrowth()
    fold(records, made(1, 11))
    fold(records, made(2, 12))
    fold(records, made(3, 13), 0, 8)
    expect([...records.sessions]).toEqual([
      [7, 2],
      [8, 1],
    ])

    fold(records, { type: 'SessionEnded', data: { session: 7, reason: 'reset' } })

    expect([...records.sessions]).toEqual([[8, 1]])
  })

  test('is counted in the hour before the newest', () => {
    const records = noGrowth()
    fold(records, made(1, 11), 0)
    fold(records, made(2, 12), hour - 1)
    expect(madeWithinHour(records.hour, hour - 1)).toBe(2)
    expect(madeWithinHour(records.hour, hour)).toBe(1)

    fold(records, made(3, 13), hour)

    expect(records.hour).toEqual([hour - 1, hour])
  })

  test('dies and passes its probation as a cue that grew, and no other node does', () => {
    const records = noGrowth()
    fold(records, made(1, 11))
    for (const node of [11, 12]) {
      fold(records, died(node))
      fold(records, { type: 'NodePromoted', data: { node, reason: 'success' } })
    }
    fold(records, { type: 'NodeRetired', data: { node: 11, reason: 'unlearned' } })

    expect(records).toMatchObject({ died: 1, promoted: 1 })
    expect([...records.cues]).toEqual([[11, 1]])
  })

  test('counts verdicts, births and refusals, and a clone counts on by itself', () => {
    const records = noGrowth()
    fold(records, assessed(1, { birth: 'refused', refused: 'hour' }))
    const clone = cloneGrowth(records)
    fold(clone, made(2, 11))

    expect(records).toMatchObject({ verdicts: { novel: 1 }, births: { refused: 1 }, refused: { hour: 1 } })
    expect(clone).toMatchObject({ verdicts: { novel: 2 }, births: { refused: 1, made: 1 } })
    expect([...records.cues, ...records.sessions, ...records.hour]).toEqual([])
  })
})
