import * as Result from 'effect/Result'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { type BrainState, brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import type { TurnRecord } from '../projections/turns/turn-record.ts'
import { decideFeedback, type FeedbackSignal, judgedTurn, type SaidMeanwhile } from './feedback.ts'

const ref = (digit: string) => ContentRef.make(digit.repeat(64))
const node = (number: number, nodeType: 'fact' | 'cue' = 'fact'): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref('1'), text: ref('1'), nodeType, state: 'normal' },
})

/** Nodes 1 to 3, node 3 reached from node 1 by a link; the turn showed 1 and 3 and put 3 into its context. */
const recalled: ReadonlyArray<NewEvent> = [
  ...[1, 2, 3].map((number) => node(number)),
  { type: 'EdgeLinked', data: { edge: 1, source: 1, target: 3, kind: 'link', strength: 1, reason: 'ingest' } },
  { type: 'TurnStarted', turn: 1, data: { question: ref('2'), engine: 'route', ...balanced.budget } },
  { type: 'EdgeFollowed', turn: 1, data: { edge: 1, strength: 1, channel: 'rule', depth: 0, energy: 1 } },
  { type: 'ContextBundled', turn: 1, data: { nodes: [1, 3], scores: [2, 1], included: [3], tokens: 1 } },
]
const stateOf = (...more: ReadonlyArray<NewEvent>): BrainState => {
  const fold = emptyFold()
  for (const [i, event] of [...recalled, ...more].entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1 }))
  return brainState(fold)
}
const signal = (change: Partial<FeedbackSignal> = {}): FeedbackSignal => ({
  verdict: 'used',
  turn: 1,
  nodes: [3],
  instead: [],
  outcome: undefined,
  tier: 'conscious',
  origin: 'owner',
  actor: 1,
  session: 'cli',
  text: undefined,
  given: 'explicit',
  knownCue: undefined,
  newCue: { id: ref('8'), text: ref('9') },
  ...change,
})
const decided = (state: BrainState, change: Partial<FeedbackSignal> = {}) => {
  const { answer, events } = Result.getOrThrow(decideFeedback(signal(change), state, balanced))
  return { ...answer, events }
}
const links = (events: ReadonlyArray<NewEvent>) =>
  events.flatMap((event) =>
    event.type === 'EdgeLinked' ? [[event.data.edge, event.data.source, event.data.target, event.data.strength, event.data.reason]] : [],
  )

describe('a verdict', () => {
  test('comes with the cue and the edges at 0 that its credit needs', () => {
    const { cueAdded, events, feedback } = decided(stateOf())

    expect([feedback, cueAdded]).toEqual([1, 4])
    expect(events.map(({ type }) => type)).toEqual(['NodeAdded', 'EdgeLinked', 'EdgeLinked', 'FeedbackGiven'])
    expect(links(events)).toEqual([
      [2, 4, 3, 0, 'verdict'],
      [3, 1, 3, 0, 'beside'],
    ])
    expect(events.at(-1)).toMatchObject({ turn: 1, data: { feedback: 1, cue: 4, nodes: [3], outcome: 1_000_000_000 } })
  })

  test('builds nothing that is there already', () => {
    const before = decided(stateOf()).events
    const { cueAdded, events, feedback } = decided(stateOf(...before), { verdict: 'success' })

    expect([feedback, cueAdded, events.map(({ type }) => type)]).toEqual([2, undefined, ['FeedbackGiven']])
  })

  test('that names no memory is one on all that went into the context', () => {
    expect(decided(stateOf(), { nodes: [] }).events.at(-1)).toMatchObject({ data: { nodes: [3] } })
  })

  test('names a memory once', () => {
    expect(decided(stateOf(), { nodes: [3, 1, 3], instead: [2, 2] }).events.at(-1)).toMatchObject({ data: { nodes: [3, 1], instead: [2] } })
  })

  test('of wrong is what the profile makes of it', () => {
    const asUseless = Result.getOrThrow(decideFeedback(signal({ verdict: 'wrong' }), stateOf(), { ...balanced, wrong: 'not-useful' }))

    expect(decided(stateOf(), { verdict: 'wrong' })).toMatchObject({ applied: 'not-relevant' })
    expect(asUseless.events).toMatchObject([{ data: { verdict: 'wrong', applied: 'not-useful', outcome: -1_000_000_000 } }])
  })

  test('of not useful leaves edges alone', () => {
    expect(decided(stateOf(), { verdict: 'not-useful' }).events.map(({ type }) => type)).toEqual(['FeedbackGiven'])
  })

  test('that names the right memory links it from the cue', () => {
    expect(links(decided(stateOf(), { verdict: 'correction', nodes: [3], instead: [2] }).events)).toContainEqual([3, 4, 2, 0, 'verdict'])
  })

  test.each([
    ['of an untrusted origin', { origin: 'untrusted' } as const, []],
    ['said in a heartbeat of any other turn', { session: 'heartbeat' } as const, []],
    ['of a heartbeat', {}, [{ type: 'SessionStarted', data: { session: 1, key: ref('5'), kind: 'heartbeat' } } as const]],
  ])('%s is a fact that builds nothing', (_, change, more) => {
    const fold = emptyFold()
    for (const [i, event] of [...recalled, ...more].entries()) foldEvent(fold, placed(event, i + 1, { at: 0, actor: 1, session: 1 }))

    expect(decided(brainState(fold), change).events.map(({ type }) => type)).toEqual(['FeedbackGiven'])
  })
})

