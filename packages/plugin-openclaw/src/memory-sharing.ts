/**
 * One worker for each database file of a process, however often the host registers the plugin. Opened by its first use.
 *
 * The host may load this module more than once in a process (one instance for the service, another for the hooks), so the workers are
 * kept where all instances find them.
 */
import { type MemoryWorker, type MemoryWorkerOptions, openMemoryWorker } from '@crabtrail/store/worker'

export interface SharedMemory {
  readonly worker: () => MemoryWorker
  /** Returns at once; the store is opened behind it. */
  readonly start: (failed: (error: unknown) => void) => void
  /** Ends the worker when no other started registration uses it. A later use opens it again. */
  readonly stop: () => Promise<void>
}

interface Shared {
  readonly worker: MemoryWorker
  readonly started: Set<symbol>
}

/** The host gives a service five seconds to stop. */
const stopBudgetMs = 3_000
const warmUpMs = 30_000

export const sharedMemory = (options: MemoryWorkerOptions & { readonly entry: URL }): SharedMemory => {
  const key = `${options.path}\n${options.entry.href}`
  const registration = Symbol(key)
  const shared = (): Shared => {
    const found = workers().get(key) ?? { worker: openMemoryWorker(options), started: new Set() }
    workers().set(key, found)
    return found
  }
  return {
    worker: () => shared().worker,
    start: (failed) => {
      const { started, worker } = shared()
      started.add(registration)
      worker.ask('brains', {}, { deadlineMs: warmUpMs }).catch(failed)
    },
    stop: async () => {
      const found = workers().get(key)
      if (found === undefined || !found.started.delete(registration) || found.started.size > 0) return
      workers().delete(key)
      await found.worker.close(stopBudgetMs)
    },
  }
}

const place = Symbol.for('@crabtrail/openclaw/workers')

const workers = (): Map<string, Shared> => {
  const everywhere = globalThis as { [place]?: Map<string, Shared> }
  everywhere[place] ??= new Map()
  return everywhere[place]
}
