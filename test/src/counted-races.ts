/** Counts what the memory hides from its callers: races that were lost, and how often the lock was taken instead. */
import { EventStore, type StorePorts, WrongExpectedPosition } from '@crabtrail/core'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'

export const countedRaces =
  (met: { conflicts: number; locks: number }) =>
  (stores: Context.Context<StorePorts>): Context.Context<StorePorts> => {
    const store = Context.get(stores, EventStore)
    return Context.add(stores, EventStore, {
      ...store,
      append: (append) =>
        Effect.tapError(store.append(append), (error) =>
          Effect.sync(() => {
            if (error instanceof WrongExpectedPosition) met.conflicts++
          }),
        ),
      locked: (brain, body, steady) =>
        Effect.suspend(() => {
          met.locks++
          return store.locked(brain, body, steady)
        }),
    })
  }