describe('the cue of a verdict', () => {
  const cued = (alike: number): ReadonlyArray<NewEvent> => [
    node(4, 'cue'),
    { type: 'SeedsSelected', turn: 1, data: { nodes: [1], scores: [1], sources: ['lexical'], cues: [4], alike: [alike] } },
  ]

  test('is one whose question is alike enough', () => {
    expect(decided(stateOf(...cued(920_000_000))).events.at(-1)).toMatchObject({ data: { cue: 4 } })
    expect(decided(stateOf(...cued(919_999_999))).cueAdded).toBe(5)
  })

  test('is the one most alike, the older of equals', () => {
    const among = (...alike: ReadonlyArray<number>): ReadonlyArray<NewEvent> => [
      ...alike.map((_, i) => node(4 + i, 'cue')),
      {
        type: 'SeedsSelected',
        turn: 1,
        data: { nodes: [1], scores: [1], sources: ['lexical'], cues: alike.map((_, i) => 4 + i), alike },
      },
    ]

    expect(decided(stateOf(...among(930_000_000, 950_000_000, 940_000_000))).events.at(-1)).toMatchObject({ data: { cue: 5 } })
    expect(decided(stateOf(...among(930_000_000, 950_000_000, 950_000_000))).events.at(-1)).toMatchObject({ data: { cue: 5 } })
  })

  test('is that of exactly this question, if there is one by now', () => {
    expect(decided(stateOf(node(4, 'cue')), { knownCue: 4 }).events.at(-1)).toMatchObject({ data: { cue: 4 } })
  })

  test('is the one chosen before, whatever else is alike', () => {
    const before = decided(stateOf()).events

    expect(decided(stateOf(...before, node(5, 'cue')), { verdict: 'success', knownCue: 5 }).events.at(-1)).toMatchObject({
      data: { cue: 4 },
    })
  })

  test.each<NewEvent>([
    { type: 'NodeRetired', data: { node: 4, reason: 'death' } },
    { type: 'NodeMerged', data: { node: 4, into: 1 } },
  ])('comes back when it had gone by $type, with what it led to', (gone) => {
    const learned: NewEvent = {
      type: 'EdgeLinked',
      data: { edge: 2, source: 4, target: 3, kind: 'learned', strength: 0, reason: 'verdict' },
    }
    const pruned: NewEvent = { type: 'EdgePruned', data: { edge: 2, reason: 'death' } }

    const { cueAdded, events } = decided(stateOf(node(4, 'cue'), learned, pruned, gone), { knownCue: 4 })

    expect(cueAdded).toBeUndefined()
    expect(events).toMatchObject([
      { type: 'NodeRestored', data: { node: 4, state: 'normal' } },
      { type: 'EdgeRestored', data: { edge: 2, reason: 'asked' } },
      { type: 'EdgeLinked', data: { edge: 3, source: 1, target: 3, reason: 'beside' } },
      { type: 'FeedbackGiven', data: { cue: 4 } },
    ])
  })

  test('stays away for a word that was counted before', () => {
    const before = decided(stateOf()).events
    const counted: NewEvent = { type: 'FeedbackAttributed', turn: 1, cause: 1, data: { feedback: 1, turns: [1], shares: [1_000_000_000] } }
    const gone: NewEvent = { type: 'NodeRetired', data: { node: 4, reason: 'death' } }
    const state = stateOf(...before, counted, gone)

    expect(decided(state, { knownCue: 4 }).events.map(({ type }) => type)).toEqual(['FeedbackGiven'])
    expect(decided(state, { knownCue: 4, actor: 2 }).events.map(({ type }) => type)).toContain('NodeRestored')
  })
})

