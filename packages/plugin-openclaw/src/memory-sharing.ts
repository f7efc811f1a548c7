/**
 * One worker for each database file of a process, however often the host registers the plugin. Opened by its first use.
 *
 * The host gives every registration a copy of the plugin's files and so an instance of this module: one for the service, another for the
 * hooks. The workers are therefore kept where all instances of a version find them, and a thread is started from the copy that was used
 * last, because the others may be gone.
 */
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { version } from './version.ts'

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
}

interface Shared {
  readonly worker: MemoryWorker
  readonly started: Set<symbol>
  entry: URL
}

/** The host gives a service five seconds to stop. */
const stopBudgetMs = 3_000
const warmUpMs = 30_000
/** Nobody waits for it. */
const readerPatienceMs = 5_000

export const sharedMemory = ({ entry, path }: Place): SharedMemory => {
  const registration = Symbol(path)
  const use = (): Shared => {
    const shared = workers().get(path) ?? open({ entry, path })
    workers().set(path, shared)
    shared.entry = entry
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
      const { started, worker } = use()
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

const open = ({ entry, path }: Place): Shared => {
  const shared: Shared = { worker: openMemoryWorker({ path, entry: () => shared.entry }), started: new Set(), entry }
  return shared
}

const everywhere = Symbol.for(`@crabtrail/openclaw ${version} workers`)

const workers = (): Map<string, Shared> => {
  const kept = globalThis as { [everywhere]?: Map<string, Shared> }
  kept[everywhere] ??= new Map()
  return kept[everywhere]
}
