import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { type Origin, origins } from '../graph.ts'
import { given, note, owner, ref } from '../testing/given.ts'
import { mayMark } from './owner-marks.ts'

type Mark = 'on' | 'off'
const protect = (mark: Mark) => ({ _tag: 'Protect', node: 1, mark }) as const
const trust = (mark: Mark, node = 1) => ({ _tag: 'Trust', node, mark }) as const
const protection = (mark: Mark): ReadonlyArray<NewEvent> => [{ type: 'NodeProtected', data: { node: 1, protection: mark } }]
const trusted = (mark: Mark): ReadonlyArray<NewEvent> => [{ type: 'NodeTrusted', data: { node: 1, trust: mark } }]
const retired: NewEvent = { type: 'NodeRetired', data: { node: 1, reason: 'source' } }
const notLive = (node = 1) => ({ _tag: 'NodeNotLive', node }) as const

const memory = (state: 'probation' | 'normal', origin: Origin = 'owner', nodeType: 'fact' | 'cue' = 'fact'): NewEvent => ({
  type: 'NodeAdded',
  origin,
  data: { node: 1, id: ref('a'), text: ref('a'), nodeType, state },
})

const standing = (state: 'probation' | 'normal' | 'protected'): ReadonlyArray<NewEvent> =>
  state === 'protected' ? [memory('normal'), ...protection('on')] : [memory(state)]

describe('protecting a memory', () => {
  test.each([
    ['puts it on', 'normal', 'on', protection('on')],
    ['puts it on while it is on probation', 'probation', 'on', protection('on')],
    ['takes it away', 'protected', 'off', protection('off')],
    ['that is protected does nothing', 'protected', 'on', []],
    ['does nothing where there is none to take away', 'normal', 'off', []],
    ['does not end a probation by taking away what is not there', 'probation', 'off', []],
  ] as const)('%s', (_, state, mark, events) => {
    given(...standing(state))
      .when(protect(mark))
      .gives(events)
  })

  test.each<NewEvent>([
    { type: 'NodeRetired', data: { node: 1, reason: 'forgotten' } },
    { type: 'NodeMerged', data: { node: 1, into: 2 } },
  ])('does not bring back what is gone by $type', (gone) => {
    given(memory('normal'), gone).when(protect('on')).refuses(notLive())
    given(memory('normal'), gone).when(protect('off')).refuses(notLive())
  })

  test('can be taken from what went with its document', () => {
    given(...standing('protected'), retired)
      .when(protect('off'))
      .gives(protection('off'))
  })

  test('cannot be put on what went with its document', () => {
    given(memory('normal'), retired).when(protect('on')).refuses(notLive())
  })

  test('leaves retired what went with its document when it is taken away', () => {
    const { state } = given(memory('normal'), ...protection('on'), retired, ...protection('off'))

    expect(state.graph.stateOf(1)).toBe('retired')
    expect(state.owner.protections).toEqual(new Set())
  })
})

test('protection and trust are for the owner alone', () => {
  expect(origins.filter(mayMark)).toEqual(['owner'])
})

describe('trusting a memory', () => {
  test.each([
    ['lets others’ text be given', 'untrusted', [], 'on', trusted('on')],
    ['lets the program’s text be given', 'system', [], 'on', trusted('on')],
    ['that is trusted does nothing', 'untrusted', trusted('on'), 'on', []],
    ['is taken back', 'untrusted', trusted('on'), 'off', trusted('off')],
    ['that nobody trusts has nothing to take back', 'untrusted', [], 'off', []],
    ['of the agent’s own does nothing', 'agent', [], 'on', []],
    ['of the owner’s own does nothing', 'owner', [], 'on', []],
  ] as const)('%s', (_, origin, before, mark, events) => {
    given(memory('normal', origin), ...before)
      .when(trust(mark))
      .gives(events)
  })

  test('is refused for what is gone, was never there, or stands for questions', () => {
    given(memory('normal', 'untrusted'), retired).when(trust('on')).refuses(notLive())
    given(memory('normal', 'untrusted')).when(trust('on', 2)).refuses(notLive(2))
    given(memory('normal', 'untrusted', 'cue'))
      .when(trust('on'))
      .refuses(notLive())
  })
})

