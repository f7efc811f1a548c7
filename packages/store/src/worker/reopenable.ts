/** The services of a worker, opened at the first request, and opened again after their file was taken away. */

import { type EventStore, Memory, type MemoryMethods, StoreUnavailable } from '@crabtrail/core'
import * as Cause from 'effect/Cause'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Fiber from 'effect/Fiber'
import * as Layer from 'effect/Layer'
import * as Scope from 'effect/Scope'

export interface Reopenable<E> {
  /**
   * Runs `use` over the open memory; opens it if necessary. If `use` finds that its file was taken away, the next use opens the file that is
   * there then. The memory of a use stays open until the use ends.
   */
  readonly use: <A, E2>(use: (memory: MemoryMethods) => Effect.Effect<A, E2>) => Effect.Effect<A, E | E2>
  /** Upkeep of the open store. Work that fails is tried again later. */
  readonly upkeep: Effect.Effect<void>
  /** Begins to make missing vectors, unless that is under way. It does not wait, because an embedder may take seconds. */
  readonly embed: Effect.Effect<void>
  /** Closes the services after cancelling vectors in progress. */
  readonly close: Effect.Effect<void>
}

interface Opened {
  readonly memory: MemoryMethods
  readonly scope: Scope.Closeable
  /** Number of uses under way. */
  uses: number
  /** True if it is closed when no use is under way. */
  retired: boolean
  embedding: Fiber.Fiber<void> | undefined
}

export const reopenable = <E>(layer: Layer.Layer<Memory | EventStore, E>): Reopenable<E> => {
  let opened: Opened | undefined
  const open = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const services = yield* Layer.buildWithScope(layer, scope).pipe(Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
    opened = { memory: Context.get(services, Memory), scope, uses: 0, retired: false, embedding: undefined }
    return opened
  })
  const closeUnused = (one: Opened) => (one.retired && one.uses === 0 ? Scope.close(one.scope, Exit.void) : Effect.void)
  const retire = Effect.fnUntraced(function* (one: Opened) {
    if (opened === one) opened = undefined
    one.retired = true
    if (one.embedding !== undefined) yield* Fiber.interrupt(one.embedding)
  })
  return {
    use: Effect.fnUntraced(function* (use) {
      const one = opened ?? (yield* open)
      one.uses += 1
      return yield* use(one.memory).pipe(
        Effect.tapCause((cause) => (isTakenAway(Cause.squash(cause)) ? retire(one) : Effect.void)),
        Effect.ensuring(
          Effect.suspend(() => {
            one.uses -= 1
            return closeUnused(one)
          }),
        ),
      )
    }),
    upkeep: Effect.suspend(() => (opened === undefined ? Effect.void : Effect.ignore(opened.memory.upkeep({ part: 'store' })))),
    embed: Effect.suspend(() => {
      const one = opened
      if (one === undefined || (one.embedding !== undefined && one.embedding.pollUnsafe() === undefined)) return Effect.void
      return Effect.map(Effect.forkDetach(allVectors(one.memory)), (fiber) => {
        one.embedding = fiber
      })
    }),
    close: Effect.suspend(() => {
      const one = opened
      return one === undefined
        ? Effect.void
        : Effect.andThen(
            retire(one),
            Effect.suspend(() => closeUnused(one)),
          )
    }),
  }
}

const isTakenAway = (error: unknown): boolean => error instanceof StoreUnavailable && error.reason === 'moved'

/** Makes vectors as long as any are missing; after a failure the next request begins again. */
const allVectors = ({ upkeep }: MemoryMethods): Effect.Effect<void> =>
  Effect.suspend(() => upkeep({ part: 'vectors' })).pipe(Effect.repeat({ while: ({ embedded = 0 }) => embedded > 0 }), Effect.ignoreCause)
