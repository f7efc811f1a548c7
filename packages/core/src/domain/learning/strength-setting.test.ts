import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/balanced.ts'
import { brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { decideStrength, type StrengthSignal } from './strength-setting.ts'

const ref = ContentRef.make('a'.repeat(64))
const node = (number: number): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref, text: ref, nodeType: 'fact', state: 'normal' },
})
const learned: NewEvent = { type: 'EdgeLinked', data: { edge: 1, source: 1, target: 2, kind: 'learned', strength: 9, reason: 'verdict' } }
const stateOf = (...more: ReadonlyArray<NewEvent>) => {
  const fold = emptyFold()
  for (const [i, event] of [node(1), node(2), ...more].entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
  return brainState(fold)
}
const signal = (change: Partial<StrengthSignal> = {}): StrengthSignal => ({
  source: 1,
  target: 2,
  kind: 'learned',
  value: 0.5,
  origin: 'owner',
  session: 'cli',
  ...change,
})

describe('a strength set by hand', () => {
  test('is a fact about the edge', () => {
    expect(decideStrength(signal(), stateOf(learned), balanced)).toEqual(
      Result.succeed({ edge: 1, events: [{ type: 'StrengthSet', origin: 'owner', data: { edge: 1, strength: 500_000_000 } }] }),
    )
  })

  test('links an edge that is not there, or is there no longer, at 0 first', () => {
    const link = (edge: number): NewEvent => ({
      type: 'EdgeLinked',
      data: { edge, source: 1, target: 2, kind: 'learned', strength: 0, reason: 'manual' },
    })

    expect(Result.getOrThrow(decideStrength(signal(), stateOf(), balanced)).events[0]).toEqual(link(1))
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason: 'weak' } }
    expect(Result.getOrThrow(decideStrength(signal(), stateOf(learned, pruned), balanced)).events[0]).toEqual(link(2))
  })

  test.each([
    ['an edge of a kind that does not learn', { kind: 'similarity' } as const, { _tag: 'KindDoesNotLearn', kind: 'similarity' }],
    ['too high a value', { value: 0.951 }, { _tag: 'StrengthOutOfBounds', min: -0.95, max: 0.95 }],
    ['too low a value', { value: -1 }, { _tag: 'StrengthOutOfBounds', min: -0.95, max: 0.95 }],
    ['no number', { value: Number.NaN }, { _tag: 'StrengthOutOfBounds', min: -0.95, max: 0.95 }],
    ['an edge from a memory to itself', { target: 1 }, { _tag: 'SameNode' }],
  ])('is refused for %s', (_, change, rejection) => {
    expect(decideStrength(signal(change), stateOf(learned), balanced)).toEqual(Result.fail(rejection))
  })
})
