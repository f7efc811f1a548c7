/** `diff`, `bisect` and `why-not` on one story: what they print for people, what they answer with --json, and what they refuse. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fillNotes, type Json, makePlace } from './place.ts'

const place = makePlace()
const { ask, fail, run } = place
const question = 'how do we roll back the harbour service?'
const wrong = 'deploy.md#rollback'
const right = 'sub/team.txt'
let [read, asked, corrected]: ReadonlyArray<number> = []
beforeAll(async () => {
  fillNotes(place)
  read = (await ask('ingest', 'notes')).position
  asked = (await ask('recall', question)).position
  corrected = (await ask('wrong', wrong, '--instead', right)).position
})
afterAll(() => place.remove())

/** What is printed, without times and without the end of the log, which the tests move. */
const printed = async (...args: ReadonlyArray<string>): Promise<ReadonlyArray<string>> => {
  const { code, stderr, stdout } = await run(...args)
  expect([code, stderr]).toEqual([0, ''])
  return stdout
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, 'TIME')
    .replace(/default at \d+/g, 'default at END')
    .trimEnd()
    .split('\n')
}

describe('two positions', () => {
  test('are compared on one screen', async () => {
    expect(await printed('diff', String(asked), '--question', question)).toMatchInlineSnapshot(`
      [
        "32 → 42  10 events, 0 turns, 1 verdict between  local/main/default at END",
        "  TIME → TIME",
        "  strength       │█░     0.3 → 0.285 ▼  deploy.md>sequential>deploy.md#rollback",
        "  linked      ▓▓▓│       -0.6           auto:d36496addb8d>learned>deploy.md#rollback",
        "  linked         │▓▓▓    0.6            auto:d36496addb8d>learned>sub/team.txt",
        "  linked         │       -0.005         incident.md>learned>deploy.md#rollback",
        "  cue       added                       "how do we roll back the harbour service?"",
        "",
        ""how do we roll back the harbour service?"",
        "  before                                                after",
        "  + 1  2.652  deploy.md                                 + 1  12.874  sub/team.txt",
        "  + 2  1.766  deploy.md#rollback                        + 2  2.652  deploy.md",
        "    3  0.545  sub/team.txt                                3  0.517  incident.md",
        "    4  0.517  incident.md",
        "  2 → – ▼  deploy.md#rollback",
        "    39    ▓▓▓│       0 → -0.6 ▼  auto:d36496addb8d>learned>deploy.md#rollback  wrong f1 on t1 by cli ←37",
        "    40       │█░     0.3 → 0.285 ▼  deploy.md>sequential>deploy.md#rollback  wrong f1 on t1 by cli ←37",
        "  3 → 1 ▲  sub/team.txt",
        "    42       │▓▓▓    0 → 0.6 ▲  auto:d36496addb8d>learned>sub/team.txt  wrong f1 on t1 by cli ←37",
        "  1 → 2 ▼  deploy.md  others moved past it",
        "  4 → 3 ▲  incident.md  others moved past it",
        "  5 changes between the two on what the two walks looked at",
      ]
    `)
  })

  test('are compared the other way round, and with themselves', async () => {
    const [forth, back] = [await ask('diff', String(asked)), await ask('diff', String(corrected), String(asked))]

    expect(back.edges.removed).toEqual(forth.edges.added)
    expect(back.cues.removed).toEqual(forth.cues.added)
    expect(await printed('diff', String(asked), String(asked))).toEqual([
      `${asked} → ${asked}  0 events, 0 turns, 0 verdicts between  local/main/default at END`,
      '  TIME → TIME',
      'nothing differs',
    ])
  })

  test('have the rankings of the recorded questions, each once, and the events that moved them', async () => {
    await run('recall', `  ${question.toUpperCase()}`)
    const answer = await ask('diff', String(read), '--questions')

    expect(answer.rankings.map((ranking: Json) => ranking.question)).toEqual([question.toUpperCase()])
    const [{ events, moved }] = answer.rankings
    expect(moved[0]).toMatchObject({ node: expect.any(String), events: expect.any(Array) })
    expect(events[0]).toMatchObject({ type: 'StrengthAdjusted', verdict: 'wrong', feedback: 'f1', turn: 't1', actor: 'cli', session: 's1' })
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(['nodes', 'edges', 'rankings']))
  })

  test('may lie inside a commit, which is said', async () => {
    const inside = String(Number(asked) - 2)

    expect(await printed('diff', inside, String(asked))).toContain(`  ${inside} lies inside a commit: no answer was ever given from there`)
    expect(await ask('diff', inside, String(asked))).toMatchObject({ a: { isCommitEnd: false }, b: { isCommitEnd: true } })
  })

  test('have lists of at most so many entries, and the number of all', async () => {
    const answer = await ask('diff', '0', '--limit', '2')

    expect(answer.nodes.added).toHaveLength(2)
    expect(answer.counts.nodesAdded).toBeGreaterThan(2)
    expect(await printed('diff', '0', '--limit', '2')).toContainEqual(expect.stringMatching(/^ {2}memory .*and \d+ more$/))
  })
})

