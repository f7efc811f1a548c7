import { canonicalJson } from '@crabtrail/core'
import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { eventLines, MalformedBody, packBody, readRuns, unpackBody } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { decodeAndValidate, decodeCommit, encodeCommit, placed, toStored } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { anyEvent, eventOf } from '../arbitraries/event.ts'
import { plausibleLog } from '../arbitraries/plausible-log.ts'
import { anyValue, storedEvents } from '../arbitraries/stored-event.ts'
import { runs } from './runs.ts'

const events = fc.array(anyEvent, { minLength: 1, maxLength: 8 })
const commit = { at: 7, actor: 1 }
/** Encodes and decodes a text, as a file or a wire does. */
const throughUtf8 = (text: string): string => new TextDecoder('utf-8', { fatal: true }).decode(new TextEncoder().encode(text))
/** The places of an event at which numbers stand. */
const numberPlaces = (value: unknown): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value === 'number'
    ? [[]]
    : typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => numberPlaces(inner).map((place) => [key, ...place]))
      : []
const withAt = (value: unknown, [key, ...rest]: ReadonlyArray<string>, put: number): unknown => {
  if (key === undefined) return put
  const copy: unknown = Array.isArray(value) ? [...value] : { ...Object(value) }
  Reflect.set(Object(copy), key, withAt(Reflect.get(Object(value), key), rest, put))
  return copy
}
const bent = (puts: ReadonlyArray<number>): fc.Arbitrary<NewEvent> =>
  fc
    .tuple(anyEvent, fc.nat(), fc.constantFrom(...puts))
    .filter(([event]) => numberPlaces(event.data).length > 0)
    .map(([event, at, put]) => {
      const places = numberPlaces(event.data)
      return { ...event, data: withAt(event.data, places[at % places.length] ?? [], put) } as NewEvent
    })

describe('the codec', () => {
  test('INV-05 what is decoded is what was encoded, through any wire, and encodes to the same bytes', () => {
    fc.assert(
      fc.property(events, fc.nat(1_000), (given, before) => {
        const body = encodeCommit(given)

        const decoded = decodeCommit(throughUtf8(body), before + 1, given.length, commit)

        expect(decoded).toEqual(Result.succeed(given.map((event, i) => placed(event, before + 1 + i, commit))))
        expect(encodeCommit(given.map((event) => Result.getOrThrow(decodeAndValidate(toStored(event)))))).toBe(body)
        expect(packBody(unpackBody(body, given.length))).toBe(body)
      }),
      runs,
    )
  })

  test('INV-05 the bodies of the application are canonical', () => {
    fc.assert(
      fc.property(plausibleLog, ({ log }) => {
        const stored = log.map(toStored)

        expect(unpackBody(packBody(stored))).toEqual(stored)
      }),
      runs,
    )
  })

  test('INV-05 events of unknown types and versions survive packing, whatever they say', () => {
    fc.assert(
      fc.property(storedEvents, (given) => {
        const body = packBody(given)
        const read = unpackBody(throughUtf8(body), given.length)

        expect(read.map(spelled)).toEqual(given.map(spelled))
        expect(packBody(read)).toBe(body)
      }),
      runs,
    )
  })

  test('INV-05 the lines that are written from columns are the canonical events, whatever they say', () => {
    fc.assert(
      fc.property(storedEvents, (events) => {
        const body = packBody(events)
        expect(eventLines(readRuns(body, events.length))).toEqual(unpackBody(body).map((event) => canonicalJson({ event })))
      }),
      runs,
    )
  })

  test('INV-05 one value has one spelling', () => {
    fc.assert(
      fc.property(anyValue, (value) => {
        const text = canonicalJson(value)

        expect(canonicalJson(JSON.parse(throughUtf8(text)))).toBe(text)
        expect(canonicalJson(turnedAround(value))).toBe(text)
      }),
      runs,
    )
  })

  test('INV-05, INV-06 NaN and the infinities are refused wherever they stand', () => {
    const inSettings = fc
      .constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)
      .map((put): NewEvent => ({ type: 'BrainCreated', data: { profile: 'a', digest: '0'.repeat(16), settings: { deep: [{ in: put }] } } }))

    fc.assert(
      fc.property(fc.oneof(bent([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]), inSettings), (event) => {
        expect(() => encodeCommit([event])).toThrow()
      }),
      runs,
    )
  })

  test('INV-05 minus zero is read back as zero', () => {
    const event = fc.oneof(eventOf('StrengthAdjusted'), eventOf('SeedsSelected'), eventOf('StrengthsRestored'))

    fc.assert(
      fc.property(event, fc.integer({ min: 1, max: 3 }), (given, count) => {
        const places = numberPlaces(given.data).filter(([field]) => !['edge', 'edges', 'node', 'nodes', 'cues'].includes(field ?? ''))
        const minus = places.reduce((data, place) => withAt(data, place, -0), given.data as unknown)
        const body = encodeCommit(Array.from({ length: count }, () => ({ ...given, data: minus }) as NewEvent))

        const read = Result.getOrThrow(decodeCommit(body, 1, count, commit))

        for (const { data } of read) for (const place of numberPlaces(data)) expect(Object.is(valueAt(data, place), -0)).toBe(false)
      }),
      runs,
    )
  })

  test('INV-39 a body that is none is refused as such, and nothing else is thrown', () => {
    const torn = fc
      .tuple(storedEvents, fc.nat(), fc.oneof(anyValue, fc.constantFrom('length', '0', -1, 0.5, null, 1e9)))
      .map(([given, at, put]) => {
        const parsed: unknown = JSON.parse(packBody(given))
        const places = allPlaces(parsed)
        return JSON.stringify(withAt(parsed, places[at % places.length] ?? [], put as number))
      })

    fc.assert(
      fc.property(fc.oneof(torn, fc.json(), fc.string()), (body) => {
        try {
          unpackBody(body, 3)
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedBody)
        }
      }),
      runs,
    )
  })
})

const spelled = (event: object): string => canonicalJson(event)

const valueAt = (value: unknown, place: ReadonlyArray<string>): unknown =>
  place.reduce((inner, key) => Reflect.get(Object(inner), key), value)

const allPlaces = (value: unknown): ReadonlyArray<ReadonlyArray<string>> =>
  typeof value !== 'object' || value === null
    ? [[]]
    : [[], ...Object.entries(value).flatMap(([key, inner]) => allPlaces(inner).map((place) => [key, ...place]))]

/** The same value with the keys of its objects in the opposite order. */
const turnedAround = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(turnedAround)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([key, inner]) => [key, turnedAround(inner)]),
  )
}
