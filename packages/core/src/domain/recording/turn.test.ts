import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { plainKernel } from '../graph.ts'
import { balanced } from '../profiles/profiles.ts'
import { given, ref } from '../testing/given.ts'
import type { RecalledTurn } from './turn.ts'

const question = ref('a')
const started = (turn: number): NewEvent => ({
  type: 'TurnStarted',
  turn,
  data: { question, engine: 'route', ...balanced.budget },
})
const ranked = (node: number) => ({ node, score: 10 - node, seed: 0, path: 0, inhibition: 0, utility: 1 })
const recalled = (change: Partial<RecalledTurn> = {}) => ({
  _tag: 'RecordRecall' as const,
  question,
  engine: 'route' as const,
  kernel: plainKernel,
  budget: { ...balanced.budget, items: 2 },
  seeds: [{ node: 1, score: 9, source: 'lexical' as const }],
  situation: undefined,
  hints: [],
  continues: [],
  cues: [],
  gate: 0,
  walk: { fired: [], steps: [], inhibitions: [] },
  ranking: [ranked(1), ranked(2), ranked(3)],
  bundle: { included: [2], dropped: [], guardrails: [], text: 'text', tokens: 4 },
  context: undefined,
  asker: {},
  novelty: undefined,
  routing: 'between' as const,
  unasked: undefined,
  called: undefined,
  ...change,
})

describe('a recall', () => {
  test('is told from its question to its context, every event with the next number', () => {
    const walk: RecalledTurn['walk'] = {
      fired: [
        { node: 1, depth: 0, energy: 9, edge: 0 },
        { node: 2, depth: 1, energy: 8, edge: 3 },
      ],
      inhibitions: [{ node: 5, depth: 0, energy: 1, edge: 6 }],
      steps: [
        { edge: 3, strength: 7, depth: 0, outcome: { _tag: 'Followed', channel: 'rule', energy: 8 } },
        { edge: 6, strength: -7, depth: 0, outcome: { _tag: 'Skipped', reason: 'inhibited' } },
      ],
    }

    const events = given(started(4))
      .when(recalled({ walk }))
      .answers({ turn: 5, novelty: undefined, routing: { routing: 'between', answered: undefined, chosen: undefined } })
      .events()

    expect(events.map(({ type }) => type)).toEqual([
      'TurnStarted',
      'SeedsSelected',
      'NodeFired',
      'NodeFired',
      'NodeInhibited',
      'EdgeFollowed',
      'EdgeSkipped',
      'ContextBundled',
    ])
    expect(new Set(events.map(({ turn }) => turn))).toEqual(new Set([5]))
    expect(events.slice(2, 7).map(({ data }) => data)).toEqual([
      { node: 1, depth: 0, energy: 9 },
      { node: 2, depth: 1, energy: 8, edge: 3 },
      { node: 5, depth: 0, energy: 1, edge: 6 },
      { edge: 3, strength: 7, depth: 0, channel: 'rule', energy: 8 },
      { edge: 6, strength: -7, depth: 0, reason: 'inhibited' },
    ])
  })

  test('records the beginning of its ranking, and the budgets in force', () => {
    const events = given().when(recalled()).events()

    expect(events[0]).toMatchObject({ data: { question, engine: 'route', items: 2, hops: balanced.budget.hops } })
    expect(events.at(-1)).toMatchObject({ data: { nodes: [1, 2], scores: [9, 8], included: [2], tokens: 4 } })
  })

  test('leaves out what there is none of', () => {
    const [, seeds, bundled] = given().when(recalled()).events()

    expect(Object.keys(seeds?.data ?? {})).toEqual(['nodes', 'scores', 'sources', 'gate'])
    expect(Object.keys(bundled?.data ?? {})).toEqual(['nodes', 'scores', 'included', 'tokens'])
  })
})

describe('a turn without memory', () => {
  const absence = { reason: 'deadline', skippedAt: 5, waitedMs: 6 } as const

  test('takes the next number all the same', () => {
    given(started(4))
      .when({ _tag: 'RecordAbsence', ...absence, late: undefined })
      .gives([{ type: 'RecallSkipped', turn: 5, data: absence }])
      .answers(5)
  })

  test('whose recall came too late keeps the number of that, and names where it began', () => {
    given(started(4))
      .when({ _tag: 'RecordAbsence', ...absence, reason: 'late', late: { turn: 4, position: 9 } })
      .gives([{ type: 'RecallSkipped', turn: 4, cause: 9, data: { ...absence, reason: 'late' } }])
      .answers(4)
  })
})
