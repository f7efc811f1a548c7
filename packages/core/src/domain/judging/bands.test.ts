import { expect, test } from 'vitest'
import type { JudgedChange } from '../projections/judging.ts'
import { nano } from '../strength.ts'
import { bandsOf } from './bands.ts'

const settings = { applied: 0.8, shown: 0.5, recent: 50 } as Parameters<typeof bandsOf>[1]
const changes = (became: JudgedChange['became'], all: ReadonlyArray<readonly [confidence: number, isWrong: boolean]>) =>
  all.map(
    ([confidence, isWrong], at): JudgedChange => ({
      at,
      became,
      confidence: nano(confidence),
      takenBack: isWrong ? 1_000 + at : undefined,
    }),
  )
const times = <A>(count: number, one: A): ReadonlyArray<A> => Array.from({ length: count }, () => one)
const bands = (...all: ReadonlyArray<JudgedChange>) => bandsOf({ changes: all }, settings)

test('are those of the settings while nothing, or a single change, was taken back', () => {
  expect(bands()).toEqual({ applied: 0.8, shown: 0.5 })
  expect(bands(...changes('superseded', [[0.9, true]]))).toEqual({ applied: 0.8, shown: 0.5 })
})

test('leave at most a tenth of the changes taken back, and leave out no more than that', () => {
  const wrong = changes('superseded', [
    [0.82, true],
    [0.86, true],
    [0.9, false],
    [0.95, false],
  ])
  expect(bands(...wrong)).toEqual({ applied: 0.860000001, shown: 0.5 })
  const mostlyRight = changes('superseded', [...times(18, [0.9, false] as const), [0.9, true], [0.9, true]])
  expect(bands(...mostlyRight)).toEqual({ applied: 0.8, shown: 0.5 })
  expect(bands(...mostlyRight.slice(1)).applied).toBe(0.900000001)
})

test('of changes that were only shown move by themselves, and never above those that count', () => {
  expect(
    bands(
      ...changes('marked', [
        [0.55, true],
        [0.6, true],
        [0.7, false],
      ]),
    ),
  ).toEqual({ applied: 0.8, shown: 0.600000001 })
  expect(
    bands(
      ...changes('marked', [
        [0.95, true],
        [0.95, true],
      ]),
    ),
  ).toEqual({ applied: 0.8, shown: 0.8 })
})

test('let a model that is quite sure change something, whatever was taken back', () => {
  expect(bands(...changes('superseded', times(9, [1, true])), ...changes('marked', times(9, [1, true])))).toEqual({ applied: 1, shown: 1 })
})

test('come back when newer changes stand', () => {
  const wrong = changes('superseded', [
    [0.9, true],
    [0.9, true],
  ])
  expect(bands(...wrong, ...changes('marked', times(48, [0.7, false]))).applied).toBe(0.900000001)
  expect(bands(...wrong, ...changes('marked', times(50, [0.7, false]))).applied).toBe(0.8)
})
