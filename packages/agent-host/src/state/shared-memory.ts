/**
 * One worker thread for each store of a process, however often the host loads the adapter. The first use opens it.
 *
 * The host gives every registration its own copy of its files, so this module is loaded several times: once for the service, once
 * for the hooks. All copies of one version therefore share the workers, and a new thread starts from the copy that was used last, because
 * files of older copies may be deleted.
 */
import { isDeepStrictEqual } from 'node:util'
import { fileChoice, type StoreChoice } from '@crabtrail/store/store-choice'
import { type HostEmbedder, type HostModel, type MemoryWorker, NoHostEmbedder, openMemoryWorker } from '@crabtrail/store/worker'

/** Version of this package. A test compares it with package.json and the manifest. */
export const version = '0.1.0'

/** A map that all copies of this version in the process share, by its name. Each copy has modules of its own, so no module can hold it. */
export const processWide = <A>(name: string): Map<string, A> => {
  const key = Symbol.for(`@crabtrail/agent-host ${version} ${name}`)
  const everywhere = globalThis as { [name: symbol]: Map<string, A> | undefined }
  everywhere[key] ??= new Map()
  return everywhere[key]
}

export interface SharedMemory {
  readonly worker: () => MemoryWorker
  /** The path that the names of this host's own files begin with. */
  readonly files: string
  /** A second, read-only thread over the same store for long work, with an embedder and a model only where `settings` name them. The caller closes it. */
  readonly reader: (settings?: object) => MemoryWorker
  /** False for a worker that was stopped or is stopping: its errors say nothing about the store. */
  readonly isInUse: (worker: MemoryWorker) => boolean
  /** Returns at once and opens the store in the background. */
  readonly start: (failed: (error: unknown) => void) => void
  /** Closes the worker when no other started registration uses it. A later use opens it again. */
  readonly stop: () => Promise<void>
}

export interface Place {
  /** The path that the names of this host's own files begin with. The database is there, unless `store` is a server. */
  readonly path: string
  /** Absent: the database file at `path`. */
  readonly store?: StoreChoice
  readonly entry: URL
  /** Passed to the worker at its start. Of several registrations the last started one decides. */
  readonly settings?: object
  /** The host's model for the worker; see the setting `model`. The registration that was used last asks it. */
  readonly model?: HostModel | undefined
  /** The host's embedding provider for the worker, likewise. */
  readonly embedder?: HostEmbedder | undefined
}

interface Shared {
  readonly worker: MemoryWorker
  readonly started: Set<symbol>
  readonly settings: object
  entry: URL
  model: HostModel | undefined
  embedder: HostEmbedder | undefined
}

/** The host gives a service 5 seconds to stop. */
const stopBudgetMs = 3_000
const warmUpMs = 30_000
/** Longer than for questions, because no turn waits for this thread. */
const readerPatienceMs = 5_000

export const sharedMemory = ({ embedder, entry, model, path, settings = {}, store = fileChoice(path) }: Place): SharedMemory => {
  const registration = Symbol('registration')
  const key = keyOf(store)
  const use = (): Shared => {
    const shared = workers().get(key) ?? open({ embedder, entry, model, store, settings })
    workers().set(key, shared)
    shared.entry = entry
    shared.model = model ?? shared.model
    shared.embedder = embedder ?? shared.embedder
    return shared
  }
  /** A question between the end of one copy and the start of the next may have started a worker with the old settings. Such a worker is replaced. */
  const useAsSet = (): Shared => {
    const before = workers().get(key)
    if (before === undefined || isDeepStrictEqual(before.settings, settings)) return use()
    workers().delete(key)
    void before.worker.close(stopBudgetMs)
    const shared = use()
    for (const other of before.started) shared.started.add(other)
    return shared
  }
  return {
    worker: () => use().worker,
    files: path,
    reader: (settings = {}) => {
      const shared = use()
      return openMemoryWorker({
        store,
        settings,
        entry: () => shared.entry,
        embedder: embedderOf(() => shared),
        readOnly: true,
        busyTimeoutMs: readerPatienceMs,
      })
    },
    isInUse: (worker) => workers().get(key)?.worker === worker,
    start: (failed) => {
      const { started, worker } = useAsSet()
      started.add(registration)
      worker.open({ deadlineMs: warmUpMs }).catch(failed)
    },
    stop: async () => {
      const shared = workers().get(key)
      if (shared === undefined || !shared.started.delete(registration) || shared.started.size > 0) return
      workers().delete(key)
      await shared.worker.close(stopBudgetMs)
    },
  }
}

/** Two URLs of one server with different passwords are two stores: one of the passwords may be wrong. */
const keyOf = (store: StoreChoice): string => (store.kind === 'sqlite' ? store.path : store.url())

const open = ({ embedder, entry, model, settings, store }: Omit<Required<Place>, 'path'>): Shared => {
  const worker = openMemoryWorker({
    store,
    settings,
    entry: () => shared.entry,
    // The host looks in the asynchronous context of the call for the plugins that are loaded. It is that of the request that the call is for.
    model: Object.assign<HostModel, Pick<HostModel, 'id'>>(
      (question, deadlineMs) => shared.model?.(question, deadlineMs) ?? Promise.reject(new Error('this host offers no model')),
      { id: () => shared.model?.id?.() },
    ),
    embedder: embedderOf(() => shared),
  })
  const shared: Shared = { worker, settings, started: new Set(), entry, model, embedder }
  return shared
}

const embedderOf =
  (shared: () => Shared): HostEmbedder =>
  (texts, kind, signal) =>
    shared().embedder?.(texts, kind, signal) ?? Promise.reject(new NoHostEmbedder('this host makes no vectors'))

const workers = (): Map<string, Shared> => processWide('workers')
