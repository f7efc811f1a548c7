import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import type { Profile } from '../profiles/profile.ts'
import { balanced } from '../profiles/profiles.ts'
import { one } from '../strength.ts'
import { given, note, ref } from '../testing/given.ts'
import { nothingObserved, type Observation, outcomeOf } from './observed-outcome.ts'

const weighed: Profile = {
  ...balanced,
  learning: {
    ...balanced.learning,
    implicit: { ...balanced.learning.implicit, succeeded: 0.5, failed: -0.5, undone: -0.75, unopposed: 0.1, usedLater: 0.2 },
  },
}
const recalled: ReadonlyArray<NewEvent> = [
  note(1),
  note(2),
  { type: 'TurnStarted', turn: 1, data: { question: ref('2'), engine: 'route', ...balanced.budget } },
  { type: 'ContextBundled', turn: 1, data: { nodes: [1, 2], scores: [2, 1], included: [1, 2], tokens: 1 } },
]
const observed = (signal: Observation['signal'], nodes: ReadonlyArray<number>, value = one): Observation => ({
  turn: 1,
  signal,
  value,
  nodes,
  seen: 1,
})
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
const newCue = { id: ref('9'), text: ref('2') }
const decided = (...observations: ReadonlyArray<Observation>) =>
  given(...recalled)
    .when({ ...end, implicit: { observations, turns: [{ turn: 1, knownCue: undefined, newCue, text: ref('7') }] } }, { settings: weighed })
    .events()
const facts = (events: ReadonlyArray<NewEvent>) => events.flatMap((event) => (event.type === 'FeedbackGiven' ? [event.data] : []))

describe('an observed outcome', () => {
  test('is one verdict with its parts, which add up to it, of the agent’s tier', () => {
    const [fact] = facts(decided(observed('succeeded', [1]), observed('unopposed', [1], one / 2)))

    expect(fact).toMatchObject({
      verdict: 'success',
      outcome: 550_000_000,
      tier: 'agent',
      given: 'inferred',
      about: 'observed',
      nodes: [1],
      parts: ['succeeded', 'unopposed'],
      weights: [500_000_000, 100_000_000],
      values: [one, one / 2],
      seen: [1, 1],
      text: ref('7'),
    })
  })

  test('stays between −1 and 1, whatever its parts', () => {
    const [fact] = facts(decided(observed('undone', [1]), observed('failed', [1])))

    expect(fact).toMatchObject({ verdict: 'correction', outcome: -one, parts: ['undone', 'failed'] })
    expect(outcomeOf({ weights: [one, one], values: [one, one] })).toBe(one)
  })

  test('has a signal once, with the most that was seen of it', () => {
    const [fact] = facts(decided(observed('unopposed', [1], one / 4), observed('unopposed', [1], one), observed('unopposed', [1], one / 2)))

    expect(fact).toMatchObject({ parts: ['unopposed'], values: [one], outcome: 100_000_000 })
  })

  test('is one fact for the memories of which the same was seen, and one for others; they share a new cue', () => {
    const events = decided(observed('succeeded', [1]), observed('failed', [2]))

    expect(facts(events).map(({ feedback, nodes, outcome }) => [feedback, nodes, outcome])).toEqual([
      [1, [1], 500_000_000],
      [2, [2], -500_000_000],
    ])
    expect(events.filter(({ type }) => type === 'NodeAdded')).toHaveLength(1)
    expect(new Set(facts(events).map(({ cue }) => cue)).size).toBe(1)
  })

  test('of nothing, of signals without a weight, or of parts that cancel out is none', () => {
    expect(facts(decided())).toEqual([])
    expect(facts(decided(observed('edited', [1])))).toEqual([])
    expect(facts(decided(observed('succeeded', [1]), observed('failed', [1])))).toEqual([])
  })

  test('of a memory that the turn did not show is none', () => {
    expect(facts(decided(observed('succeeded', [7])))).toEqual([])
  })

  test.each(['heartbeat', 'cron', 'subagent'] as const)('of a %s session is none', (kind) => {
    const by = {
      origin: 'agent',
      actor: { known: 1, name: ref('a'), kind: 'agent' },
      session: { known: undefined, key: ref('b'), kind },
    } as const
    const implicit = { observations: [observed('succeeded', [1])], turns: [{ turn: 1, knownCue: undefined, newCue, text: undefined }] }

    const events = given(...recalled)
      .when({ ...end, implicit }, { settings: weighed, by })
      .events()

    expect(facts(events)).toEqual([])
  })
})
