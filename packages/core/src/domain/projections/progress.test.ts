import { describe, expect, test } from 'vitest'
import type { NewEvent, NewEventOf } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { copyOf } from './copy-of.ts'
import { foldProgress, noProgress, type Progress, renewedInWeek, turnOfFact } from './progress.ts'

const ref = ContentRef.make('a'.repeat(64))
const day = 86_400_000
const began = 20_000 * day

const set = (edge: number): NewEvent => ({ type: 'StrengthSet', data: { edge, strength: 1 } })
const effect = (cause?: number): NewEvent => ({
  type: 'FeedbackAttributed',
  ...(cause === undefined ? {} : { cause }),
  data: { feedback: 1, turns: [], shares: [] },
})
const retired = (cause: number): NewEvent => ({ type: 'NodeRetired', cause, data: { node: 1, reason: 'forgotten' } })

const progressOf = (...events: ReadonlyArray<NewEvent>): Progress => {
  const progress = noProgress()
  events.forEach((event, i) => {
    // A new turn begins after each event.
    foldProgress(progress, placed(event, i + 1, { at: 0, actor: 0 }), 10 + i)
  })
  return progress
}

/** The part of the progress that is the learner's. */
const learned = (...events: ReadonlyArray<NewEvent>) => {
  const { pending, through, turn } = progressOf(...events)
  return { through, turn, pending }
}

describe('the learner’s progress', () => {
  test('lists the facts that wait, in log order', () => {
    expect(learned(set(1), retired(1), set(2))).toEqual({
      through: 0,
      turn: 0,
      pending: [
        { position: 1, turn: 10 },
        { position: 3, turn: 12 },
      ],
    })
  })

  test('is the newest fact that has an effect; facts up to there wait no longer', () => {
    expect(learned(set(1), set(2), set(3), effect(2))).toEqual({ through: 2, turn: 11, pending: [{ position: 3, turn: 12 }] })
  })

  test('never goes back', () => {
    expect(learned(set(1), set(2), effect(2), effect(1))).toEqual({ through: 2, turn: 11, pending: [] })
  })

  test('is not moved by an effect of nothing, nor by a fact with a cause', () => {
    expect(learned(set(1), effect(), retired(1))).toEqual({ through: 0, turn: 0, pending: [{ position: 1, turn: 10 }] })
  })

  test('knows when a fact was said, for all that follows from it, and of what does not teach nothing', () => {
    const progress = progressOf(set(1), set(2), effect(2), effect(2), retired(1))

    expect([1, 2, 3, undefined].map((cause) => turnOfFact(progress, cause))).toEqual([0, 11, 0, 0])
    foldProgress(progress, placed(effect(5), 6, { at: 0, actor: 0 }), 20)
    expect(turnOfFact(progress, 5)).toBe(0)
  })

  test('of a rollback is complete in its own commit', () => {
    const restored = { edges: [], from: [], to: [], nodes: [], utilityFrom: [], utilityTo: [] }

    expect(
      learned({ type: 'RollbackRequested', data: { to: 0, through: 0 } }, { type: 'StrengthsRestored', cause: 1, data: restored }),
    ).toEqual({ through: 1, turn: 10, pending: [] })
  })

  test('is copied whole', () => {
    const progress = progressOf(set(1))
    foldProgress(copyOf(progress), placed(set(2), 2, { at: 0, actor: 0 }), 0)

    expect(progress.pending).toEqual([{ position: 1, turn: 10 }])
  })
})

