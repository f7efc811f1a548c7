import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { bar, rolledBack, undone, unlearned } from './unlearning.ts'

const page = pageOf(undefined, false)
const edge = { edge: 'e7', source: 'auto:ab', target: 'deploy.md#rollback', kind: 'learned' as const, from: -0.6, to: 0 }
const answer: Answer.UnlearnAnswer = {
  brain: 'local/main/default',
  request: 221,
  signals: [86, 91],
  restored: { edges: [edge], utilities: [] },
  nodes: [],
  position: 224,
}
const { restored: _, ...rest } = answer
const dry: Answer.UnlearnAnswer = {
  ...rest,
  request: null,
  would: { edges: [edge], utilities: [] },
  rankings: [
    {
      question: 'How do we deploy?',
      turn: 't3',
      before: [{ node: 'deploy.md#old', score: 1.5 }],
      after: [{ node: 'deploy.md#rollback', score: 2 }],
    },
  ],
}

test('an unlearning says how many signals it takes out, what moved with a bar for each, and how it is withdrawn', () => {
  expect(unlearned(false)(answer, page)).toEqual([
    '2 signals taken out  local/main/default at 224',
    '  strength  -███▋    →           -0.6 → 0 ▲  auto:ab>learned>deploy.md#rollback',
    'crabtrail unlearn --undo 221 withdraws it',
  ])
})

test('a memory holds again, or not where another one supersedes it all the same', () => {
  const lifted = { node: 'a.md', by: 'said:2', holds: true }
  const told = (superseded: NonNullable<Answer.UnlearnAnswer['superseded']>[number]) =>
    unlearned(false)({ ...answer, restored: { edges: [], utilities: [] }, superseded: [superseded] }, page)[2]

  expect(told(lifted)).toBe('  holds     a.md  again, no longer superseded by said:2')
  expect(told({ ...lifted, still: ['said:1'] })).toBe('  holds     a.md  still not: no longer superseded by said:2, but by said:1')
  expect(told({ ...lifted, holds: false })).toBe('  holds     a.md  no longer, superseded by said:2')
})

test('a decision about what waited is told with how the text stands from now on', () => {
  const reviews = [
    { node: 'a.md', from: 'approved', to: 'waits' },
    { node: 'b.md', from: 'waits', to: null },
  ] as const

  expect(unlearned(false)({ ...answer, restored: { edges: [], utilities: [] }, reviews }, page).slice(2, 4)).toEqual([
    '  review    a.md  approved → waits',
    '  review    b.md  waits → none',
  ])
  const back = { ...answer, to: 7, reviews }
  expect(rolledBack('are')(back, page)).toContain('  review    a.md  approved → waits')
})

test('trust that is taken from a memory or given back to it, and doubts, are told of a rollback as of an unlearning', () => {
  const trust = [
    { node: 'a.md', from: true, to: false },
    { node: 'b.md', from: false, to: true },
  ]
  const doubts = [{ node: 'a.md', from: 1, to: 0 }]

  expect(rolledBack('would be')({ ...dry, to: 7, doubts, trust }, page).slice(2, 5)).toEqual([
    '  doubts    a.md  1 → 0',
    '  trust     a.md  is no longer trusted',
    '  trust     b.md  is trusted again',
  ])
})

test('a dry run also says which questions would rank otherwise', () => {
  expect(unlearned(false)(dry, page)).toEqual([
    '2 signals would be out  local/main/default at 224',
    '  strength  -███▋    →           -0.6 → 0 ▲  auto:ab>learned>deploy.md#rollback',
    '  t3 "How do we deploy?"',
    '    now    deploy.md#old 1.500',
    '    after  deploy.md#rollback 2.000',
  ])
})

test('what has no effect says so', () => {
  const none = { ...answer, request: null, signals: [], restored: { edges: [], utilities: [] } }

  expect(unlearned(false)(none, page)[0]).toContain('all of it is unlearned already')
  expect(unlearned(true)(none, page)[0]).toContain('that unlearning stands no longer')
  expect(unlearned(true)(answer, page)[0]).toContain('2 signals teach again')
})

