/** Plausible and implausible requests of the page, as a generator. */

import { operationNames, operations } from '@crabtrail/core'
import fc from 'fast-check'
import { brain } from '../arbitraries/running-memory.ts'

const text = fc.constantFrom('deploy', 't1', 'f1', 's1', '1', '2', 'cli', 'erased:1', 'e1', 'balanced', 'used', 'owner', brain)

/** Plausible values for the fields that operations have, by their names. */
const field = (name: string): fc.Arbitrary<unknown> =>
  name === 'dryRun' || name === 'record' || name === 'walks' || name === 'names' || name === 'questions'
    ? fc.boolean()
    : name === 'nodes' || name === 'instead' || name === 'exclude' || name === 'aliases'
      ? fc.array(text, { maxLength: 2 })
      : name === 'documents'
        ? fc.constant([{ source: 'x.md', format: 'markdown', text: 'something new' }])
        : name === 'limit' || name === 'value' || name === 'buckets'
          ? fc.integer({ min: 0, max: 5 })
          : text

export const asked = fc.constantFrom(...operationNames).chain((name) => {
  const fields = Object.keys(operations[name].request.fields).filter((one) => one !== 'brain')
  const some = fc
    .subarray(fields, { maxLength: Math.min(4, fields.length) })
    .chain((chosen) => fc.record(Object.fromEntries(chosen.map((one) => [one, field(one)]))))
  // A request may claim to be dry where its operation does not know the word.
  return fc
    .tuple(fc.constant(name), some, fc.boolean())
    .map(([operation, request, isDry]) => [operation, isDry ? { ...request, dryRun: true } : request] as const)
})
