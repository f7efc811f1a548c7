/** A store that is only looked at, for as long as somebody looks. */
import { EventStore, layerMemory, layerRedactor, Memory } from '@crabtrail/core'
import { layerCryptography, layerSourcePlaces } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'

/** Closed with the scope. The list of brains opens none of them: one may be broken. */
export const readableStore = Effect.fnUntraced(function* (path: string) {
  const ports = Layer.mergeAll(layerSqlite({ path, readOnly: true }), layerCryptography, layerRedactor, layerSourcePlaces)
  const services = yield* Layer.build(Layer.provideMerge(layerMemory, ports))
  const events = Context.get(services, EventStore)
  return { brains: events.brains, events, memory: Context.get(services, Memory) }
})
