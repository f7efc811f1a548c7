/** What the memory of a gateway has done since its thread began, in numbers, for its status. */

import type { Answer } from '@crabtrail/core'
import type { MemoryWorker } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import { type EmbedderSettings, embedderChosen } from '../host/embedder.ts'
import type { SharedState } from '../host/shared-state.ts'

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

/** What is wrong with the embedder of a gateway: its settings, or that it gives no vectors. Turns go on without it, so nothing else says so. */

/** So many calls in a row are no accident. */
const failuresMost = 3

/** Asks no server. Settles once: settings do not change while a copy of the plugin runs. */
export const settingsProblem = (settings: EmbedderSettings, environment: NodeJS.ProcessEnv | undefined): Promise<string | undefined> =>
  Effect.runPromise(Effect.match(embedderChosen(settings, environment), { onFailure: (problem) => problem, onSuccess: () => undefined }))

export const answerProblem = (done: Answer.WorkAnswer | undefined): string | undefined => {
  const { failure, id } = done?.embedder ?? {}
  return failure === undefined || failure.times < failuresMost
    ? undefined
    : `the embedder ${id} gives no vectors, so the words of a question decide alone: ${failure.detail}`
}

/** What there is to say of the vectors of one brain. */
export const vectorsInWords = ({ missing, vectors }: Pick<Answer.EmbedderAnswer['brains'][number], 'missing' | 'vectors'>): string =>
  `${vectors} memories have a vector${missing === 0 ? '' : `, ${missing} still lack one`}`

/** What it was asked since the thread began, and why the last call gave nothing. */
export const askedInWords = ({ embedded, embedder, embedderFailures }: Answer.WorkAnswer): string =>
  [
    `${embedded} texts and questions embedded`,
    ...(embedderFailures === 0 ? [] : [`${embedderFailures} calls failed, and the words decided alone`]),
    ...(embedder?.failure === undefined ? [] : [`the last: ${embedder.failure.detail}`]),
  ].join('; ')
