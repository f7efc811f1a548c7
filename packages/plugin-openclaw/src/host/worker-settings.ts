/** The settings that the plugin sends to its worker. They hold no key: the worker reads keys from its environment. */
import type { EmbedderSettings } from './embedder.ts'
import type { ModelSettings } from './model.ts'

export type WorkerSettings = EmbedderSettings & ModelSettings

export const workerSettings = ({ deadlineMs, embedder, model, modelDayUsd, modelMs }: WorkerSettings): WorkerSettings => ({
  deadlineMs,
  embedder,
  model,
  modelMs,
  ...(modelDayUsd === undefined ? {} : { modelDayUsd }),
})
