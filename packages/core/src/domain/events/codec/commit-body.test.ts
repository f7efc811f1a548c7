import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalJson } from '../../canonical-json.ts'
import { MalformedBody, packBody, readRuns, type StoredEvent, unpackBody } from './commit-body.ts'

/** Writes format 1 as its rules say: groups in order of first appearance, columns by name, runs over the groups. */
const plainBody = (events: ReadonlyArray<StoredEvent>): string => {
  const keyOf = ({ type, version }: StoredEvent) => JSON.stringify([type, version])
  const keys = [...new Set(events.map(keyOf))]
  const groups = keys.map((key) => events.filter((event) => keyOf(event) === key).map(flat))
  const places = events.map((event) => keys.indexOf(keyOf(event)))
  const starts = [...places.keys()].filter((i) => i === 0 || places[i] !== places[i - 1])
  const order = starts.map((start, run) => [places[start], (starts[run + 1] ?? events.length) - start])
  const spelled = groups.map((rows, i) => {
    const [type, version] = JSON.parse(keys[i] ?? '[]')
    const names = [...new Set(rows.flatMap((row) => [...row.keys()]))]
    return { type, version, n: rows.length, columns: new Map(names.map((name) => [name, column(rows.map((row) => row.get(name)))])) }
  })
  const texts = spelled.map(({ columns, n, type, version }) => {
    const cells = [...columns].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, cell]) => `${canonicalJson(name)}:${cell}`)
    return `{"columns":{${cells.join(',')}},"n":${n},"type":${canonicalJson(type)},"version":${version}}`
  })
  return `{"groups":[${texts.join(',')}],"order":${canonicalJson(order.flat())}}`
}

/** Returns all fields of an event beside its type, envelope included, by name. */
const flat = ({ cause, data, origin, turn }: StoredEvent): ReadonlyMap<string, unknown> =>
  new Map([...Object.entries(data), ...Object.entries({ cause, origin, turn })].filter(([, value]) => value !== undefined))

const column = (cells: ReadonlyArray<unknown>): string => {
  const texts = cells.map((cell) => canonicalJson(cell ?? null))
  const same = texts.length >= 2 && cells[0] !== undefined && texts.every((text) => text === texts[0])
  return same ? `{"=":${texts[0]}}` : `[${texts.join(',')}]`
}

const leaf = fc.oneof(
  fc.integer(),
  fc.constantFrom(0, -0, 0.1, 1e21, 5e-324, -1.5, 'owner', '', '"', '\ud800', '東京', true, false),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const value = fc.oneof(
  { weight: 4, arbitrary: leaf },
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('b', 'a', '='), leaf),
)
const name = fc.constantFrom('edge', 'node', 'strength', 'a', '=', '__proto__', 'constructor', 'toString', '')
const data = fc.array(fc.tuple(name, value), { maxLength: 4 }).map((fields) => Object.fromEntries(fields))
const envelope = fc.record({ turn: fc.integer(), cause: fc.integer(), origin: fc.string({ maxLength: 3 }) }, { requiredKeys: [] })
const stored: fc.Arbitrary<StoredEvent> = fc
  .tuple(fc.constantFrom('EdgeSkipped', 'NodeFired', '"'), fc.integer({ min: 1, max: 2 }), data, envelope)
  .map(([type, version, fields, around]) => ({ type, version, data: fields, ...around }))
const commit = fc.array(stored, { minLength: 1, maxLength: 12 })

