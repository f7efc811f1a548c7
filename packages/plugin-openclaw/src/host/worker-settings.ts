/** The settings that the plugin sends to its worker. They hold no key: the worker reads keys from its environment. */
import { type EmbedderSettings, embedderSettings } from './embedder.ts'
import { type ModelSettings, modelSettings } from './model.ts'
import type { PluginConfig } from './settings.ts'

export type WorkerSettings = EmbedderSettings & ModelSettings

export const workerSettings = (config: PluginConfig): WorkerSettings => ({ ...embedderSettings(config), ...modelSettings(config) })
