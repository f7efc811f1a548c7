import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { commitHash } from '../../packages/core/src/application/brain/commit-row.ts'
import { canonicalJson } from '../../packages/core/src/domain/canonical-json.ts'
import type { NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { packBody } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { checkedBody, encodeCommit, toStored, validate } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { plainBody } from '../../packages/core/src/domain/events/codec/plain-body.ts'
import { anyEvent, mayHoldSettings } from '../arbitraries/event.ts'
import { runs } from './runs.ts'

const withoutSettings = anyEvent.filter((event) => !mayHoldSettings(event))
/** Often several of one type, as in a commit. */
const commits = (event: fc.Arbitrary<NewEvent>) =>
  fc
    .array(fc.tuple(event, fc.integer({ min: 1, max: 3 })), { minLength: 1, maxLength: 6 })
    .map((parts) => parts.flatMap(([each, times]) => Array.from({ length: times }, () => ({ ...each }))))

const oddities: ReadonlyArray<unknown> = [
  ...[undefined, null, true, {}, [], [[]], [undefined], new Array(2), ['a"b'], ['word', 1]],
  ...[-0, 0, 0.5, -1, 1e21, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53, '7'],
  ...['', '"', '\\', '\ud800', '東京', 'a\n', 'f'.repeat(64), 'owner'],
]
/** One thing about an event is another: its envelope, a field that it does not have, a field that is gone, a field with another value. */
const odd: fc.Arbitrary<NewEvent> = fc
  .record({
    event: anyEvent,
    way: fc.constantFrom('envelope', 'more', 'less', 'other'),
    at: fc.nat(),
    name: fc.constantFrom('turn', 'cause', 'origin'),
    more: fc.constantFrom('more', 'turn', '__proto__', 'constructor'),
    value: fc.constantFrom(...oddities),
  })
  .map(({ at, event, more, name, value, way }) => {
    if (way === 'envelope') return withField(event, name, value)
    const names = Object.keys(event.data)
    const field = names[at % Math.max(1, names.length)] ?? 'more'
    const { [field]: _, ...less } = event.data as Readonly<Record<string, unknown>>
    const data = way === 'less' ? less : withField(event.data, way === 'more' ? more : field, value)
    return { ...event, data } as NewEvent
  })

const withOneOdd = fc
  .tuple(fc.array(withoutSettings, { maxLength: 3 }), odd, fc.integer({ min: 1, max: 2 }), fc.array(withoutSettings, { maxLength: 3 }))
  .map(([before, event, times, after]) => [...before, ...Array.from({ length: times }, () => event), ...after])

const withField = <A extends object>(before: A, name: string, value: unknown): A =>
  Object.defineProperty({ ...before }, name, { value, enumerable: true, configurable: true, writable: true })

describe('a body that is written column by column', () => {
  test('INV-05 is what checking and packing its events one by one gives, and there is one for all of them but settings', () => {
    fc.assert(
      fc.property(commits(withoutSettings), (events) => {
        expect(plainBody(events)).toBe(packBody(events.map(toStored)))
      }),
      runs,
    )
  })

  test('INV-05 is never one of an event that does not fit, however little of it is wrong', () => {
    fc.assert(
      fc.property(withOneOdd, (events) => {
        const body = plainBody(events)

        if (body === undefined) return
        expect(events.map((event) => Result.isSuccess(validate(toStored(event))))).toEqual(events.map(() => true))
        expect(body).toBe(packBody(events.map(toStored)))
      }),
      { ...runs, numRuns: 10 * runs.numRuns },
    )
  })

  test('INV-05 is what encoding gives, and so is the refusal', () => {
    const outcome = (run: () => string) => {
      try {
        return run()
      } catch (error) {
        return String(error)
      }
    }
    fc.assert(
      fc.property(withOneOdd, (events) => {
        expect(outcome(() => encodeCommit(events))).toBe(outcome(() => checkedBody(events)))
      }),
      runs,
    )
  })
})

test('INV-05 the hash of a commit is over canonical JSON', () => {
  const crypto = { sha256: (text: string | Uint8Array) => String(text) }
  const whole = fc.maxSafeNat()
  const text = fc.string({ unit: fc.constantFrom('"', '\\', '\n', 'a', '東', '\ud800') })
  const row = fc.record({
    prev: text,
    first: whole,
    count: whole,
    at: whole,
    actor: fc.constantFrom(0, -0, 1, 2 ** 53 - 1),
    session: fc.option(whole, { nil: undefined }),
    body: text,
  })
  fc.assert(
    fc.property(row, ({ actor, at, body, count, first, prev, session }) => {
      const hashed = commitHash(crypto as never, { prev, first, count, at, actor: actor as never, session: session as never, body })

      expect(hashed).toBe(canonicalJson([prev, first, count, at, actor, session ?? null, body]))
    }),
    runs,
  )
})
