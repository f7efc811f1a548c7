import { expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { decodeSnapshot, encodeSnapshot } from './snapshot.ts'

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
