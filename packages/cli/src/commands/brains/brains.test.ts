import { noCounts } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf } from '../../render/page.ts'
import { ingested } from '../ingest/ingest.ts'
import { statistics } from '../past/history.ts'
import { exported, imported } from '../store/transfer.ts'
import { brainList, created } from './brains.ts'

const page = pageOf(100, false)
const brain = 'local/main/default'
const noCalls = { calls: 0, answered: 0, fellBack: 0, tokens: 0, costUsd: 0 }

describe('documents', () => {
  const answer = {
    brain,
    documents: 2,
    nodes: { added: 3, revised: 1, unchanged: 4, retired: 0 },
    edges: { linked: 5, pruned: 1 },
    renamed: [],
    retired: [],
    skipped: [],
    repaired: 0,
    redacted: {},
    position: 40,
  }

  test('say what they became', () => {
    expect(ingested('done', ['notes'])(answer, page)).toEqual([
      '2 documents are read in  local/main/default at 40',
      '  nodes: 3 added, 1 revised, 4 unchanged, 0 retired',
      '  edges: 5 linked, 1 pruned',
    ])
  })

  test('say what was put right, taken out and passed over', () => {
    const skipped = [{ path: 'a.txt', reason: 'it is not UTF-8 text' }]

    expect(
      ingested('would be', ['notes'])({ ...answer, skipped, repaired: 1, redacted: { 'api-key': 2, password: 1 } }, page).slice(3),
    ).toEqual(['  1 character put right', '  secrets taken out: 2 api-key, 1 password', '  1 skipped'])
  })

  test('say how many they are', () => {
    expect(ingested('done', ['notes'])({ ...answer, documents: 1 }, page)[0]).toMatch(/^1 document is read in/)
    expect(ingested('would be', ['notes'])({ ...answer, documents: 1 }, page)[0]).toMatch(/^1 document would be read in/)
  })

  test('say what stays out because it was unlearned, and what else the command for it brings back', () => {
    const many = Array.from({ length: 7 }, (_, i) => `visitor.md#${i}`)
    const requests = [
      { withdrawn: [7], nodes: many, others: 1, signals: 2 },
      { withdrawn: [8, 9], nodes: ['own.md'], others: 0, signals: 0 },
    ]

    const lines = ingested('done', ['notes'])({ ...answer, unlearned: { nodes: 8, replaced: 1, requests } }, page)

    expect(lines.slice(3)).toEqual([
      '  1 passage is read in with another text than was unlearned',
      '  8 passages stay out because they were unlearned',
      '    crabtrail unlearn --undo 7 brings back visitor.md#0, visitor.md#1, visitor.md#2, visitor.md#3, visitor.md#4, 2 more; with them 1 other memory and what 2 signals taught',
      '    crabtrail unlearn --undo 8 and crabtrail unlearn --undo 9 bring back own.md',
    ])
  })

  test('say what was moved and what is gone, the first of many', () => {
    const retired = Array.from({ length: 22 }, (_, i) => `${i}.md`)

    const lines = ingested('done', ['notes'])({ ...answer, renamed: [{ from: 'a.md', to: 'b/a.md' }], retired }, page)

    expect(lines.slice(3, 7)).toEqual(['  1 document moved', '    a.md → b/a.md', '  22 documents not there any more', '    0.md'])
    expect(lines.at(-1)).toBe('    and 2 more; --json has them all')
  })
})

test('a new brain says what to do next', () => {
  expect(created({ brain, position: 2, profile: 'balanced' }, page)).toEqual([
    'local/main/default is ready, learning by balanced; crabtrail ingest PATH fills it',
  ])
})

test('brains are listed', () => {
  expect(brainList({ brains: [{ key: brain, position: 2, profile: 'balanced', at: '2026' }] }, page)).toEqual([
    'local/main/default  position 2  balanced  2026',
  ])
  const about = { key: brain, position: 2, profile: 'balanced', at: '2026', about: 'notes\nof the crew' } as const
  expect(brainList({ brains: [about] }, page)).toEqual([`${brain}  position 2  balanced  2026  notes of the crew`])
  expect(brainList({ brains: [] }, page)).toEqual(['no brain yet; crabtrail init makes one'])
})

