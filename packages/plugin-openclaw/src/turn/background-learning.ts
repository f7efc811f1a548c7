/** Works the learner's backlog off behind the replies and forgets what is due: nobody waits for it, and a brain learns once at a time. */

import { type MemoryWorker, RemoteMemoryError } from '@crabtrail/store/worker'
import { counted, failed, type PluginParts } from '../host/handler.ts'
import type { Occasion } from '../host/shared-state.ts'

const patienceMs = 60_000
/** So few facts at once that a question which comes meanwhile hardly waits. */
const factsAtOnce = 2
const restMostMs = 100

export const learnSoon = (parts: Pick<PluginParts, 'memory' | 'state' | 'warn'>, brain: string, occasion: Occasion): void => {
  const { memory, state } = parts
  if (state.learning.has(brain)) {
    // A heartbeat that came meanwhile is not made a turn by the next one.
    if (state.learning.get(brain) !== 'heartbeat') state.learning.set(brain, occasion)
    return
  }
  const worker = memory.worker()
  const learn = async () => {
    for (let due: Occasion | undefined = occasion; due !== undefined; due = state.learning.get(brain)) {
      state.learning.set(brain, undefined)
      // What shall be learned from is recorded first.
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

/** A few facts at a time, and as long a rest behind them as they took: half of the worker's time is left to those who ask. */
export const workOff = async (worker: Pick<MemoryWorker, 'ask'>, brain: string): Promise<void> => {
  for (;;) {
    const began = performance.now()
    const { backlog, facts } = await worker.ask('learn', { brain, most: factsAtOnce }, { deadlineMs: patienceMs })
    if (backlog === 0 || facts === 0) return
    await rest(Math.min(restMostMs, performance.now() - began))
  }
}

/** Keeps no process alive. */
const rest = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** What is wrong with the store itself is told with the turns that go without it, and by those who watch it. */
const isToldElsewhere = (error: unknown): boolean =>
  error instanceof RemoteMemoryError && ['StoreUnavailable', 'NewerLog', 'IntegrityBroken', 'WorkerGone', 'WorkerBusy'].includes(error.tag)
