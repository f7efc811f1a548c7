import { choicesOf, type OperationName, operations } from '@crabtrail/core'
import type * as Schema from 'effect/Schema'
import { describe, expect, test } from 'vitest'
import { feedback } from './feedback.ts'
import { ingest, progressLine, progressLines } from './ingest.ts'
import { strength } from './learning.ts'
import { recall } from './recall.ts'

describe('how far a run is', () => {
  test('is told with count and rate', () => {
    expect(progressLine({ stage: 'stored', done: 2_500, of: 10_000 }, 2_000)).toBe('storing 2,500 of 10,000 documents, 1,250 a second')
    expect(progressLine({ stage: 'joined', done: 0, of: 7 }, 0)).toBe('joining 0 of 7 passages')
  })

  test('is told not too often, but always at the end of a stage, and each stage has its own rate', () => {
    const line = progressLines()
    const step = (stage: 'compared' | 'stored', done: number, nowMs: number) => line({ stage, done, of: 10 }, nowMs)

    expect(step('compared', 0, 5_000)).toBe('reading 0 of 10 documents')
    expect(step('compared', 1, 5_050)).toBeUndefined()
    expect(step('compared', 4, 6_000)).toBe('reading 4 of 10 documents, 4 a second')
    expect(step('stored', 1, 6_020)).toBeUndefined()
    expect(step('stored', 10, 7_020)).toBe('storing 10 of 10 documents, 10 a second')
  })
})

const described = (name: OperationName, field: string): ReadonlyArray<string> | undefined => {
  const fields: Schema.Struct.Fields = operations[name].request.fields
  const found = fields[field]
  return found === undefined ? undefined : choicesOf(found.ast)
}

test.each([
  ['feedback', 'verdict', feedback.shape.positionals[0].choices],
  ['feedback', 'tier', feedback.shape.flags.tier.choices],
  ['recall', 'engine', recall.shape.flags.engine.choices],
  ['strength', 'kind', strength.shape.flags.kind.choices],
  ['ingest', 'origin', ingest.shape.flags.origin.choices],
] as const)('the command line offers for %s the choices of %s that the operation describes', (name, field, choices) => {
  expect(choices).toEqual(described(name, field))
})
