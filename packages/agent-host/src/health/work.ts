/** Work of the memory since its thread started, and the state of its embedder. Turns go on without one, so only the status reports it. */

import type { Answer } from '@crabtrail/core'
import type { MemoryWorker } from '@crabtrail/store/worker'
import { counted } from '@crabtrail/text/counted'
import type { SharedState } from '../state/shared-state.ts'

/** Late counters can be asked for again. */
const deadlineMs = 1_000

export interface CountedWork {
  /** Returns the newest counters; undefined until the worker answered once. */
  readonly newest: () => Answer.WorkAnswer | undefined
  /** Asks again when the memory was used since the last answer. Never rejects, and starts no thread. */
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
      if (!thread.alive || (signs === seen && !isUnderWay(newest))) return
      seen = signs
      newest = await worker.ask('counters', {}, { deadlineMs }).catch(() => newest)
    },
  }
}

/** The worker learns, judges, makes missing vectors and retries failed calls while nothing is asked, so its counters change by themselves. */
const isUnderWay = ({ behind = [], embedder }: Partial<Answer.WorkAnswer> = {}): boolean =>
  behind.some(({ backlog, waiting }) => backlog > 0 || waiting > 0) ||
  (embedder !== undefined && (embedder.failure !== undefined || embedder.brains.some(({ missing }) => missing > 0)))

/** Fewer failed calls in a row may be an accident. */
const failuresMost = 3

export const answerProblem = (done: Answer.WorkAnswer | undefined): string | undefined => {
  const { failure, id } = done?.embedder ?? {}
  return failure === undefined || failure.times < failuresMost
    ? undefined
    : `the embedder ${id} gives no vectors, so the words of a question decide alone: ${failure.detail}`
}

export const vectorsInWords = ({ missing, vectors }: Pick<Answer.EmbedderAnswer['brains'][number], 'missing' | 'vectors'>): string =>
  `${counted(vectors, 'memory has', 'memories have')} a vector${missing === 0 ? '' : `, ${counted(missing, 'still lacks', 'still lack')} one`}`

/** One line about the calls since the thread started, with the reason of the last failed call. */
export const askedInWords = ({ embedded, embedder, embedderFailures }: Answer.WorkAnswer): string =>
  [
    `${counted(embedded, 'text or question', 'texts and questions')} embedded`,
    ...(embedderFailures === 0 ? [] : [`${counted(embedderFailures, 'call')} failed, and the words decided alone`]),
    ...(embedder?.failure === undefined ? [] : [`the last: ${embedder.failure.detail}`]),
  ].join('; ')
