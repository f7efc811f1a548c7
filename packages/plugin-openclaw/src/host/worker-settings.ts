/** The settings that the plugin sends to its worker. They hold no key: the worker reads keys from its environment. */
import { type EmbedderSettings, embedderSettings } from './embedder.ts'
import { type RouterSettings, routerSettings } from './router.ts'
import type { PluginConfig } from './settings.ts'

export type WorkerSettings = EmbedderSettings & RouterSettings

export const workerSettings = (config: PluginConfig): WorkerSettings => ({ ...embedderSettings(config), ...routerSettings(config) })
