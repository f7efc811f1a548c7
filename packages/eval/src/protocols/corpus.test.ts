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
  test('rows of one session and scope are one document, also when two sessions alternate', () => {
    const [a, b] = [row({ session: 'a' }), row({ session: 'b' })]

    expect(places([a, b, row(), a, row({ session: 'a', scope: 'other' }), row()])).toEqual([[0, 3], [1], [2, 5], [4]])
  })

  test('each row without a session is a document in a timed set', () => {
    expect(places([row({ time: 1 }), row({ time: 1 }), row({ time: 1, session: 'a' }), row({ time: 2, session: 'a' })])).toEqual([
      [0],
      [1],
      [2, 3],
    ])
  })

  test('documents of rows without a session have at most 2,000 rows and 2 million characters', () => {
    const lengths = places(Array.from({ length: 4_500 }, () => row())).map((one) => one.length)
    const long = row({ text: 'x'.repeat(1_500_000) })

    expect(lengths).toEqual([2_000, 2_000, 500])
    expect(places([long, long, long])).toEqual([[0, 1], [2]])
  })

  test('each document has a folder of its own', () => {
    const folders = documentsOf(set([row(), row({ session: 'a' }), row({ scope: 'other' })])).map(({ folder }) => folder)

    expect(folders).toEqual(['d1', 'd2', 'd3'])
  })
})

describe('a memory is known by its row', () => {
  test('the place of a row is its id in the document', () => {
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

describe('visible rows', () => {
  test('all rows of a set without times are visible from the first call on', () => {
    const timeline = timelineOf(set([row(), row()]))

    expect(timeline.advance(undefined)).toEqual([0, 1])
    expect(timeline.advance(undefined)).toEqual([])
    expect([timeline.isThere(0), timeline.isThere(1), timeline.isThere(2)]).toEqual([true, true, false])
  })

  test('a row appears after its time and disappears at its end, each returned once', () => {
    const timeline = timelineOf(set([row({ time: 20 }), row({ time: 10, until: 30 })]))

    expect([10, 11, 20, 29, 30, 31].map((time) => timeline.advance(time))).toEqual([[], [1], [], [0], [1], []])
    expect([timeline.isThere(0), timeline.isThere(1)]).toEqual([true, false])
  })

  test('a row that appeared and disappeared between two calls is not returned', () => {
    const timeline = timelineOf(set([row({ time: 10, until: 20 }), row({ time: 15 })]))

    expect(timeline.advance(40)).toEqual([1])
    expect(timeline.isThere(0)).toBe(false)
  })
})