describe('a verdict is refused', () => {
  test.each([
    ['on a turn there is not', { turn: 2 }, { _tag: 'UnknownTurn', turn: 2 }],
    ['on what the turn did not show', { nodes: [2] }, { _tag: 'NodeNotShown', turn: 1, node: 2 }],
    ['in favour of what is not there', { instead: [9] }, { _tag: 'NodeNotLive', node: 9 }],
  ])('%s', (_, change, rejection) => {
    expect(decideFeedback(signal(change), stateOf(), balanced)).toEqual(Result.fail(rejection))
  })

  test('in favour of the very memory that it judges, named or as part of the context', () => {
    const both = { _tag: 'JudgedAndInstead', node: 3 }

    for (const verdict of ['wrong', 'correction', 'used'] as const) {
      const named = decideFeedback(signal({ verdict, nodes: [1, 3], instead: [2, 3] }), stateOf(), balanced)
      expect(named).toEqual(Result.fail({ ...both, about: 'nodes' }))
    }
    expect(decideFeedback(signal({ nodes: [], instead: [3] }), stateOf(), balanced)).toEqual(Result.fail({ ...both, about: 'turn' }))
    expect(Result.isSuccess(decideFeedback(signal({ nodes: [], instead: [1] }), stateOf(), balanced))).toBe(true)
  })

  test('in favour of a cue or of what was retired', () => {
    const state = stateOf(node(4, 'cue'), { type: 'NodeRetired', data: { node: 2, reason: 'forgotten' } })

    expect(decideFeedback(signal({ instead: [4] }), state, balanced)).toMatchObject({ failure: { _tag: 'NodeNotLive', node: 4 } })
    expect(decideFeedback(signal({ instead: [2] }), state, balanced)).toMatchObject({ failure: { _tag: 'NodeNotLive', node: 2 } })
  })

  test('when it names nothing and nothing was put into the context', () => {
    const nothing: NewEvent = { type: 'ContextBundled', turn: 1, data: { nodes: [1], scores: [1], included: [], tokens: 0 } }

    expect(decideFeedback(signal({ nodes: [] }), stateOf(nothing), balanced)).toEqual(Result.fail({ _tag: 'NothingNamed' }))
  })
})

const record = (turn: number, session: number, included: ReadonlyArray<number>, shown: ReadonlyArray<number>): TurnRecord => ({
  turn,
  session,
  included,
  shown: [...new Set([...included, ...shown])],
  position: turn,
  at: turn,
  question: undefined,
  seeds: [],
  cues: [],
  fired: new Map(),
  followed: [],
  inhibited: new Map(),
  verdicts: [],
  unanswered: new Map(),
  cue: undefined,
  outcome: undefined,
  drew: undefined,
  errors: [],
  fixed: [],
  noted: [],
  uses: [],
})

const stateWith = (turns: ReadonlyArray<TurnRecord>, absent?: number): Parameters<typeof judgedTurn>[0] => ({
  recentTurns: () => turns.toReversed(),
  turn: (number) => turns.find(({ turn }) => turn === number),
  lastAbsence: (_, before = Number.POSITIVE_INFINITY) => (absent !== undefined && absent < before ? absent : undefined),
})

const said = (change: Partial<SaidMeanwhile>): SaidMeanwhile => ({
  session: 1,
  own: undefined,
  message: 'how are releases deployed',
  verdict: 'wrong',
  nodes: [],
  named: undefined,
  ...change,
})
const correction = 'No, that is wrong.'

const blame = fc.constantFrom('wrong', 'not-relevant', 'not-useful')
const corrections = fc.constantFrom(correction, 'Das stimmt nicht.', 'No, 5433.')

