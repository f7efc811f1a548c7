import { describe, expect, test } from 'vitest'
import { MalformedBody, packBody, type StoredEvent, unpackBody } from './commit-body.ts'

const followed = (edge: number, energy: number): StoredEvent => ({ type: 'EdgeFollowed', version: 1, turn: 3, data: { edge, energy } })

describe('the body of a commit', () => {
  test('groups events by type in order of first appearance, and keeps their order as runs', () => {
    const body = packBody([
      followed(7, 10),
      followed(8, 10),
      { type: 'NodeFired', version: 1, turn: 3, data: { node: 1 } },
      followed(9, 20),
    ])

    expect(body).toBe(
      '{"groups":[' +
        '{"columns":{"edge":[7,8,9],"energy":[10,10,20],"turn":{"=":3}},"n":3,"type":"EdgeFollowed","version":1},' +
        '{"columns":{"node":[1],"turn":[3]},"n":1,"type":"NodeFired","version":1}' +
        '],"order":[0,2,1,1,0,1]}',
    )
  })

  test('writes null where one event lacks a field, and no column where all lack it', () => {
    const body = packBody([
      { type: 'A', version: 1, data: { a: 1 } },
      { type: 'A', version: 1, origin: 'owner', data: {} },
    ])

    expect(body).toBe('{"groups":[{"columns":{"a":[1,null],"origin":[null,"owner"]},"n":2,"type":"A","version":1}],"order":[0,2]}')
  })

  test('marks a column of one value only from two events on', () => {
    expect(packBody([{ type: 'A', version: 1, data: { a: 1 } }])).toContain('"a":[1]')
  })

  test('keeps versions of one type apart', () => {
    const events: ReadonlyArray<StoredEvent> = [
      { type: 'A', version: 1, data: { a: 1 } },
      { type: 'A', version: 2, data: { a: 1 } },
    ]

    expect(unpackBody(packBody(events))).toEqual(events)
  })

  test('gives every event back, also one whose field looks like the mark of a column', () => {
    const events: ReadonlyArray<StoredEvent> = [
      { type: 'A', version: 1, cause: 2, data: { a: { '=': 1 }, b: [null, { c: '\u0000\ud800\u2028' }] } },
      { type: 'A', version: 1, data: { a: { '=': 1 }, b: [] } },
    ]

    expect(unpackBody(packBody(events), 2)).toEqual(events)
  })

  test.each(['__proto__', 'constructor', 'toString'])('gives a field named %s back, where it is and where it is not', (name) => {
    const data: StoredEvent['data'] = JSON.parse(`{"${name}":1}`)

    const [first, second] = unpackBody(
      packBody([
        { type: 'A', version: 1, data },
        { type: 'A', version: 1, data: {} },
      ]),
    )

    expect(Object.entries(first?.data ?? {})).toEqual([[name, 1]])
    expect(Object.entries(second?.data ?? {})).toEqual([])
  })

  test('writes minus zero as zero, in a field and within one', () => {
    expect(packBody([{ type: 'A', version: 1, data: { a: -0, b: [-0] } }])).toContain('"a":[0],"b":[[0]]')
  })
})

describe('packing refuses', () => {
  test.each([
    ['a field that is null', { a: null }, 'leave the field out'],
    ['a field named like a column of the envelope', { turn: 1 }, 'the envelope has a column of that name'],
    ['a number that is none', { a: Number.NaN }, 'cannot hold NaN'],
    ['infinity in a list', { a: [Number.POSITIVE_INFINITY] }, 'cannot hold Infinity'],
  ])('%s', (_, data, problem) => {
    expect(() => packBody([{ type: 'A', version: 1, data }])).toThrow(problem)
  })
})

describe('unpacking refuses', () => {
  const group = { columns: { a: [1, 2] }, n: 2, type: 'A', version: 1 }

  test.each<readonly [string, unknown]>([
    ['what is no JSON', undefined],
    ['a body without groups', { order: [] }],
    ['an order of odd length', { groups: [group], order: [0] }],
    ['an order that names another group', { groups: [group], order: [1, 2] }],
    ['an order that is not made of numbers', { groups: [group], order: ['length', 1, 0, 2] }],
    ['an order in fractions', { groups: [group], order: [0, 0.5, 0, 2] }],
    ['an order that takes too many', { groups: [group], order: [0, 3] }],
    ['an order that leaves some out', { groups: [group], order: [0, 1] }],
    ['an order that runs backwards', { groups: [group], order: [0, -1, 0, 2] }],
    ['a column of another length', { groups: [{ ...group, n: 3 }], order: [0, 3] }],
    ['a column that is neither list nor mark', { groups: [{ ...group, columns: { a: 1 } }], order: [0, 2] }],
    ['a group without a type', { groups: [{ ...group, type: 7 }], order: [0, 2] }],
    ['a group of no number', { groups: [{ ...group, n: 1.5 }], order: [0, 2] }],
  ])('%s', (_, body) => {
    expect(() => unpackBody(body === undefined ? 'no json' : JSON.stringify(body))).toThrow(MalformedBody)
  })

  test('another number of events than the commit counts, before it makes them', () => {
    const million = { groups: [{ columns: { a: { '=': 1 } }, n: 1e12, type: 'A', version: 1 }], order: [0, 1e12] }

    expect(() => unpackBody(JSON.stringify(million), 2)).toThrow(MalformedBody)
    expect(() => unpackBody(JSON.stringify({ groups: [group], order: [0, 2] }), 3)).toThrow(MalformedBody)
  })
})
