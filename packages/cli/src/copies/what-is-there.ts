/** How far the brains of a store have come, to tell what is undone when a backup takes its place. */
import * as Effect from 'effect/Effect'
import { readableStore } from './readable-store.ts'

export interface BrainBefore {
  readonly brain: string
  readonly position: number
  /** Where something was erased for good the last time; null: never, or it cannot be told. */
  readonly erasedAt: number | null
}

/** Null where there is no store, or none that can be read. */
export const whatIsThere = (path: string): Effect.Effect<ReadonlyArray<BrainBefore> | null> =>
  Effect.gen(function* () {
    const store = yield* readableStore(path)
    return yield* Effect.forEach(yield* store.brains, ({ brain, position }) =>
      store.memory.log({ brain, type: 'ContentErased', limit: 1 }).pipe(
        Effect.map(({ events }) => events.at(-1)?.position ?? null),
        Effect.orElseSucceed(() => null),
        Effect.map((erasedAt): BrainBefore => ({ brain, position, erasedAt })),
      ),
    )
  }).pipe(
    Effect.scoped,
    Effect.orElseSucceed(() => null),
  )
