import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { recalled } from './recall.ts'

const page = pageOf(64, false)
const item: Answer.RecalledItem = {
  node: 'deploy.md#rollback',
  title: 'Deploy › Rollback',
  content: 'Run `deploy rollback` with the last good tag.\n\nThen tell the channel, and wait for the health check to turn green again.',
  score: 0.81249,
  source: 'deploy.md',
  why: 'it speaks of roll back',
  path: [{ edge: 'e7', source: 'auto:ab', target: 'deploy.md#rollback', kind: 'learned', strength: 0.6, channel: 'rule' }],
  parts: { seed: 0.5, path: 0.3, inhibition: 0, utility: 1 },
}
const answer: Answer.RecallAnswer = {
  brain: 'local/main/default',
  turn: 't12',
  position: 210,
  items: [item],
  context: { text: '', items: [], tokens: 31, dropped: [] },
  guardrails: [],
  novelty: { verdict: 'known' },
  routing: { calls: 0, outcome: 'off', costUsd: 0 },
  latencyMs: 4.21,
  backlog: 0,
}

describe('a recall', () => {
  test('shows each memory with its score, its text and why', () => {
    expect(recalled(answer, page)).toEqual([
      't12  1 memory, 31 tokens of context, 4.2 ms  local/main/default at 210',
      '',
      '  1  0.812  deploy.md#rollback',
      '            Deploy › Rollback',
      '            Run `deploy rollback` with the last good tag. Then',
      '            tell the channel, and wait for the health check to',
      '            turn green again.',
      '            why: it speaks of roll back',
    ])
  })

  test('without context says whether it was unsure or had no room', () => {
    const first = (reason: 'budget' | 'unsure') =>
      recalled({ ...answer, context: { text: '', items: [], tokens: 0, dropped: [{ node: item.node, reason }] } }, pageOf(110, false))[0]

    expect(first('budget')).toContain('nothing fits into the budget')
    expect(first('unsure')).toContain('unsure: nothing would be given')
  })

  test('shows the part of a text that has the words of the question', () => {
    const content = `${'Nothing of note happened on this walk. '.repeat(20)}\nThe firmware at Hof Ahrens is 4.2.\n${'A quiet day. '.repeat(20)}`
    const lines = recalled({ ...answer, items: [{ ...item, content }] }, page, 'Which firmware does Hof Ahrens have?')

    expect(lines.join(' ').replace(/\s+/g, ' ')).toContain('The firmware at Hof Ahrens is 4.2.')
    expect(lines.slice(2)).toHaveLength(6)
  })

  test('says of a memory that scores more than one above why it stands behind it', () => {
    const scored = (node: string, score: number, because?: 'said-above' | 'not-visited') => ({
      ...item,
      node,
      score,
      ...(because === undefined ? {} : { behind: { node: 'b.md', because } }),
    })
    const items = [scored('a.md', 9), scored('b.md', 2), scored('c.md', 5, 'said-above'), scored('d.md', 4, 'not-visited')]
    const told = recalled({ ...answer, items }, pageOf(110, false)).filter((line) => line.includes('order:'))

    expect(told).toEqual([
      '     order: behind 2, though it scores more: most of what it says of the question is said above',
      '     order: behind 2, though it scores more: only its words found it; what the walk visited stands first',
    ])
  })

  test('says in one line what became of a call of a routing model, and nothing where none was needed', () => {
    const asked = { calls: 1, outcome: 'fell-back', costUsd: 0, fallback: 'timeout', latencyMs: 5_000, reason: 'many' } as const
    const clear = { calls: 0, outcome: 'not-needed', costUsd: 0, reason: 'between' } as const
    const lines = (routing: Answer.RecallAnswer['routing']) => recalled({ ...answer, routing }, pageOf(90, false)).slice(1, 3)

    expect(lines(asked)).toEqual(['routing: fell back to the rule: timeout, $0, 5000 ms (many memories fired)', ''])
    expect(lines(clear)).toEqual(['', '  1  0.812  deploy.md#rollback'])
  })

  test('says what there is to know about it', () => {
    const { turn: _, ...rest } = answer
    const told = recalled(
      {
        ...rest,
        turn: null,
        items: [],
        guardrails: [{ node: 'rules.md', because: 'denied', text: 'never on a Friday' }],
        approximate: 'a memory was erased',
        backlog: 2,
      },
      page,
    )

    expect(told).toEqual([
      'not recorded  0 memories, 31 tokens of context, 4.2 ms  local/main/default at 210',
      'it may differ from what was seen then: a memory was erased',
      '! never on a Friday',
      'nothing came to mind (known)',
      '',
      'the learner is 2 facts behind; crabtrail learn works them off',
    ])
  })

  test('says that nothing came to mind, and no more where novelty is not assessed', () => {
    expect(recalled({ ...answer, items: [], novelty: { verdict: 'off' } }, page).slice(1)).toEqual(['nothing came to mind'])
  })

  test('says why memory was not used', () => {
    expect(recalled({ ...answer, items: [], skipped: 'locked' }, page).slice(1)).toEqual(['memory was not used: locked'])
  })
})
