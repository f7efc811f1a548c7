/** How much of what is said counts: on one turn, in one session and on one day, for each tier by itself. */
import { describe, expect, test } from 'vitest'
import type { NewEvent } from '../events/brain-event.ts'
import { placed } from '../events/codec/event-codec.ts'
import { ContentRef } from '../identity.ts'
import { balanced } from '../profiles/profiles.ts'
import { type BrainState, brainState, emptyFold, foldEvent } from '../projections/brain-fold.ts'
import { one } from '../strength.ts'
import { isFull } from './teaching.ts'

const ref = ContentRef.make('a'.repeat(64))
const dayMs = 86_400_000
const word = (feedback: number, tier: 'agent' | 'conscious' = 'agent'): NewEvent => ({
  type: 'FeedbackGiven',
  turn: 1,
  origin: 'agent',
  data: { feedback, verdict: 'used', applied: 'used', outcome: one, tier, nodes: [feedback], given: 'explicit' },
})
/** The learner has answered a word: it counts on its turn. */
const answered = (feedback: number, cause: number): NewEvent => ({
  type: 'FeedbackAttributed',
  turn: 1,
  cause,
  data: { feedback, turns: [1], shares: [one] },
})
const begun: ReadonlyArray<NewEvent> = [
  { type: 'NodeAdded', origin: 'owner', data: { node: 1, id: ref, text: ref, nodeType: 'fact', state: 'normal' } },
  { type: 'SessionStarted', data: { session: 1, kind: 'interactive', key: ref } },
  { type: 'TurnStarted', turn: 1, data: { question: ref, engine: 'route', ...balanced.budget } },
]

const stateOf = (words: ReadonlyArray<readonly [event: NewEvent, at?: number, session?: number]>): BrainState => {
  const fold = emptyFold()
  const append = (event: NewEvent, at = 0, session = 1) => foldEvent(fold, placed(event, fold.position + 1, { at, actor: 1, session }))
  for (const event of begun) append(event)
  for (const one of words) append(...one)
  return brainState(fold)
}

/** Settings with one cap; the others are out of reach. */
const capped = (cap: 'turn' | 'session' | 'day', most: number) => {
  const free = { turn: 100, session: 100, day: 100 }
  const tier = (which: 'agent' | 'conscious') => ({ ...balanced.learning[which], most: { ...free, [cap]: most } })
  return { ...balanced, learning: { ...balanced.learning, agent: tier('agent'), conscious: tier('conscious') } }
}

describe('more was said than counts', () => {
  test('INV-66 on a turn, where as many words were answered as count on it', () => {
    const after = (...words: ReadonlyArray<NewEvent>) => {
      const state = stateOf(words.map((event) => [event]))
      const turn = state.turn(1)
      return turn !== undefined && isFull(state, { session: 1, turn }, 'agent', capped('turn', 2))
    }

    expect(after(word(1), answered(1, 4), word(2))).toBe(false)
    expect(after(word(1), answered(1, 4), word(2), answered(2, 6), word(3))).toBe(true)
    expect(after(word(1, 'conscious'), answered(1, 4), word(2, 'conscious'), answered(2, 6), word(3))).toBe(false)
  })

  test('INV-66 in a session, where more words were said in it than count', () => {
    const after = (words: number, session = 1, tier: 'agent' | 'conscious' = 'agent') => {
      const state = stateOf(Array.from({ length: words }, (_, i) => [word(i + 1)]))
      return isFull(state, { session }, tier, capped('session', 2))
    }

    expect([after(2), after(3)]).toEqual([false, true])
    expect([after(3, 2), after(3, 1, 'conscious')]).toEqual([false, false])
  })

  test('INV-66 on a day of UTC, where more words were said on it than count', () => {
    const after = (...at: ReadonlyArray<number>) =>
      isFull(stateOf(at.map((ms, i) => [word(i + 1), ms] as const)), { session: 1 }, 'agent', capped('day', 2))

    expect([after(0, 1), after(0, 1, 2), after(0, 1, dayMs)]).toEqual([false, true, false])
  })
})
