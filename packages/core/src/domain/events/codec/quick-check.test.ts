import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventDefinitions } from '../brain-event.ts'
import { quickCheck } from './quick-check.ts'

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

const checkers = Object.entries(eventDefinitions).map(([type, { data }]) => {
  const fields: Schema.Struct.Fields = data.fields
  const required = Object.keys(fields).filter((name) => !('schema' in (fields[name] ?? {})))
  const values = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, fieldValue(field)]))
  const some = fc.record({ ...values, more: fc.constant(1) }, { requiredKeys: [] })
  const usual = fc.record(values, { requiredKeys: required })
  const schema = Schema.decodeUnknownResult(data as Schema.Codec<unknown>, { onExcessProperty: 'error' })
  return { type, quick: quickCheck(fields), schema, candidate: fc.oneof({ weight: 5, arbitrary: usual }, some) }
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
