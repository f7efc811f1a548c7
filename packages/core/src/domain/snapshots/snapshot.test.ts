import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { decodeSnapshot, encodeSnapshot, isDue, worthKeeping } from './snapshot.ts'

test('a snapshot keeps what is protected while its document does not have it, when the last word was said, and what waits', () => {
  const fold = emptyFold()
  const events: ReadonlyArray<NewEvent> = [
    { type: 'NodeProtected', data: { node: 1, protection: 'on' } },
    { type: 'NodeRetired', data: { node: 1, reason: 'source' } },
    { type: 'RecallSkipped', turn: 7, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } },
    { type: 'StrengthSet', data: { edge: 1, strength: 1 } },
    { type: 'StrengthSet', data: { edge: 1, strength: 2 } },
    { type: 'StrengthAdjusted', cause: 4, data: { edge: 1, from: 0, to: 1, asked: 1, tier: 'manual', rule: 'set', reason: 'by-hand' } },
  ]
  for (const [i, event] of events.entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))

  const { owner, progress } = decodeSnapshot(encodeSnapshot(fold))

  expect(owner.protections).toEqual(new Set([1]))
  expect(progress).toMatchObject({ through: 4, turn: 7, pending: [{ position: 5, turn: 7 }] })
})

describe('a snapshot', () => {
  test('is due when so many events lie behind the newest', () => {
    expect([isDue(8_191, 0), isDue(8_192, 0), isDue(20_000, 12_000), isDue(20_192, 12_000)]).toEqual([false, true, false, true])
  })

  test('that is the newest is kept, and as many of the others as there is room for', () => {
    expect(worthKeeping([10, 20, 30], 3)).toEqual([10, 20, 30])
    expect(worthKeeping([10, 20, 30], 1)).toEqual([30])
    expect(worthKeeping([])).toEqual([])
  })

  test('that stands close between two others goes first', () => {
    expect(worthKeeping([100, 190, 200, 300, 400], 4)).toEqual([100, 200, 300, 400])
  })

  test('of a log that grows stays near every position: no gap is wider than a few even shares of it', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 4, max: 32 }), (made, most) => {
        let kept: ReadonlyArray<number> = []
        for (let position = 1; position <= made; position++) kept = worthKeeping([...kept, position], most)
        const gaps = kept.map((position, i) => position - (kept[i - 1] ?? 0))

        expect(kept.at(-1)).toBe(made)
        expect(kept.length).toBe(Math.min(made, most))
        expect(Math.max(...gaps)).toBeLessThanOrEqual(Math.max(2, Math.ceil((4 * made) / most)))
      }),
    )
  })
})
