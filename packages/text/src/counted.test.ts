import { expect, test } from 'vitest'
import { counted } from './counted.ts'

test('one is told apart from several and from none', () => {
  expect([0, 1, 2].map((count) => counted(count, 'edge'))).toEqual(['0 edges', '1 edge', '2 edges'])
  expect([1, 2].map((count) => counted(count, 'memory waits', 'memories wait'))).toEqual(['1 memory waits', '2 memories wait'])
})
