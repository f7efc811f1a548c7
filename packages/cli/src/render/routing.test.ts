import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf, usd } from './page.ts'
import { modelStatsLines, routingLines, routingStatsLines, routingWhyInBrief, routingWhyLines } from './routing.ts'

const page = pageOf(100, false)

type Asked = Answer.RecallAnswer['routing']
const answered: Asked = {
  calls: 1,
  outcome: 'answered',
  costUsd: 0.000243,
  reason: 'flat',
  tokensIn: 900,
  tokensOut: 180,
  latencyMs: 312,
  refused: 0,
}
const fellBack: Asked = { ...answered, outcome: 'fell-back', fallback: 'timeout', costUsd: 0, latencyMs: 5_000 }

describe('beside a recall', () => {
  test.each<[string, Asked, ReadonlyArray<string>]>([
    ['nothing is recorded', { calls: 0, outcome: 'off', costUsd: 0 }, []],
    ['no call is worth it', { calls: 0, outcome: 'not-needed', costUsd: 0, reason: 'between' }, []],
    ['the model answered', answered, ['routing: the model answered, $0.000243, 312 ms (no memory stands out)']],
    ['the rule decided', fellBack, ['routing: fell back to the rule: timeout, $0, 5000 ms (no memory stands out)']],
    ['there is no model', { calls: 0, outcome: 'not-asked', costUsd: 0, reason: 'failed-before', unasked: 'no-model' }, []],
    [
      'the day has spent its budget',
      { calls: 0, outcome: 'not-asked', costUsd: 0, reason: 'many', unasked: 'day-budget' },
      ['routing: not asked, the budget of the day, or its share of it, is used up (many memories fired)'],
    ],
  ])('is one line at most: %s', (_, asked, lines) => {
    expect(routingLines(asked, page)).toEqual(lines)
  })
})

const why: Answer.WhyAnswer['routing'] = {
  ...answered,
  refused: 2,
  model: '127.0.0.1:1/tiny/ab',
  template: 'route-kernel.1',
  digest: '0123456789abcdef',
  offered: [
    { node: 'a.md', title: 'A', pointer: 'e7' },
    { node: 'b.md', title: 'B', pointer: 'e8' },
    { node: 'c.md', title: 'C' },
  ],
  followed: [{ edge: 'e8', node: 'b.md' }],
  dropped: ['c.md', 'erased:9'],
  attention: [{ node: 'a.md', value: 0.9 }],
  kernel: { SEQ: 1, SIM: 0.5, CAUSE: 2 },
  explanation: 'b names\nthe "place"',
}

describe('in why', () => {
  test('stands what was offered, followed and dropped, and what the model said, marked as its words', () => {
    expect(routingWhyLines(why, page)).toEqual([
      '',
      'routing',
      '  127.0.0.1:1/tiny/ab was asked: no memory stands out',
      '  the model answered: $0.000243, 900 tokens in and 180 out, 312 ms; 2 entries of the answer did not count',
      '  template route-kernel.1, sha256 01234567…',
      '  kernel SEQ × 1, SIM × 0.5, CAUSE × 2',
      '  the model’s own words, unchecked: "b names the \\"place\\""',
      '  offered',
      '    1  a.md      attention 0.9  by e7  A',
      '    2  b.md      followed       by e8  B',
      '    3  c.md      dropped               C',
      '       erased:9  dropped',
    ])
  })

  test('stands the same in brief in three lines', () => {
    expect(routingWhyInBrief(why, page)).toEqual([
      'routing: the model answered, $0.000243; 127.0.0.1:1/tiny/ab was asked: no memory stands out',
      '  of 3 memories offered followed b.md; dropped 2',
      '  the model’s own words, unchecked: "b names the \\"place\\""',
    ])
  })

  test('stands why no model was asked, and that none was needed only where everything is told', () => {
    const paused = { calls: 0, outcome: 'not-asked', costUsd: 0, reason: 'many', unasked: 'paused' } as const
    const clear = { calls: 0, outcome: 'not-needed', costUsd: 0, reason: 'sure' } as const

    expect(routingWhyLines(paused, page)).toEqual(['', 'routing', '  not asked, it is paused after failures (many memories fired)'])
    expect(routingWhyInBrief(paused, page)).toEqual(['routing: not asked, it is paused after failures (many memories fired)'])
    expect(routingWhyLines(clear, page)).toEqual(['', 'routing', '  no call was needed: the answer is clear'])
    expect(routingWhyInBrief(clear, page)).toEqual([])
    expect([routingWhyLines(undefined, page), routingWhyInBrief(undefined, page)]).toEqual([[], []])
  })

  test('stand no words of a model that were erased, and no choice of a call that fell back', () => {
    const erased = { ...why, model: null, explanation: null }
    const late = { ...fellBack, model: 'm', template: 'route.1', digest: 'ab', offered: [], followed: [], dropped: [], attention: [] }

    expect(routingWhyLines(erased, page)).toContain('  a model whose name was erased was asked: no memory stands out')
    expect(routingWhyLines(erased, page)).toContain('  the words of the model were erased')
    expect(routingWhyInBrief(late, page)).toEqual(['routing: fell back to the rule: timeout, $0; m was asked: no memory stands out'])
  })
})