test('statistics are counts', () => {
  const answer = {
    brain,
    position: 9,
    profile: 'balanced',
    counts: { nodes: 3, liveNodes: 2 },
    eventsByType: { NodeAdded: 3 },
    superseding: { superseded: 0, byRule: {}, withoutHolder: 0, lifted: 0, kept: 0 },
    bytesPerEvent: 31.26,
    learning: {
      edges: 4,
      tiers: { reflex: 0.25, habitual: 0.5, dormant: 0, negative: 0.25 },
      recalls: { turns: 60, shown: 120, entropy: 0.314, mostShown: 0.5 },
      oscillating: { edges: 1, some: ['e7'] },
      halfLife: { turns: 12, halved: 3, standing: 5 },
      inhibition: { mean: 0.0625, recalls: 6 },
      attribution: { reached: 8, drawnOn: 6, precision: 0.75 },
      deadWeight: 0.25,
      alarms: ['always-the-same' as const],
    },
    taken: { turnMs: { count: 9, p50: 2_000, p95: 9_000 }, callNanoUsd: { count: 2, p50: 100_000, p95: 200_000 } },
    late: { recalls: { all: 63, late: 3 }, calls: { all: 2, late: 0 } },
    series: [
      { position: 4, edges: 0, deciles: [] },
      { position: 9, edges: 4, deciles: [-0.5, -0.5, -0.5, 0.2, 0.2, 0.2, 0.4, 0.4, 0.9, 0.9, 0.9] },
    ],
    growth: {
      cues: 3,
      onProbation: 2,
      made: 5,
      seen: 7,
      refused: { hour: 2, off: 1 },
      verdicts: { novel: 8, unfit: 4 },
      promoted: 1,
      died: 2,
      churn: 0.1,
    },
    routing: {
      reasons: { 'no-choice': 2 },
      worthACall: 0,
      expected: { callsADay: 0, costUsdADay: 0 },
    },
    model: {
      ...noCalls,
      byTask: { routing: noCalls, causes: noCalls, judge: noCalls, aliases: noCalls },
      today: { ...noCalls, byTask: { routing: noCalls, causes: noCalls, judge: noCalls, aliases: noCalls } },
    },
    store: { engine: 'x' },
    captured: { all: 0, onProbation: 0, died: 0, junk: null },
    waiting: 0,
    backlog: 0,
    counters: { ...noCounts(), replays: 1, replayedEvents: 9 },
  }

  expect(statistics(answer, page)).toEqual([
    'local/main/default  position 9, profile balanced',
    '  nodes       3',
    '  live nodes  2',
    '',
    'events by type, 31.3 bytes each',
    '  NodeAdded  3',
    '',
    'learning',
    '  learned edges           4',
    '  of them                 25 % reflex, 50 % habitual, 0 % dormant, 25 % negative',
    '  pulled both ways        1 e7',
    '  not followed lately     25 %',
    '  half of a verdict gone  after 12 turns; 5 stand',
    '  last recalls            60, entropy 0.31 of 1, one memory in 50 % of places',
    '  held back               in 6 of them, 0.063 of score a recall',
    '  verdicts reached        8 memories, of which replies drew on 75 %',
    '  at position  edges  least strength, those that part them into tenths, greatest',
    '  4            0      none learned',
    '  9            4      -0.50 -0.50 -0.50 0.20 0.20 0.20 0.40 0.40 0.90 0.90 0.90',
    'recalls show the same few memories again and again; say what is not relevant, or read in more',
    '',
    'taken by the newest turns',
    '  a turn            half up to 2000 ms, 95 % up to 9000 ms, of 9',
    '  its cost          half up to 0.0001 USD, 95 % up to 0.0002 USD, of 2',
    '  recalls too late  3 of 63',
    '',
    'growth',
    '  grown cues     3, of them 2 on probation',
    '  questions      8 novel, 4 unfit',
    '  became         5 cues; 7 had one; 1 passed, 2 died',
    '  refused        2 hour, 1 off',
    '  came and went  10 % of the memories in a week',
    '',
    'routing',
    '  questions     2 no-choice',
    '  worth a call  0',
    '',
    'model',
    '  calls  none',
    '',
    'store',
    '  engine  x',
    '',
    'done by this command',
    '  replays          1',
    '  replayed events  9',
  ])
})

test('an export and an import say what was moved', () => {
  expect(exported({ brain, position: 9, lines: 12, file: 'a.jsonl' }, page)).toEqual([
    '12 lines written to a.jsonl; it holds everything, so guard it  local/main/default at 9',
  ])
  expect(imported({ brain, position: 9, commits: 2, contents: 5, digest: 'd1' }, page)).toEqual([
    '2 commits and 5 contents read in  local/main/default at 9',
    '  digest d1',
  ])
})
