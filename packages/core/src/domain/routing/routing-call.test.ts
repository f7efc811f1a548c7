import { expect, test } from 'vitest'
import { chosenEvent, noChoice, recordedChoice } from './routing-prompt.ts'

test('a choice is recorded, and can be read again', () => {
  const choice = {
    ...noChoice,
    followed: new Map([[2, 102]]),
    dropped: new Set([3]),
    attention: new Map([[2, 700_000_000]]),
    kernel: { SEQ: 0.5, SIM: 1, CAUSE: 2 },
  }
  const { data, turn } = chosenEvent(7, choice)

  expect([turn, data.followed]).toEqual([7, [102]])
  expect(recordedChoice(data, (edge) => edge - 100)).toEqual(choice)
})
