/** Which store stands behind a call, and whether it may be written to or made. */
import { statSync } from 'node:fs'
import {
  Embedder,
  EmbedderPace,
  type InvalidRequest,
  layerMemory,
  layerRedactor,
  Memory,
  type MemoryHere,
  NotFound,
  type StorePorts,
  StoreUnavailable,
} from '@crabtrail/core'
import { layerCryptography, layerSourcePlaces } from '@crabtrail/store'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { abandonedParts, layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Scope from 'effect/Scope'
import type { Everywhere, RunCall } from './arguments/call.ts'
import type { CommandShape } from './arguments/command-shape.ts'
import type { Failure } from './failures.ts'
import { Opening } from './opening.ts'
import { pasteable } from './render/pasteable.ts'
import { embedderOf } from './settings/embedder.ts'
import type { Settings } from './settings/settings.ts'
import { commandTable } from './table/command-table.ts'

/** Opens nothing yet; what is opened is closed with the scope. */
export const openingOf = (call: RunCall, settings: Settings): Effect.Effect<Opening['Service'], never, Scope.Scope> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const memory = yield* Effect.cached(open(call, settings, scope))
    return Opening.of({ store: settings.store, memory, embedder: embedderOf(settings.embedder) })
  })

type Opened = Effect.Effect<MemoryHere, StoreUnavailable | NotFound | InvalidRequest>

const open = ({ command, everywhere, flags }: RunCall, { store, brain, embedder }: Settings, scope: Scope.Scope): Opened =>
  Effect.suspend((): Opened => {
    const shape: CommandShape = commandTable[command]
    const given = Object.keys(flags).map((name) => shape.flags[name])
    const reads = given.some((flag) => flag?.reads) || (shape.access === 'read' && !given.some((flag) => flag?.writes))
    // What reads in or asks: any other would read all vectors from the store at its end, and embed what it has nothing to do with.
    const embeds = !reads && (shape.embeds === true || ['found', 'make'].includes(shape.access))
    const over = (readOnly: boolean) =>
      Effect.flatMap(embedderOf(embedder), (one) => memoryOver(layerSqlite({ path: store, readOnly }), scope, { embedder: one, embeds }))
    if (isThere(store)) return over(reads)
    const makes = shape.access === 'make' || (shape.access === 'found' && brain === undefined)
    if (!makes) return Effect.fail(absent(store, brain, everywhere))
    const stage = memoryOver(layerInMemory, scope)
    // A dry run: documents that would be read in are seen in memory.
    if (reads) return stage
    return Effect.map(stage, (rehearsal) => rehearsed(rehearsal, over(false)))
  })

interface Embedding {
  readonly embedder?: Embedder['Service'] | undefined
  /** Whether what lacks a vector at the end gets one. */
  readonly embeds?: boolean
  /** Absent: that of a command that somebody waits for. */
  readonly pace?: EmbedderPace
}

/** A memory over a store, closed with the scope. */
export const memoryOver = <E>(
  store: Layer.Layer<StorePorts, E>,
  scope: Scope.Scope,
  { embedder, embeds = true, pace }: Embedding = {},
): Effect.Effect<MemoryHere, E> =>
  Layer.buildWithScope(
    layerMemory.pipe(Layer.provide([store, layerCryptography, layerRedactor, layerSourcePlaces, layerEmbedder(embedder), layerPace(pace)])),
    scope,
  ).pipe(
    Effect.map((services) => Context.get(services, Memory)),
    // After the answer, before the store closes: the next command opens what this one has read in.
    Effect.tap((memory) => Scope.addFinalizer(scope, Effect.ignore(memory.upkeep(embeds ? {} : { part: 'store' })))),
  )

const layerEmbedder = (embedder: Embedder['Service'] | undefined): Layer.Layer<never> =>
  embedder === undefined ? Layer.empty : Layer.succeed(Embedder, embedder)

const layerPace = (pace: EmbedderPace | undefined): Layer.Layer<never> =>
  pace === undefined ? Layer.empty : Layer.succeed(EmbedderPace, pace)

/** A path that cannot be looked at is left to the store, which says why. */
const isThere = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

const absent = (store: string, brain: string | undefined, everywhere: Everywhere): StoreUnavailable => {
  const choice = choiceOf(brain, everywhere)
  const left = abandonedParts(store)
  const copies =
    left.length === 0 ? '' : `; a restore that was killed left a copy of everything behind: restore again, or delete ${left.join(', ')}`
  const detail = `there is no store yet: check the path; crabtrail init${choice} makes it, crabtrail ingest PATH${choice} fills it${copies}`
  return new StoreUnavailable({ reason: 'not-found', place: store, detail, retryable: false })
}

/** What the memory says of a brain that is not there, with the options that chose it: said without them, it would be made elsewhere. */
export const withChoice =
  ({ everywhere }: RunCall, { store, brain }: Settings) =>
  (failure: Failure): Failure => {
    if (failure._tag !== 'NotFound' || failure.what !== 'brain' || (everywhere.host ?? everywhere.store) === undefined) return failure
    if (!isThere(store)) return failure
    const hint = `${store} has no such brain; crabtrail init${choiceOf(brain, everywhere)} makes it`
    return new NotFound({ what: 'brain', name: failure.name, hint })
  }

/** The options that chose store and brain, to be pasted behind a command; empty where the environment chose both. */
const choiceOf = (brain: string | undefined, { brain: given, host, store }: Everywhere): string => {
  const saysBrain = given !== undefined || (host === undefined && brain !== undefined)
  const words = [
    ...(store === undefined ? [] : ['--store', store]),
    ...(host === undefined ? [] : host === 'main' ? ['--host'] : ['--host', host]),
    ...(saysBrain ? ['--brain', given ?? brain ?? ''] : []),
  ]
  return words.length === 0 ? '' : ` ${pasteable(words)}`
}

/**
 * A request that would make a store is tried in memory first, so that one which is refused leaves no empty store behind.
 * Reading documents in is not: they were looked at before, and there may be many. Without any there is nothing to make a store for.
 */
const rehearsed = (stage: MemoryHere, real: Effect.Effect<MemoryHere, StoreUnavailable | InvalidRequest>): MemoryHere => ({
  ...stage,
  init: (request) =>
    Effect.andThen(
      stage.init(request),
      Effect.flatMap(real, (memory) => memory.init(request)),
    ),
  import: (request) =>
    Effect.andThen(
      stage.import(request),
      Effect.flatMap(real, (memory) => memory.import(request)),
    ),
  ingest: (request) => (request.documents.length === 0 ? stage.ingest(request) : Effect.flatMap(real, (memory) => memory.ingest(request))),
})
