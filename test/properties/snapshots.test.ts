import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { BrainEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { placed } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { ContentRef } from '../../packages/core/src/domain/identity.ts'
import { cloneFold, emptyFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { decodeSnapshot, encodeSnapshot, MalformedSnapshot } from '../../packages/core/src/domain/snapshots/snapshot.ts'
import { nonsenseLog } from '../arbitraries/log.ts'
import { plausibleLog } from '../arbitraries/plausible-log.ts'
import { folded, foldSnapshot } from './fold-snapshot.ts'
import { runs } from './runs.ts'

const log = fc.oneof(
  nonsenseLog,
  plausibleLog.map(({ log: events }) => events),
)
const cut = (events: ReadonlyArray<BrainEvent>, share: number) => Math.round(events.length * share)
const share = fc.double({ min: 0, max: 1, noNaN: true })

describe('a snapshot', () => {
  test('INV-08 of any cut of a log, with the rest folded onto it, is the fold of the whole log', () => {
    fc.assert(
      fc.property(log, share, (events, at) => {
        const fold = decodeSnapshot(encodeSnapshot(folded(events.slice(0, cut(events, at)))))
        for (const event of events.slice(cut(events, at))) foldEvent(fold, event)

        expect(foldSnapshot(fold)).toBe(foldSnapshot(folded(events)))
      }),
      runs,
    )
  })

  test('INV-08 is the same bytes whether its fold came from the log or from an earlier snapshot', () => {
    fc.assert(
      fc.property(log, share, (events, at) => {
        const resumed = decodeSnapshot(encodeSnapshot(folded(events.slice(0, cut(events, at)))))
        for (const event of events.slice(cut(events, at))) foldEvent(resumed, event)

        expect(encodeSnapshot(resumed)).toEqual(encodeSnapshot(folded(events)))
      }),
      runs,
    )
  })

  test('INV-08 also where a source got its folder after the earlier snapshot', () => {
    const commit = { at: 1_700_000_000_000, actor: 1 }
    const [key, digest, root] = ['a', 'b', 'c'].map((letter) => ContentRef.make(letter.repeat(64)))
    if (key === undefined || digest === undefined || root === undefined) return expect.unreachable()
    const added = placed({ type: 'SourceAdded', data: { source: 1, key, digest, format: 'markdown' } }, 1, commit)
    const moved = placed({ type: 'SourceRenamed', data: { source: 1, key, root } }, 2, commit)

    const resumed = decodeSnapshot(encodeSnapshot(folded([added])))
    foldEvent(resumed, moved)

    expect(encodeSnapshot(resumed)).toEqual(encodeSnapshot(folded([added, moved])))
  })

  test('INV-08 shares nothing with the fold it was made of, nor with the fold that is made of it', () => {
    fc.assert(
      fc.property(log, share, (events, at) => {
        const fold = folded(events.slice(0, cut(events, at)))
        const before = foldSnapshot(fold)
        const blocks = encodeSnapshot(fold)
        const [mine, other] = [decodeSnapshot(blocks), decodeSnapshot(blocks)]
        for (const event of events.slice(cut(events, at))) for (const one of [fold, mine]) foldEvent(one, event)

        expect(foldSnapshot(other)).toBe(before)
        expect(foldSnapshot(decodeSnapshot(blocks))).toBe(before)
        expect(foldSnapshot(cloneFold(other))).toBe(before)
      }),
      runs,
    )
  })

  test('without one of its blocks, or with a block cut short, is refused', () => {
    const blocks = encodeSnapshot(emptyFold())
    for (const [i, { data, name }] of blocks.entries()) {
      if (name.startsWith('turns')) continue
      const without = blocks.filter((_, other) => other !== i)
      const short = blocks.map((block, other) => (other === i ? { name, data: data.slice(0, -1) } : block))
      expect(() => decodeSnapshot(without), name).toThrow(MalformedSnapshot)
      expect(() => decodeSnapshot(short), name).toThrow(MalformedSnapshot)
    }
    expect(blocks.map(({ name }) => name)).toEqual([
      'head',
      'nodes 0',
      'nodes-standing 0',
      'nodes-life 0',
      'edges 0',
      'labels 0',
      'edges-standing 0',
    ])
  })
})
