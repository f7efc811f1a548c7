/** Opens the memory of a call: chooses the store, and decides whether the call may write to it or create it. */

import { statSync } from 'node:fs'
import {
  Embedder,
  EmbedderPace,
  type InvalidRequest,
  LanguageModel,
  layerMemory,
  layerRedactor,
  limits,
  Memory,
  type MemoryHere,
  ModelPace,
  NotFound,
  type StorePorts,
  StoreUnavailable,
} from '@crabtrail/core'
import { layerCryptography, layerSourcePlaces } from '@crabtrail/store'
import { layerInMemory } from '@crabtrail/store/in-memory'
import { abandonedParts } from '@crabtrail/store/sqlite'
import { type ChosenOptions, chosenStore, hidePassword, isNoStoreYet, type StoreChoice } from '@crabtrail/store/store-choice'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Scope from 'effect/Scope'
import type { Failure } from './failures.ts'
import { Output } from './render/output.ts'
import { pasteable } from './render/page.ts'
import { embedderOf, modelOf } from './settings/models.ts'
import type { Everywhere, Settings } from './settings/settings.ts'
import { isAbsent, type Parsed } from './shapes/request-fields.ts'
import type { CommandShape, Flag } from './shapes/shape.ts'

/** The memory of a call. A request that fails before the memory is asked for touches no store. */
export class Opening extends Context.Service<
  Opening,
  {
    readonly store: StoreChoice
    /** The memory, the same one every time. It is closed when the command ends, however it ends. */
    readonly memory: Effect.Effect<MemoryHere, Failure>
    /** Reads the URL or path of another store. `field` names it in a complaint. */
    readonly storeNamed: Settings['storeNamed']
    /** Embedder whose vectors the memory compares; undefined for none. */
    readonly embedder: Effect.Effect<Embedder['Service'] | undefined, Failure>
  }
>()('crabtrail/Opening') {}

export const openMemory = Opening.use((opening) => opening.memory)

/** Opens the store when the memory is first asked for. It is closed with the scope. */
export const openingOf = (call: Opened, settings: Settings): Effect.Effect<Opening['Service'], never, Scope.Scope | Output> =>
  Effect.gen(function* () {
    const scope = yield* Effect.scope
    const output = yield* Output
    const { store, storeNamed } = settings
    const memory = yield* Effect.cached(Effect.andThen(warnOf(store, output), open(call, settings, scope)))
    return Opening.of({ store, memory, storeNamed, embedder: embedderOf(settings.embedder) })
  })

/** Warns of files with a password that were ignored: without them the server may refuse, and would not say why. */
export const warnOf = (store: StoreChoice, { warn }: Output['Service']) =>
  Effect.forEach(store.kind === 'sqlite' ? [] : store.address.warnings, (warning) => warn(`crabtrail: ${warning}`))

interface Opened {
  readonly shape: CommandShape
  readonly words: Parsed['words']
  readonly flags: Parsed['flags']
  readonly everywhere: Everywhere
}

type Memories = Effect.Effect<MemoryHere, StoreUnavailable | NotFound | InvalidRequest>

/** True if a call of the command writes nothing, so that the store is opened for reading only. */
const isReading = ({ flags, shape, words }: Opened): boolean => {
  const given: ReadonlyArray<Pick<Flag, 'reads' | 'writes'> | undefined> = [
    ...Object.keys(flags).map((name) => shape.flags[name]),
    ...shape.positionals.filter(({ name }) => !isAbsent(words[name.toLowerCase()])),
  ]
  return given.some((one) => one?.reads) || (shape.access === 'read' && !given.some((one) => one?.writes))
}

const open = (call: Opened, { store, brain, embedder, model, modelMs, behindMs }: Settings, scope: Scope.Scope): Memories =>
  Effect.suspend((): Memories => {
    const { everywhere, shape } = call
    const reads = isReading(call)
    // Only commands that ingest or recall embed. Others would read all vectors at their end and embed passages that they did not touch.
    const embeds = !reads && (shape.embeds === true || ['found', 'make'].includes(shape.access))
    const asksModel = !reads && shape.asksModel === true
    const over = (options: ChosenOptions) =>
      Effect.gen(function* () {
        const models = { embedder: yield* embedderOf(embedder), model: asksModel ? yield* modelOf(model) : undefined, modelMs, behindMs }
        return yield* memoryOver(chosenStore(store, options), scope, { ...models, embeds })
      })
    const makes = shape.access === 'make' || (shape.access === 'found' && brain === undefined)
    const withoutStore = (): Memories => {
      if (!makes) return Effect.fail(absent(store, brain, everywhere))
      const stage = memoryOver(layerInMemory, scope)
      // A dry run without a store works on a store in memory.
      return reads ? stage : Effect.map(stage, (rehearsal) => rehearsed(rehearsal, over({})))
    }
    if (store.kind === 'sqlite') return isThere(store.path) ? over({ readOnly: reads }) : withoutStore()
    // Only the server knows whether it has a store.
    return Effect.catchTag(over({ readOnly: reads, mayMake: false }), 'StoreUnavailable', (failure) =>
      isNoStoreYet(failure) ? withoutStore() : Effect.fail(failure),
    )
  })

