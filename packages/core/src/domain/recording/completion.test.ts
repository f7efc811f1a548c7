import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { nothingObserved } from '../implicit-feedback/observed-outcome.ts'
import { balanced, crabpath } from '../profiles/profiles.ts'
import { given, note, ref } from '../testing/given.ts'

const end = {
  _tag: 'CompleteTurn',
  turn: 1,
  outcome: 'success',
  durationMs: 1,
  tools: [],
  errors: [],
  named: new Set<number>(),
  done: undefined,
  captured: [],
  messages: [],
  drew: undefined,
  used: [],
  now: 0,
  skipped: [],
  knownCue: undefined,
  newCue: undefined,
  implicit: nothingObserved,
} as const
const skipped: NewEvent = { type: 'RecallSkipped', turn: 1, data: { reason: 'off', skippedAt: 0, waitedMs: 0 } }
const completed = (outcome: 'success' | 'failure'): NewEvent => ({ type: 'TurnCompleted', turn: 1, data: { outcome, durationMs: 1 } })
const recalled: ReadonlyArray<NewEvent> = [
  note(1),
  note(2),
  { type: 'TurnStarted', turn: 1, data: { question: ref('2'), engine: 'route', ...balanced.budget } },
  { type: 'ContextBundled', turn: 1, data: { nodes: [1, 2], scores: [2, 1], included: [1, 2], tokens: 1 } },
]

describe('the end of a turn', () => {
  test('is recorded once, also of a turn without memory', () => {
    given(skipped)
      .when(end)
      .gives([completed('success')])
    given(skipped, completed('success')).when(end).gives([]).answers([])
  })

  test('is recorded again when a turn that had failed was tried again', () => {
    given(skipped, completed('failure'))
      .when(end)
      .gives([completed('success')])
    given(skipped, completed('failure'))
      .when({ ...end, outcome: 'failure' })
      .gives([])
  })

  test('adds nothing to a turn that is no longer kept', () => {
    given().when(end).gives([]).answers([])
  })

  test('makes a node of a tool that was called for the first time', () => {
    const tool = { id: ref('3'), text: ref('4'), calls: 2, failures: 1 }

    const events = given(note(1), skipped)
      .when({ ...end, tools: [{ ...tool, known: undefined }] })
      .events()

    expect(events.map(({ type }) => type)).toEqual(['NodeAdded', 'TurnCompleted'])
    expect(events[1]).toMatchObject({ data: { tools: [2], calls: [2], failures: [1] } })
  })

  test('holds the agent’s verdict on the memories that the reply used, each once a turn', () => {
    const first = given(...recalled)
      .when({ ...end, used: [2] })
      .answers([2])
      .events()

    expect(first.at(-1)).toMatchObject({ type: 'FeedbackGiven', origin: 'agent', data: { verdict: 'used', tier: 'agent', nodes: [2] } })
    given(...recalled, ...first, completed('failure'))
      .when({ ...end, used: [2] })
      .answers([])
  })
})

describe('under a profile that learns from ends of turns', () => {
  test('the edges that move stand in the same commit and name the end as their cause', () => {
    const events = given(...recalled)
      .when(end, { settings: crabpath })
      .events()

    expect(events.map(({ type, cause }) => [type, cause])).toEqual([
      ['EdgeLinked', undefined],
      ['TurnCompleted', undefined],
      ['StrengthAdjusted', 6],
    ])
  })

  test('an end waits while earlier facts have no effects yet', () => {
    const set: NewEvent = { type: 'StrengthSet', origin: 'owner', data: { edge: 1, strength: 1 } }

    given(...recalled, set)
      .when(end, { settings: crabpath })
      .refuses({ _tag: 'LearnerBehind' })
    given(...recalled, set)
      .when(end)
      .gives([completed('success')])
  })
})

describe('what was done in a turn', () => {
  const day = 86_400_000
  const many = Array.from(
    { length: 50 },
    (_, i): NewEvent => ({
      type: 'NodeAdded',
      origin: 'agent',
      data: { node: i + 3, id: ref('5'), text: ref('6'), nodeType: 'procedure', state: 'probation' },
    }),
  )
  const done = { id: ref('7'), text: ref('8'), known: undefined, isSame: false }
  const kept = (now: number) =>
    given(...recalled, ...many)
      .when({ ...end, now, done, newCue: { id: ref('9'), text: ref('2') } })
      .events()
      .flatMap((event) => (event.type === 'NodeAdded' ? [event.data.nodeType] : []))

  test('is kept at most fifty times a day, by the time at which the turn ends', () => {
    expect(kept(day - 1)).toEqual([])
    expect(kept(day)).toEqual(['cue', 'procedure'])
  })

  test('and used brings the edge to it back once', () => {
    const [cue, way] = [3, 4]
    const pruned: ReadonlyArray<NewEvent> = [
      note(1),
      note(2),
      { type: 'NodeAdded', origin: 'agent', data: { node: cue, id: ref('3'), text: ref('2'), nodeType: 'cue', state: 'normal' } },
      { type: 'NodeAdded', origin: 'agent', data: { node: way, id: ref('7'), text: ref('8'), nodeType: 'procedure', state: 'probation' } },
      { type: 'EdgeLinked', data: { edge: 1, source: cue, target: way, kind: 'learned', strength: 0, reason: 'outcome' } },
      { type: 'EdgePruned', data: { edge: 1, reason: 'weak' } },
      { type: 'TurnStarted', turn: 1, data: { question: ref('2'), engine: 'route', ...balanced.budget } },
      { type: 'ContextBundled', turn: 1, data: { nodes: [1, way], scores: [2, 1], included: [1, way], tokens: 1 } },
    ]

    const events = given(...pruned)
      .when({ ...end, used: [way], knownCue: cue, done: { ...done, known: way, isSame: true } })
      .events()

    expect(events.filter(({ type }) => type === 'FeedbackGiven')).toHaveLength(2)
    expect(events.filter(({ type }) => type === 'EdgeRestored')).toHaveLength(1)
  })
})
