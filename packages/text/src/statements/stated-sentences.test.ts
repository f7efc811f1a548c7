import { expect, test } from 'vitest'
import { growth } from '../testing/steps.ts'
import { statedSentences } from './outright.ts'

test('a text of one paragraph is read in steps that grow with its length', () => {
  expect(growth((times) => statedSentences(`He said "the gate is red. It is old." It opens. `.repeat(times)))).toBeLessThan(2.2)
  expect(statedSentences('One two. "Three four. Five six." Seven eight.\n\nNine ten.')).toEqual([
    'One two.',
    '"Three four.',
    'Seven eight.',
    'Nine ten.',
  ])
})