describe('the event that changed a ranking', () => {
  test('is found, with its cause and what takes it back', async () => {
    expect(await printed('bisect', question, '--node', wrong, '--from', String(asked))).toMatchInlineSnapshot(`
      [
        "39  StrengthAdjusted: from here on deploy.md#rollback is recalled no more  6 looks",
        "  Deploy › Rollback",
        "  place 3 → – ▼  score 1.766 → –",
        "  39    ▓▓▓│       0 → -0.6 ▼  auto:d36496addb8d>learned>deploy.md#rollback  wrong f1 on t1 by cli ←37",
        "  because of 37 FeedbackGiven wrong f1 on t1 by cli in cli s1 TIME",
        "    asked "how do we roll back the harbour service?"",
        "  at 32 it is recalled (place 2), at 60 it is not found",
        "  Between the two ends it may change more than once. This is one of the events from which it is as at the",
        "  later end; give closer ends to look for others.",
        "The first command takes this verdict back alone, the second shows what taking back its whole session would",
        "change, the third takes back everything that was learned since.",
        "  crabtrail unlearn --feedback f1",
        "  crabtrail unlearn --session s1 --dry-run",
        "  crabtrail rollback --to 37",
      ]
    `)
  })

  test('is not searched for a place that it has at neither end, and the next step keeps that place', async () => {
    const ends = ['--from', String(asked), '--to', String(corrected)]

    expect((await ask('bisect', question, '--node', wrong, ...ends, '--rank', '1')).next.commands).toEqual([
      ['why-not', question, wrong, '--at', String(corrected)],
    ])
    expect((await ask('bisect', question, '--node', 'deploy.md', ...ends, '--rank', '2')).next.commands).toEqual([
      ['bisect', question, '--node', 'deploy.md', '--rank', '2', '--from', '0'],
    ])
  })

  test('is the reading of a document where nothing was learned', async () => {
    const answer = await ask('bisect', question, '--node', wrong, '--to', String(asked), '--present')

    expect(answer).toMatchObject({
      position: expect.any(Number),
      before: { recalled: false },
      after: { recalled: true },
      cause: { verdict: null },
      next: { commands: [['recall', question, '--at', expect.any(String)]] },
    })
    expect(Object.keys(answer)).toEqual(expect.arrayContaining(['position', 'event', 'steps']))
  })

  test('is not searched where the ends agree, or hold the other way round', async () => {
    const equal = await ask('bisect', question, '--node', 'incident.md', '--from', '1', '--to', '2')
    const other = await ask('bisect', question, '--node', wrong, '--absent', '--from', '1', '--to', String(asked))

    expect(equal).toMatchObject({ position: null, event: null, steps: [], ends: { from: { recalled: false }, to: { recalled: false } } })
    expect(equal.next.commands).toEqual([['why-not', question, 'incident.md', '--at', '2']])
    expect(other).toMatchObject({ position: null, steps: [] })
    expect(other.next.commands).toEqual([['bisect', question, '--node', wrong, '--present']])
  })
})

describe('a memory that is not recalled', () => {
  test('is explained, with one step that brings it', async () => {
    expect(await printed('why-not', question, wrong)).toMatchInlineSnapshot(`
      [
        "deploy.md#rollback  Deploy › Rollback  not recalled  local/main/default at END",
        "  negative edges took all that it scored (wrong, f1, t1)",
        "  -0.6  auto:d36496addb8d>learned>deploy.md#rollback     inhibited",
        "   0.3  deploy.md#history>sequential>deploy.md#rollback  not-walked",
        "  34  TIME  0 → 0 =        0  by cli in cli s1                 verdict",
        "  39  TIME  0 → -0.6 ▼  -0.6  wrong f1 on t1 by cli in cli s1  not-relevant ←37",
        "Take the verdict back that keeps it away.",
        "  crabtrail unlearn --feedback f1",
      ]
    `)
    expect(await ask('why-not', question, wrong, '--at', String(asked))).toMatchObject({ position: asked, place: expect.any(Number) })
    expect(Object.keys(await ask('why-not', question, wrong))).toEqual(
      expect.arrayContaining(['node', 'reason', 'detail', 'events', 'next']),
    )
  })

  test('is told the verdict that took its score, whatever else was said of it since', async () => {
    await run('not-useful', wrong, '--turn', 't1')

    expect(await ask('why-not', question, wrong)).toMatchObject({
      reason: 'suppressed',
      against: { verdict: 'wrong', feedback: 'f1' },
      utility: 0.7,
      next: { commands: [['unlearn', '--feedback', 'f1']] },
    })
  })

  test('and one that is recalled, one of later, and one that was forgotten', async () => {
    await run('forget', '--node', 'deploy.md#history')

    expect(await ask('why-not', question, right)).toMatchObject({ reason: 'given', listed: true })
    expect(await ask('why-not', question, right, '--at', '1')).toMatchObject({ reason: 'unborn', place: null })
    const history = (await ask('log', '--type', 'NodeRetired')).events.at(-1).data.node
    expect(await ask('why-not', question, `erased:${history}`)).toMatchObject({ reason: 'erased', next: { commands: [] } })
  })
})

test.each([
  [3, ['diff', '999999']],
  [2, ['diff', 'the other day']],
  [2, ['diff', '1', '--limit', '10001']],
  [3, ['bisect', question, '--node', 'nowhere.md']],
  [2, ['bisect', question, '--node', wrong, '--from', '9', '--to', '3']],
  [2, ['bisect', question]],
  [2, ['why-not', ' ', wrong]],
  [2, ['why-not', 'x'.repeat(16_001), wrong]],
  [3, ['why-not', question, 'nowhere.md']],
] as const)('ends with %i: %j', async (code, args) => {
  expect((await fail(...args))[0]).toBe(code)
})
