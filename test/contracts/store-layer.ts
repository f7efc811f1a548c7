/** Requirement of a contract: a layer over an empty place. Building the same layer again opens the same place again. */
import type { StorePorts, StoreUnavailable } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import type * as Layer from 'effect/Layer'

export type Stores = StorePorts
export type StoreLayer = Layer.Layer<Stores, StoreUnavailable>
/** Another empty store at every call. */
export type MakeLayer = () => StoreLayer

/** One rule of a contract. Fails by throwing, so that it can be shown to fail for a broken store. */
export interface Check {
  readonly title: string
  readonly run: (makeLayer: MakeLayer) => Promise<void>
}

/** Opens the store, runs, closes it. */
export const inStore = <A, E>(layer: StoreLayer, program: Effect.Effect<A, E, Stores>): Promise<A> =>
  Effect.runPromise(Effect.provide(program, layer, { local: true }))
