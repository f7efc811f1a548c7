import { describe, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { given, note, owner } from '../testing/given.ts'

const set = { _tag: 'SetStrength', source: 1, target: 2, kind: 'learned', value: 0.5 } as const
const notes = [note(1), note(2)]
const learned: NewEvent = { type: 'EdgeLinked', data: { edge: 1, source: 1, target: 2, kind: 'learned', strength: 9, reason: 'verdict' } }
const link = (edge: number): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge, source: 1, target: 2, kind: 'learned', strength: 0, reason: 'manual' },
})
const setting = (edge: number): NewEvent => ({ type: 'StrengthSet', origin: 'owner', data: { edge, strength: 500_000_000 } })

describe('a strength set by hand', () => {
  test('is a fact about the edge', () => {
    given(...notes, learned)
      .when(set)
      .gives([setting(1)])
      .answers(1)
  })

  test('links an edge that is not there at 0 first', () => {
    given(...notes)
      .when(set)
      .gives([link(1), setting(1)])
  })

  test('links a new edge where the one that was there is pruned', () => {
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason: 'weak' } }

    given(...notes, learned, pruned)
      .when(set)
      .gives([link(2), setting(2)])
  })

  test.each([
    ['an edge of a kind that does not learn', { kind: 'similarity' } as const, { _tag: 'KindDoesNotLearn', kind: 'similarity' } as const],
    ['too high a value', { value: 0.951 }, { _tag: 'StrengthOutOfBounds', min: -0.95, max: 0.95 } as const],
    ['too low a value', { value: -1 }, { _tag: 'StrengthOutOfBounds', min: -0.95, max: 0.95 } as const],
    ['no number', { value: Number.NaN }, { _tag: 'StrengthOutOfBounds', min: -0.95, max: 0.95 } as const],
    ['an edge from a memory to itself', { target: 1 }, { _tag: 'SameNode' } as const],
  ])('is refused for %s', (_, change, rejection) => {
    given(...notes, learned)
      .when({ ...set, ...change })
      .refuses(rejection)
  })

  test('is refused for a speaker whose words do not teach', () => {
    given(...notes, learned)
      .when(set, { by: { ...owner, origin: 'untrusted' } })
      .refuses({ _tag: 'SpeakerIsMute' })
  })
})