describe('in stats', () => {
  const none = { calls: 0, answered: 0, fellBack: 0, tokens: 0, costUsd: 0 }
  const byTask = { routing: none, causes: none, judge: none, aliases: none }

  test('stands that nothing was asked', () => {
    const nothing = { reasons: {}, worthACall: 0, expected: { callsADay: 0, costUsdADay: 0 } }
    expect(routingStatsLines(nothing)).toEqual(['questions     none', 'worth a call  0'])
    expect(modelStatsLines({ ...none, byTask, today: { ...none, byTask } }, page)).toEqual(['calls  none'])
  })

  test('stand reasons, and what a day is expected to cost', () => {
    const judged = { reasons: { 'no-choice': 4, many: 3 }, worthACall: 3, expected: { callsADay: 1.5, costUsdADay: 0.0003645 } }

    expect(routingStatsLines(judged)).toEqual([
      'questions     4 no-choice, 3 many',
      'worth a call  3',
      'expected      at most $0.0003645 a day, for 1.5 calls a day if each of them is made',
    ])
  })

  test('stand calls by task, cost, the newest day, the median time, and a pause', () => {
    const routing = { calls: 2, answered: 1, fellBack: 1, tokens: 2_160, costUsd: 0.000486 }
    const causes = { ...none, calls: 1, answered: 1, tokens: 1_080, costUsd: 0.000243 }
    const whole: Answer.StatsAnswer['model'] = {
      ...{ calls: 3, answered: 2, fellBack: 1, tokens: 3_240, costUsd: 0.000729 },
      byTask: { routing, causes, judge: none, aliases: none },
      today: { ...causes, byTask: { routing: none, causes, judge: none, aliases: none } },
      medianMs: 312,
      pausedUntil: '2026-11-20T10:00:00.000Z',
    }

    expect(modelStatsLines(whole, page)).toEqual([
      'calls   3: 2 answered, 1 without an answer that counts',
      'for     routing 2 ($0.000486), causes 1 ($0.000243)',
      'cost    $0.000729 for 3240 tokens, with an estimate of calls without an answer',
      'today   $0.000243 for 1080 tokens in 1 call',
      'median  312 ms',
      'calls failed: no model is asked before 2026-11-20T10:00:00.000Z',
    ])
  })
})

test.each([
  [0, '$0'],
  [0.000243, '$0.000243'],
  [0.0000765, '$0.0000765'],
  [0.0007326, '$0.0007326'],
  [0.123456, '$0.1235'],
  [0.5, '$0.5'],
  [12.345, '$12.35'],
  [1_200, '$1200.00'],
])('%d dollars are spelled %s', (dollars, text) => {
  expect(usd(dollars)).toBe(text)
})
