/** What every part of the plugin is given when it registers. */
import type { HostConfig } from './access/owners.ts'
import type { SharedMemory } from './memory-sharing.ts'
import type { PluginConfig } from './plugin-config.ts'
import type { SharedState } from './shared-state.ts'

export interface PluginParts {
  readonly memory: SharedMemory
  readonly state: SharedState
  readonly config: PluginConfig
  /** The configuration of now: the host changes it while it runs. */
  readonly hostConfig: () => HostConfig
  readonly warn: (message: string) => void
}
