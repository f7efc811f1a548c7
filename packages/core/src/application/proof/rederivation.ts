/** Derives every effect again from the facts before it, under the settings of its time, and compares it with the recorded one. */
import * as Effect from 'effect/Effect'
import { canonicalJson } from '../../domain/canonical-json.ts'
import { learn } from '../../domain/deciders/learning.ts'
import { type BrainEvent, type NewEvent, natureOf, teaches } from '../../domain/events/brain-event.ts'
import type { Position } from '../../domain/identity.ts'
import { brainState, emptyFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import { forEachEvent } from '../brain/as-of.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/settings-in-force.ts'

export interface Rederived {
  readonly facts: number
  readonly effects: number
  /** Of the first fact whose recorded effects are not what follows from it. */
  readonly differs: Position | undefined
}

export const rederive = Effect.fnUntraced(function* (brain: OpenBrain) {
  const { through } = brain.state.progress
  const recorded = new Map<Position, Array<BrainEvent>>()
  const facts: Array<BrainEvent> = []
  let effects = 0
  yield* forEachEvent(brain, 1, brain.state.position, (event) => {
    if (natureOf(event.type) === 'fact') return facts.push(event)
    effects++
    const group = recorded.get(event.cause ?? 0)
    if (group === undefined) recorded.set(event.cause ?? 0, [event])
    else group.push(event)
    return effects
  })
  const fold = emptyFold()
  const state = brainState(fold)
  for (const fact of facts) {
    foldEvent(fold, fact)
    const known = recorded.get(fact.position) ?? []
    if (teaches(fact.type) && fact.position <= through && isDerived(fact)) {
      const derived = learn(fact, state, yield* profileOf(state, brain.key))
      if (told(derived) !== told(known)) return { facts: facts.length, effects, differs: fact.position } satisfies Rederived
    }
    for (const effect of known) foldEvent(fold, effect)
  }
  return { facts: facts.length, effects, differs: undefined } satisfies Rederived
})

/** A rollback's effect stands in the request's own commit, as the state of an earlier position: it is proven by the fold. */
const isDerived = ({ type }: BrainEvent): boolean => type === 'FeedbackGiven' || type === 'StrengthSet'

const told = (effects: ReadonlyArray<NewEvent>): string =>
  canonicalJson(effects.map(({ cause, data, turn, type }) => ({ cause, data, turn, type })))
