/**
 * One worker thread for each database file of a process, however often the host registers the plugin. The first use opens it.
 *
 * The host gives every registration its own copy of the plugin's files, so this module is loaded several times: once for the service, once
 * for the hooks. All copies of one version therefore share the workers, and a new thread starts from the copy that was used last, because
 * files of older copies may be deleted.
 */

import { isDeepStrictEqual } from 'node:util'
import { type HostModel, type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'

/** Version of this package. A test compares it with package.json and the manifest. */
export const version = '0.1.0'

/**
 * A map that all copies of this version in the process share, by its name. Each copy of the plugin has its own modules, so a map in a
 * module would belong to that copy alone.
 */
export const processWide = <A>(name: string): Map<string, A> => {
  const key = Symbol.for(`@crabtrail/openclaw ${version} ${name}`)
  const everywhere = globalThis as { [name: symbol]: Map<string, A> | undefined }
  everywhere[key] ??= new Map()
  return everywhere[key]
}

export interface SharedMemory {
  readonly worker: () => MemoryWorker
  /** A second, read-only thread over the same file for long work. The caller closes it. */
  readonly reader: () => MemoryWorker
  /** False for a worker that was stopped or is stopping: its errors say nothing about the store. */
  readonly isInUse: (worker: MemoryWorker) => boolean
  /** Returns at once and opens the store in the background. */
  readonly start: (failed: (error: unknown) => void) => void
  /** Closes the worker when no other started registration uses it. A later use opens it again. */
  readonly stop: () => Promise<void>
}

export interface Place {
  /** The database file. */
  readonly path: string
  /** The file that the worker thread runs. */
  readonly entry: URL
  /** Passed to the worker at its start. Of several registrations the last started one decides. */
  readonly settings?: object
  /** The host's model for the worker; see `routing`. The registration that was used last asks it. */
  readonly model?: HostModel | undefined
}

interface Shared {
  readonly worker: MemoryWorker
  readonly started: Set<symbol>
  readonly settings: object
  entry: URL
  model: HostModel | undefined
}

/** The host gives a service 5 seconds to stop. */
const stopBudgetMs = 3_000
const warmUpMs = 30_000
/** Longer than for questions, because no turn waits for this thread. */
const readerPatienceMs = 5_000

export const sharedMemory = ({ entry, model, path, settings = {} }: Place): SharedMemory => {
  const registration = Symbol(path)
  const use = (): Shared => {
    const shared = workers().get(path) ?? open({ entry, model, path, settings })
    workers().set(path, shared)
    shared.entry = entry
    shared.model = model ?? shared.model
    return shared
  }
  /**
   * A question between the end of one copy and the start of the next may have started a worker with the old settings. Such a worker is
   * replaced.
   */
  const useAsSet = (): Shared => {
    const before = workers().get(path)
    if (before === undefined || isDeepStrictEqual(before.settings, settings)) return use()
    workers().delete(path)
    void before.worker.close(stopBudgetMs)
    const shared = use()
    for (const other of before.started) shared.started.add(other)
    return shared
  }
  return {
    worker: () => use().worker,
    reader: () => {
      const shared = use()
      return openMemoryWorker({ path, entry: () => shared.entry, readOnly: true, busyTimeoutMs: readerPatienceMs })
    },
    isInUse: (worker) => workers().get(path)?.worker === worker,
    start: (failed) => {
      const { started, worker } = useAsSet()
      started.add(registration)
      worker.open({ deadlineMs: warmUpMs }).catch(failed)
    },
    stop: async () => {
      const shared = workers().get(path)
      if (shared === undefined || !shared.started.delete(registration) || shared.started.size > 0) return
      workers().delete(path)
      await shared.worker.close(stopBudgetMs)
    },
  }
}

const open = ({ entry, model, path, settings }: Required<Place>): Shared => {
  const worker = openMemoryWorker({
    path,
    settings,
    entry: () => shared.entry,
    model: (question, deadlineMs) => shared.model?.(question, deadlineMs) ?? Promise.reject(new Error('this host offers no model')),
  })
  const shared: Shared = { worker, settings, started: new Set(), entry, model }
  return shared
}

const workers = (): Map<string, Shared> => processWide('workers')
