import { expect, test } from 'vitest'
import type { QuestionSet, Row } from './question-set.ts'
import { timelineOf } from './timeline.ts'

const row = (time?: number, until?: number): Row => ({ title: undefined, text: 'x', session: undefined, scope: '', time, until })
const set = (...rows: ReadonlyArray<Row>): QuestionSet => ({ name: 's', format: 'crabtrail', rows, questions: [] })

test('of rows without times all are there, and nothing changes after that', () => {
  const timeline = timelineOf(set(row(), row()))

  expect(timeline.advance(undefined)).toEqual([0, 1])
  expect(timeline.advance(undefined)).toEqual([])
  expect([timeline.isThere(0), timeline.isThere(1), timeline.isThere(2)]).toEqual([true, true, false])
})

test('a row comes after its time and goes at its end, each told once', () => {
  const timeline = timelineOf(set(row(20), row(10, 30)))

  expect([10, 11, 20, 29, 30, 31].map((time) => timeline.advance(time))).toEqual([[], [1], [], [0], [1], []])
  expect([timeline.isThere(0), timeline.isThere(1)]).toEqual([true, false])
})

test('one that came and went unseen is not told', () => {
  const timeline = timelineOf(set(row(10, 20), row(15)))

  expect(timeline.advance(40)).toEqual([1])
  expect(timeline.isThere(0)).toBe(false)
})
