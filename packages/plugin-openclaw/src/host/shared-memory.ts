/**
 * One worker for each database file of a process, however often the host registers the plugin. Opened by its first use.
 *
 * The host gives every registration a copy of the plugin's files and so an instance of this module: one for the service, another for the
 * hooks. The workers are therefore kept where all instances of a version find them, and a thread is started from the copy that was used
 * last, because the others may be gone.
 */

import { isDeepStrictEqual } from 'node:util'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { version } from './process-wide.ts'

export interface SharedMemory {
  readonly worker: () => MemoryWorker
  /** Another thread over the same file, which only reads: for what takes long. Whoever asks for it closes it. */
  readonly reader: () => MemoryWorker
  /** Not of one that was stopped, or is being stopped: what it says then is no word about the store. */
  readonly isInUse: (worker: MemoryWorker) => boolean
  /** Returns at once; the store is opened behind it. */
  readonly start: (failed: (error: unknown) => void) => void
  /** Ends the worker when no other started registration uses it. A later use opens it again. */
  readonly stop: () => Promise<void>
}

export interface Place {
  /** The database file. */
  readonly path: string
  /** The file that the worker runs. */
  readonly entry: URL
  /** What it is told when it starts. Of several registrations those of the one that was started last count. */
  readonly settings?: object
}

interface Shared {
  readonly worker: MemoryWorker
  readonly started: Set<symbol>
  readonly settings: object
  entry: URL
}

/** The host gives a service five seconds to stop. */
const stopBudgetMs = 3_000
const warmUpMs = 30_000
/** Nobody waits for it. */
const readerPatienceMs = 5_000

export const sharedMemory = ({ entry, path, settings = {} }: Place): SharedMemory => {
  const registration = Symbol(path)
  const use = (): Shared => {
    const shared = workers().get(path) ?? open({ entry, path, settings })
    workers().set(path, shared)
    shared.entry = entry
    return shared
  }
  /** A question between the end of one copy of the plugin and the start of the next may have begun a worker by what was set before. */
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

const open = ({ entry, path, settings }: Required<Place>): Shared => {
  const worker = openMemoryWorker({ path, settings, entry: () => shared.entry })
  const shared: Shared = { worker, settings, started: new Set(), entry }
  return shared
}

const everywhere = Symbol.for(`@crabtrail/openclaw ${version} workers`)

const workers = (): Map<string, Shared> => {
  const kept = globalThis as { [everywhere]?: Map<string, Shared> }
  kept[everywhere] ??= new Map()
  return kept[everywhere]
}
