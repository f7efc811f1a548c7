/** A memory over a store as a host has it, with a note of every call at its ports when somebody listens. */
import {
  ContentStore,
  type Embedder,
  ErasureStore,
  EventStore,
  type LanguageModel,
  layerMemory,
  layerRedactor,
  Memory,
  type MemoryMethods,
  SearchIndex,
  SegmentStore,
  SnapshotStore,
  type StorePorts,
  type StoreUnavailable,
  VectorStore,
} from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { layerSqlite } from '@crabtrail/store/sqlite'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Layer from 'effect/Layer'
import * as Scope from 'effect/Scope'

/** Which port was called, and between which milliseconds. */
export interface PortCall {
  readonly port: string
  readonly from: number
  readonly to: number
}

export interface Ports {
  readonly events: EventStore['Service']
  readonly contents: ContentStore['Service']
  readonly index: SearchIndex['Service']
}

export interface OpenMemory {
  readonly memory: MemoryMethods
  readonly ports: Ports
  /** Calls since it was last emptied. */
  readonly calls: Array<PortCall>
  readonly close: () => Promise<void>
}

type Models = Layer.Layer<Embedder> | Layer.Layer<LanguageModel>

/** Over a SQLite file. */
export const openMemory = (path: string, models?: Models): Promise<OpenMemory> => openMemoryOver(layerSqlite({ path }), models)

export const openMemoryOver = async (store: Layer.Layer<StorePorts, StoreUnavailable>, models?: Models): Promise<OpenMemory> => {
  const scope = Scope.makeUnsafe()
  const stores = await Effect.runPromise(Layer.buildWithScope(store, scope))
  const ports: Ports = {
    events: Context.get(stores, EventStore),
    contents: Context.get(stores, ContentStore),
    index: Context.get(stores, SearchIndex),
  }
  const calls: Array<PortCall> = []
  const listened = Layer.succeedContext(
    Context.make(EventStore, watched('events', ports.events, ['append', 'read', 'recorded'], calls)).pipe(
      Context.add(ContentStore, watched('contents', ports.contents, ['bodies', 'find'], calls)),
      Context.add(SearchIndex, watched('index', ports.index, ['statistics', 'postings'], calls)),
      Context.add(SnapshotStore, Context.get(stores, SnapshotStore)),
      Context.add(SegmentStore, Context.get(stores, SegmentStore)),
      Context.add(VectorStore, Context.get(stores, VectorStore)),
      Context.add(ErasureStore, Context.get(stores, ErasureStore)),
    ),
  )
  const services = await Effect.runPromise(
    Layer.buildWithScope(layerMemory.pipe(Layer.provide([listened, layerCryptography, layerRedactor, models ?? Layer.empty])), scope),
  )
  return {
    memory: Context.get(services, Memory),
    ports,
    calls,
    close: () => Effect.runPromise(Scope.close(scope, Exit.void)),
  }
}

type Method = (...given: ReadonlyArray<never>) => Effect.Effect<unknown, unknown>

/** The same service; calls of the named methods leave a note. */
const watched = <S extends object>(port: string, service: S, names: ReadonlyArray<keyof S & string>, calls: Array<PortCall>): S => {
  const noted = names.map((name) => {
    const method = service[name] as Method
    const timed: Method = (...given) =>
      Effect.suspend(() => {
        const from = performance.now()
        return Effect.tap(method(...given), () => Effect.sync(() => calls.push({ port: `${port}.${name}`, from, to: performance.now() })))
      })
    return [name, timed]
  })
  return { ...service, ...Object.fromEntries(noted) }
}
