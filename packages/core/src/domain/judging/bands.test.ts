import { expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../events/brain-event.ts'
import { noJudgements } from '../projections/model-calls.ts'
import { foldUnlearnings, noUnlearnings } from '../projections/standing.ts'
import { nano } from '../strength.ts'
import { bandsOf } from './bands.ts'

const settings = { applied: 0.8, shown: 0.5, recent: 50 } as Parameters<typeof bandsOf>[1]

interface Change {
  readonly became: 'superseded' | 'marked'
  readonly confidence: number
  readonly isWrong: boolean
}
const changes = (became: Change['became'], all: ReadonlyArray<readonly [confidence: number, isWrong: boolean]>): ReadonlyArray<Change> =>
  all.map(([confidence, isWrong]) => ({ became, confidence, isWrong }))
const times = <A>(count: number, one: A): ReadonlyArray<A> => Array.from({ length: count }, () => one)

/** The changes at positions from 1 on, the wrong ones taken back behind them; then these events. */
const bandsAfter = (all: ReadonlyArray<Change>, ...then: ReadonlyArray<NewEvent>) => {
  const unlearnings = noUnlearnings()
  const undone = all.flatMap(({ isWrong }, i) => (isWrong ? [takenBack('feedback', [i + 1])] : []))
  let position = all.length
  for (const event of [...undone, ...then])
    foldUnlearnings(unlearnings, { ...event, position: ++position, commit: { at: 0, actor: 1 } } as BrainEvent)
  const judged = all.map(({ became, confidence }, i) => ({ at: i + 1, became, confidence: nano(confidence) }))
  return bandsOf({ position, unlearnings, judging: { ...noJudgements(), changes: judged } }, settings)
}
const bands = (...all: ReadonlyArray<Change>) => bandsAfter(all)
const takenBack = (selector: 'feedback' | 'judge', signals: ReadonlyArray<number>): NewEvent => ({
  type: 'UnlearnRequested',
  data: { selector, selected: [1], signals },
})
const rollback = (to: number): NewEvent => ({ type: 'RollbackRequested', data: { to, through: to } }) as unknown as NewEvent

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

test('are as before when an undo is withdrawn, or a rollback goes back to before it', () => {
  const wrong = changes('superseded', [
    [0.9, true],
    [0.9, true],
  ])
  expect(bandsAfter(wrong).applied).toBe(0.900000001)
  expect(bandsAfter(wrong, { type: 'UnlearnWithdrawn', data: { request: 4 } }).applied).toBe(0.8)
  expect(bandsAfter(wrong, rollback(3)).applied).toBe(0.8)
})

test('take no account of what was taken back together, nor of what a rollback left behind', () => {
  const wrong = changes('superseded', [[0.9, true], [0.9, true], ...times(30, [0.9, false] as const)])
  expect(bandsAfter(wrong).applied).toBe(0.8)
  const standing = wrong.flatMap(({ isWrong }, i) => (isWrong ? [] : [i + 1]))
  expect(bandsAfter(wrong, takenBack('judge', standing)).applied).toBe(0.900000001)

  const unlearnings = noUnlearnings()
  const events = [
    [3, takenBack('feedback', [1])],
    [4, takenBack('feedback', [2])],
    [40, rollback(4)],
  ] as const
  for (const [position, event] of events) foldUnlearnings(unlearnings, { ...event, position, commit: { at: 0, actor: 1 } } as BrainEvent)
  const at = [1, 2, ...times(30, 0).map((_, i) => 5 + i)]
  const judged = at.map((one) => ({ at: one, became: 'superseded' as const, confidence: nano(0.9) }))
  const after = (position: number) => bandsOf({ position, unlearnings, judging: { ...noJudgements(), changes: judged } }, settings).applied
  expect(after(40)).toBe(0.900000001)
})
