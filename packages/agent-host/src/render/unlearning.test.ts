import { type Answer, IntegrityBroken, NotFound } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { lastTakenBack, nothingSaid, sessionTakenBack, taughtAgain, wouldBeTaken } from './unlearning.ts'

const base = { brain: 'main', nodes: [], position: 90 }
const edge = (source: string, target: string, from: number, to: number): Answer.EdgeChange => ({
  edge: `e-${source}-${target}`,
  source,
  target,
  kind: 'learned',
  from,
  to,
})
const took = {
  position: 60,
  at: '2026-11-22T22:07:27.567Z',
  feedback: 'f3',
  verdict: 'wrong',
  turn: 't4',
  edge: null,
  nodes: ['a.md'],
} as const
const done = { ...base, request: 88, signals: [60], restored: { edges: [edge('cue', 'b.md', 0.6, 0)], utilities: [] } }
const dry = { ...base, request: null, signals: [60, 70], would: { edges: [edge('cue', 'b.md', 0.6, 0)], utilities: [] }, rankings: [] }
const ranked = (...nodes: ReadonlyArray<string>) => nodes.map((node, at) => ({ node, score: 9 - at }))

describe('the last verdict that was taken back', () => {
  test('is told with its question, its memories and what changed', () => {
    expect(lastTakenBack({ ...done, took: { ...took, question: 'how are\nreleases deployed' } })).toEqual([
      'Taken back: f3: wrong on t4 "how are releases deployed" about a.md.',
      'Changed: b.md 0.60 → 0.00.',
    ])
  })

  test.each([
    ['has no question any more', took, 'f3: wrong on t4 about a.md'],
    ['judged a whole turn', { ...took, verdict: 'success', nodes: [] }, 'f3: success on t4'],
    ['was shared among turns', { ...took, verdict: 'success', turn: null, nodes: [] }, 'f3: success'],
    ['judged many memories', { ...took, nodes: ['a', 'b', 'c', 'd', 'e'] }, 'f3: wrong on t4 about a, b, c and 2 more'],
    [
      'was a strength set by hand',
      { ...took, feedback: null, verdict: null, turn: null, edge: 'e7', value: -0.7, nodes: ['a.md', 'b.md'] },
      'the strength of a.md > b.md, which was set to -0.70',
    ],
  ] as const)('and %s', (_, taken, told) => {
    expect(lastTakenBack({ ...done, took: taken })[0]).toBe(`Taken back: ${told}.`)
  })

  test('took a doubt with it, or gave one back', () => {
    const still = { ...done, restored: { edges: [], utilities: [] } }
    const doubts = [{ node: 'a.md', from: 1, to: 0 }]

    expect(lastTakenBack({ ...still, doubts, took })[1]).toBe('Changed: a.md loses a doubt.')
    expect(lastTakenBack({ ...done, doubts, took })[1]).toBe('Changed: b.md 0.60 → 0.00; a.md loses a doubt.')
    expect(taughtAgain({ ...still, doubts: [{ node: 'a.md', from: 0, to: 1 }] })[1]).toBe('Changed: a.md is doubted again.')
  })

  test('took trust from a memory, or gave it back', () => {
    const still = { ...done, restored: { edges: [], utilities: [] } }

    expect(lastTakenBack({ ...still, trust: [{ node: 'a.md', from: true, to: false }], took })[1]).toBe(
      'Changed: a.md is no longer trusted.',
    )
    expect(taughtAgain({ ...still, trust: [{ node: 'a.md', from: false, to: true }] })[1]).toBe('Changed: a.md is trusted again.')
  })

  test('let a memory hold again, or not where another one supersedes it all the same', () => {
    const still = { ...done, restored: { edges: [], utilities: [] }, took }
    const lifted = { node: 'a.md', by: 'said:1', holds: true }

    expect(lastTakenBack({ ...still, superseded: [lifted] })[1]).toBe('Changed: a.md holds again.')
    expect(lastTakenBack({ ...still, superseded: [{ ...lifted, still: ['said:0'] }] })[1]).toBe(
      'Changed: a.md is still superseded by said:0.',
    )
  })

  test('was said again, and joined by another one', () => {
    const again = { ...took, position: 61, feedback: 'f4' }
    const joined = { ...took, position: 62, feedback: 'f5', nodes: ['a.md', 'b.md'] }

    expect(lastTakenBack({ ...done, took, also: [again, joined] })[0]).toBe(
      'Taken back: f3: wrong on t4 about a.md (said 2 times); with it f5 about a.md, b.md, which said some of the same.',
    )
  })

  test('changed nothing, and why', () => {
    const still = { ...done, restored: { edges: [], utilities: [] }, idle: true, took } as const

    expect(lastTakenBack(still).slice(1)).toEqual(['No strength had to be changed: all are as they would be without it.'])
    expect(lastTakenBack({ ...done, restored: still.restored, took })[1]).toBe('No strength had to be changed.')
    expect(lastTakenBack({ ...still, still: ['f7'] }).slice(1)).toEqual([
      'No strength had to be changed.',
      'f7 says some of the same and teaches it; another undo in the conversation where that was said takes it back.',
    ])
    expect(lastTakenBack({ ...dry, took, still: ['f7', 'f8'] })[2]).toMatch(/^f7, f8 say some of the same and would teach it;/)
  })

  test('would be taken back, where nothing was done', () => {
    expect(lastTakenBack({ ...dry, signals: [60], took })).toEqual([
      'This would be taken back: f3: wrong on t4 about a.md.',
      'Would change: b.md 0.60 → 0.00.',
    ])
  })
})

