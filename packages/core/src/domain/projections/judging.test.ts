import { expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../events/brain-event.ts'
import type { ModelFallback } from '../events/model-events.ts'
import { foldJudgements, noJudgements } from './judging.ts'

const folded = (...events: ReadonlyArray<NewEvent>) => {
  const records = noJudgements()
  for (const [at, event] of events.entries())
    foldJudgements(records, { ...event, position: at + 1, commit: { at: 0, actor: 1 } } as BrainEvent)
  return records
}
const waits = (turn: number): NewEvent => ({ type: 'MessageWaits', turn, data: {} })
const asked = (...turns: ReadonlyArray<number>) => ({ type: 'ModelAsked', data: { task: 'judge', call: 1, turns } }) as unknown as NewEvent
const ended = (fallback?: ModelFallback) => ({ type: 'ModelAnswered', data: { task: 'judge', call: 1, fallback } }) as unknown as NewEvent

test('messages that no server took wait again in the order in which they were said', () => {
  const { known, waiting } = folded(waits(1), asked(1), waits(2), ended('unreachable'))
  expect([[...waiting], [...known]]).toEqual([[1, 2], []])
})

test('a message is known once a model was asked about it, whatever became of the call', () => {
  for (const end of [ended(), ended('timeout'), ended('malformed')]) {
    const { known, waiting } = folded(waits(1), asked(1), end)
    expect([[...waiting], [...known]]).toEqual([[], [1]])
  }
})

test('the oldest of more than a hundred messages wait no longer', () => {
  const { waiting } = folded(...Array.from({ length: 103 }, (_, i) => waits(i + 1)))
  expect([waiting.size, [...waiting][0]]).toEqual([100, 4])
})
