import * as Result from 'effect/Result'
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { type BrainState, brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { nano, one } from '../strength.ts'
import { type CandidateTurn, candidateTurns, decideOutcome, type OutcomeSignal } from './outcome.ts'

const ref = (digit: string) => ContentRef.make(digit.repeat(64))
const node = (number: number, nodeType: 'fact' | 'cue' = 'fact'): NewEvent => ({
  type: 'NodeAdded',
  origin: 'owner',
  data: { node: number, id: ref('1'), text: ref('1'), nodeType, state: 'normal' },
})
const recall = (turn: number, ...included: ReadonlyArray<number>): ReadonlyArray<NewEvent> => [
  { type: 'TurnStarted', turn, data: { question: ref('2'), engine: 'route', ...balanced.budget } },
  { type: 'ContextBundled', turn, data: { nodes: included, scores: included.map(() => 1), included, tokens: 1 } },
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
const notes: Said = { events: [node(1), node(2)] }

describe('the turns that an outcome may be about', () => {
  const turns = (state: BrainState, now = 0, session: number | undefined = undefined) =>
    candidateTurns(state, session, now, balanced).map(({ turn }) => turn)

  test('are the last ten of its session, newest first, and none that lies between them', () => {
    const said = Array.from({ length: 24 }, (_, i) => ({ events: recall(i + 1, 1), session: 1 + (i % 2) }))

    expect(turns(stateOf(notes, ...said), 0, 1)).toEqual([23, 21, 19, 17, 15, 13, 11, 9, 7, 5])
    expect(turns(stateOf(notes, ...said))).toEqual([])
  })

  test('are a quarter of an hour old at most', () => {
    const state = stateOf(notes, { events: recall(1, 1) }, { events: recall(2, 1), at: 1 })

    expect(turns(state, 900_000)).toEqual([2, 1])
    expect(turns(state, 900_001)).toEqual([2])
  })

  test('put something before the model; those that did not are among the ten', () => {
    const said = Array.from({ length: 11 }, (_, i) => ({ events: i === 5 ? recall(i + 1) : recall(i + 1, 1) }))

    expect(turns(stateOf(notes, ...said))).toEqual([11, 10, 9, 8, 7, 5, 4, 3, 2])
  })

  test('did not go on without memory: a recall that came too late is none', () => {
    const late: NewEvent = { type: 'RecallSkipped', turn: 1, data: { reason: 'deadline', skippedAt: 0, waitedMs: 9 } }

    expect(turns(stateOf(notes, { events: [late, ...recall(1, 1), ...recall(2, 1)] }))).toEqual([2])
  })
})

describe('an outcome', () => {
  const asked = { id: ref('8'), text: ref('9') }
  const candidate = (turn: number, change: Partial<CandidateTurn> = {}): CandidateTurn => ({
    turn,
    closeness: 0,
    knownCue: undefined,
    newCue: asked,
    ...change,
  })
  const decided = (state: BrainState, change: Partial<OutcomeSignal> = {}) =>
    Result.getOrThrow(
      decideOutcome(
        {
          verdict: 'success',
          candidates: [candidate(2), candidate(1)],
          outcome: undefined,
          tier: 'conscious',
          origin: 'owner',
          session: 'cli',
          text: undefined,
          ...change,
        },
        state,
        balanced,
      ),
    ).events
  const twice = stateOf(notes, { events: [...recall(1, 1, 2), ...recall(2, 1)] })

  test('of two turns on one question has one cue for both, and one edge to each memory', () => {
    expect(decided(twice)).toMatchObject([
      { type: 'NodeAdded', turn: 2, data: { node: 3, nodeType: 'cue' } },
      { type: 'EdgeLinked', turn: 2, data: { edge: 1, source: 3, target: 1 } },
      { type: 'EdgeLinked', turn: 1, data: { edge: 2, source: 3, target: 2 } },
      { type: 'OutcomeGiven', data: { turns: [2, 1], cues: [3, 3] } },
    ])
  })

  test('of turns on two questions has a cue for each', () => {
    const events = decided(twice, { candidates: [candidate(2), candidate(1, { newCue: { id: ref('6'), text: ref('7') } })] })

    expect(events.at(-1)).toMatchObject({ data: { turns: [2, 1], cues: [3, 4] } })
    expect(
      events.flatMap((event) => (event.type === 'EdgeLinked' ? [[event.data.edge, event.data.source, event.data.target]] : [])),
    ).toEqual([
      [1, 3, 1],
      [2, 4, 1],
      [3, 4, 2],
    ])
  })

  test('brings a cue back once for all of its turns, and what it led to', () => {
    const gone: ReadonlyArray<NewEvent> = [
      node(3, 'cue'),
      { type: 'EdgeLinked', data: { edge: 1, source: 3, target: 1, kind: 'learned', strength: 0, reason: 'verdict' } },
      { type: 'EdgePruned', data: { edge: 1, reason: 'death' } },
      { type: 'NodeRetired', data: { node: 3, reason: 'death' } },
    ]
    const state = stateOf(notes, { events: [...gone, ...recall(1, 1), ...recall(2, 1)] })

    expect(decided(state, { candidates: [candidate(2, { knownCue: 3 }), candidate(1, { knownCue: 3 })] })).toMatchObject([
      { type: 'NodeRestored', turn: 2, data: { node: 3, state: 'normal' } },
      { type: 'EdgeRestored', turn: 2, data: { edge: 1, reason: 'asked' } },
      { type: 'OutcomeGiven', data: { cues: [3, 3] } },
    ])
  })

  test('is worth what its verdict usually is, unless it says how much', () => {
    const worth = (change: Partial<OutcomeSignal>) =>
      decided(twice, change).flatMap((event) => (event.type === 'OutcomeGiven' ? [event.data.outcome] : []))

    expect(worth({})).toEqual([one])
    expect(worth({ verdict: 'correction' })).toEqual([-one])
    expect(worth({ outcome: 0 })).toEqual([0])
    expect(worth({ verdict: 'correction', outcome: -0.25 })).toEqual([nano(-0.25)])
  })

  test('keeps how close each turn is, and what was said', () => {
    const closer = [candidate(2, { closeness: 5 }), candidate(1, { closeness: 7 })]

    expect(decided(twice, { candidates: closer, text: ref('4') }).at(-1)).toMatchObject({ data: { closeness: [5, 7], text: ref('4') } })
  })

  test.each([
    ['whose speaker does not teach', { origin: 'untrusted' } as const],
    ['said in a session that does not teach', { session: 'heartbeat' } as const],
  ])('%s builds nothing', (_, change) => {
    expect(decided(twice, change)).toMatchObject([{ type: 'OutcomeGiven', data: { turns: [2, 1], cues: [0, 0] } }])
  })

  test('builds nothing for a turn of a session that does not teach', () => {
    const pulse: Said = {
      events: [{ type: 'SessionStarted', data: { session: 1, key: ref('5'), kind: 'heartbeat' } }, ...recall(1, 1)],
      session: 1,
    }

    expect(decided(stateOf(notes, pulse, { events: recall(2, 2) })).at(-1)).toMatchObject({ data: { turns: [2, 1], cues: [3, 0] } })
  })
})
