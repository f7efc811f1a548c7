/** What every part of the plugin is given when it registers. */
import type { SharedMemory } from './memory-sharing.ts'
import type { PluginConfig } from './plugin-config.ts'
import type { SharedState } from './shared-state.ts'

export interface PluginParts {
  readonly memory: SharedMemory
  readonly state: SharedState
  readonly config: PluginConfig
  readonly warn: (message: string) => void
}
