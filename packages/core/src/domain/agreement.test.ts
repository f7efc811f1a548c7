import { describe, expect, test } from 'vitest'
import { assertAgreement } from './agreement.ts'
import { Disagreement } from './assertion.ts'
import type { BrainState } from './projections/brain-fold.ts'

/** Two memories, one edge of strength 5, one turn, one verdict, no call. */
const state = {
  position: 10,
  lastTurn: 1,
  graph: { nodes: 2, edges: 1, kindOf: () => 'learned', strengthOf: () => 5, utilityOf: () => 7 },
  participants: { feedbacks: 1, actors: 1 },
  model: { last: 0 },
} as unknown as BrainState

const moved = { type: 'StrengthAdjusted', data: { edge: 1, from: 5, to: 6, asked: 1, tier: 'agent', rule: 'r', reason: 'r' } } as const
const scored = { type: 'UtilityAdjusted', data: { node: 1, from: 7, to: 8, asked: 1, tier: 'agent', rule: 'r', reason: 'r' } } as const
const merged = (node: number, into: number) => ({ type: 'NodeMerged', data: { node, into } }) as const
const added = (node: number) => ({ type: 'NodeAdded', data: { node } }) as never

const wrong = (...events: Parameters<typeof assertAgreement>[0]): string => {
  try {
    assertAgreement(events, state)
  } catch (error) {
    if (error instanceof Disagreement) return error.message
    throw error
  }
  return 'none'
}

describe('events that follow on the state', () => {
  test('name what there is, and what another event of their commit makes', () => {
    expect(wrong(merged(1, 2))).toBe('none')
    expect(wrong(merged(3, 2), added(3))).toBe('none')
    expect(wrong({ ...merged(1, 2), turn: 1, cause: 9 })).toBe('none')
  })

  test('move strengths and utilities from where they are, one after the other', () => {
    expect(wrong(moved, { ...moved, data: { ...moved.data, from: 6, to: 9 } }, scored)).toBe('none')
  })
})

describe('events that do not are named, with what is wrong', () => {
  test.each([
    ['a memory that does not exist', [merged(1, 3)], 'it names node 3, and the last one is 2'],
    ['a number that leaves a gap', [added(4)], 'it names node 4, and the last one is 2'],
    ['an edge that does not exist', [{ ...moved, data: { ...moved.data, edge: 2 } }], 'it names edge 2, and the last one is 1'],
    ['a turn that was not begun', [{ ...merged(1, 2), turn: 2 }], 'it names turn 2, and the last one is 1'],
    ['a cause that comes later', [{ ...merged(1, 2), cause: 11 }], 'its cause 11 is not before it'],
    ['a strength that is elsewhere', [{ ...moved, data: { ...moved.data, from: 4 } }], 'it moves edge 1 from 4, and that is at 5'],
    ['a strength that was moved before', [moved, moved], 'it moves edge 1 from 5, and that is at 6'],
    ['a utility that is elsewhere', [{ ...scored, data: { ...scored.data, from: 1 } }], 'it moves memory 1 from 1, and that is at 7'],
  ])('%s', (_, events, what) => {
    expect(wrong(...events)).toContain(what)
  })
})
