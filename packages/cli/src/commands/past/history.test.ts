import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { shown } from '../brains/show.ts'
import { examined, verified } from '../store/verify.ts'
import { blamed, eventLines, logged, sessionList } from './history.ts'

const page = pageOf(100, false)
const brain = 'local/main/default'
const at = '2026-11-20T10:00:00.000Z'
const edge = { edge: 'e7', source: 'auto:ab', target: 'deploy.md#rollback', kind: 'learned', strength: 0.6 } as const
const blame: Answer.BlameStep = {
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

test('a log has a line for each event, its references shortened', () => {
  const event: Answer.LoggedEvent = {
    position: 14,
    type: 'NodeAdded',
    at,
    actor: 'cli',
    session: null,
    cause: 12,
    turn: 't12',
    origin: 'owner',
    data: { node: 3, content: 'ab12cd34'.repeat(8), spans: [1, 2] },
  }

  expect(logged({ brain, position: 14, events: [event], more: true }, page)).toEqual([
    'older events match too; --limit shows more',
    `     14  ${at}  NodeAdded           t12     ←12       node=3 content=ab12cd34… spans=[1,2] origin=owner actor=cli`,
    '1 event  local/main/default at 14',
  ])
  const named = { ...event, data: { node: 3, nodes: [1, 2] }, names: { node: ['a.md'], nodes: ['How?', 'b.md'] } }
  expect(eventLines([named], page)).toEqual([
    `     14  ${at}  NodeAdded           t12     ←12       node=3 (a.md) nodes=[1,2] (How?, b.md) origin=owner actor=cli`,
  ])
  expect(eventLines([{ ...named, names: { node: ['How? '.repeat(20)] } }], page)[0]).toContain(
    'node=3 (How? How? How? How? How? How? How? How?…) nodes',
  )
  expect(eventLines([{ ...event, cause: null, turn: null, origin: null, data: {} }], page)).toEqual([
    `     14  ${at}  NodeAdded                             actor=cli`,
  ])
})

describe('show', () => {
  const node: Answer.ShownNode = {
    node: 'deploy.md#rollback',
    number: 3,
    title: 'Deploy › Rollback',
    type: 'fact',
    state: 'normal',
    origin: 'owner',
    trusted: false,
    doubts: [],
    supersededBy: [],
    utility: 0,
    source: 'deploy.md',
    content: 'Run it.\n\nThen wait.',
    life: { seen: 0, fired: 2, used: 1, corrected: 0, first: 't1', last: 't4', grown: null },
  }
  const shownEdge: Answer.ShownEdge = { ...edge, first: 0, linked: true, uses: 2, skips: 1 }
  const answer: Answer.ShowAnswer = {
    brain,
    position: 14,
    digest: 'd1',
    profile: 'balanced',
    backlog: 0,
    counts: { nodes: 1, edges: 2, turns: 3, feedbacks: 0, said: 0, sessions: 1 },
    nodes: [],
    edges: [],
  }

  test('without argument tells of the brain', () => {
    expect(shown(undefined)(answer, page)).toEqual([
      'local/main/default  position 14, profile balanced',
      '  1 node, 2 edges, 3 turns, 0 feedbacks, 1 session',
      '  digest d1',
    ])
  })

  test('of a node tells its life as the log has it', () => {
    const traced: Answer.TracedLife = {
      added: '2026-11-20T08:15:00.000Z',
      texts: 2,
      last: { turn: 't4', at: '2026-11-23T10:00:59.000Z', session: 's2', sessionKey: 'cli' },
      tools: [
        { tool: 'shell', calls: 4, failures: 1 },
        { tool: 'read', calls: 1, failures: 0 },
      ],
      errors: [{ error: 'timeout', turns: 2 }],
      outlook: { score: -0.5, idle: 15, grace: 14, isRetiring: true },
    }

    expect(shown('deploy.md#rollback')({ ...answer, nodes: [node], traced }, page).slice(4, 8)).toEqual([
      '  added 2026-11-20 08:15, 2 texts, last recalled 2026-11-23 10:00 in t4, cli',
      '  tools beside it: shell 4 (1 failed), read 1',
      '  errors beside it: timeout 2',
      '  unused for 15 turns of 14, vitality -0.5, retiring: the next run of maintenance removes it',
    ])
  })

  test('of a node tells its text and its neighbours', () => {
    const neighbour = { ...node, node: 'auto:ab', title: 'how?', type: 'cue' }

    expect(shown('deploy.md#rollback')({ ...answer, nodes: [node, neighbour], edges: [shownEdge] }, page)).toEqual([
      'deploy.md#rollback  Deploy › Rollback',
      '  fact, normal, deploy.md, utility 0',
      '  the owner’s',
      '  life: recalled 2 times, right 1, wrong 0, from t1 to t4',
      '  Run it.',
      '',
      '  Then wait.',
      '',
      '1 edge',
      '  0.6  auto:ab>learned>deploy.md#rollback  used 2, skipped 1',
      '',
      '1 node',
      '  auto:ab  utility 0  cue, normal  how?',
      '',
      'local/main/default at 14',
    ])
  })

  test('of a doubted node tells what was said of it, and when', () => {
    const doubts = [{ feedback: 'f4', day: '2026-11-23', said: 'No, it is "run" twice.' }]

    expect(shown('deploy.md#rollback')({ ...answer, nodes: [{ ...node, doubts }] }, page)).toContain(
      '  corrected in conversation on 2026-11-23 (f4): "No, it is \\"run\\" twice."',
    )
  })

  test('of an edge tells its strength and its ends', () => {
    expect(shown('e7')({ ...answer, nodes: [node], edges: [{ ...shownEdge, linked: false }] }, page)).toEqual([
      '1 edge',
      '  0.6  auto:ab>learned>deploy.md#rollback  used 2, skipped 1, pruned',
      '1 node',
      '  deploy.md#rollback  utility 0  fact, normal  Deploy › Rollback',
      '',
      'local/main/default at 14',
    ])
  })
})

test('blame tells a strength event by event', () => {
  expect(
    blamed(
      {
        ...edge,
        brain,
        first: 0,
        history: [
          blame,
          {
            ...blame,
            position: 101,
            from: 0.6,
            to: 0.25,
            delta: -0.35,
            cause: null,
            verdict: null,
            feedback: null,
            turn: null,
            reason: 'rolled back',
          },
        ],
        backlog: 0,
        position: 110,
      },
      page,
    ),
  ).toEqual([
    'auto:ab>learned>deploy.md#rollback  0.6  local/main/default at 110',
    '  e7, first 0, 2 events since',
    `   14  ${at}  0 → 0.6 ▲      +0.6  used f3 on t12 by cli in cli s1  credit ←12`,
    `  101  ${at}  0.6 → 0.25 ▼  -0.35  by cli in cli s1                 rolled back`,
  ])
})

test('blame tells the message behind a verdict, and the doubts about the target', () => {
  const told = blamed(
    {
      ...edge,
      brain,
      first: 0,
      history: [{ ...blame, said: 'that one was right' }],
      doubts: [{ feedback: 'f4', day: '2026-11-23', said: 'It is 7 now.' }],
      backlog: 0,
      position: 110,
    },
    page,
  )

  expect(told.slice(3)).toEqual(['        "that one was right"', '  corrected in conversation on 2026-11-23 (f4): "It is 7 now."'])
})

test('blame tells the signals of an outcome that nobody said', () => {
  const parts = [
    { signal: 'succeeded', weight: 0.5, value: 1, turn: 't12' },
    { signal: 'unopposed', weight: 0.1, value: 0.5, turn: 't13' },
  ] as const
  const told = blamed({ ...edge, brain, first: 0, history: [{ ...blame, said: 'exec git', parts }], backlog: 0, position: 110 }, page)

  expect(told.slice(3)).toEqual(['        "exec git"', '        succeeded 0.5 × 1.00 (t12) + unopposed 0.1 × 0.50 (t13)'])
})

describe('a check', () => {
  const checks = [
    { name: 'chain', ok: true, detail: '3 commits' },
    { name: 'index', ok: false, detail: 'a word is missing', position: 14 },
  ]

  test('says what is broken and where', () => {
    expect(verified({ brain, ok: false, commits: 3, events: 14, position: 14, digest: 'd1', checks }, page)).toEqual([
      'broken  3 commits, 14 events  local/main/default at 14',
      '  ✓  chain  3 commits',
      '  ✗  index  a word is missing (at 14)',
      '  digest d1',
    ])
    expect(verified({ brain, ok: true, commits: 3, events: 14, position: 14, digest: 'd1', checks: [] }, page)[0]).toBe(
      'whole  3 commits, 14 events  local/main/default at 14',
    )
  })

  test('of a store says what is odd', () => {
    expect(examined({ place: '/a.db', ok: false, findings: checks }, page)[0]).toBe('something is odd  /a.db')
    expect(examined({ place: '/a.db', ok: true, findings: [] }, page)).toEqual(['nothing is odd  /a.db'])
  })
})

test('the list of sessions says what was said in each and what it taught, and how many were left out', () => {
  const last = { at: '2026-11-22T22:07:27.567Z', position: 91, verdict: 'wrong' }
  const session = {
    session: 's3',
    key: 'talk',
    kind: 'interactive',
    ended: true,
    turns: 4,
    verdicts: 3,
    wrong: 1,
    signals: 3,
    uses: 2,
    last,
  }
  const quiet = { ...session, session: 's2', key: null, ended: false, turns: 1, verdicts: 0, wrong: 0, signals: 0, uses: 0, last: null }
  const answer = {
    brain: 'local/main/default',
    position: 99,
    sessions: [session, { ...session, session: 's4', takenBack: 1, uses: 0 }, quiet],
    more: 4,
  }

  expect(sessionList(answer, page)).toEqual([
    's3  talk    interactive, ended  4 turns, 3 verdicts, 1 of them wrong                        1 signal, 2 uses found      2026-11-22T22:07:27.567Z wrong',
    's4  talk    interactive, ended  4 turns, 3 verdicts, 1 of them wrong, 1 verdict taken back  3 signals                   2026-11-22T22:07:27.567Z wrong',
    's2  erased  interactive         1 turn                                                      taught nothing that stands',
    'and 4 more; --limit shows more',
  ])
  expect(sessionList({ ...answer, sessions: [], more: 0 }, page)).toEqual(['no session was begun yet'])
})
