/** Which edges a new cue gets, by which strengths, and why a question makes none. */
import { describe, expect, test } from 'vitest'
import type { Speaker } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import type { GrowthSettings, Profile } from '../profiles/profile.ts'
import { balanced, crabpath } from '../profiles/profiles.ts'
import { type BrainState, brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano, units } from '../strength.ts'
import { growth, type NewQuestion } from './birth.ts'

const ref = (digit: string) => ContentRef.make(digit.repeat(64))
const node = (number: number, nodeType: 'fact' | 'cue' = 'fact', origin: 'owner' | 'untrusted' = 'owner'): NewEvent => ({
  type: 'NodeAdded',
  origin,
  data: { node: number, id: ref('1'), text: ref('1'), nodeType, state: nodeType === 'cue' ? 'probation' : 'normal' },
})
/** A turn with these memories in its context. */
const recall = (turn: number, ...included: ReadonlyArray<number>): ReadonlyArray<NewEvent> => [
  { type: 'TurnStarted', turn, data: { question: ref('2'), engine: 'route', ...balanced.budget } },
  { type: 'ContextBundled', turn, data: { nodes: included, scores: included.map(() => 1), included, tokens: 1 } },
]
/** A cue that a turn makes. */
const made = (turn: number, cue: number): ReadonlyArray<NewEvent> => [
  node(cue, 'cue'),
  {
    type: 'NoveltyAssessed',
    turn,
    data: { by: 'words', top1: 0, top2: 0, tail: 0, rel: 0, passed: [], failed: [], verdict: 'novel', birth: 'made', cue },
  },
]

interface Said {
  readonly events: ReadonlyArray<NewEvent>
  readonly at?: number
  readonly session?: number
}
const stateOf = (...said: ReadonlyArray<Said>): BrainState => {
  const fold = emptyFold()
  for (const { at = 0, events, session } of said) {
    const commit = { at, actor: 1, ...(session === undefined ? {} : { session }) }
    for (const event of events) foldEvent(fold, placed(event, fold.position + 1, commit))
  }
  return brainState(fold)
}
const notes: Said = { events: [1, 2, 3, 4, 5].map((number) => node(number)) }

const question: NewQuestion = {
  knownCue: undefined,
  newCue: { id: ref('3'), text: ref('3') },
  neighbours: { by: 'words', similarities: [nano(0.5)], isEmpty: false, isTold: false },
  scale: 'words',
  statement: undefined,
  calibrated: undefined,
  failed: [],
  grows: true,
  limits: {},
  kin: [],
  hits: [],
  now: 0,
}
const speaker: Speaker = { first: 1, origin: 'owner', actor: 1, session: 'interactive', sessionNumber: 7, isNewSession: false }

interface Asked {
  readonly turn?: number
  readonly seeds?: ReadonlyArray<{ readonly node: number; readonly score: number }>
  readonly more?: Partial<NewQuestion>
  readonly settings?: Partial<GrowthSettings>
  readonly profile?: Profile
}
const ask = (state: BrainState, { more, profile = balanced, seeds = [], settings, turn = 20 }: Asked = {}) =>
  growth({ ...question, ...more }, { turn, seeds }, speaker, state, { ...profile, growth: { ...profile.growth, ...settings } })

const assessmentOf = (asked: ReturnType<typeof ask>) =>
  asked.events.flatMap((event) => (event.type === 'NoveltyAssessed' ? [event.data] : []))[0]
const refusedOf = (asked: ReturnType<typeof ask>) => assessmentOf(asked)?.refused
const linksOf = ({ events }: ReturnType<typeof ask>): ReadonlyArray<EventData<'EdgeLinked'>> =>
  events.flatMap((event) => (event.type === 'EdgeLinked' ? [event.data] : []))
/** The source, the target and the strength of each edge, by the other end. */
const ends = (asked: ReturnType<typeof ask>) => linksOf(asked).map(({ source, strength, target }) => [source, target, units(strength)])

