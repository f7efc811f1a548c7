import { commandsIn } from '@crabtrail/text/evidence/shell-commands'
import { describe, expect, test } from 'vitest'
import { balanced } from '../profiles/profiles.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { one } from '../strength.ts'
import { observationsOf, type SeenTurn } from './observations.ts'
import type { SeenCall } from './seen-calls.ts'

const record = (turn: number, more: Partial<TurnRecord> = {}): TurnRecord => ({
  turn,
  position: turn,
  at: 0,
  session: 1,
  question: undefined,
  seeds: [],
  cues: [],
  fired: new Map(),
  followed: [],
  inhibited: new Map(),
  shown: [1, 2, 3],
  included: [1, 2, 3],
  verdicts: [],
  unanswered: new Map(),
  cue: undefined,
  outcome: 'success',
  drew: [{ node: 1, share: one }],
  uses: [],
  errors: [],
  fixed: [],
  noted: [],
  ...more,
})
const call = (more: Partial<SeenCall>): SeenCall => ({ tool: 'exec', failed: false, turn: 2, at: 0, nodes: [], ...more })
const shown = (seen: Partial<SeenTurn>) =>
  observationsOf({ turn: 2, at: 60_000, calls: [], before: [], late: [], last: undefined, ...seen }, balanced).map((one) => [
    one.turn,
    one.signal,
    one.nodes,
  ])
const last = (alike: number, more: Partial<TurnRecord> = {}, goesOn = false): Partial<SeenTurn> => ({
  last: { turn: record(1, more), alike: alike * one, goesOn },
})

describe('a call with the words of a memory', () => {
  test('shows that it went well, or failed; the last call with its words decides', () => {
    expect(shown({ calls: [call({ nodes: [4] })] })).toEqual([[2, 'succeeded', [4]]])
    expect(shown({ calls: [call({ nodes: [4], failed: true })] })).toEqual([[2, 'failed', [4]]])
    expect(shown({ calls: [call({ nodes: [4], failed: true }), call({ nodes: [4] })] })).toEqual([[2, 'succeeded', [4]]])
  })

  test('shows nothing of memories whose words no call had', () => {
    expect(shown({ calls: [call({ failed: true })] })).toEqual([])
  })

  test('is taken back, put back or edited by a later turn', () => {
    const write = call({ tool: 'write', path: 'a', added: 'new', turn: 1, nodes: [7] })
    const read = call({ tool: 'read', path: 'a', read: 'old', turn: 1 })

    expect(shown({ before: [write], calls: [call({ commands: commandsIn('git checkout -- a') })] })).toEqual([[1, 'undone', [7]]])
    expect(shown({ before: [read, write], calls: [call({ tool: 'write', path: 'a', added: 'old' })] })).toEqual([[1, 'restored', [7]]])
    expect(shown({ before: [write], calls: [call({ tool: 'read', path: 'a', read: 'theirs' })] })).toEqual([[1, 'edited', [7]]])
  })

  test('was not edited where the file changed long after', () => {
    const write = call({ tool: 'write', path: 'a', added: 'new', turn: 1, nodes: [7] })

    expect(shown({ at: 1_000_000, before: [write], calls: [call({ path: 'a', added: 'newer' })] })).toEqual([])
  })
})

describe('the message after a turn', () => {
  test('that asks the same again speaks against what was answered from, as much as it is alike', () => {
    expect(shown(last(0.9))).toEqual([[1, 'asked-again', [1]]])
    expect(observationsOf({ turn: 2, at: 0, calls: [], before: [], late: [], ...last(0.9) } as SeenTurn, balanced)[0]?.value).toBe(
      900_000_000,
    )
  })

  test('about something else speaks for it, and against what was not used', () => {
    expect(shown(last(0.2))).toEqual([
      [1, 'unopposed', [1]],
      [1, 'unused', [2, 3]],
    ])
  })

  test.each([
    ['goes on with it', last(0.2, {}, true)],
    ['asks the same much later', { ...last(0.9), at: 1_000_000_000 }],
    ['comes after a failure', last(0.9, { outcome: 'failure' })],
    ['comes after a reply that is not known', last(0.2, { drew: undefined })],
    ['comes after a complaint', last(0.2, { verdicts: [{ node: 1, word: 'correction', tier: 'conscious', actor: 1, feedback: 1 }] })],
    [
      'comes after a complaint that waits for the learner',
      last(0.2, { unanswered: new Map([[1, [{ node: 1, word: 'wrong', tier: 'conscious', actor: 1 }]]]) }),
    ],
    ['is the first', { last: undefined }],
  ])('that %s shows nothing', (_, seen) => {
    expect(shown(seen)).toEqual([])
  })

  test('that has something of the turn taken back is no silence', () => {
    const before = [call({ tool: 'write', path: 'a', added: 'new', turn: 1, nodes: [1] })]

    expect(shown({ ...last(0.2), before, calls: [call({ commands: commandsIn('git restore a') })] })).toEqual([[1, 'undone', [1]]])
  })
})

describe('a memory of an earlier turn', () => {
  test('that is used now is to the credit of that turn, and was not unused there', () => {
    expect(shown({ ...last(0.2), late: [{ turn: record(1), node: 2 }] })).toEqual([
      [1, 'used-later', [2]],
      [1, 'unopposed', [1]],
      [1, 'unused', [3]],
    ])
  })

  test('that its own turn used already is used no second time', () => {
    const used = record(1, { verdicts: [{ node: 2, word: 'used', tier: 'agent', actor: 1, feedback: 1 }] })

    expect(shown({ late: [{ turn: used, node: 2 }] })).toEqual([])
  })
})
