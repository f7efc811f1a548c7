/** How far the brains of a store have come, and how far a copy goes with them: to tell what is undone when it takes the store's place. */
import type { BrainKey, EventStore, StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { readableStore } from './readable-store.ts'

export interface BrainBefore {
  readonly brain: string
  readonly position: number
  /** Where something was erased for good the last time; null: never, or it cannot be told. */
  readonly erasedAt: number | null
  /** The last position up to which the copy has the same log; what is behind it in the store is not in the copy. Null: it has no such brain. */
  readonly common: number | null
}

/** Null where there is no store, or none that can be read. */
export const whatIsThere = (path: string, copy: string): Effect.Effect<ReadonlyArray<BrainBefore> | null> =>
  Effect.gen(function* () {
    const store = yield* readableStore(path)
    const taking = yield* readableStore(copy)
    const theirs = new Map((yield* taking.brains).map((one) => [one.brain, one.position]))
    return yield* Effect.forEach(yield* store.brains, ({ brain, position }) =>
      Effect.gen(function* () {
        const erased = yield* Effect.option(store.memory.log({ brain, type: 'ContentErased', limit: 1 }))
        const erasedAt = erased._tag === 'Some' ? (erased.value.events.at(-1)?.position ?? null) : null
        const until = theirs.get(brain)
        const common = until === undefined ? null : yield* lastCommon(store.events, taking.events, brain, Math.min(position, until))
        return { brain, position, erasedAt, common } satisfies BrainBefore
      }),
    )
  }).pipe(
    Effect.scoped,
    Effect.orElseSucceed(() => null),
  )

type Events = EventStore['Service']

/** The end of the last commit that both have, up to `most`: each commit's hash says everything before it. */
const lastCommon = Effect.fnUntraced(function* (
  one: Events,
  other: Events,
  brain: BrainKey,
  most: number,
): Effect.fn.Return<number, StoreUnavailable> {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    const [[ours], [theirs]] = [yield* one.read(brain, middle, 1), yield* other.read(brain, middle, 1)]
    if (ours !== undefined && ours.hash === theirs?.hash) low = Math.min(high, ours.first + ours.count - 1)
    else high = (ours?.first ?? middle) - 1
  }
  return Math.max(0, low)
})