const set = { _tag: 'SetStrength', source: 1, target: 2, kind: 'learned', value: 0.5 } as const
const notes = [note(1), note(2)]
const learned: NewEvent = { type: 'EdgeLinked', data: { edge: 1, source: 1, target: 2, kind: 'learned', strength: 9, reason: 'verdict' } }
const link = (edge: number): NewEvent => ({
  type: 'EdgeLinked',
  data: { edge, source: 1, target: 2, kind: 'learned', strength: 0, reason: 'manual' },
})
const setting = (edge: number): NewEvent => ({ type: 'StrengthSet', origin: 'owner', data: { edge, strength: 500_000_000 } })

describe('a strength set by hand', () => {
  test('is a fact about the edge', () => {
    given(...notes, learned)
      .when(set)
      .gives([setting(1)])
      .answers(1)
  })

  test('links an edge that is not there at 0 first', () => {
    given(...notes)
      .when(set)
      .gives([link(1), setting(1)])
  })

  test('links a new edge where the one that was there is pruned', () => {
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 1, reason: 'weak' } }

    given(...notes, learned, pruned)
      .when(set)
      .gives([link(2), setting(2)])
  })

  test('makes a walk read the value, whatever stands beside the edge', () => {
    const mention: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 1, source: 1, target: 2, kind: 'link', strength: 700_000_000, reason: 'ingest' },
    }

    given(...notes, mention)
      .when({ ...set, value: 0.05 })
      .gives([link(2), { type: 'StrengthSet', origin: 'owner', data: { edge: 2, strength: -650_000_000 } }])
  })

  test('beside a guess of growth says what can be set', () => {
    const cue: NewEvent = { ...note(3), data: { ...note(3).data, nodeType: 'cue' } } as NewEvent
    const guess: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 1, source: 3, target: 2, kind: 'grown', strength: 200_000_000, reason: 'growth' },
    }
    const asked = { ...set, source: 3 }
    const setTo = (strength: number): NewEvent => ({ type: 'StrengthSet', origin: 'owner', data: { edge: 2, strength } })

    given(...notes, cue, guess)
      .when({ ...asked, value: 0.1 })
      .refuses({ _tag: 'StrengthUnreachable', min: -0.95, least: 0.2, max: 0.95 })
    const [, above] = given(...notes, cue, guess)
      .when(asked)
      .events()
    const [, below] = given(...notes, cue, guess)
      .when({ ...asked, value: -0.5 })
      .events()
    expect([above, below]).toEqual([setTo(300_000_000), setTo(-500_000_000)])
  })

  test.each([
    ['an edge of a kind that does not learn', { kind: 'similarity' } as const, { _tag: 'KindDoesNotLearn', kind: 'similarity' } as const],
    ['too high a value', { value: 0.951 }, { _tag: 'StrengthOutOfBounds', min: -0.95, max: 0.95 } as const],
    ['too low a value', { value: -1 }, { _tag: 'StrengthOutOfBounds', min: -0.95, max: 0.95 } as const],
    ['no number', { value: Number.NaN }, { _tag: 'StrengthOutOfBounds', min: -0.95, max: 0.95 } as const],
    ['an edge from a memory to itself', { target: 1 }, { _tag: 'SameNode' } as const],
  ])('is refused for %s', (_, change, rejection) => {
    given(...notes, learned)
      .when({ ...set, ...change })
      .refuses(rejection)
  })

  test('is refused for a speaker whose words do not teach', () => {
    given(...notes, learned)
      .when(set, { by: { ...owner, origin: 'untrusted' } })
      .refuses({ _tag: 'SpeakerIsMute' })
  })
})
