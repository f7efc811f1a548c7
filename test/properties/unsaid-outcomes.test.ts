import * as Result from 'effect/Result'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { BrainEvent, BrainEventOf, NewEvent } from '../../packages/core/src/domain/events/brain-event.ts'
import { placed } from '../../packages/core/src/domain/events/codec/event-codec.ts'
import { implicitSignals } from '../../packages/core/src/domain/events/learning-events.ts'
import { decideObserved, type Observation } from '../../packages/core/src/domain/implicit-feedback/observed-outcome.ts'
import { decideFeedback } from '../../packages/core/src/domain/learning/feedback.ts'
import { learn } from '../../packages/core/src/domain/learning/learning.ts'
import type { Profile } from '../../packages/core/src/domain/profiles/profile.ts'
import { balanced } from '../../packages/core/src/domain/profiles/profiles.ts'
import { type BrainFold, brainState, emptyFold, foldEvent } from '../../packages/core/src/domain/projections/brain-fold.ts'
import { one } from '../../packages/core/src/domain/strength.ts'
import { note, ref } from '../../packages/core/src/domain/testing/given.ts'
import { runs } from './runs.ts'

const nodes = [1, 2, 3]
const turns = [1, 2]
const questionCue = { knownCue: undefined, newCue: { id: ref('9'), text: ref('2') } }
const weight = (sign: 1 | -1) => fc.integer({ min: 0, max: 4 }).map((quarter) => (sign * quarter) / 4 + 0)
const weights = fc.record({
  ...{ succeeded: weight(1), unopposed: weight(1), usedLater: weight(1), edited: weight(1) },
  ...{ failed: weight(-1), undone: weight(-1), restored: weight(-1), askedAgain: weight(-1), unused: weight(-1) },
  rate: fc.constantFrom('agent' as const, 'conscious' as const),
})
const observation: fc.Arbitrary<Observation> = fc.record({
  turn: fc.constantFrom(...turns),
  signal: fc.constantFrom(...implicitSignals),
  value: fc.integer({ min: 0, max: one }),
  nodes: fc.uniqueArray(fc.constantFrom(...nodes), { minLength: 1 }),
  seen: fc.constantFrom(...turns),
})
type Step = { readonly said: 'used' | 'not-relevant'; readonly node: number } | { readonly seen: ReadonlyArray<Observation> }
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ said: fc.constantFrom('used' as const, 'not-relevant' as const), node: fc.constantFrom(...nodes) }),
  fc.record({ seen: fc.array(observation, { maxLength: 6 }) }),
)

const recalled = (turn: number): ReadonlyArray<NewEvent> => [
  { type: 'TurnStarted', turn, data: { question: ref('2'), engine: 'route', ...balanced.budget } },
  { type: 'ContextBundled', turn, data: { nodes, scores: [3, 2, 1], included: nodes, tokens: 1 } },
]

/** Appends events, and the effects of each that teaches; returns them all as they are in the log. */
const append = (fold: BrainFold, profile: Profile, events: ReadonlyArray<NewEvent>): ReadonlyArray<BrainEvent> => {
  const added: Array<BrainEvent> = []
  const put = (event: NewEvent) => {
    const at = placed(event, fold.position + 1, { at: 0, actor: 1 })
    foldEvent(fold, at)
    added.push(at)
    return at
  }
  const facts = events.map(put)
  for (const fact of facts) if (fact.type === 'FeedbackGiven') learn(fact, brainState(fold), profile, []).forEach(put)
  return added
}

const speaker = { actor: 1, session: 'interactive' } as const

/** Plays the steps on one brain; returns the log of each, with the owner’s standing words before it. */
const played = (steps: ReadonlyArray<Step>, profile: Profile) => {
  const fold = emptyFold()
  append(fold, profile, [...nodes.map(note), ...turns.flatMap(recalled)])
  return steps.map((one_) => {
    const state = brainState(fold)
    const words = new Map([...state.owner.standing].map(([cue, of]) => [cue, new Map([...of].map(([node, word]) => [node, word.is]))]))
    const cue = [...Array(state.graph.nodes).keys()].map((i) => i + 1).find((node) => state.graph.typeOf(node) === 'cue')
    const asked = { knownCue: cue, newCue: questionCue.newCue }
    if ('said' in one_) {
      const said = {
        verdict: one_.said,
        turn: 1,
        nodes: [one_.node],
        instead: [],
        outcome: undefined,
        tier: 'conscious',
        text: undefined,
        given: 'explicit',
      } as const
      const decided = decideFeedback({ ...speaker, ...said, ...asked, origin: 'owner' }, state, profile)
      return { words, events: append(fold, profile, Result.isSuccess(decided) ? decided.success.events : []) }
    }
    const observed = { observations: one_.seen, turns: turns.map((turn) => ({ turn, ...asked, text: undefined })) }
    return { words, events: append(fold, profile, decideObserved(observed, speaker, state, profile, [])) }
  })
}

const isObserved = (event: BrainEvent): event is BrainEventOf<'FeedbackGiven'> =>
  event.type === 'FeedbackGiven' && event.data.about === 'observed'

test('INV-230 what nobody said adds up from its parts, stays within its caps, and moves no edge against the standing word of the owner', () => {
  fc.assert(
    fc.property(fc.array(step, { maxLength: 8 }), weights, (steps, chosen) => {
      const profile = { ...balanced, learning: { ...balanced.learning, implicit: { ...balanced.learning.implicit, ...chosen } } }
      const credited = new Map<number, number>()
      for (const { events, words } of played(steps, profile)) {
        const facts = events.filter(isObserved)
        for (const { data } of facts) {
          const sum = (data.weights ?? []).reduce((all, each, i) => all + (each * (data.values?.[i] ?? 0)) / one, 0)
          expect(Math.abs(Math.max(-one, Math.min(one, sum)) - data.outcome)).toBeLessThanOrEqual(data.parts?.length ?? 0)
          expect(data.tier).toBe('agent')
        }
        for (const event of events) {
          const fact = facts.find(({ position }) => position === event.cause)
          if (fact === undefined) continue
          if (event.type === 'FeedbackAttributed' && event.data.reason === undefined)
            credited.set(fact.turn ?? 0, (credited.get(fact.turn ?? 0) ?? 0) + 1)
          if (event.type !== 'StrengthAdjusted') continue
          const word = fact.data.nodes.map((node) => words.get(fact.data.cue ?? 0)?.get(node))
          if (event.data.to > event.data.from) expect(word.every((is) => is === 'against')).toBe(false)
          if (event.data.to < event.data.from) expect(word.every((is) => is === 'for')).toBe(false)
        }
      }
      for (const times of credited.values()) expect(times).toBeLessThanOrEqual(profile.learning.agent.most.turn)
    }),
    runs,
  )
})
