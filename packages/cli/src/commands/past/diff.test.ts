import { stripVTControlCharacters } from 'node:util'
import type { Answer } from '@crabtrail/core'
import { describe, expect, test } from 'vitest'
import { pageOf, widthOf } from '../../render/page.ts'
import { bisected, explainedAway } from './bisect.ts'
import { compared } from './diff.ts'

const page = pageOf(100, false)
const brain = 'local/main/default'
const at = '2026-11-20T10:00:00.000Z'
const edge = { edge: 'e7', source: 'auto:ab', target: 'deploy.md#rollback', kind: 'learned' } as const
const mover: Answer.Mover = {
  position: 14,
  type: 'StrengthAdjusted',
  at,
  of: 'edge',
  name: 'auto:ab>learned>deploy.md#rollback',
  from: 0,
  to: 0.6,
  cause: 12,
  verdict: 'used',
  feedback: 'f3',
  turn: 't12',
  actor: 'cli',
  session: 's1',
}
const node = (name: string) => ({ node: name, title: name })
const everything: Answer.DiffAnswer = {
  brain,
  position: 20,
  a: { position: 0, at: null, isCommitEnd: true },
  b: { position: 18, at, isCommitEnd: false },
  between: { events: 18, turns: 1, feedbacks: 2, takenBack: 1 },
  counts: { edgesChanged: 9, edgesAdded: 1, edgesRemoved: 1, utilities: 1, nodesAdded: 1, nodesRemoved: 1, nodesRevised: 1 },
  nodes: { added: [node('new.md')], removed: [node('old.md')], revised: [node('deploy.md')] },
  states: [{ node: 'deploy.md', from: 'normal', to: 'protected' }],
  cues: { added: [{ node: 'auto:ab', title: 'how?' }], removed: [{ node: 'auto:cd', title: 'why?' }] },
  edges: {
    changed: [{ ...edge, from: 0.2, to: 0.6 }],
    added: [{ ...edge, strength: -0.6 }],
    removed: [{ ...edge, strength: 0.4 }],
  },
  utilities: [{ node: 'deploy.md', from: 1, to: 0.7 }],
  trust: [
    { node: 'web.md', from: false, to: true },
    { node: 'mail.md', from: true, to: false },
  ],
  aliases: { added: [{ node: 'deploy.md', by: 'model', text: 'roll out?' }], removed: [{ node: 'a.md', by: 'person', text: 'the ship' }] },
  superseded: { added: [], removed: [{ node: 'ferry.md', by: 'news.md', rule: 'same-label', reason: 'later', feedback: 'f2' }] },
  doubts: { added: [{ node: 'deploy.md', feedback: 'f2', day: '2026-11-20', said: 'No.' }], removed: [] },
  settings: [{ setting: 'walk.fade', from: 0.4, to: 0.5 }],
}

