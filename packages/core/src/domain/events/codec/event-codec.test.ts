import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ContentRef } from '../../identity.ts'
import { eventDefinitions, type NewEvent } from '../brain-event.ts'
import { packBody, type StoredEvent } from './commit-body.ts'
import { decodeAndValidate, decodeCommit, encodeCommit, toStored, type Upcaster, upcasterChain, validate } from './event-codec.ts'
import { isPlain } from './plain-body.ts'

const ref = ContentRef.make('a'.repeat(64))
const added: NewEvent = { type: 'NodeAdded', origin: 'owner', data: { node: 1, id: ref, text: ref, nodeType: 'fact', state: 'normal' } }
const retired: NewEvent = { type: 'NodeRetired', cause: 1, data: { node: 1, reason: 'forgotten' } }
const commit = { at: 1_000, actor: 2, session: 3 }

describe('a commit', () => {
  test('is read back as it was written, each event in its place', () => {
    const events = decodeCommit(encodeCommit([added, retired]), 5, 2, commit)

    expect(events).toEqual(
      Result.succeed([
        { ...added, position: 5, commit },
        { ...retired, position: 6, commit },
      ]),
    )
  })

  test('is read in part where only the events of some numbers are wanted, each in its place', () => {
    const second: NewEvent = { ...added, data: { ...added.data, node: 2 } }
    const body = encodeCommit([added, second, retired])
    const wanted = (...numbers: ReadonlyArray<number>) => new Map([['NodeAdded', { field: 'node', numbers: new Set(numbers) }] as const])

    expect(decodeCommit(body, 5, 3, commit, wanted(2))).toEqual(
      Result.succeed([
        { ...second, position: 6, commit },
        { ...retired, position: 7, commit },
      ]),
    )
    expect(decodeCommit(body, 5, 3, commit, wanted(1, 2))).toEqual(decodeCommit(body, 5, 3, commit))
  })

  test('that holds an unknown type is not read, and the type is named', () => {
    const body = packBody([toStored(added), { type: 'MoonRisen', version: 1, data: {} }])

    expect(decodeCommit(body, 1, 2, commit)).toEqual(Result.fail({ _tag: 'UnknownEvent', type: 'MoonRisen', version: 1 }))
  })

  test('that holds a newer version is not read, and the version is named', () => {
    const body = packBody([{ ...toStored(added), version: 2 }])

    expect(decodeCommit(body, 1, 1, commit)).toEqual(Result.fail({ _tag: 'UnknownEvent', type: 'NodeAdded', version: 2, known: 1 }))
  })

  test('is not written when an event does not fit its schema', () => {
    expect(() => encodeCommit([added, { ...retired, data: { node: 0, reason: 'forgotten' } }])).toThrow('NodeRetired')
  })
})

describe('validation', () => {
  const changed = (change: Partial<StoredEvent>): StoredEvent => ({ ...toStored(added), ...change })

  test.each<readonly [string, Partial<StoredEvent>, string]>([
    ['a field of another type', { data: { ...added.data, node: 'one' } }, 'node'],
    ['a field that is missing', { data: { node: 1, id: ref, nodeType: 'fact', state: 'normal' } }, 'text'],
    ['a field too many', { data: { ...added.data, colour: 'red' } }, 'colour'],
    ['an unknown word', { data: { ...added.data, state: 'asleep' } }, 'state'],
    ['a number that is none', { data: { ...added.data, node: Number.NaN } }, 'node'],
    ['a fraction', { data: { ...added.data, node: 1.5 } }, 'node'],
    ['a text where a reference belongs', { data: { ...added.data, text: 'the secret' } }, 'text'],
    ['an origin there is not', { origin: 'stranger' }, 'origin'],
    ['turn 0', { turn: 0 }, 'turn'],
    ['a cause that is no position', { cause: -1 }, 'cause'],
  ])('names %s', (_, change, place) => {
    expect(validate(changed(change))).toMatchObject({
      failure: { _tag: 'InvalidEvent', type: 'NodeAdded', problem: expect.stringContaining(place) },
    })
  })

  test('never repeats the text that did not fit', () => {
    const told = JSON.stringify(validate(changed({ data: { ...added.data, text: 'the secret' } })))

    expect(told).not.toContain('the secret')
  })

  test('tells an unknown type from one that does not fit', () => {
    expect(decodeAndValidate({ type: 'MoonRisen', version: 1, data: {} })).toMatchObject({ failure: { _tag: 'UnknownEvent' } })
    expect(validate({ ...toStored(added), version: 2 })).toMatchObject({ failure: { _tag: 'UnknownEvent', version: 2 } })
  })
})

