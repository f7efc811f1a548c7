/**
 * Holds the learner back: while held, the store refuses what Crabtrail itself appends, as if the process had ended between a fact and its
 * effects. The fact is stored, its caller is told that the store was busy, and the backlog grows.
 */
import { type Append, EventStore, StoreUnavailable } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import type { Stores } from './open-store.ts'

export interface HeldLearner {
  readonly hold: (held: boolean) => void
  readonly between: (stores: Context.Context<Stores>) => Context.Context<Stores>
}

const busy = new StoreUnavailable({ reason: 'locked', place: 'memory', detail: 'the learner is held back', retryable: true })

export const heldLearner = (): HeldLearner => {
  let held = false
  return {
    hold: (value) => {
      held = value
    },
    between: (stores) => {
      const store = Context.get(stores, EventStore)
      const append = (asked: Append) => Effect.suspend(() => (held && asked.row.actor === 0 ? Effect.fail(busy) : store.append(asked)))
      return Context.add(stores, EventStore, { ...store, append })
    },
  }
}

/** Lets whatever else is running go first before every read and append, so that two learners really meet. */
export const yielding = (stores: Context.Context<Stores>): Context.Context<Stores> => {
  const store = Context.get(stores, EventStore)
  return Context.add(stores, EventStore, {
    ...store,
    append: (asked) => Effect.andThen(Effect.yieldNow, store.append(asked)),
    tail: (...asked) => Effect.andThen(Effect.yieldNow, store.tail(...asked)),
  })
}
