/** Works off the learner's backlog and runs decay after replies. No turn waits for it, and one pass at a time runs for each brain. */
import { isWorkerFailure, type MemoryWorker, type WorkerFailure } from '@crabtrail/store/worker'
import { counted, failed, type PluginParts } from '../host/handler.ts'
import type { Occasion } from '../host/shared-state.ts'

const patienceMs = 60_000
/** Small enough that a question in between waits hardly longer. */
const factsAtOnce = 2
const restMostMs = 100

export const learnSoon = (parts: Pick<PluginParts, 'memory' | 'state' | 'warn'>, brain: string, occasion: Occasion): void => {
  const { memory, state } = parts
  if (state.learning.has(brain)) {
    // A waiting heartbeat keeps its occasion.
    if (state.learning.get(brain) !== 'heartbeat') state.learning.set(brain, occasion)
    return
  }
  const worker = memory.worker()
  const learn = async () => {
    for (let due: Occasion | undefined = occasion; due !== undefined; due = state.learning.get(brain)) {
      state.learning.set(brain, undefined)
      // Queued signals are recorded first, because the pass learns from them.
      await worker.drained()
      await workOff(worker, brain)
      await worker.ask('maintain', { brain, when: due }, { deadlineMs: patienceMs })
    }
  }
  state.learning.set(brain, undefined)
  learn()
    .catch((error: unknown) => (isToldElsewhere(error) ? counted : failed)(parts, 'learn', error))
    .finally(() => state.learning.delete(brain))
}

/** Learns a few facts, then rests as long as they took, at most 100 ms, so that half of the worker's time is left for questions. */
export const workOff = async (worker: Pick<MemoryWorker, 'ask'>, brain: string): Promise<void> => {
  for (;;) {
    const began = performance.now()
    const { backlog, facts } = await worker.ask('learn', { brain, most: factsAtOnce }, { deadlineMs: patienceMs })
    if (backlog === 0 || facts === 0) return
    await rest(Math.min(restMostMs, performance.now() - began))
  }
}

/** The timer keeps no process alive. */
const rest = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** Turns without memory and the health watch report faults of the store. */
const toldElsewhere: ReadonlyArray<WorkerFailure['_tag']> = ['StoreUnavailable', 'NewerLog', 'IntegrityBroken', 'WorkerGone', 'WorkerBusy']

const isToldElsewhere = (error: unknown): boolean => isWorkerFailure(error) && toldElsewhere.includes(error._tag)
