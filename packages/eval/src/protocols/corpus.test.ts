import { describe, expect, test } from 'vitest'
import type { QuestionSet, Row } from '../sets/question-set.ts'
import { documentsOf, documentWith, placeOf, timelineOf } from './corpus.ts'

const row = (more: Partial<Row> = {}): Row => ({
  title: undefined,
  text: 'x',
  session: undefined,
  scope: '',
  time: undefined,
  until: undefined,
  ...more,
})
const set = (rows: ReadonlyArray<Row>): QuestionSet => ({ name: 's', format: 'crabtrail', rows, questions: [] })
const places = (rows: ReadonlyArray<Row>) => documentsOf(set(rows)).map((document) => document.places)

describe('rows become documents', () => {
  test('by session, within their scope, though the rows of two alternate', () => {
    const [a, b] = [row({ session: 'a' }), row({ session: 'b' })]

    expect(places([a, b, row(), a, row({ session: 'a', scope: 'other' }), row()])).toEqual([[0, 3], [1], [2, 5], [4]])
  })

  test('each one where they come and go', () => {
    expect(places([row({ time: 1 }), row({ time: 1 }), row({ time: 1, session: 'a' }), row({ time: 2, session: 'a' })])).toEqual([
      [0],
      [1],
      [2, 3],
    ])
  })

  test('no longer than a document may be', () => {
    const lengths = places(Array.from({ length: 4_500 }, () => row())).map((one) => one.length)
    const long = row({ text: 'x'.repeat(1_500_000) })

    expect(lengths).toEqual([2_000, 2_000, 500])
    expect(places([long, long, long])).toEqual([[0, 1], [2]])
  })

  test('whose folders lie apart', () => {
    const folders = documentsOf(set([row(), row({ session: 'a' }), row({ scope: 'other' })])).map(({ folder }) => folder)

    expect(folders).toEqual(['d1', 'd2', 'd3'])
  })
})

describe('a memory is known by its row', () => {
  test('whose place is its id', () => {
    const whole = set([row({ title: 'T', text: 'a' }), row({ text: 'b\nc', session: 's' })])
    const [, document] = documentsOf(whole)

    expect(document && documentWith(whole, document, [1])).toEqual({
      source: 'd2/rows.txt',
      format: 'jsonl',
      text: '{"id":"1","text":"b\\nc","session":"s"}',
      root: 'corpus',
    })
  })

  test.each([
    ['d2/rows.txt#17', 17],
    ['d2/rows.txt#17~3', 17],
    ['d2/rows.txt', undefined],
    ['auto:0123', undefined],
  ])('%s', (node, place) => {
    expect(placeOf(node)).toBe(place)
  })
})

describe('the rows that are there', () => {
  test('of rows without times all are there, and nothing changes after that', () => {
    const timeline = timelineOf(set([row(), row()]))

    expect(timeline.advance(undefined)).toEqual([0, 1])
    expect(timeline.advance(undefined)).toEqual([])
    expect([timeline.isThere(0), timeline.isThere(1), timeline.isThere(2)]).toEqual([true, true, false])
  })

  test('a row comes after its time and goes at its end, each told once', () => {
    const timeline = timelineOf(set([row({ time: 20 }), row({ time: 10, until: 30 })]))

    expect([10, 11, 20, 29, 30, 31].map((time) => timeline.advance(time))).toEqual([[], [1], [], [0], [1], []])
    expect([timeline.isThere(0), timeline.isThere(1)]).toEqual([true, false])
  })

  test('one that came and went unseen is not told', () => {
    const timeline = timelineOf(set([row({ time: 10, until: 20 }), row({ time: 15 })]))

    expect(timeline.advance(40)).toEqual([1])
    expect(timeline.isThere(0)).toBe(false)
  })
})
