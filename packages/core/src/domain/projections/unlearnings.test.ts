import { expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { foldUnlearnings, noUnlearnings, signalsOut, standingRequests, stretchesInForce } from './unlearnings.ts'

const unlearn = (...signals: ReadonlyArray<number>): NewEvent => ({
  type: 'UnlearnRequested',
  data: { selector: 'feedback', selected: [1], signals },
})
const withdraw = (request: number): NewEvent => ({ type: 'UnlearnWithdrawn', data: { request } })
const rollBack = (to: number): NewEvent => ({ type: 'RollbackRequested', data: { to, through: to } })

const recordsOf = (...events: ReadonlyArray<NewEvent>) => {
  const records = noUnlearnings()
  for (const [i, event] of events.entries()) foldUnlearnings(records, placed(event, i + 1, { at: 0, actor: 1 }))
  return records
}
const outOf = (...events: ReadonlyArray<NewEvent>) => {
  const records = recordsOf(...events)
  return [...signalsOut(records, standingRequests(records))].sort((a, b) => a - b)
}

test('a signal is out while at least one standing request names it', () => {
  expect(outOf(unlearn(11, 12), unlearn(12, 13))).toEqual([11, 12, 13])
  expect(outOf(unlearn(11, 12), unlearn(12, 13), withdraw(1))).toEqual([12, 13])
  expect(outOf(unlearn(11, 12), unlearn(12, 13), withdraw(1), withdraw(2))).toEqual([])
})

test('a withdrawal of what is no request changes nothing', () => {
  expect(recordsOf(unlearn(11), withdraw(7)).changes).toEqual([{ at: 1, request: 1, stands: true }])
})

test('a rollback restores which requests stood, also those that were withdrawn since', () => {
  expect(outOf(unlearn(11), unlearn(12), rollBack(1))).toEqual([11])
  expect(outOf(unlearn(11), withdraw(1), rollBack(1))).toEqual([11])
  expect(outOf(unlearn(11), rollBack(0), rollBack(1))).toEqual([11])
})

test('what stood at an earlier position is known', () => {
  const records = recordsOf(unlearn(11), unlearn(12), withdraw(1))

  expect([0, 1, 2, 3].map((at) => [...standingRequests(records, at)])).toEqual([[], [1], [1, 2], [2]])
})

test('what counts at a position goes on from where the last rollback before it went back to', () => {
  const rollbacks = [
    { at: 10, to: 4 },
    { at: 20, to: 9 },
    { at: 30, to: 15 },
  ]
  const at = (position: number) => stretchesInForce(rollbacks, position).map(({ after, to }) => [after, to])

  expect(at(9)).toEqual([[0, 9]])
  expect(at(12)).toEqual([
    [0, 4],
    [10, 12],
  ])
  expect(at(25)).toEqual([
    [0, 9],
    [20, 25],
  ])
  expect(at(31)).toEqual([
    [0, 4],
    [10, 15],
    [30, 31],
  ])
})