interface Models {
  readonly model?: LanguageModel['Service'] | undefined
  readonly modelMs?: number
  readonly behindMs?: number | undefined
  readonly embedder?: Embedder['Service'] | undefined
  /** True if passages without a vector get one at the end. */
  readonly embeds?: boolean
  /** Time limits of the embedder. If they are absent, they are short, because a person waits for the command. */
  readonly pace?: EmbedderPace
}

/** A memory over a store. Both are closed with the scope. */
export const memoryOver = <E>(
  store: Layer.Layer<StorePorts, E>,
  scope: Scope.Scope,
  { embedder, embeds = true, pace, model, modelMs = limits.modelMs, behindMs = limits.behindMs }: Models = {},
): Effect.Effect<MemoryHere, E> =>
  Layer.buildWithScope(
    layerMemory.pipe(
      Layer.provide([
        store,
        layerCryptography,
        layerRedactor,
        layerSourcePlaces,
        layerOf(Embedder, embedder),
        layerOf(EmbedderPace, pace),
        layerOf(LanguageModel, model),
        Layer.succeed(ModelPace, { modelMs, behindMs }),
      ]),
    ),
    scope,
  ).pipe(
    Effect.map((services) => Context.get(services, Memory)),
    // Runs after the answer and before the store closes, so that the next command opens faster.
    Effect.tap((memory) => Scope.addFinalizer(scope, Effect.ignore(memory.upkeep(embeds ? {} : { part: 'store' })))),
  )

const layerOf = <I, S>(service: Context.Key<I, S>, given: S | undefined): Layer.Layer<never> =>
  given === undefined ? Layer.empty : Layer.succeed(service, given)

/** Returns true if something is at the path, and if it cannot be looked at: then opening the store fails with the reason. */
export const isThere = (path: string): boolean => {
  try {
    return statSync(path, { throwIfNoEntry: false }) !== undefined
  } catch {
    return true
  }
}

const absent = (store: StoreChoice, brain: string | undefined, everywhere: Everywhere): StoreUnavailable => {
  const choice = choiceOf(brain, sayable(everywhere, store))
  const left = store.kind === 'sqlite' ? abandonedParts(store.path) : []
  const copies =
    left.length === 0 ? '' : `; a restore that was killed left a copy of everything behind: restore again, or delete ${left.join(', ')}`
  const name = store.kind === 'sqlite' ? 'path' : 'URL'
  const detail = `there is no store yet: check the ${name}; crabtrail init${choice} makes it, crabtrail ingest PATH${choice} fills it${copies}`
  return new StoreUnavailable({ reason: 'not-found', place: store.place, detail, retryable: false })
}

/** Adds the options that chose store and brain to the hint for a missing brain. Without them `init` would create the brain in another store. */
export const withChoice =
  (everywhere: Everywhere, { store, brain }: Settings) =>
  (failure: Failure): Failure => {
    if (failure._tag !== 'NotFound' || failure.what !== 'brain' || (everywhere.host ?? everywhere.store) === undefined) return failure
    if (store.kind === 'sqlite' && !isThere(store.path)) return failure
    const hint = `${store.place} has no such brain; crabtrail init${choiceOf(brain, sayable(everywhere, store))} makes it`
    return new NotFound({ what: 'brain', name: failure.name, hint })
  }

/** The options as messages may repeat them: a URL with a password is replaced by one without. */
export const sayable = (everywhere: Everywhere, { place }: StoreChoice): Everywhere =>
  everywhere.store === undefined || hidePassword(everywhere.store) === everywhere.store ? everywhere : { ...everywhere, store: place }

/** The options that chose store and brain, to paste behind a command; empty if the environment chose both. */
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
 * Tries a request that would create a store in memory first, so that a refused request leaves no empty store behind.
 *
 * Documents are ingested only once, because there may be many and they were checked before. Without documents no store is created.
 */
const rehearsed = (stage: MemoryHere, real: Effect.Effect<MemoryHere, StoreUnavailable | InvalidRequest>): MemoryHere => {
  const triedFirst =
    <In, Out, E>(methodOf: (memory: MemoryHere) => (request: In) => Effect.Effect<Out, E>) =>
    (request: In) =>
      Effect.andThen(
        methodOf(stage)(request),
        Effect.flatMap(real, (memory) => methodOf(memory)(request)),
      )
  return {
    ...stage,
    init: triedFirst(({ init }) => init),
    import: triedFirst((memory) => memory.import),
    note: triedFirst(({ note }) => note),
    ingest: (request) => (request.documents.length === 0 ? stage.ingest(request) : Effect.flatMap(real, ({ ingest }) => ingest(request))),
  }
}
