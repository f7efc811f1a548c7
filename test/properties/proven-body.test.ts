/** A body that is proven column by column has no fault that the proof event by event finds. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bodyFault } from '../../packages/core/src/application/brain/commit-row.ts'
import { MalformedBody, packBody } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { toStored } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { provenRuns } from '../../packages/core/src/domain/events/codec/proven-body.ts'
import { anyEvent, mayHoldSettings } from '../arbitraries/event.ts'
import { runs } from './runs.ts'

const commits = fc
  .array(fc.tuple(anyEvent, fc.integer({ min: 1, max: 5 })), { minLength: 1, maxLength: 6 })
  .map((parts) => parts.flatMap(([each, times]) => Array.from({ length: times }, () => ({ ...each }))))

const head = { at: 1, actor: 1, session: undefined, prev: '', hash: '' }
const faultOf = (body: string, first: number, count: number) => bodyFault({ ...head, body, first, count })
const isProven = (body: string, first: number, count: number): boolean => {
  try {
    return provenRuns(body, first, count) !== undefined
  } catch (error) {
    if (error instanceof MalformedBody) return false
    throw error
  }
}

test('INV-05 every commit of plain events with earlier causes is proven by its columns', () => {
  fc.assert(
    fc.property(commits, (events) => {
      const plain = events.filter((event) => !mayHoldSettings(event))
      fc.pre(plain.length > 0)
      const body = packBody(plain.map(toStored))

      expect(isProven(body, Number.MAX_SAFE_INTEGER - 100, plain.length)).toBe(
        faultOf(body, Number.MAX_SAFE_INTEGER - 100, plain.length) === undefined,
      )
    }),
    runs,
  )
})

/** Replaces a piece of the text by another: numbers, words and signs that change one cell, one column or the order. */
const spoilt = fc
  .record({
    events: commits,
    at: fc.nat(),
    length: fc.nat({ max: 6 }),
    by: fc.constantFrom('', '0', '-0', '1.0', '1', ',', '"', 'null', '[]', '{', ' ', '"a"', '7,7'),
  })
  .map(({ at, by, events, length }) => {
    const body = packBody(events.map(toStored))
    const from = at % body.length
    return { body: body.slice(0, from) + by + body.slice(from + length), count: events.length }
  })

test('INV-05 a body that was changed is never proven by its columns where the proof event by event finds a fault', () => {
  fc.assert(
    fc.property(spoilt, fc.constantFrom(1, 2, 1_000_000), ({ body, count }, first) => {
      if (isProven(body, first, count)) expect(faultOf(body, first, count)).toBeUndefined()
    }),
    { ...runs, numRuns: runs.numRuns * 10 },
  )
})

/** Takes the parsed body apart and puts it together in another way: all that a text can say and a canonical body does not. */
const rearranged = fc.record({ events: commits, way: fc.nat({ max: 7 }), at: fc.nat() }).map(({ at, events, way }) => {
  const value = JSON.parse(packBody(events.map(toStored)))
  const group = value.groups[at % value.groups.length]
  const names = Object.keys(group.columns)
  const name = names[at % Math.max(1, names.length)] ?? ''
  const column = group.columns[name]
  if (way === 0) group.columns = Object.fromEntries(Object.entries(group.columns).reverse())
  else if (way === 1) value.groups.reverse()
  else if (way === 2 && column?.['='] !== undefined) group.columns[name] = new Array(group.n).fill(column['='])
  else if (way === 3) group.columns[name] = new Array(group.n).fill(null)
  else if (way === 4) group.more = 1
  else if (way === 5) group.columns.more = new Array(group.n).fill(1)
  else if (way === 6) value.order.splice(0, 2, value.order[0], 1, value.order[0], value.order[1] - 1)
  else if (way === 7) splitFirstGroup(value)
  return { body: JSON.stringify(value), count: events.length }
})

interface ParsedBody {
  readonly groups: Array<{ n: number; columns: Record<string, unknown> }>
  readonly order: Array<number>
}

/** Makes two groups of the first one where all its events follow each other. */
const splitFirstGroup = ({ groups, order }: ParsedBody): void => {
  const [first] = groups
  if (first === undefined || first.n < 4 || order.length !== 2) return
  const part = (from: number, to: number) => ({
    ...first,
    n: to - from,
    columns: Object.fromEntries(
      Object.entries(first.columns).map(([name, cells]) => [name, Array.isArray(cells) ? cells.slice(from, to) : cells]),
    ),
  })
  groups.splice(0, 1, part(0, 2), part(2, first.n))
  order.splice(0, 2, 0, 2, 1, first.n - 2)
}

test('INV-05 a body that is put together in another way is not proven by its columns where it has a fault', () => {
  fc.assert(
    fc.property(rearranged, ({ body, count }) => {
      const first = Number.MAX_SAFE_INTEGER - 100
      if (isProven(body, first, count)) expect(faultOf(body, first, count)).toBeUndefined()
    }),
    { ...runs, numRuns: runs.numRuns * 4 },
  )
})
