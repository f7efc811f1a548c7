import { describe, expect, test } from 'vitest'
import type { BrainEvent, NewEvent } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import { notGivenReasons } from '../../domain/history/not-recalled.ts'
import { ref } from '../../domain/testing/given.ts'
import type { BlameStep } from '../answers.ts'
import { notGivenInWords } from '../explanations.ts'
import { afterEqualEnds, bringing, type Missing, takingBack } from './next-steps.ts'

const at = (event: NewEvent, session?: number): BrainEvent =>
  placed(event, 9, { at: 0, actor: 1, ...(session === undefined ? {} : { session }) })
const adjusted = at({
  type: 'StrengthAdjusted',
  cause: 7,
  data: { edge: 1, from: 0, to: 1, asked: 1, tier: 'conscious', rule: 'r', reason: 'used' },
})
const verdict = at({
  type: 'FeedbackGiven',
  turn: 1,
  data: { feedback: 3, verdict: 'wrong', applied: 'wrong', outcome: -1, tier: 'conscious', nodes: [1] },
})
const inSession4 = at(verdict, 4)
const setByHand = at({ type: 'StrengthSet', origin: 'owner', data: { edge: 1, strength: 900_000_000 } }, 4)
const unlearning = at({ type: 'UnlearnRequested', origin: 'owner', data: { selector: 'session', selected: [4], signals: [7] } }, 5)
const back = (event: BrainEvent, fact = event) =>
  takingBack({ event, fact, before: 6, question: 'how?', node: 'a.md', profile: 'balanced' }).commands

describe('what an event did is taken back', () => {
  test('verdict by verdict, or with everything since', () => {
    expect(back(adjusted, verdict)).toEqual([
      ['unlearn', '--feedback', 'f3'],
      ['rollback', '--to', '6'],
    ])
  })

  test('or with its whole session, where it has one', () => {
    const whole = ['unlearn', '--session', 's4', '--dry-run']

    expect(back(adjusted, inSession4)).toEqual([['unlearn', '--feedback', 'f3'], whole, ['rollback', '--to', '6']])
    expect(back(adjusted, setByHand)).toEqual([whole, ['rollback', '--to', '6']])
  })

  test('an unlearning is withdrawn', () => {
    expect(back(adjusted, unlearning)).toEqual([['unlearn', '--undo', '9']])
  })

  test.each([
    ['a strength', adjusted, [['rollback', '--to', '6']]],
    ['settings', at({ type: 'ProfileChanged', data: { profile: 'crabpath', settings: {}, digest: ref('0') } }), [['profile', 'balanced']]],
    ['trust', at({ type: 'NodeTrusted', data: { node: 1, trust: 'on' } }), [['trust', 'a.md', '--off']]],
    ['distrust', at({ type: 'NodeTrusted', data: { node: 1, trust: 'off' } }), [['trust', 'a.md']]],
    ['a document', at({ type: 'NodeRetired', data: { node: 1, reason: 'source' } }), [['recall', 'how?', '--at', '6']]],
  ])('of %s', (_, event, commands) => {
    expect(back(event)).toEqual(commands)
  })
})

describe('ends that agree', () => {
  const ends = { question: 'how?', node: 'a.md', rank: undefined, from: 0, to: 9, heldAt: undefined, shownAt: undefined }

  test.each([
    [{ ...ends, isRecalled: true }, ['bisect', 'how?', '--node', 'a.md', '--from', '0']],
    [{ ...ends, isRecalled: false }, ['why-not', 'how?', 'a.md', '--at', '9']],
    [{ ...ends, isRecalled: false, shownAt: 4 }, ['bisect', 'how?', '--node', 'a.md', '--from', '4', '--to', '9']],
    [{ ...ends, isRecalled: true, rank: 2 }, ['bisect', 'how?', '--node', 'a.md', '--rank', '2', '--from', '0']],
    [{ ...ends, isRecalled: false, heldAt: 5 }, ['bisect', 'how?', '--node', 'a.md', '--from', '5', '--to', '9']],
    [{ ...ends, isRecalled: false, heldAt: 5, from: 5 }, ['why-not', 'how?', 'a.md', '--at', '9']],
    [{ ...ends, isRecalled: false, shownAt: 9 }, ['why-not', 'how?', 'a.md', '--at', '9']],
  ])('%j', (given, command) => {
    expect(afterEqualEnds(given).commands).toEqual([command])
  })
})

