import { expect, test } from 'vitest'
import { compared, type MeasuredTurn } from './recorded-use.ts'

const turn = (memory: ReadonlyArray<string>, alone: ReadonlyArray<string>, more: Partial<MeasuredTurn> = {}): MeasuredTurn => ({
  judged: { right: new Set(['r1', 'r2']), wrong: new Set(['w']) },
  isSuccess: true,
  memory: { given: memory, tokens: 30, latencyMs: 4 },
  alone: { given: alone, tokens: 10, latencyMs: 2 },
  ...more,
})

test('S4.107 what was given is right, wrong or unjudged; the difference is by turn, where both gave something judged', () => {
  const found = compared([turn(['r1', 'r2', 'x'], ['r1', 'w']), turn(['r1', 'w'], ['w'], { isSuccess: false }), turn(['r1'], ['x'])])

  expect(found.measured).toBe(3)
  expect(found.memory).toMatchObject({ precision: 4 / 5, found: 4 / 6, afterSuccess: 3 / 4, tokens: 30, latencyMs: { p50: 4, p95: 4 } })
  expect(found.alone).toMatchObject({ precision: 1 / 3, found: 1 / 6, afterSuccess: 1 / 3, tokens: 10 })
  expect(found.difference).toMatchObject({ turns: 2, mean: 0.5, interval: 0 })
})

test('nothing measured is no number of anything', () => {
  expect(compared([])).toMatchObject({ measured: 0, memory: { precision: 0, tokens: 0 }, difference: { turns: 0, mean: 0, interval: 0 } })
})
