import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf, widthOf } from '../../render/page.ts'
import { explained, explainedInBrief } from './why.ts'

const page = pageOf(100, false)
const brain = 'local/main/default'
const at = '2026-11-20T10:00:00.000Z'
const edge = { edge: 'e7', source: 'auto:ab', target: 'deploy.md#rollback', kind: 'learned', strength: 0.6 } as const
const used: Answer.BlameStep = {
  position: 14,
  type: 'StrengthAdjusted',
  at,
  from: 0,
  to: 0.6,
  delta: 0.6,
  cause: 12,
  verdict: 'used',
  feedback: 'f3',
  turn: 't12',
  actor: 'cli',
  session: 's1',
  sessionKey: 'cli',
  reason: 'credit',
}
const lowered: Answer.BlameStep = {
  ...used,
  type: 'UtilityAdjusted',
  from: 1,
  to: 0.7,
  delta: -0.3,
  verdict: 'not-useful',
  reason: 'not-useful',
}
const step = { ...edge, channel: 'rule', history: [used] } as const
const unjudged = { utility: 1, utilityHistory: [] }
const answer: Answer.WhyAnswer = {
  brain,
  turn: 't12',
  question: 'how?',
  at,
  position: 14,
  engine: 'route',
  kernel: { SEQ: 1, SIM: 1, CAUSE: 1 },
  cues: [{ node: 'auto:ab', question: 'how then?', alike: 0.95 }],
  items: [
    {
      node: 'deploy.md#rollback',
      title: 'Rollback',
      score: 0.8,
      included: true,
      seed: { score: 0.4, from: 'lexical' },
      path: [step],
      inhibitedBy: null,
      ...unjudged,
    },
    {
      node: 'b.md',
      title: 'B',
      score: 0.1,
      included: false,
      seed: null,
      path: [],
      inhibitedBy: { ...step, strength: -0.5, history: [] },
      utility: 0.7,
      utilityHistory: [lowered],
    },
  ],
  skipped: [{ ...edge, reason: 'dormant' }],
  dropped: [{ node: 'b.md', reason: 'unsure' }],
  backlog: 0,
}
const head = [
  't12  "how?"  local/main/default at 14',
  `  ${at}, route`,
  '  auto:ab stands for questions like "how then?"; this one is alike by 0.950',
  '',
]

const routing: Answer.WhyAnswer['routing'] = {
  calls: 1,
  outcome: 'answered',
  costUsd: 0.000243,
  reason: 'many',
  model: 'a.example/tiny/ab',
  offered: [{ node: 'b.md', title: 'B', pointer: 'e7' }],
  followed: [{ edge: 'e7', node: 'b.md' }],
  dropped: [],
  attention: [],
  explanation: 'it names the place',
}

describe('why', () => {
  test('tells last what a routing model was asked', () => {
    expect(explained({ ...answer, routing }, page).slice(-5)).toEqual([
      '  a.example/tiny/ab was asked: many memories fired',
      '  the model answered: $0.000243, 0 tokens in and 0 out, 0 ms',
      '  the model’s own words, unchecked: "it names the place"',
      '  offered',
      '    1  b.md  followed  by e7  B',
    ])
  })

  test('tells seeds, steps, a utility that was lowered, and what was passed over', () => {
    expect(explained(answer, page)).toEqual([
      ...head,
      '0.800  deploy.md#rollback  Rollback',
      '  the question led to it: lexical 0.400',
      '  auto:ab learned 0.6 → deploy.md#rollback (rule)',
      `    14  ${at}  0 → 0.6 ▲  +0.6  used f3 on t12 by cli in cli s1  credit ←12`,
      '',
      '0.100  b.md  B  (not in the context)',
      '  held down by',
      '  auto:ab learned -0.5 → deploy.md#rollback',
      '  its utility was 0.7',
      `    14  ${at}  1 → 0.7 ▼  -0.3  not-useful f3 on t12 by cli in cli s1  not-useful ←12`,
      '',
      'passed over',
      '  0.6  auto:ab>learned>deploy.md#rollback  dormant',
      '',
      'left out of the context',
      '  b.md  unsure',
    ])
  })

  test('tells when memory was not used', () => {
    expect(explained({ ...answer, cues: [], items: [], skipped: [], dropped: [], absent: 'deadline' }, page)).toContain(
      'memory was not used: deadline',
    )
  })
})