describe('a comparison', () => {
  test('has a row for each thing that differs, and says how many more there are', () => {
    expect(compared(5)(everything, page)).toEqual([
      '0 → 18  18 events, 1 turn, 2 verdicts between; 1 verdict taken back  local/main/default at 20',
      '  before the first event → 2026-11-20T10:00:00.000Z',
      '  18 lies inside a commit: no answer was ever given from there',
      '  strength       │█▓▓    0.2 → 0.6 ▲  auto:ab>learned>deploy.md#rollback',
      '  strength                            and 8 more',
      '  linked      ▓▓▓│       -0.6         auto:ab>learned>deploy.md#rollback',
      '  pruned         │░░     0.4          auto:ab>learned>deploy.md#rollback',
      '  utility        │████░  1 → 0.7 ▼    deploy.md',
      '  memory    added                     new.md',
      '  memory    removed                   old.md',
      '  memory    revised                   deploy.md',
      '  state     normal → protected        deploy.md',
      '  cue       added                     "how?"',
      '  cue       removed                   "why?"',
      '  trust     may be given              web.md',
      '  trust     is not given              mail.md',
      '  doubt     by f2                     deploy.md: "No."',
      '  newer     holds again               ferry.md, no longer superseded by news.md',
      '  alias     added                     "roll out?" of deploy.md, by a model',
      '  alias     removed                   "the ship" of a.md, by a person',
      '  setting   walk.fade                 0.4 → 0.5',
    ])
  })

  const long = 'a-very-long-folder-name/'.repeat(8)
  const ranking: Answer.ComparedRanking = {
    question: 'how? '.repeat(60),
    before: Array.from({ length: 10 }, (_, i) => ({ ...node(`${long}${i}`), score: 9 - i, given: i === 0 })),
    after: [{ ...node('deploy.md'), score: 12, given: true }],
    moved: [
      { ...node('deploy.md'), from: null, to: 1, events: [14, 15] },
      { ...node(`${long}0`), from: 1, to: 3, events: [] },
      { ...node('far.md'), from: 9, to: null, events: [99] },
    ],
    events: [
      mover,
      {
        ...mover,
        position: 15,
        type: 'NodeRevised',
        of: 'node',
        name: 'deploy.md',
        from: null,
        to: null,
        verdict: null,
        feedback: null,
        turn: null,
      },
    ],
    eventCount: 30,
  }

  test('sets rankings side by side, with the events that moved each memory', () => {
    const lines = compared(5)({ ...everything, rankings: [ranking], questionsLeft: 3 }, page)

    expect(lines.slice(22).map((line) => line.replaceAll(/(a-very-long-folder-name\/?)+/g, 'L/'))).toEqual([
      expect.stringMatching(/^"how\? how\? .*…$/),
      '  before                                           after',
      expect.stringMatching(/^ {2}\+ 1 {2}9\.000 {2}L\/.*… {2}\+ 1 {2}12\.000 {2}deploy\.md$/),
      ...Array.from({ length: 4 }, () => expect.stringMatching(/^ {4}\d {2}\d\.000 {2}L\/.*…$/)),
      '  – → 1 ▲  deploy.md',
      '    14       │▓▓▓    0 → 0.6 ▲  auto:ab>learned>deploy.md#rollback  used f3 on t12 by cli ←12',
      '    15  NodeRevised  deploy.md  by cli ←12',
      expect.stringMatching(/^ {2}1 → 3 ▼ {2}L\/0 {2}others moved past it$/),
      '  9 → – ▼  far.md',
      '    by 99',
      '  30 changes between the two on what the two walks looked at',
      '',
      '3 older questions not compared; --question compares one',
    ])
  })

  test('fits one screen and the width of the page, in colour and without', () => {
    const whole = { ...everything, rankings: [{ ...ranking, moved: ranking.moved.filter((one) => !one.node.startsWith('a-very')) }] }
    const lines = compared(5)(whole, pageOf(100, true))

    expect(lines.length).toBeLessThanOrEqual(40)
    expect(lines.filter((line) => widthOf(line) > 100)).toEqual([])
    expect(lines.map((line) => stripVTControlCharacters(line))).toEqual(compared(5)(whole, page))
  })

  test('says that nothing differs, and that nothing came to mind', () => {
    const empty = { added: [], removed: [] }
    const nothing = {
      ...everything,
      counts: {},
      nodes: { ...empty, revised: [] },
      states: [],
      cues: empty,
      edges: { ...empty, changed: [] },
    }
    const same = { ...nothing, utilities: [], trust: [], doubts: empty, superseded: empty, aliases: empty, settings: [] }
    const asked = { ...ranking, question: 'how?', before: [], after: [], moved: [], events: [], eventCount: 0, approximate: 'no vectors' }

    expect(compared(5)({ ...same, rankings: [asked] }, page).slice(3)).toEqual([
      'nothing differs',
      '',
      '"how?"',
      '  it may differ from what was seen then: no vectors',
      '  nothing came to mind, before or after',
      '  nothing moved',
    ])
  })
})

const seen = (position: number, place: number | null, recalled: boolean): Answer.Sighting => ({
  position,
  place,
  score: place === null ? null : 10 - place,
  recalled,
})
const found: Answer.BisectAnswer = {
  brain,
  question: 'how?',
  node: 'deploy.md#rollback',
  title: 'Rollback',
  rank: 10,
  ends: { from: seen(3, 12, false), to: seen(20, 1, true) },
  position: 14,
  event: mover,
  cause: {
    position: 12,
    type: 'FeedbackGiven',
    at,
    actor: 'cli',
    session: 's1',
    sessionKey: 'cli',
    verdict: 'used',
    feedback: 'f3',
    turn: 't12',
    question: 'how?',
    said: 'That one.',
  },
  before: seen(13, 12, false),
  after: seen(14, 1, true),
  steps: [seen(13, 12, false), seen(14, 1, true)],
  note: 'One of several.',
  next: { says: 'Take it back.', commands: [['rollback', '--to', '11']] },
}

describe('a search', () => {
  test('prints the event, its cause, the places and what takes it back', () => {
    expect(bisected(found, page)).toEqual([
      '14  StrengthAdjusted: from here on deploy.md#rollback is recalled  4 looks',
      '  Rollback',
      '  place 12 → 1 ▲  score -2.000 → 9.000',
      '  14       │▓▓▓    0 → 0.6 ▲  auto:ab>learned>deploy.md#rollback  used f3 on t12 by cli ←12',
      '  because of 12 FeedbackGiven used f3 on t12 by cli in cli s1 2026-11-20T10:00:00.000Z',
      '    asked "how?"',
      '    said "That one."',
      '  at 3 it is not recalled (place 12), at 20 it is recalled (place 1)',
      '  One of several.',
      'Take it back.',
      '  crabtrail rollback --to 11',
    ])
  })

  test('for the first place says so', () => {
    const lines = bisected({ ...found, rank: 1 }, page)

    expect(lines[0]).toBe('14  StrengthAdjusted: from here on deploy.md#rollback comes first  4 looks')
    expect(lines).toContain('  at 3 it does not come first (place 12), at 20 it comes first (place 1)')
  })

  test('says so where nothing was found', () => {
    const nothing = { ...found, position: null, event: null, cause: null, before: null, after: null, steps: [] }
    const equal = { ...nothing, ends: { from: seen(3, null, false), to: seen(20, null, false) } }

    expect(bisected(equal, page)[0]).toBe('deploy.md#rollback  no change between the ends')
    expect(bisected(equal, page)[1]).toBe('  at 3 it is not found, at 20 it is not found')
    expect(bisected(nothing, page)[0]).toBe('deploy.md#rollback  nothing was searched')
  })
})

describe('a memory that is missing', () => {
  const missing: Answer.WhyNotAnswer = {
    brain,
    position: 20,
    question: 'how?',
    node: 'deploy.md#rollback',
    title: 'Rollback',
    reason: 'unsure',
    detail: 'it came 3. with 4.200, and no memory is sure enough',
    words: [],
    place: 3,
    listed: true,
    score: 4.2,
    utility: 0.7,
    ways: [{ ...edge, strength: 0.1, reason: 'dormant' }],
    events: [],
    next: { says: 'Say that it helps.', commands: [['used', 'deploy.md#rollback']] },
    backlog: 1,
    approximate: 'no vectors',
  }

  test('is explained by its reason, its utility, its edges and the next step', () => {
    expect(explainedAway(missing, pageOf(100, false, ['crabtrail', '--brain', 'ops']))).toEqual([
      'deploy.md#rollback  Rollback  recalled, and not given  local/main/default at 20',
      '  it came 3. with 4.200, and no memory is sure enough',
      '  its utility is 0.7',
      '  0.1  auto:ab>learned>deploy.md#rollback  dormant',
      '  it may differ from what was seen then: no vectors',
      'Say that it helps.',
      '  crabtrail --brain ops used deploy.md#rollback',
      'the learner is 1 fact behind; crabtrail --brain ops learn works them off',
    ])
  })

  test.each([
    [{ reason: 'given', listed: true }, 'recalled'],
    [{ reason: 'behind', listed: false }, 'not recalled'],
  ] as const)('%j is headed by %s', (change, standing) => {
    expect(explainedAway({ ...missing, ...change }, page)[0]).toBe(`deploy.md#rollback  Rollback  ${standing}  local/main/default at 20`)
  })
})