test('signals that another unlearning takes out as well are told apart', () => {
  const one = { ...answer, elsewhere: 1 }

  expect(unlearned(false)(one, page)[0]).toContain('2 signals taken out, 1 of them was out already')
  expect(unlearned(true)(one, page)[0]).toContain('2 signals teach again, but for 1 that another unlearning takes out as well')
})

test('memories that are retired, or back, are told with the signals, and alone where there are none', () => {
  const heads = (answered: Answer.UnlearnAnswer) =>
    [false, true].map((withdraws) => unlearned(withdraws)(answered, page)[0]?.split('  ')[0])
  const [one, two] = [['a.md'], ['a.md', 'b.md']]

  expect(heads({ ...answer, nodes: two })).toEqual([
    '2 signals taken out; 2 memories retired',
    '2 signals teach again; 2 memories are back',
  ])
  expect(heads({ ...answer, signals: [], nodes: one })).toEqual(['1 memory retired', '1 memory is back'])
  expect(heads({ ...dry, signals: [], nodes: two })).toEqual(['2 memories would be retired', '2 memories would be back'])
})

test('of many memories that are retired the first are listed', () => {
  const nodes = Array.from({ length: 20 }, (_, i) => `${i}.md`)
  const lines = unlearned(false)({ ...answer, signals: [], restored: { edges: [], utilities: [] }, nodes }, page)

  expect(lines.slice(1, 4)).toEqual(['  no strength and no utility differs', '  memory    0.md', '  memory    1.md'])
  expect(lines.slice(-3)).toEqual([
    '  memory    7.md',
    '  and 12 more memories; --json has all',
    'crabtrail unlearn --undo 221 withdraws it',
  ])
})

test('an answer fits a screen however much moved', () => {
  const many = Array.from({ length: 200 }, (_, i) => ({ ...edge, edge: `e${i}`, source: `auto:${i}` }))
  const questions = Array.from({ length: 80 }, () => dry.rankings?.[0] ?? expect.unreachable())

  const lines = unlearned(false)({ ...dry, would: { edges: many, utilities: [] }, rankings: questions }, page)

  expect(lines.length).toBeLessThanOrEqual(24)
  expect(lines.join('\n')).toContain('and 188 more')
})

test('a long name is whole, and takes no number off the screen', () => {
  const long = { ...edge, target: `${'deeply/'.repeat(30)}deploy.md` }

  const [, line = ''] = unlearned(false)({ ...answer, restored: { edges: [long], utilities: [] } }, pageOf(60, false))

  expect(line).toMatch(/^ {2}strength {2}-███▋ .* -0\.6 → 0 ▲ {2}auto:ab>learned>deeply.*\/deploy\.md$/)
})

test('undo says which verdict or strength it took back', () => {
  const took = { position: 86, at: '2026-11-22T22:07:27.567Z', turn: 't4', edge: null, nodes: ['deploy.md#old'] } as const
  const verdict = { ...took, feedback: 'f3', verdict: 'wrong' } as const
  const byHand = { ...took, feedback: null, verdict: null, turn: null, edge: 'e7', value: -0.7, nodes: ['a.md', 'b.md'] }

  expect(undone({ ...answer, signals: [86], took: verdict }, page)[0]).toBe(
    'took back f3 wrong on t4 of deploy.md#old, said at 86  local/main/default at 224',
  )
  expect(undone({ ...dry, signals: [86], took: byHand }, page)[0]).toBe(
    'would take back strength a.md > b.md set to -0.7, said at 86  local/main/default at 224',
  )

  const again = { ...verdict, feedback: 'f4', position: 91 }
  const joined = { ...verdict, feedback: 'f5', position: 95, nodes: ['deploy.md#old', 'a.md'] }
  expect(undone({ ...answer, took: verdict, also: [again, joined] }, page).slice(0, 2)).toEqual([
    'took back f3 wrong on t4 of deploy.md#old, said at 86, and 1 verdict that said the same again  local/main/default at 224',
    '  and f5 wrong on t4 of deploy.md#old, a.md, said at 95',
  ])
  expect(undone({ ...answer, took: verdict, also: Array.from({ length: 4 }, () => joined) }, page)[4]).toBe(
    '  and 1 more verdict; --json has all',
  )
})

