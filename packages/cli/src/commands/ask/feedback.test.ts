import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { learned, setByHand, workedOff } from './feedback.ts'

const page = pageOf(undefined, false)
const edge = { edge: 'e7', source: 'auto:ab', target: 'deploy.md#rollback', kind: 'learned' as const, from: 0, to: 0.6 }
const utility = { node: 'deploy.md#history', from: 0, to: -0.2 }
const feedback: Answer.FeedbackAnswer = {
  brain: 'local/main/default',
  feedback: 'f3',
  turn: 't12',
  verdict: 'used',
  applied: 'used',
  adjustments: [edge],
  utility: [utility],
  position: 221,
}

describe('a verdict', () => {
  test('says on which turn, and what moved', () => {
    expect(learned(feedback, page)).toEqual([
      'f3 on t12: used  local/main/default at 221',
      '  strength  auto:ab>learned>deploy.md#rollback  0 → 0.6 ▲',
      '  utility   deploy.md#history                   0 → -0.2 ▼',
    ])
  })

  test('tells once what moved several times, from where it began to where it ended', () => {
    const again = [edge, { ...edge, from: 0.6, to: 0.7 }, { ...edge, from: 0.7, to: 0.65 }]

    expect(learned({ ...feedback, adjustments: again, utility: [] }, page).slice(1)).toEqual([
      '  strength  auto:ab>learned>deploy.md#rollback  0 → 0.65 ▲',
    ])
  })

  test('that names no turn says among which it was shared, or that there was none', () => {
    const answer = { ...feedback, turn: null, verdict: 'success', applied: 'success', adjustments: [], utility: [] } as const
    const shares = [
      { turn: 't3', share: 0.55 },
      { turn: 't1', share: 0.45 },
    ]

    expect(learned({ ...answer, shares }, page)[0]).toBe('f3 shared among t3 (55 %), t1 (45 %): success  local/main/default at 221')
    expect(learned({ ...answer, shares: [], refused: 'window' }, page)).toEqual([
      'f3 without a turn: success  local/main/default at 221',
      '  it taught nothing: window (the turn is too long ago)',
    ])
  })

  test('does not say that a memory was replaced by one that waits or was refused', () => {
    const told = (review?: 'waits' | 'refused') =>
      learned(
        { ...feedback, superseded: [{ node: 'a.md', by: 'b.md', holds: false, ...(review === undefined ? {} : { review }) }] },
        page,
      ).at(-1)

    expect(told()).toBe('  holds     a.md  no longer, superseded by b.md')
    expect(told('waits')).toBe('  holds     a.md  still: b.md waits for your yes, and takes its place only once you approve it')
    expect(told('refused')).toBe('  holds     a.md  still: b.md was refused, and takes its place only once you approve it')
  })

  test('says how it was taken, and why it taught nothing', () => {
    const answer = {
      ...feedback,
      turn: null,
      verdict: 'wrong',
      applied: 'not-relevant',
      adjustments: [],
      utility: [],
      refused: 'origin',
    } as const

    expect(learned(answer, page)).toEqual([
      'f3 without a turn: wrong, taken as not-relevant  local/main/default at 221',
      '  it taught nothing: origin (said by one who is not heard)',
    ])
    expect(learned({ ...answer, refused: 'window' }, page)[1]).toBe('  it taught nothing: window (the turn is too long ago)')
    const superseded = [{ node: 'old.md', by: 'new.md', holds: false }]
    expect(learned({ ...answer, refused: 'window', superseded }, page).slice(1)).toEqual([
      '  no strength moved: window (the turn is too long ago)',
      '  holds     old.md  no longer, superseded by new.md',
    ])
  })

  test('says of each praised memory that may not be given why it gains nothing', () => {
    const ungained = [{ node: 'ferry.md', review: 'waits' as const }, { node: 'page.md' }]

    expect(learned({ ...feedback, adjustments: [], utility: [], ungained }, page).slice(1)).toEqual([
      '  nothing moved',
      '  no gain   ferry.md  waits for the owner’s yes: no strength that leads to it rises before',
      '  no gain   page.md  was written by others: no strength that leads to it rises unless the owner trusts it',
    ])
  })

  test('says plainly where it counts for an earlier question than the newest', () => {
    const earlier = { question: 'how do we roll back?', newest: 't14' }
    const lines = (of: typeof earlier | { question: null; newest: string }) =>
      learned({ ...feedback, adjustments: [], utility: [], earlier: of }, page)
        .slice(1, -1)
        .join('')

    expect(lines(earlier)).toContain('t14, the newest turn, did not give it: counted for t12, "how do we roll back?"; --turn names another')
    expect(lines({ ...earlier, question: null })).toContain('counted for t12, whose question was erased')
  })

  test('says when it was heard and nothing moved', () => {
    expect(learned({ ...feedback, adjustments: [], utility: [] }, page)).toEqual([
      'f3 on t12: used  local/main/default at 221',
      '  nothing moved',
    ])
  })
})

test('a strength set by hand says from where to where', () => {
  expect(setByHand({ ...edge, read: { from: 0, to: 0.6 }, brain: 'local/main/default', position: 9 }, page)).toEqual([
    'set by hand  local/main/default at 9',
    '  strength  auto:ab>learned>deploy.md#rollback  0 → 0.6 ▲',
  ])
})

test('a strength set beside others says what a walk reads of all of them', () => {
  const lines = setByHand({ ...edge, from: 0, to: -0.46, read: { from: 0.51, to: 0.05 }, brain: 'local/main/default', position: 9 }, page)

  expect(lines.slice(1)).toEqual([
    '  strength  auto:ab>learned>deploy.md#rollback  0 → -0.46 ▼',
    '  with the edges beside it, a walk from auto:ab to deploy.md#rollback read 0.51 and reads 0.05',
  ])
})

describe('the backlog', () => {
  const answer = { brain: 'local/main/default', facts: 2, adjustments: [edge], utility: [], position: 9, backlog: 0 }

  test('says what was learned from it', () => {
    expect(workedOff(answer, page)).toEqual([
      'learned from 2 facts  local/main/default at 9',
      '  strength  auto:ab>learned>deploy.md#rollback  0 → 0.6 ▲',
    ])
  })

  test('says when there was none, and what is left', () => {
    expect(workedOff({ ...answer, facts: 0, adjustments: [], backlog: 1 }, page)).toEqual([
      'nothing to learn  local/main/default at 9',
      'the learner is 1 fact behind; crabtrail learn works them off',
    ])
  })
})
