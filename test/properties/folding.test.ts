import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cloneFold, emptyFold, evolve, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { nonsenseLog } from '../arbitraries/log.ts'
import { folded, foldSnapshot, foldValue } from './fold-snapshot.ts'
import { runs } from './runs.ts'
import { checkState } from './state-schema.ts'

describe('folding', () => {
  test('INV-01 a log cut anywhere folds to the same as the whole log', () => {
    fc.assert(
      fc.property(nonsenseLog, (log) => {
        const whole = foldSnapshot(folded(log))

        const head = emptyFold()
        for (let cut = 0; cut <= log.length; cut++) {
          const rest = cloneFold(head)
          for (const event of log.slice(cut)) foldEvent(rest, event)

          expect(foldSnapshot(rest)).toBe(whole)

          const next = log[cut]
          if (next !== undefined) foldEvent(head, next)
        }
      }),
      runs,
    )
  })

  test('INV-01 the pure reducer says the same as the fold that works in place', () => {
    fc.assert(
      fc.property(nonsenseLog, (log) => {
        expect(foldSnapshot(log.reduce(evolve, emptyFold()))).toBe(foldSnapshot(folded(log)))
      }),
      runs,
    )
  })

  test('INV-02 evolve bears events in senseless order and leaves a valid state after each', () => {
    fc.assert(
      fc.property(nonsenseLog, (log) => {
        let fold = emptyFold()
        for (const event of log) {
          fold = evolve(fold, event)

          checkState(foldValue(fold))
        }
      }),
      runs,
    )
  })
})
