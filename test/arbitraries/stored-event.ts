/** Events as a log may hold them that this version never heard of: any type, any version, any JSON in any field. */
import fc from 'fast-check'
import type { StoredEvent } from '../../packages/core/src/domain/events/codec/commit-body.ts'
import { anyName, anyText } from './text.ts'

/** Numbers that are easily bent: the smallest, the largest, those next to one. */
const awkwardNumber = fc.constantFrom(
  5e-324,
  -5e-324,
  Number.MAX_VALUE,
  1 - 2 ** -53,
  1 + 2 ** -52,
  -1 + 2 ** -53,
  1e21,
  1e-7,
  2 ** 53,
  0.1,
)
const leaf = fc.oneof(
  anyText,
  fc.boolean(),
  fc.integer(),
  awkwardNumber,
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0),
)

/** A value of JSON. Not `null` at the top: no field of an event is. */
export const anyValue: fc.Arbitrary<unknown> = fc.letrec<{ value: unknown; inner: unknown }>((tie) => ({
  inner: fc.oneof({ maxDepth: 3 }, fc.oneof(leaf, fc.constant(null)), tie('value')),
  value: fc.oneof(
    { maxDepth: 3 },
    leaf,
    fc.array(tie('inner'), { maxLength: 3 }),
    fc.array(fc.tuple(anyName, tie('inner')), { maxLength: 3 }).map(asObject),
  ),
})).value

/** Also with the names that an assignment would take for something else. */
function asObject(entries: ReadonlyArray<readonly [string, unknown]>): object {
  return Object.fromEntries(entries)
}

const isFree = (name: string): boolean => !['turn', 'cause', 'origin'].includes(name)

const envelope = fc.record({ turn: fc.nat(9), cause: fc.nat(9), origin: fc.constantFrom('owner', 'elsewhere') }, { requiredKeys: [] })

export const storedEvent: fc.Arbitrary<StoredEvent> = fc
  .tuple(
    fc.record({ type: fc.constantFrom('NodeAdded', 'MoonRisen', '', '"', '__proto__'), version: fc.integer({ min: 1, max: 3 }) }),
    envelope,
    fc.array(fc.tuple(fc.oneof(fc.constantFrom('a', 'b', 'to'), anyName.filter(isFree)), anyValue), { maxLength: 4 }).map(asObject),
  )
  .map(([head, around, data]) => ({ ...head, ...around, data: { ...data } }))

export const storedEvents = fc.array(storedEvent, { minLength: 1, maxLength: 8 })