describe('a session that would be taken back', () => {
  test('names the edges that move most, and the questions that get other memories first', () => {
    const edges = ['a', 'b', 'c', 'd', 'e', 'f'].map((name, at) => edge('cue', name, 0, (at + 1) / 10))
    const rankings = [
      { question: 'same order', turn: 't9', before: ranked('a.md', 'b.md'), after: [...ranked('a.md'), { node: 'b.md', score: 1 }] },
      { question: 'another order', turn: 't8', before: ranked('a.md', 'b.md', 'c.md'), after: ranked('b.md', 'a.md', 'c.md') },
      { question: 'nothing any more', turn: 't7', before: ranked('a.md'), after: [] },
    ]

    expect(wouldBeTaken({ ...dry, would: { edges, utilities: [{ node: 'g.md', from: 0.5, to: 1 }] }, rankings }, 's3')).toEqual([
      'Nothing is changed yet: 2 signals of s3 would be taken out.',
      '6 edges would move, most of all:',
      '- cue > f 0.00 → 0.60',
      '- cue > e 0.00 → 0.50',
      '- cue > d 0.00 → 0.40',
      '- cue > c 0.00 → 0.30',
      '- utility of g.md 0.50 → 1.00',
      '3 recorded questions would rank otherwise:',
      '- "another order": a.md 9.00, b.md 8.00 → b.md 9.00, a.md 8.00',
      '- "nothing any more": a.md 9.00 → nothing',
      '- "same order": a.md 9.00, b.md 8.00 → a.md 9.00, b.md 1.00',
    ])
  })

  test('says so where nothing moves, or all is taken back already', () => {
    const still = { ...dry, would: { edges: [], utilities: [] } }

    expect(wouldBeTaken(still, 's3').slice(1)).toEqual(['No strength would change.', 'No recorded question would rank otherwise.'])
    expect(wouldBeTaken({ ...still, signals: [] }, 's3')).toEqual(['Nothing would change: all that s3 taught is taken back already.'])
  })
})

test('a session that was taken back, and a withdrawal, say what changed or that nothing had to be done', () => {
  expect(sessionTakenBack(done, 's3')).toEqual(['Taken back: 1 signal of s3. What all others taught stays.', 'Changed: b.md 0.60 → 0.00.'])
  expect(sessionTakenBack({ ...done, request: null }, 's3')).toEqual(['Nothing had to be done: all that s3 taught is taken back already.'])
  expect(taughtAgain({ ...done, restored: { edges: [], utilities: [] } })).toEqual([
    '1 signal teaches again.',
    'No strength had to be changed.',
  ])
  expect(taughtAgain({ ...done, request: null })).toEqual(['Nothing had to be done: that unlearning stands no longer.'])
})

test('memories that are retired, or back, are told, and alone where there are no signals', () => {
  const still = { ...done, restored: { edges: [], utilities: [] } }

  expect(taughtAgain({ ...still, signals: [], nodes: ['a', 'b', 'c', 'd'] })).toEqual([
    '4 memories are back: a, b, c and 1 more.',
    'No strength had to be changed.',
  ])
  expect(taughtAgain({ ...still, nodes: ['a'] }).slice(0, 2)).toEqual(['1 signal teaches again.', '1 memory is back: a.'])
  expect(sessionTakenBack({ ...still, nodes: ['a'] }, 's3')[1]).toBe('1 memory is retired: a.')
})

test.each([
  [true, new NotFound({ what: 'signal', name: 'to undo', hint: 'none' })],
  [true, new NotFound({ what: 'session', name: 'a', hint: 'none' })],
  [true, new NotFound({ what: 'brain', name: 'a', hint: 'none' })],
  [false, new NotFound({ what: 'turn', name: 't9', hint: 'none' })],
  [false, new IntegrityBroken({ brain: 'x', position: 7, problem: 'a hash' })],
  [false, new Error('no')],
])('says %s of an error that means that nothing was said: %s', (isNothing, error) => {
  expect(nothingSaid(error)).toBe(isNothing)
})