const nodes = fc.uniqueArray(fc.integer({ min: 1, max: 5 }), { maxLength: 3 })
const talks = fc
  .array(fc.record({ session: fc.constantFrom(1, 2), included: nodes, shown: nodes }), { minLength: 1, maxLength: 8 })
  .map((turns) => turns.map(({ included, session, shown }, at) => record(at + 1, session, included, shown)))
const meanwhile = fc.record({
  own: fc.option(fc.integer({ min: 1, max: 8 }), { nil: undefined }),
  message: fc.constantFrom(correction, 'Das stimmt nicht.', 'No, 5433.', 'thanks', undefined),
  verdict: fc.constantFrom('wrong', 'not-relevant', 'not-useful', 'used'),
  nodes,
})

describe('the turn that an agent judges while it answers', () => {
  test('INV-81 is of its own session, and gave or showed what is judged', () => {
    fc.assert(
      fc.property(talks, meanwhile, (turns, about) => {
        const turn = judgedTurn(stateWith(turns), said(about))

        if (turn === undefined) return
        expect(turn.session).toBe(1)
        const held = about.nodes.length === 0 ? turn.included : about.nodes.filter((node) => turn.shown.includes(node))
        expect(held).not.toEqual([])
      }),
    )
  })

  test('INV-81 is found for every note that a turn of the session gave', () => {
    fc.assert(
      fc.property(talks, meanwhile, (turns, about) => {
        for (const node of turns.filter(({ session }) => session === 1).flatMap(({ included }) => included))
          expect(judgedTurn(stateWith(turns), said({ ...about, nodes: [node] }))?.included).toContain(node)
      }),
    )
  })

  test('INV-81 is before a message that corrects, whatever its own recall gave, where a turn before gave the note', () => {
    fc.assert(
      fc.property(talks, fc.integer({ min: 1, max: 5 }), blame, corrections, (turns, node, verdict, message) => {
        const gave = turns.filter(({ included, session }) => session === 1 && included.includes(node))
        const own = turns.length
        fc.pre(gave.some(({ turn }) => turn < own))

        const turn = judgedTurn(stateWith(turns), said({ own, message, verdict, nodes: [node] }))

        expect(turn).toBe(gave.findLast(({ turn: one }) => one < own))
      }),
    )
  })

  test('is that of the message itself where it corrects nothing, and for praise', () => {
    const turns = [record(1, 1, [1], []), record(2, 1, [1], [])]

    expect(judgedTurn(stateWith(turns), said({ own: 2, nodes: [1] }))?.turn).toBe(2)
    expect(judgedTurn(stateWith(turns), said({ own: 2 }))?.turn).toBe(2)
    expect(judgedTurn(stateWith(turns), said({ own: 2, message: correction, verdict: 'used' }))?.turn).toBe(2)
  })

  test('is none where the answer before was given nothing and no note is named', () => {
    const turns = [record(1, 1, [1], []), record(3, 1, [], [1]), record(4, 1, [2], [])]

    expect(judgedTurn(stateWith(turns), said({ own: 4, message: correction }))).toBeUndefined()
    expect(judgedTurn(stateWith(turns.toSpliced(1, 1), 2), said({ own: 4, message: correction }))).toBeUndefined()
    expect(judgedTurn(stateWith(turns.toSpliced(1, 1)), said({ own: 4, message: correction }))?.turn).toBe(1)
  })

  test('is the one that is named, unless that showed none of the notes', () => {
    const turns = [record(1, 1, [1], []), record(2, 1, [2], [3]), record(3, 2, [2], [])]

    expect(judgedTurn(stateWith(turns), said({ named: 2, nodes: [3] }))?.turn).toBe(2)
    expect(judgedTurn(stateWith(turns), said({ named: 3, nodes: [2] }))?.turn).toBe(3)
    expect(judgedTurn(stateWith(turns), said({ named: 2, nodes: [1] }))?.turn).toBe(1)
    expect(judgedTurn(stateWith(turns), said({ named: 2, own: 2, message: correction, nodes: [2] }))?.turn).toBe(2)
    expect(judgedTurn(stateWith(turns), said({ named: 2, own: 2, message: correction }))?.turn).toBe(1)
  })
})