const against: BlameStep = {
  position: 9,
  type: 'StrengthAdjusted',
  at: '2026-11-20T10:00:00.000Z',
  from: 0,
  to: -0.6,
  delta: -0.6,
  cause: 7,
  verdict: 'wrong',
  feedback: 'f3',
  turn: 't1',
  actor: 'cli',
  session: 's1',
  sessionKey: 'cli',
  reason: 'not-relevant',
}
const missing: Missing = {
  question: 'how?',
  node: 'a.md',
  reason: 'behind',
  place: 14,
  ways: [{ edge: 'e1', source: 'b.md', target: 'a.md', kind: 'learned', strength: 0.1, reason: 'dormant' }],
  against: undefined,
  first: 'b.md',
  tokens: 600,
  recorded: 24,
  past: undefined,
  lives: true,
  unlearnings: [],
}
const teaching = [
  ['recall', 'how?'],
  ['wrong', 'b.md', '--instead', 'a.md'],
]
const asking = [['why-not', 'how?', 'a.md']]
const using = [
  ['recall', 'how?'],
  ['used', 'a.md'],
]

describe('a memory that is missing is brought', () => {
  const commands = (change: Partial<Missing>) => bringing({ ...missing, ...change }).commands

  test.each<readonly [Missing['reason'], Partial<Missing>, ReadonlyArray<ReadonlyArray<string>>]>([
    ['given', {}, [['recall', 'how?']]],
    ['given', { past: 7 }, [['recall', 'how?', '--at', '7']]],
    ['unborn', {}, [['why-not', 'how?', 'a.md']]],
    ['retired', { lives: false }, [['log', '--type', 'NodeRetired', '--node', 'a.md']]],
    [
      'retired',
      { lives: false, unlearnings: [7] },
      [
        ['unlearn', '--undo', '7', '--dry-run'],
        ['unlearn', '--undo', '7'],
      ],
    ],
    ['retired', { past: 7 }, asking],
    ['behind', { past: 7 }, asking],
    ['suppressed', { past: 7, against }, asking],
    ['passed-over', { past: 7 }, asking],
    ['unrelated', { past: 7 }, asking],
    ['origin', { past: 7 }, asking],
    ['unsure', { past: 7 }, asking],
    ['merged', {}, [['log', '--type', 'NodeMerged', '--node', 'a.md']]],
    ['cue', {}, [['show', 'a.md']]],
    ['erased', {}, []],
    [
      'behind',
      {},
      [
        ['recall', 'how?', '--limit', '14'],
        ['used', 'a.md'],
      ],
    ],
    ['behind', { place: 25 }, teaching],
    ['suppressed', { against }, [['unlearn', '--feedback', 'f3']]],
    ['suppressed', {}, teaching],
    ['useless', { against }, [['unlearn', '--feedback', 'f3']]],
    ['inhibited', { against }, [['unlearn', '--feedback', 'f3']]],
    ['outscored', {}, teaching],
    [
      'outscored',
      { first: undefined },
      [
        ['recall', 'how?'],
        ['feedback', 'used', '--instead', 'a.md'],
      ],
    ],
    ['passed-over', {}, [['strength', 'b.md', 'a.md', '0.9']]],
    ['passed-over', { ways: [] }, teaching],
    ['unreached', {}, teaching],
    ['unrelated', {}, teaching],
    ['origin', {}, [['trust', 'a.md']]],
    ['unsure', {}, using],
    ['adds-nothing', {}, using],
    ['duplicate', {}, []],
    ['in-prompt', {}, []],
    ['budget', {}, [['recall', 'how?', '--budget', '1200']]],
    ['budget', { past: 7 }, [['recall', 'how?', '--budget', '1200', '--at', '7']]],
    [
      'limit',
      {},
      [
        ['recall', 'how?', '--limit', '14'],
        ['used', 'a.md'],
      ],
    ],
  ])('%s %j', (reason, change, expected) => {
    expect(commands({ reason, ...change })).toEqual(expected)
  })

  test('of one that is given although it was called wrong for a kind of question, it is not said that nothing is in its way', () => {
    const ways: Missing['ways'] = [{ edge: 'e2', source: 'cue:1', target: 'a.md', kind: 'learned', strength: -0.2, reason: 'inhibited' }]
    const says = (change: Partial<Missing>) => bringing({ ...missing, reason: 'given', ...change }).says

    expect(says({ ways })).toBe('It is given all the same: what is negative takes less from its score than it has.')
    expect(says({})).toBe('Nothing is in its way.')
  })

  test.each(notGivenReasons)('%s has one sentence of its own, and a next one', (reason) => {
    const facts = {
      reason,
      place: 2,
      score: 1,
      words: ['tide'],
      confidence: -1,
      share: 0.5,
      like: 'b.md',
      tokens: 5,
      tokensMost: 9,
      against,
      holder: 'c.md',
    }
    const told = notGivenInWords(facts)

    expect(told).toMatch(/^[a-z].*[^.]$/)
    expect(notGivenReasons.filter((other) => notGivenInWords({ ...facts, reason: other }) === told)).toEqual([reason])
    expect(bringing({ ...missing, reason }).says).toMatch(/^[A-Z].*\.$/)
  })
})
