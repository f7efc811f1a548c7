/** What the memory of a gateway has done since its thread began, in numbers, for its status. */
import type { Answer } from '@crabtrail/core'
import type { MemoryWorker } from '@crabtrail/store/worker'
import type { SharedState } from './shared-state.ts'

/** Numbers that are late can be asked for again. */
const deadlineMs = 1_000

export interface CountedWork {
  /** Absent until there are any. */
  readonly newest: () => Answer.WorkAnswer | undefined
  /** Asks again when something was asked of the memory since. Never rejects, and starts no thread. */
  readonly look: () => Promise<void>
}

export const countedWork = (worker: MemoryWorker, { health }: Pick<SharedState, 'health'>): CountedWork => {
  let newest: Answer.WorkAnswer | undefined
  let seen = ''
  return {
    newest: () => newest,
    look: async () => {
      const { signals, thread } = worker.status()
      const signs = [thread.starts, signals.recorded, ...Object.values(health.hooks).map(({ calls }) => calls)].join(' ')
      if (!thread.alive || (signs === seen && !isEmbedding(newest))) return
      seen = signs
      newest = await worker.ask('counters', {}, { deadlineMs }).catch(() => newest)
    },
  }
}

/** Vectors are made, and failed calls tried again, when nothing else is asked. */
const isEmbedding = ({ embedder }: Partial<Answer.WorkAnswer> = {}): boolean =>
  embedder !== undefined && (embedder.failure !== undefined || embedder.brains.some(({ missing }) => missing > 0))
