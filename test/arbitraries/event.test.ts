import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { eventDefinitions } from '../../packages/core/src/domain/events/brain-event.ts'
import { toStored, validate } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { runs } from '../properties/runs.ts'
import { eventOf, eventTypes } from './event.ts'

describe('the arbitrary events', () => {
  test.each(eventTypes.map((type) => [type] as const))('%s satisfies its schema and leaves out no field', (type) => {
    const seen = new Set<string>()

    fc.assert(
      fc.property(eventOf(type), (event) => {
        for (const field of Object.keys(event.data)) seen.add(field)

        expect(validate(toStored(event))).toEqual(Result.succeed(event))
      }),
      // So many that each field that may be absent is there once.
      { ...runs, numRuns: Math.max(25, runs.numRuns) },
    )

    expect([...seen].sort()).toEqual(Object.keys(eventDefinitions[type].data.fields).sort())
  })

  test('come in every envelope', () => {
    const seen = new Set(fc.sample(eventOf('NodeAdded'), 200).flatMap((event) => Object.keys(event)))

    expect([...seen].sort()).toEqual(['cause', 'data', 'origin', 'turn', 'type'])
  })
})