describe('the body of a commit', () => {
  test('is what the rules of the format say, to the byte', () => {
    fc.assert(
      fc.property(commit, (events) => {
        expect(packBody(events)).toBe(plainBody(events))
      }),
      { numRuns: 300 },
    )
  })

  test('gives back the events it was made of', () => {
    fc.assert(
      fc.property(commit, (events) => {
        const body = packBody(events)

        expect(unpackBody(body, events.length)).toEqual(JSON.parse(JSON.stringify(events)))
        expect(packBody(unpackBody(body))).toBe(body)
      }),
      { numRuns: 300 },
    )
  })

  test('read without the columns of some groups has the same runs, and the others as they are', () => {
    fc.assert(
      fc.property(commit, fc.constantFrom('EdgeSkipped', 'NodeFired', '"'), (events, left) => {
        const body = packBody(events)
        const whole = readRuns(body, events.length)
        const bare = { columns: [], turn: undefined, cause: undefined, origin: undefined }

        expect(readRuns(body, events.length, (type, version) => type === left && version === 1)).toEqual(
          whole.map(({ group, ...run }) => ({ ...run, group: group.type === left && group.version === 1 ? { ...group, ...bare } : group })),
        )
      }),
      { numRuns: 300 },
    )
  })

  test.each([
    ['is no JSON', '{"groups":[{"columns":{},"n":1,"type":"A","version":1}],"order":[0,1]'],
    ['ends within a group', '{"groups":[{"columns":{"edge":[1]'],
    ['has a group without columns', '{"groups":[{"n":1,"type":"A","version":1}],"order":[0,1]}'],
    ['has no order', '{"groups":[{"columns":{},"n":1,"type":"A","version":1}]}'],
    ['leaves events out', '{"groups":[{"columns":{},"n":2,"type":"A","version":1}],"order":[0,1]}'],
  ])('that %s is refused as well where columns are left out', (_, body) => {
    expect(() => readRuns(body, undefined, () => true)).toThrow(MalformedBody)
  })

  test('of two turns reads as the log has it', () => {
    const skipped = (edge: number, turn: number): StoredEvent => ({
      type: 'EdgeSkipped',
      version: 1,
      turn,
      data: { edge, reason: 'dormant' },
    })
    const fired: StoredEvent = { type: 'NodeFired', version: 1, turn: 1, data: { node: 7, energy: 100 } }

    const body = packBody([skipped(4, 1), skipped(5, 1), fired, skipped(6, 2)])

    expect(body).toBe(
      '{"groups":[{"columns":{"edge":[4,5,6],"reason":{"=":"dormant"},"turn":[1,1,2]},"n":3,"type":"EdgeSkipped","version":1},' +
        '{"columns":{"energy":[100],"node":[7],"turn":[1]},"n":1,"type":"NodeFired","version":1}],"order":[0,2,1,1,0,1]}',
    )
  })

  test.each([
    ['a field that is null', { type: 'A', version: 1, data: { a: null } }, TypeError],
    ['an envelope that is null', JSON.parse('{"type":"A","version":1,"turn":null,"data":{}}'), TypeError],
    ['a field named like the envelope', { type: 'A', version: 1, data: { turn: 1 } }, TypeError],
    ['not a number', { type: 'A', version: 1, data: { a: Number.NaN } }, RangeError],
    ['an endless number in a list', { type: 'A', version: 1, data: { a: [Number.POSITIVE_INFINITY] } }, RangeError],
    ['something JSON cannot say', { type: 'A', version: 1, data: { a: 1n } }, TypeError],
  ])('cannot hold %s', (_, event: StoredEvent, error) => {
    expect(() => packBody([event])).toThrow(error)
  })

  const group = (fields: object) => ({ columns: { a: [1, 2] }, n: 2, type: 'A', version: 1, ...fields })
  test.each([
    ['no JSON', '{', /not JSON/],
    ['no groups', '{"order":[]}', /no groups/],
    ['an odd order', JSON.stringify({ groups: [group({})], order: [0] }), /no groups or no order/],
    ['an order of texts', JSON.stringify({ groups: [group({})], order: ['0', 2] }), /whole numbers/],
    ['a group without columns', JSON.stringify({ groups: [group({ columns: 1 })], order: [0, 2] }), /lacks/],
    ['a column that is too short', JSON.stringify({ groups: [group({ columns: { a: [1] } })], order: [0, 2] }), /A\.a has 1 value for 2/],
    ['a column that is a number', JSON.stringify({ groups: [group({ columns: { a: 1 } })], order: [0, 2] }), /A\.a is neither/],
    ['an order beyond the groups', JSON.stringify({ groups: [group({})], order: [1, 2] }), /not there/],
    ['an empty run', JSON.stringify({ groups: [group({})], order: [0, 0] }), /not there/],
    ['an order that takes too many', JSON.stringify({ groups: [group({})], order: [0, 1, 0, 2] }), /takes more than 2/],
    ['an order that leaves some out', JSON.stringify({ groups: [group({})], order: [0, 1] }), /leaves out/],
  ])('is refused with %s', (_, body, problem) => {
    expect(() => unpackBody(body)).toThrow(problem)
  })

  test('is refused when it has another number of events than its commit', () => {
    const body = packBody([{ type: 'A', version: 1, data: {} }])

    expect(() => unpackBody(body, 2)).toThrow(/1 event where the commit counts 2/)
    expect(() => unpackBody(body, 0)).toThrow(/more events than the 0/)
  })

  test('with a run of a billion equal events is refused before they are made', () => {
    const body = JSON.stringify({ groups: [{ columns: { a: { '=': 1 } }, n: 1e9, type: 'A', version: 1 }], order: [0, 1e9] })

    expect(() => unpackBody(body, 3)).toThrow(/more events than the 3/)
  })
})