describe('a new cue', () => {
  test('S0.56 S4.78 is led to by the memories of the last three turns of its session: 0.12, 0.09 and 0.06', () => {
    const state = stateOf(
      notes,
      { events: recall(1, 1), session: 7 },
      { events: recall(2, 2), session: 7 },
      { events: recall(3, 3), session: 7 },
      { events: recall(4, 5), session: 8 },
      { events: recall(5, 4), session: 7 },
    )

    expect(ends(ask(state))).toEqual([
      [4, 6, 0.12],
      [3, 6, 0.09],
      [2, 6, 0.06],
    ])
    expect(ends(ask(state, { settings: { beforeTurns: 0 } }))).toEqual([])
  })

  test('S0.55 leads to what was found, and not to what was found by less than half of the best', () => {
    const seeds = [
      { node: 1, score: 10 },
      { node: 2, score: 5 },
      { node: 3, score: 4 },
      { node: 4, score: 0 },
    ]

    expect(linksOf(ask(stateOf(notes), { seeds })).map(({ target }) => target)).toEqual([1, 2])
  })

  test('S0.59 leads by 0.12 to 0.25, in proportion to the score', () => {
    const seeds = [
      { node: 1, score: 10 },
      { node: 2, score: 5 },
    ]

    expect(ends(ask(stateOf(notes), { seeds }))).toEqual([
      [6, 1, 0.25],
      [6, 2, 0.185],
    ])
  })

  test('S0.57 S0.58 is led to by what another search found, by 0.10 to 0.20 in proportion to its score', () => {
    const hits = [
      { node: 1, score: 10 },
      { node: 2, score: 0 },
    ]

    expect(ends(ask(stateOf(notes), { more: { hits } }))).toEqual([
      [1, 6, 0.2],
      [2, 6, 0.1],
    ])
  })

  test('S0.79 gets no more edges than the settings say, of each sort in turn', () => {
    const state = stateOf(notes, { events: recall(1, 3), session: 7 })
    const asked = ask(state, { seeds: [{ node: 1, score: 1 }], more: { hits: [{ node: 2, score: 1 }] }, settings: { edges: 2 } })

    expect(ends(asked).map(([source, target]) => [source, target])).toEqual([
      [6, 1],
      [2, 6],
    ])
    expect(assessmentOf(asked)).toMatchObject({ birth: 'made', unlinked: 1 })
  })

  test('is joined to nothing that a stranger wrote', () => {
    const state = stateOf({ events: [node(1), node(2, 'fact', 'untrusted')] }, { events: recall(1, 2), session: 7 })
    const seeds = [1, 2].map((number) => ({ node: number, score: 1 }))

    expect(ends(ask(state, { seeds, more: { hits: [{ node: 2, score: 1 }] } })).map(([, target]) => target)).toEqual([1])
  })
})

describe('no cue is made', () => {
  test('S0.69 where the settings only record, and where the caller lets none grow', () => {
    expect(refusedOf(ask(stateOf(notes), { settings: { mode: 'record' } }))).toBe('record')
    expect(refusedOf(ask(stateOf(notes), { more: { grows: false } }))).toBe('off')
  })

  test('S0.65 where a turn makes none', () => {
    expect(refusedOf(ask(stateOf(notes), { settings: { perTurn: 0 } }))).toBe('turn')
  })

  test('S0.64 S0.12 where the session made as many as it may; what the request says comes before the settings', () => {
    const state = stateOf(notes, { events: made(1, 6), session: 7 })
    const far = { cooldown: 0 }

    expect(refusedOf(ask(state, { settings: { ...far, perSession: 1 } }))).toBe('session')
    expect(refusedOf(ask(state, { settings: { ...far, perSession: 2 } }))).toBeUndefined()
    expect(refusedOf(ask(state, { settings: far, more: { limits: { perSession: 1 } } }))).toBe('session')
    expect(refusedOf(ask(stateOf(notes, { events: made(1, 6), session: 8 }), { settings: { ...far, perSession: 1 } }))).toBeUndefined()
  })

  test('S0.68 where the hour made as many as it may, also by a clock that went back', () => {
    const state = stateOf(notes, { events: made(1, 6), session: 8, at: 7_200_000 })
    const at = (now: number) => refusedOf(ask(state, { settings: { perHour: 1 }, more: { now } }))

    expect([at(0), at(7_200_000 + 3_599_999), at(7_200_000 + 3_600_000)]).toEqual(['hour', 'hour', undefined])
    expect(refusedOf(ask(state, { settings: { perHour: 2 }, more: { now: 7_200_000 } }))).toBeUndefined()
  })

  test('S0.66 S0.12 for eight turns after one of its family; what the request says comes before the settings', () => {
    const state = stateOf(notes, { events: made(10, 6), session: 8 })
    const kin = (alike: number) => ({ kin: [{ cue: 6, alike: nano(alike) }] })
    const at = (turn: number, alike = 0.6) => refusedOf(ask(state, { turn, more: kin(alike) }))

    expect([at(11), at(18), at(19), at(11, 0.59)]).toEqual(['cooldown', 'cooldown', undefined, undefined])
    expect(refusedOf(ask(state, { turn: 12, more: { ...kin(0.6), limits: { cooldown: 1 } } }))).toBeUndefined()
    expect(refusedOf(ask(state, { turn: 12, more: { ...kin(0.6), limits: { cooldown: 2 } } }))).toBe('cooldown')
  })

  test('S0.61 S0.62 where its strongest edge would not stay dormant', () => {
    expect(refusedOf(ask(stateOf(notes), { profile: { ...balanced, tiers: { habitual: 0.25, reflex: 0.8 } } }))).toBe('bound')
    expect(refusedOf(ask(stateOf(notes), { profile: { ...balanced, tiers: { habitual: 0.26, reflex: 0.8 } } }))).toBeUndefined()
  })

  test('S0.12 where the request takes it for known', () => {
    expect(assessmentOf(ask(stateOf(notes)))).toMatchObject({ verdict: 'novel', birth: 'made' })
    expect(assessmentOf(ask(stateOf(notes), { more: { limits: { known: 0.5 } } }))).toMatchObject({ verdict: 'known', birth: 'none' })
  })

  test('S3.80 C25 where a cue is alike from 0.92 on: it is the same', () => {
    const state = stateOf(notes, { events: made(1, 6), session: 7 })
    const at = (alike: number) => assessmentOf(ask(state, { profile: crabpath, more: { kin: [{ cue: 6, alike: nano(alike) }] } }))

    expect(at(0.92)).toMatchObject({ birth: 'seen', cue: 6 })
    expect(at(0.9199)?.birth).not.toBe('seen')
  })
})
