import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { verdictInWords } from './answers.ts'

const answer: Answer.FeedbackAnswer = {
  brain: 'main',
  feedback: 'f3',
  turn: 't17',
  verdict: 'wrong',
  applied: 'not-relevant',
  adjustments: [],
  utility: [],
  position: 90,
}

const change = (target: string, from: number, to: number): Answer.FeedbackAnswer['adjustments'][number] => ({
  edge: `e-${target}-${from}`,
  source: 'cue',
  target,
  kind: 'learned',
  from,
  to,
})

describe('a verdict in words', () => {
  test('names the largest change of each memory first, and counts every other change', () => {
    const adjustments = [change('a.md', 0.5, 0.49), change('b.md', 0.2, -0.1), change('a.md', 0.6, 0.4)]
    const utility = [{ node: 'a.md', from: 1, to: 0.9 }]

    expect(verdictInWords({ ...answer, adjustments, utility })).toBe(
      'Noted as f3 on t17: wrong. b.md 0.20 → -0.10; a.md 0.60 → 0.40; utility of a.md 1.00 → 0.90 and 1 more.',
    )
  })

  test('names at most four changes', () => {
    const adjustments = ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => change(name, 0, 0.1))

    expect(verdictInWords({ ...answer, adjustments })).toBe(
      'Noted as f3 on t17: wrong. a 0.00 → 0.10; b 0.00 → 0.10; c 0.00 → 0.10; d 0.00 → 0.10 and 2 more.',
    )
  })

  test('says that nothing changed, or why it teaches nothing', () => {
    expect(verdictInWords(answer)).toBe('Noted as f3 on t17: wrong. Nothing had to be changed.')
    expect(verdictInWords({ ...answer, verdict: 'used', ungained: [{ node: 'ferry.md', review: 'refused' }] })).toBe(
      'Noted as f3 on t17: used. Nothing was changed. ferry.md was refused by the owner: no strength that leads to it rises.',
    )
    expect(verdictInWords({ ...answer, refused: 'standing' })).toMatch(/^Noted as f3 on t17: wrong\. It teaches nothing: .+\.$/)
  })
})
