import { describe, expect, test } from 'vitest'
import type { NewEvent, NewEventOf } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ref } from '../testing/given.ts'
import { copyOf } from './copy-of.ts'
import { foldGrowth, foldSaid, type GrowthRecords, madeWithinHour, noGrowth, noSaid, saidOn } from './growth.ts'

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
    const clone = copyOf(records)
    fold(clone, made(2, 11))

    expect(records).toMatchObject({ verdicts: { novel: 1 }, births: { refused: 1 }, refused: { hour: 1 } })
    expect(clone).toMatchObject({ verdicts: { novel: 2 }, births: { refused: 1, made: 1 } })
    expect([...records.cues, ...records.sessions, ...records.hour]).toEqual([])
  })
})

const added = (node: number, more: Partial<Extract<NewEvent, { readonly type: 'NodeAdded' }>['data']> = {}): NewEvent => ({
  type: 'NodeAdded',
  origin: 'agent',
  data: { node, id: ref('1'), text: ref('2'), nodeType: 'fact', state: 'probation', ...more },
})
const day = 86_400_000

/** Folds events, each after the turn of its place. */
const folded = (events: ReadonlyArray<NewEvent>, at: (place: number) => number = () => 0) => {
  const said = noSaid()
  const types = new Map(events.flatMap(({ data, type }) => (type === 'NodeAdded' ? [[data.node, data.nodeType] as const] : [])))
  for (const [i, event] of events.entries())
    foldSaid(said, placed(event, i + 1, { at: at(i), actor: 1, session: 7 }), i, (node) => types.get(node))
  return said
}

describe('memories that were said', () => {
  test('are on probation from the turn that kept or used them last, until they pass or go', () => {
    const used: NewEvent = {
      type: 'FeedbackGiven',
      data: { feedback: 1, verdict: 'used', applied: 'used', outcome: 1, tier: 'agent', nodes: [1], instead: [9] },
    }
    const events = [
      added(1),
      added(2),
      used,
      added(3),
      added(4, { nodeType: 'cue' }),
      added(5, { source: 1 }),
      added(6, { state: 'normal' }),
    ]

    expect([...folded(events).onProbation]).toEqual([
      [1, 2],
      [2, 1],
      [3, 3],
    ])
    expect([...folded([...events, { type: 'NodePromoted', data: { node: 1, reason: 'success' } }]).onProbation.keys()]).toEqual([2, 3])
  })

  test('are counted by day, and notes of agents by session as well', () => {
    const events = [
      added(1),
      { ...added(2), origin: 'owner' } as NewEvent,
      added(3, { how: 'captured' }),
      added(4, { nodeType: 'procedure' }),
    ]

    expect(saidOn(folded(events), day - 1)).toEqual({ day: 0, notes: 1, bySession: { 7: 1 }, captured: 1, procedures: 1 })
    expect(saidOn(folded(events), day)).toEqual({ day: 1, notes: 0, bySession: {}, captured: 0, procedures: 0 })
    expect(folded([added(1), added(2)], (i) => i * day).today).toMatchObject({ day: 1, notes: 1 })
  })

  test('are counted by day where they come back with the end of a turn, and not where an undoing brings them back', () => {
    const back = (node: number, turn?: number): NewEvent => ({
      type: 'NodeRestored',
      ...(turn === undefined ? {} : { turn }),
      data: { node, state: 'probation' },
    })
    const events = [added(1), added(2, { how: 'captured' }), added(3, { nodeType: 'procedure' }), back(1), back(2), back(3), back(2, 4)]
    const later = (place: number) => (place < 3 ? 0 : day)

    expect(folded(events, later).today).toMatchObject({ day: 1, notes: 0, captured: 1, procedures: 0 })
    expect(folded([...events, back(3, 5), back(1, 5)], later).today).toMatchObject({ captured: 1, procedures: 1 })
  })

  test('are known as dead where they died of disuse, and not where they were forgotten or came back', () => {
    const dead: NewEvent = { type: 'NodeRetired', data: { node: 1, reason: 'death' } }

    expect([...folded([added(1), dead]).died]).toEqual([1])
    expect([...folded([added(1), { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } }]).died]).toEqual([])
    expect([...folded([added(1), dead, { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } }]).died]).toEqual([])
    expect([...folded([added(1), dead, { type: 'NodeRestored', data: { node: 1, state: 'probation' } }]).died]).toEqual([])
  })

  test('are no cues, also where one came back on probation and died again', () => {
    const restored: NewEvent = { type: 'NodeRestored', data: { node: 4, state: 'probation' } }
    const dead: NewEvent = { type: 'NodeRetired', data: { node: 4, reason: 'death' } }
    const cue = [added(4, { nodeType: 'cue' }), dead, restored]

    expect(folded(cue).onProbation.size).toBe(0)
    expect(folded([...cue, dead]).died.size).toBe(0)
  })
})