test('undo of what had no effect says so, and that another one goes on', () => {
  const took = { position: 86, at: '', turn: 't4', edge: null, nodes: ['a.md'], feedback: 'f3', verdict: 'wrong' } as const
  const idle = { ...answer, took, restored: { edges: [], utilities: [] }, idle: true } as const
  const line = '  nothing differs without it; another undo goes on with what was said before it'

  expect(undone(idle, page)[1]).toBe(line)
  expect(undone({ ...idle, still: ['f7'] }, page)).not.toContain(line)
  expect(undone({ ...answer, took }, page)).not.toContain(line)
})

test('undo says which verdicts teach some of the same', () => {
  const took = { position: 86, at: '', turn: 't4', edge: null, nodes: ['a.md'], feedback: 'f3', verdict: 'wrong' } as const
  const still = (answered: Answer.UnlearnAnswer, names: ReadonlyArray<string>) =>
    undone({ ...answered, took, still: names }, page).filter((line) => line.startsWith('f') || line.includes('--feedback'))

  expect(still(answer, ['f7'])).toEqual(['f7 says some of the same, and teaches it', 'crabtrail unlearn --feedback f7 takes that out'])
  expect(still(answer, ['f7', 'f8'])[0]).toBe('f7 and 1 other verdict say some of the same, and teach it')
  expect(still(dry, ['f7'])[0]).toBe('f7 says some of the same, and would teach it')
})

test('a bar is as long as its value is large', () => {
  expect([1, 0.5, 0, -1].map(bar)).toEqual([' ██████', ' ███   ', '       ', '-██████'])
})

describe('a rollback', () => {
  const answer = {
    brain: 'local/main/default',
    to: 100,
    restored: { edges: [{ ...edge, from: 0.6, to: 0 }], utilities: [] },
    position: 230,
  }

  test('says what it restored', () => {
    expect(rolledBack('are')(answer, page)).toEqual([
      'strengths, utilities and kinds of question are as they were at 100  local/main/default at 230',
      '  strength   ███▋    →           0.6 → 0 ▼  auto:ab>learned>deploy.md#rollback',
    ])
  })

  test('says which kinds of question and memories are back and out', () => {
    expect(rolledBack('are')({ ...answer, back: ['auto:cd'], out: ['auto:ef'] }, page).slice(-2)).toEqual([
      '  is back   auto:cd',
      '  is out    auto:ef',
    ])
    const many = Array.from({ length: 40 }, (_, i) => `auto:${i}`)
    expect(rolledBack('would be')({ ...answer, back: many }, page).slice(-2)).toEqual([
      '  would be back  auto:7',
      '  and 32 more memories; --json has all',
    ])
  })

  test('says which promotion keeps its settings in force, and how to take it back', () => {
    expect(rolledBack('are')({ ...answer, promotion: 180 }, page).slice(-2)).toEqual([
      'the settings of the promotion at 180 stay in force',
      'crabtrail promote --take-back takes them back',
    ])
  })

  test('says which settings it leaves as they are', () => {
    const settings = [{ setting: 'walk.words', from: 3, to: 4.5 }]

    expect(rolledBack('are')({ ...answer, settings }, page).slice(2)).toEqual([
      '1 setting stays as it is now, and not as at 100:',
      '  walk.words  3 then, 4.5 now',
      'crabtrail profile puts others in force',
    ])
  })

  test('says what it would restore, where it was rounded to, when nothing differs, and which questions would rank otherwise', () => {
    const { restored: _, ...rest } = answer
    const nothing = { ...rest, rounded: '103 lies inside a commit', would: { edges: [], utilities: [] }, rankings: dry.rankings ?? [] }

    expect(rolledBack('would be')(nothing, page)).toEqual([
      'strengths, utilities and kinds of question would be as they were at 100  local/main/default at 230',
      '  103 lies inside a commit',
      '  no strength and no utility differs',
      '  t3 "How do we deploy?"',
      '    now    deploy.md#old 1.500',
      '    after  deploy.md#rollback 2.000',
    ])
  })
})