describe('the record of forgetting', () => {
  const requested: NewEvent = { type: 'MaintenanceRequested', data: { tasks: ['decay'] } }
  const linked: NewEventOf<'EdgeLinked'> = {
    type: 'EdgeLinked',
    data: { edge: 1, source: 1, target: 2, kind: 'learned', strength: 0, reason: 'verdict' },
  }
  const moved: NewEvent = {
    type: 'StrengthAdjusted',
    data: { edge: 1, from: 0, to: 5, asked: 5, tier: 'conscious', rule: 'cue', reason: 'used' },
  }
  const restored: NewEvent = {
    type: 'StrengthsRestored',
    data: { edges: [1, 2], from: [5, 5], to: [0, 0], nodes: [1], utilityFrom: [1], utilityTo: [2] },
  }
  const recordOf = (...events: ReadonlyArray<NewEvent>) => {
    const progress = noProgress()
    for (const [i, event] of events.entries()) foldProgress(progress, placed(event, i + 1, { at: 1_000 * (i + 1), actor: 0 }), 10 * (i + 1))
    return progress.maintenance
  }

  test('counts the edges that were linked, moved or put back since the last run', () => {
    expect(recordOf(linked, moved, moved, restored)).toEqual({ turn: 0, at: 0, request: 0, changes: 5 })
  })

  test('does not count what documents brought, nor what a run did itself', () => {
    const own = (event: NewEvent): NewEvent => ({ ...event, cause: 1 })
    const reasons = ['ingest', 'merge'] as const
    const joined = reasons.map((reason): NewEvent => ({ ...linked, data: { ...linked.data, reason } }))

    expect(recordOf(requested, own(moved), own(restored), ...joined).changes).toBe(0)
    expect(recordOf(requested, { ...moved, cause: 2 }, { ...restored, cause: 2 }).changes).toBe(3)
  })

  test('knows at which turn and when the last run was, and begins to count anew', () => {
    expect(recordOf(linked, requested, moved)).toEqual({ turn: 20, at: 2_000, request: 2, changes: 1 })
  })
})

describe('the renewal of memories', () => {
  const added: NewEvent = { type: 'NodeAdded', origin: 'owner', data: { node: 1, id: ref, text: ref, nodeType: 'fact', state: 'normal' } }
  /** Folds one event at each given time. */
  const renewalOf = (...said: ReadonlyArray<readonly [at: number, event: NewEvent]>) => {
    const progress = noProgress()
    for (const [i, [at, event]] of said.entries()) foldProgress(progress, placed(event, i + 1, { at, actor: 0 }), 0)
    return progress.renewal
  }

  test.each<NewEvent>([
    added,
    { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } },
    { type: 'NodeMerged', data: { node: 1, into: 2 } },
  ])('counts a $type', (event) => {
    expect(renewedInWeek(renewalOf([began, event]), began)).toBe(1)
  })

  test('counts nothing else', () => {
    expect(renewedInWeek(renewalOf([began, { type: 'NodeProtected', data: { node: 1, protection: 'on' } }]), began)).toBe(0)
  })

  test('forgets each day after a week, whole days of UTC', () => {
    const renewal = renewalOf([began, added], [began + day - 1, added], [began + 2 * day, added])
    const after = (days: number) => renewedInWeek(renewal, began + days * day)

    expect([2, 6, 7, 8, 9, 100].map(after)).toEqual([3, 3, 1, 1, 0, 0])
  })

  test('goes on over days without any', () => {
    expect(renewalOf([began, added], [began + 3 * day, added], [began + 3 * day, added])).toEqual({
      day: 20_003,
      counts: [2, 0, 0, 1, 0, 0, 0],
    })
    expect(renewalOf([began, added], [began + 70 * day, added])).toEqual({ day: 20_070, counts: [1, 0, 0, 0, 0, 0, 0] })
  })

  test('counts what is older than its newest day for that day', () => {
    const renewal = renewalOf([began + day, added], [began, added])

    expect(renewal).toEqual({ day: 20_001, counts: [2, 0, 0, 0, 0, 0, 0] })
    expect(renewedInWeek(renewal, began)).toBe(2)
  })

  test('is copied whole', () => {
    const progress = noProgress()
    foldProgress(progress, placed(added, 1, { at: began, actor: 0 }), 0)
    const copy = copyOf(progress)
    foldProgress(copy, placed(added, 2, { at: began, actor: 0 }), 0)

    expect([progress, copy].map(({ renewal }) => renewedInWeek(renewal, began))).toEqual([1, 2])
  })
})
