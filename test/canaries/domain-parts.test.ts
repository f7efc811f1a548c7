import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type BrainEventOf, isEventType } from '../../packages/core/src/domain/events/brain-event.ts'
import { placed, toStored } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { type BrainFold, cloneFold, emptyFold, evolve, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { tieredTraversal } from '../../packages/core/src/domain/walk/walk.ts'
import type { Walk } from '../../packages/core/src/domain/walk/walk-record.ts'
import { dataOf, eventOf } from '../arbitraries/event.ts'
import { nonsenseLog } from '../arbitraries/log.ts'
import { inputOf, walkSpec } from '../arbitraries/walk.ts'
import { decayComplaints } from '../properties/decayed-kinds.ts'
import { folded, foldValue } from '../properties/fold-snapshot.ts'
import { type ReversibleStep, upcastComplaints } from '../properties/lossless-upcasting.ts'
import { olderAdjustments } from '../properties/older-adjustments.ts'
import { grow, plainGraph, plainValue } from '../properties/plain-graph.ts'
import { type Evolve, mutationsBy } from '../properties/pure-evolve.ts'
import { limitComplaints, recordComplaints } from '../properties/walk-record.ts'

/** Tells whether a property, as often as it runs in `pnpm test`, finds the fault. */
const finds = <Ts extends [unknown, ...unknown[]]>(property: fc.IProperty<Ts>): boolean =>
  fc.check(property, { numRuns: 100, seed: 1 }).failed

describe('the purity check', () => {
  const isImpure = (broken: Evolve): boolean =>
    finds(
      fc.property(nonsenseLog, (log) => {
        let fold = emptyFold()
        for (const event of log) {
          expect(mutationsBy(broken, fold, event)).toEqual([])
          fold = evolve(fold, event)
        }
      }),
    )

  test.each<readonly [string, (fold: BrainFold) => BrainFold]>([
    ['the whole state', (fold) => fold],
    ['a column of numbers', (fold) => ({ ...cloneFold(fold), columns: { ...cloneFold(fold).columns, strength: fold.columns.strength } })],
    ['the list of what waits for the learner', (fold) => ({ ...cloneFold(fold), progress: { ...fold.progress } })],
    ['the turns', (fold) => ({ ...cloneFold(fold), ledger: { ...fold.ledger } })],
  ])('finds a reducer that writes into %s', (_, share) => {
    const broken: Evolve = (fold, event) => {
      const next = share(fold)
      foldEvent(next, event)
      return next
    }

    expect(isImpure(broken)).toBe(true)
  })
})

describe('the upcasting check', () => {
  const loses = (steps: ReadonlyArray<ReversibleStep>): boolean =>
    finds(
      fc.property(eventOf('StrengthAdjusted'), (event) => {
        fc.pre('from' in event.data && 'to' in event.data && Number.isSafeInteger(Number(event.data.to) - Number(event.data.from)))
        expect(upcastComplaints(steps, { ...toStored(event), version: 3 })).toEqual([])
      }),
    )
  const withFirst = (change: (step: ReversibleStep) => ReversibleStep): ReadonlyArray<ReversibleStep> =>
    olderAdjustments.map((step) => (step.from === 1 ? change(step) : step))

  test('finds nothing in steps that can be taken back', () => {
    expect(loses(olderAdjustments)).toBe(false)
  })

  test('finds a step that drops a field', () => {
    const dropsTier = withFirst((step) => ({
      ...step,
      up: (data) => {
        const { tier: _, ...rest } = step.up(data)
        return rest
      },
    }))

    expect(loses(dropsTier)).toBe(true)
  })

  test('finds a step that writes into what it is given', () => {
    const writes = withFirst((step) => ({
      ...step,
      up: (data) => {
        Reflect.set(data, 'seen', true)
        if (!Reflect.has(data, 'seen')) throw new Error('what it is given cannot be written to')
        return step.up(data)
      },
    }))

    expect(loses(writes)).toBe(true)
  })
})

describe('the decay check', () => {
  const strays = (decay: (fold: BrainFold, event: BrainEventOf<'StrengthsDecayed'>) => void): boolean =>
    finds(
      fc.property(nonsenseLog, dataOf.StrengthsDecayed, (log, data) => {
        const before = folded(log)
        const after = cloneFold(before)
        const event = {
          ...placed({ type: 'StrengthsDecayed', data }, log.length + 1, { at: 0, actor: 0 }),
          type: 'StrengthsDecayed',
          data,
        } as const
        decay(after, event)

        expect(decayComplaints(before, event, after)).toEqual([])
      }),
    )

  test('finds nothing in the fold', () => {
    expect(strays(foldEvent)).toBe(false)
  })

  test('finds a decay that touches similarity edges', () => {
    expect(
      strays((fold, event) => foldEvent(fold, { ...event, data: { ...event.data, kinds: [...event.data.kinds, 'similarity'] } })),
    ).toBe(true)
  })

  test('finds a decay that does not ask when an edge was last used', () => {
    expect(strays((fold, event) => foldEvent(fold, { ...event, data: { ...event.data, cutoff: Number.MAX_SAFE_INTEGER } }))).toBe(true)
  })
})

describe('the walk checks', () => {
  const complainAbout = (change: (walk: Walk) => Walk): boolean =>
    finds(
      fc.property(walkSpec, (spec) => {
        const input = inputOf(spec)
        const walk = change(tieredTraversal(input))

        expect([...recordComplaints(input, walk), ...limitComplaints(input, walk)]).toEqual([])
      }),
    )

  test('find nothing in the walk', () => {
    expect(complainAbout((walk) => walk)).toBe(false)
  })

  test.each<readonly [string, (walk: Walk) => Walk]>([
    [
      'forgets a skipped edge',
      (walk) => ({
        ...walk,
        steps: walk.steps.filter(
          (step, i) => step.outcome._tag !== 'Skipped' || i !== walk.steps.findIndex(({ outcome }) => outcome._tag === 'Skipped'),
        ),
      }),
    ],
    ['records an edge twice', (walk) => ({ ...walk, steps: [...walk.steps, ...walk.steps.slice(0, 1)] })],
    ['forgets the node it followed an edge to', (walk) => ({ ...walk, fired: walk.fired.filter(({ depth }) => depth === 0) })],
    ['goes one hop too far', (walk) => ({ ...walk, fired: walk.fired.map((one) => ({ ...one, depth: one.depth * 4 })) })],
  ])('find a walk that %s', (_, change) => {
    expect(complainAbout(change)).toBe(true)
  })
})

describe('the plain graph', () => {
  const disagrees = (leavesOut: (type: string) => boolean): boolean =>
    finds(
      fc.property(nonsenseLog, (log) => {
        const plain = plainGraph()
        for (const event of log) grow(plain, event)

        expect(foldValue(folded(log.filter(({ type }) => !leavesOut(type)))).graph).toEqual(plainValue(plain))
      }),
    )

  test('agrees with the projection', () => {
    expect(disagrees(() => false)).toBe(false)
  })

  test.each(['NodeRevised', 'NodeRetired', 'EdgePruned', 'EdgeFollowed', 'StrengthAdjusted', 'StrengthsDecayed', 'StrengthsRestored'])(
    'disagrees with a projection that forgets %s',
    (type) => {
      expect(isEventType(type) && disagrees((one) => one === type)).toBe(true)
    },
  )
})
