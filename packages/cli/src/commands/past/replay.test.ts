import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { progressLine, replayed } from './replay.ts'

const page = pageOf(100, false)
const same: Answer.ReplayAnswer = {
  brain: 'local/main/default',
  position: 40,
  profile: 'balanced',
  settings: [],
  excluded: 0,
  events: 40,
  effects: { recorded: 3, derived: 3, equal: true },
  digest: 'ab'.repeat(32),
  diff: { edges: 0, utilities: 0, largest: { edges: [], utilities: [] } },
}
const edge = { edge: 'e7', source: 'auto:ab', target: 'deploy.md', kind: 'learned' as const, from: 0.6, to: 0.3 }
const placed = (...nodes: ReadonlyArray<string>) => nodes.map((node, i) => ({ node, score: 3 - i }))

describe('a replay', () => {
  test('under the settings of the brain says that everything is the same', () => {
    expect(replayed(same, page)).toEqual([
      '40 events derived again under balanced  local/main/default at 40',
      '  everything that is known is the same',
    ])
  })

  test('says what it was derived under and without, what differs, and how many differences it leaves out', () => {
    const answer: Answer.ReplayAnswer = {
      ...same,
      settings: [{ setting: 'learning.conscious.cue', from: 0.6, to: 0.3 }],
      excluded: 2,
      effects: { recorded: 3, derived: 1, equal: false },
      diff: { edges: 4, utilities: 1, largest: { edges: [edge], utilities: [{ node: 'deploy.md', from: 1, to: 0.7 }] } },
      trust: [{ node: 'page.md', from: true, to: false }],
      reviews: [{ node: 'MEMORY.md', from: 'approved', to: 'waits' }],
    }

    expect(replayed(answer, page)).toEqual([
      '40 events derived again under balanced learning.conscious.cue=0.3 without 2 signals  local/main/default at 40',
      '  4 strengths and 1 utility differ',
      '  strength  auto:ab>learned>deploy.md  0.6 → 0.3 ▼',
      '  utility   deploy.md                  1 → 0.7 ▼',
      '  and 3 more; --limit shows more',
      '  trust     page.md  is no longer trusted',
      '  review    MEMORY.md  approved → waits',
    ])
  })

  test('prints the rankings that differ side by side, and the estimate with its interval', () => {
    const answer: Answer.ReplayAnswer = {
      ...same,
      ranking: {
        questions: 3,
        more: false,
        changed: 1,
        rankings: [{ question: 'How do we\nroll back?', before: placed('a.md', 'b.md'), after: placed('b.md') }],
      },
      estimate: {
        verdicts: 50,
        turns: 20,
        shown: 0.1,
        before: 0.125,
        after: 0.25,
        difference: 0.125,
        interval: [-0.01, 0.2],
        effective: { before: 50, after: 31.4 },
      },
    }

    expect(replayed(answer, page).slice(2)).toEqual([
      '1 of 3 recorded questions has other first five memories',
      '  How do we roll back?',
      '    1  a.md  3.000  →  b.md  3.000',
      '    2  b.md  2.000  →',
      'estimated mean verdict 0.125 → 0.25: +0.125, 95 % interval -0.01 to +0.2',
      '  from 50 verdicts on 20 turns, worth 31 independent verdicts',
    ])
  })

  test('says that the verdicts are too few', () => {
    const answer: Answer.ReplayAnswer = { ...same, estimate: { verdicts: 3, turns: 1, tooFew: true, effective: 2.5 } }

    expect(replayed(answer, page).at(-1)).toBe('too few verdicts for an estimate of the rankings: 3 verdicts on 1 turn, worth 2.5 verdicts')
  })

  test('says how far it is', () => {
    expect(progressLine({ stage: 'ranked', done: 12, of: 40 })).toBe('ranking 12 of 40 questions')
  })
})
