/** The plugin: registers with the host what is implemented in its own file, and decides nothing. */
import { join, resolve } from 'node:path'
import * as Result from 'effect/Result'
import type { OpenClawPluginDefinition } from 'openclaw/plugin-sdk/plugin-entry'
import { beforePromptBuild } from './hooks/before-prompt-build.ts'
import { sharedMemory } from './memory-sharing.ts'
import { readPluginConfig } from './plugin-config.ts'

/** Longer than the deadline and its grace, so that the host never cuts off an answer that is being written. */
const hookMarginMs = 250

const worker = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

export default {
  id: 'crabtrail',
  name: 'Crabtrail',
  description: 'A memory that learns which memory leads to which.',
  register(api) {
    // The host registers a plugin several times in a process and calls the hooks of any of these registrations, not only of the `full`
    // one. In these two modes it only looks at the plugin; in the others nothing is opened before a hook or the service asks for it.
    if (api.registrationMode === 'cli-metadata' || api.registrationMode === 'setup-only') return
    const warn = (message: string) => api.logger.warn(`crabtrail: ${message}`)
    const config = readPluginConfig(api.pluginConfig)
    if (Result.isFailure(config)) {
      api.logger.error(
        `crabtrail: plugins.entries.crabtrail.config: ${config.failure.message}; nothing is remembered until it is put right`,
      )
      return
    }
    const { deadlineMs, enabled, storePath, tokens } = config.success
    if (!enabled) return
    const stateDir = api.runtime.state.resolveStateDir()
    const path = storePath === undefined ? join(stateDir, 'crabtrail', 'crabtrail.db') : resolve(stateDir, storePath)
    const memory = sharedMemory({ path, entry: worker })
    api.registerService({
      id: 'crabtrail-memory',
      start: () => memory.start((error) => warn(`the memory could not be opened yet: ${String(error)}`)),
      stop: () => memory.stop(),
    })
    api.on('before_prompt_build', beforePromptBuild({ memory, deadlineMs, tokens, warn }), { timeoutMs: deadlineMs + hookMarginMs })
  },
} satisfies OpenClawPluginDefinition
