import { origins, verdicts } from '@crabtrail/core'
import { expect, test } from 'vitest'
import { feedback } from './ask.ts'
import { ingest } from './begin.ts'

test('the verdicts on the command line are those that the memory knows', () => {
  expect(feedback.positionals[0].choices).toEqual(verdicts)
})

test('the origins on the command line are those that the memory knows', () => {
  expect(ingest.flags.origin.choices).toEqual(origins)
})