const hex = 'a'.repeat(64)
const words = [
  'lexical',
  'reflex',
  'dormant',
  'fact',
  'normal',
  'learned',
  'growth',
  'used',
  'agent',
  'title',
  'constructor',
  'route',
  'markdown',
]
const numbers = [1, 7, 0, -0, -1, 0.5, 2 ** 53 - 1, 2 ** 53, -(2 ** 53), Number.NaN, Number.POSITIVE_INFINITY]
const texts = [hex, `${hex}\n`, hex.toUpperCase(), hex.slice(1), '']
const lists = [[], [1], [0], [-1], [0.5], [1, '1'], [hex], [hex, ''], ['lexical'], ['lexical', 1], [3, 9], [[1]], ['agent']]
const pool: ReadonlyArray<unknown> = [...words, ...numbers, ...texts, ...lists, true, null, undefined, {}, { length: 1 }]

const fieldValue = (field: Schema.Constraint): fc.Arbitrary<unknown> => {
  const inner = 'schema' in field && Schema.isSchema(field.schema) ? field.schema : field
  const accepted = pool.filter(Schema.is(inner as Schema.Codec<unknown>))
  const anything = fc.constantFrom(...pool)
  return accepted.length === 0 ? anything : fc.oneof({ weight: 20, arbitrary: fc.constantFrom(...accepted) }, anything)
}

const checkers = Object.entries(eventDefinitions).map(([type, { data, version }]) => {
  const fields: Schema.Struct.Fields = data.fields
  const required = Object.keys(fields).filter((name) => !('schema' in (fields[name] ?? {})))
  const values = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldValue(field)]))
  const some = fc.record({ ...values, more: fc.constant(1) }, { requiredKeys: [] })
  const usual = fc.record(values, { requiredKeys: required })
  const schema = Schema.decodeUnknownResult(data as Schema.Codec<unknown>, { onExcessProperty: 'error' })
  const quick = (fields: Readonly<Record<string, unknown>>) => isPlain({ type, version, data: fields })
  return { type, quick, schema, candidate: fc.oneof({ weight: 5, arbitrary: usual }, some) }
})

describe('the quick check', () => {
  test.each(checkers)('never says yes to $type data that the schema refuses', ({ candidate, quick, schema }) => {
    fc.assert(
      fc.property(candidate, (data) => {
        if (quick(data)) expect(Result.isSuccess(schema(data))).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  const frequent = [
    'EdgeFollowed',
    'EdgeSkipped',
    'NodeFired',
    'NodeInhibited',
    'SeedsSelected',
    'ContextBundled',
    'NodeAdded',
    'EdgeLinked',
  ]
  test.each(checkers.filter(({ type }) => frequent.includes(type)))('knows all $type data that fits', ({ candidate, quick, schema }) => {
    const fitting = fc.sample(candidate, 300).filter((data) => Result.isSuccess(schema(data)))

    expect(fitting.length).toBeGreaterThan(0)
    expect(fitting.filter((data) => !quick(data))).toEqual([])
  })
})

const step = (from: number, up: Upcaster['up'] = (data) => ({ ...data, [`from${from}`]: true }), type = 'A'): Upcaster => ({
  type,
  from,
  why: 'for the test',
  up,
})

describe('the chain of upcasters', () => {
  test('takes an old event up step by step, and leaves its envelope alone', () => {
    const chain = upcasterChain(new Map([['A', 3]]), [step(2), step(1)])

    expect(chain({ type: 'A', version: 1, turn: 4, data: { a: 1 } })).toEqual(
      Result.succeed({ type: 'A', version: 3, turn: 4, data: { a: 1, from1: true, from2: true } }),
    )
  })

  test('gives back an event of the newest version as it is', () => {
    const event = { type: 'A', version: 3, data: {} }

    expect(upcasterChain(new Map([['A', 3]]), [step(1), step(2)])(event)).toEqual(Result.succeed(event))
  })

  test('names a type it does not know', () => {
    expect(upcasterChain(new Map(), [])({ type: 'B', version: 1, data: {} })).toEqual(
      Result.fail({ _tag: 'UnknownEvent', type: 'B', version: 1 }),
    )
  })

  test.each([[4], [0], [-1], [1.5]])('names version %d that it does not know, and the newest it does', (version) => {
    const chain = upcasterChain(new Map([['A', 3]]), [step(1), step(2)])

    expect(chain({ type: 'A', version, data: {} })).toEqual(Result.fail({ _tag: 'UnknownEvent', type: 'A', version, known: 3 }))
  })

  test.each([
    ['a gap', [step(2)], 'no upcaster leaves A version 1'],
    ['a fork', [step(1), step(1), step(2)], 'two upcasters leave A version 1'],
    ['a step that leads nowhere', [step(1), step(2), step(3)], 'the upcaster from A version 3 leads nowhere'],
    ['a step of a type that is gone', [step(1), step(2), step(1, undefined, 'B')], 'the upcaster from B version 1 leads nowhere'],
  ])('is not built with %s', (_, steps, problem) => {
    expect(() => upcasterChain(new Map([['A', 3]]), steps)).toThrow(problem)
  })
})
