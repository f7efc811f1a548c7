import { describe, expect, test } from 'vitest'
import { balanced, linkstrength, neurogated } from '../profiles/profiles.ts'
import { nano } from '../strength.ts'
import { pruneReason, whyNotDue } from './consolidation-policy.ts'

const { forgetting } = balanced
const since = { turns: 50, milliseconds: 0, changes: 20 }

describe('C24: a run of forgetting', () => {
  test.each([
    ['is due after 50 turns', since, 'turn', undefined],
    ['is not due before', { ...since, turns: 49 }, 'turn', 'early'],
    ['waits with fewer than 20 changed edges', { ...since, changes: 19 }, 'turn', 'little-changed'],
    ['is due with a heartbeat an hour after the last', { ...since, turns: 1, milliseconds: 3_600_000 }, 'heartbeat', undefined],
    ['is not due with a heartbeat before', { ...since, turns: 1, milliseconds: 3_599_999 }, 'heartbeat', 'early'],
    ['is not due where no turn came since', { ...since, turns: 0, milliseconds: 9_999_999 }, 'heartbeat', 'early'],
    ['is not due with a turn by the clock', { ...since, turns: 1, milliseconds: 9_999_999 }, 'turn', 'early'],
  ] as const)('%s', (_, passed, occasion, reason) => {
    expect(whyNotDue(passed, occasion, forgetting)).toBe(reason)
  })
})

describe('C3: an edge is let go', () => {
  const edge = { strength: nano(0.049), idle: 51 }

  test.each([
    ['below 0.05', edge, 'weak'],
    ['below zero too', { ...edge, strength: nano(-0.049) }, 'weak'],
    ['as stale below 0.02 (S4.84)', { ...edge, strength: nano(0.019) }, 'stale'],
    ['not from 0.05 on', { ...edge, strength: nano(0.05) }, undefined],
    ['not while it is young', { ...edge, idle: 50 }, undefined],
  ] as const)('%s', (_, one, reason) => {
    expect(pruneReason(one, forgetting, 0)).toBe(reason)
  })

  test('as stale only from 0.02 down, and after more than 14 turns', () => {
    const hasty = { ...forgetting, prune: { ...forgetting.prune, young: 0 } }

    expect(pruneReason({ ...edge, strength: nano(0.02) }, hasty, 0)).toBe('weak')
    expect(pruneReason({ ...edge, strength: nano(0.019), idle: 14 }, hasty, 0)).toBe('weak')
    expect(pruneReason({ ...edge, strength: nano(0.019), idle: 15 }, hasty, 0)).toBe('stale')
  })

  test('C4: below 0.03 while more than 15 % of the memories come and go in a week', () => {
    expect(pruneReason(edge, forgetting, 0.15)).toBe('weak')
    expect(pruneReason(edge, forgetting, 0.16)).toBeUndefined()
    expect(pruneReason({ ...edge, strength: nano(0.029) }, forgetting, 0.16)).toBe('weak')
  })

  test('below 0.1 under neurogated, and never under linkstrength', () => {
    expect(pruneReason({ ...edge, strength: nano(0.099) }, neurogated.forgetting, 0)).toBe('weak')
    expect(pruneReason({ ...edge, strength: 0 }, linkstrength.forgetting, 0)).toBeUndefined()
  })
})
