/** Which store stands behind a call, and whether it may be written to or made. */
import { statSync } from 'node:fs'
import {
  type ContentStore,
  type EventStore,
  layerMemory,
  layerRedactor,
  Memory,
  type MemoryMethods,
  NotFound,
  parseBrainKey,
  type SearchIndex,
  type StoreUnavailable,
} from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Result from 'effect/Result'
import type * as Scope from 'effect/Scope'
import type { Call } from './arguments/call.ts'
import type { CommandShape } from './arguments/command-shape.ts'
import { Opening } from './opening.ts'
import type { Settings } from './settings/settings.ts'
import { commandTable } from './table/command-table.ts'

/** Opens nothing yet; what is opened is closed with the scope. */
export const openingOf = (
  call: Extract<Call, { readonly ask: 'run' }>,
  settings: Settings,
): Effect.Effect<Opening['Service'], never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const memory = yield* Effect.cached(open(commandTable[call.command], Object.keys(call.flags), settings, scope))
    return Opening.of({ memory })
  })

type Opened = Effect.Effect<MemoryMethods, StoreUnavailable | NotFound>

const open = (shape: CommandShape, flags: ReadonlyArray<string>, { store, brain }: Settings, scope: Scope.Scope): Opened =>
  Effect.suspend((): Opened => {
    const reads = shape.access === 'read' || flags.some((name) => shape.flags[name]?.reads === true)
    if (isThere(store)) return memoryOver(layerSqlite({ path: store, readOnly: reads }), scope)
    const makes = shape.access === 'make' || (shape.access === 'found' && brain === undefined)
    if (!makes) return Effect.fail(absent(store, brain))
    const stage = memoryOver(layerInMemory, scope)
    // What would be read in is seen in memory as well; a question that is not recorded makes nothing and finds nothing.
    if (reads) return Effect.map(stage, (rehearsal) => ({ ...rehearsal, recall: () => Effect.fail(absent(store, brain)) }))
    return Effect.map(stage, (rehearsal) => rehearsed(rehearsal, memoryOver(layerSqlite({ path: store }), scope)))
  })

/** A memory over a store, closed with the scope. */
export const memoryOver = <E>(
  store: Layer.Layer<EventStore | ContentStore | SearchIndex, E>,
  scope: Scope.Scope,
): Effect.Effect<MemoryMethods, E> =>
  Layer.buildWithScope(layerMemory.pipe(Layer.provide([store, layerCryptography, layerRedactor])), scope).pipe(
    Effect.map((services) => Context.get(services, Memory)),
  )

/** A path that cannot be looked at is left to the store, which says why. */
const isThere = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

const absent = (store: string, brain: string | undefined): NotFound => {
  const name = brain ?? Result.getOrElse(parseBrainKey('default'), () => 'default')
  const init = brain === undefined ? 'crabtrail init' : `crabtrail init --brain ${brain}`
  return new NotFound({ what: 'brain', name, hint: `there is no store at ${store} yet; ${init} makes it, crabtrail ingest PATH fills it` })
}

/**
 * A request that would make a store is tried in memory first, so that one which is refused leaves no empty store behind.
 * Reading documents in is not: they were looked at before, and there may be many.
 */
const rehearsed = (stage: MemoryMethods, real: Effect.Effect<MemoryMethods, StoreUnavailable>): MemoryMethods => ({
  ...stage,
  init: (request) =>
    Effect.andThen(
      stage.init(request),
      Effect.flatMap(real, (memory) => memory.init(request)),
    ),
  recall: (request) =>
    Effect.andThen(
      stage.recall(request),
      Effect.flatMap(real, (memory) => memory.recall(request)),
    ),
  import: (request) =>
    Effect.andThen(
      stage.import(request),
      Effect.flatMap(real, (memory) => memory.import(request)),
    ),
  ingest: (request) => Effect.flatMap(real, (memory) => memory.ingest(request)),
})