describe('why, in brief', () => {
  const [first, second] = answer.items as readonly [Answer.WhyItem, Answer.WhyItem]
  const doubts = [{ feedback: 'f4', day: '2026-11-23', said: 'It is 7 now.' }]

  test('tells of each memory given its newest reason, and why others were left out', () => {
    expect(explainedInBrief({ ...answer, items: [{ ...first, doubts }, second] }, page)).toEqual([
      ...head,
      '0.800  deploy.md#rollback  Rollback',
      '  the question led to it: lexical 0.400; auto:ab led to it: learned 0.6',
      `    14  ${at}  0 → 0.6 ▲  +0.6  used f3 on t12 by cli in cli s1  credit ←12`,
      '  corrected in conversation on 2026-11-23 (f4): "It is 7 now."',
      '',
      'left out of the context',
      '  0.100  b.md  unsure, held down by auto:ab',
      '',
      '1 edge passed over (1 dormant)',
      '--all shows every memory, edge and event',
    ])
  })

  test('tells what a routing model was asked before what was passed over', () => {
    expect(explainedInBrief({ ...answer, routing }, page).slice(-5, -2)).toEqual([
      'routing: the model answered, $0.000243; a.example/tiny/ab was asked: many memories fired',
      '  of 1 memory offered followed b.md',
      '  the model’s own words, unchecked: "it names the place"',
    ])
  })

  test.each([40, 72, 200])('fits a screen of %i columns, however much there is', (columns) => {
    const long = 'long '.repeat(60)
    const many = (item: Answer.WhyItem) => Array.from({ length: 30 }, (_, at) => ({ ...item, node: `${at}-${long}`, title: long, doubts }))
    const cues = Array.from({ length: 9 }, () => ({ node: 'auto:ab', question: long, alike: 0.9 }))
    const skipped = Array.from({ length: 200 }, () => ({ ...edge, reason: 'dormant' as const }))
    const items = [...many(first), ...many(second)]
    const told = explainedInBrief(
      {
        ...answer,
        question: long,
        cues,
        items,
        skipped,
        absent: 'deadline',
        backlog: 3,
        routing: { ...routing, explanation: long, model: long },
      },
      pageOf(columns, true),
    )

    expect(told.length).toBeLessThanOrEqual(24)
    expect(Math.max(...told.map(widthOf))).toBeLessThanOrEqual(Math.min(columns, 100))
    expect(told.join('\n')).toMatch(/memories given more[\s\S]*25 more memories left out; 200 edges/)
  })
})

describe('why not', () => {
  const not: Answer.WhyNot = {
    node: 'deploy.md#rollback',
    title: 'Rollback',
    reason: 'passed-over',
    words: ['Jobs', 'queue'],
    place: null,
    score: 0,
    utility: 0.7,
    utilityHistory: [lowered],
    ways: [{ ...edge, reason: 'dormant' }],
  }
  const told = (change: Partial<Answer.WhyNot>) =>
    explained({ ...answer, items: [], dropped: [], not: { ...not, ...change } }, page).slice(head.length + 1)

  test('tells the reason, the words it has, its utility, and each edge that leads to it', () => {
    expect(explained({ ...answer, items: [], dropped: [], not }, page)).toEqual([
      ...head,
      'deploy.md#rollback  Rollback  was not recalled',
      '  edges to it were looked at, and none was followed',
      '  of the question it has Jobs, queue',
      '  its utility was 0.7',
      `    14  ${at}  1 → 0.7 ▼  -0.3  not-useful f3 on t12 by cli in cli s1  not-useful ←12`,
      '  0.6  auto:ab>learned>deploy.md#rollback  dormant',
    ])
  })

  test('tells its place, when it was only too far behind', () => {
    expect(told({ reason: 'behind', place: 31, score: 0.25, ways: [], utilityHistory: [] })).toEqual([
      '  it came 31. with 0.250: behind what a turn keeps of its ranking',
      '  of the question it has Jobs, queue',
    ])
  })

  test('tells nothing of words where they do not matter or are not known', () => {
    const bare = { ways: [], utilityHistory: [] }

    expect(told({ ...bare, reason: 'unborn', words: [] })).toEqual(['  it was not there yet'])
    expect(told({ ...bare, reason: 'unrelated', words: [] })).toEqual(['  no edge leads to it', "  it has none of the question's words"])
    expect(told({ ...bare, reason: 'unreached', words: null })).toEqual([
      '  edges lead to it, and the walk came by none of them',
      '  the question was erased, so its words are not known',
    ])
  })
})

test('what had worked before stands apart, and nothing stands there for nothing', () => {
  const worked = {
    tools: [{ tool: 'tool:exec', memory: 'deploy.md#rollback', strength: 0.5 }],
    procedures: [{ node: 'procedure:ab', steps: 'Last time: read → exec git' }],
  }

  expect(explained({ ...answer, worked }, page).join('\n')).toContain(
    'worked before\n  tool:exec with deploy.md#rollback (0.5)\n  Last time: read → exec git',
  )
  expect(explained(answer, page).join('\n')).not.toContain('worked before')
})
