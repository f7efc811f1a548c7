import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { cloneProgress, foldProgress, type LearningProgress, noProgress, turnOfFact } from './learning-progress.ts'

const set = (edge: number): NewEvent => ({ type: 'StrengthSet', data: { edge, strength: 1 } })
const effect = (cause?: number): NewEvent => ({
  type: 'FeedbackAttributed',
  ...(cause === undefined ? {} : { cause }),
  data: { feedback: 1, turns: [], shares: [] },
})
const retired = (cause: number): NewEvent => ({ type: 'NodeRetired', cause, data: { node: 1, reason: 'asked' } })

const progressOf = (...events: ReadonlyArray<NewEvent>): LearningProgress => {
  const progress = noProgress()
  events.forEach((event, i) => {
    // A new turn begins after each event.
    foldProgress(progress, placed(event, i + 1, { at: 0, actor: 0 }), 10 + i)
  })
  return progress
}

describe('the learner’s progress', () => {
  test('lists the facts that wait, in log order', () => {
    expect(progressOf(set(1), retired(1), set(2))).toEqual({
      through: 0,
      turn: 0,
      pending: [
        { position: 1, turn: 10 },
        { position: 3, turn: 12 },
      ],
    })
  })

  test('is the newest fact that has an effect; facts up to there wait no longer', () => {
    expect(progressOf(set(1), set(2), set(3), effect(2))).toEqual({ through: 2, turn: 11, pending: [{ position: 3, turn: 12 }] })
  })

  test('never goes back', () => {
    expect(progressOf(set(1), set(2), effect(2), effect(1))).toEqual({ through: 2, turn: 11, pending: [] })
  })

  test('is not moved by an effect of nothing, nor by a fact with a cause', () => {
    expect(progressOf(set(1), effect(), retired(1))).toEqual({ through: 0, turn: 0, pending: [{ position: 1, turn: 10 }] })
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
      progressOf({ type: 'RollbackRequested', data: { to: 0, through: 0 } }, { type: 'StrengthsRestored', cause: 1, data: restored }),
    ).toEqual({ through: 1, turn: 10, pending: [] })
  })

  test('is copied whole', () => {
    const progress = progressOf(set(1))
    foldProgress(cloneProgress(progress), placed(set(2), 2, { at: 0, actor: 0 }), 0)

    expect(progress.pending).toEqual([{ position: 1, turn: 10 }])
  })
})
