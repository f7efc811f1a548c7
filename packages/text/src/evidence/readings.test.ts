import { describe, expect, test } from 'vitest'
import { standsIn } from './readings.ts'

describe('a text stands in another', () => {
  const within = standsIn('## MEMORY.md\n\n- The rate is  95 euros.\r\n- Travel is half.\n\n[cut here]')

  test.each(['The rate is 95 euros.', '- The rate is 95 euros.\n- Travel is half.', 'Travel\tis half.'])('word for word: %j', (text) => {
    expect(within(text)).toBe(true)
  })

  test.each(['', ' \n', 'The rate is 96 euros.', '- Travel is half.\n- Hotels are paid.', 'the rate is 95 euros.'])(
    'and %j does not',
    (text) => {
      expect(within(text)).toBe(false)
    },
  )
})
