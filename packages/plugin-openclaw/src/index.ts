/** The plugin: registers with the host what is implemented in its own file, and decides nothing. */
import * as Result from 'effect/Result'
import type { OpenClawPluginDefinition } from 'openclaw/plugin-sdk/plugin-entry'
import { registerCommandLine } from './commands/cli/command-line.ts'
import { registerCommands } from './commands/trail.ts'
import { proveDaily } from './daily-proof.ts'
import { databasePath } from './database-path.ts'
import { embedderSettings } from './embedder.ts'
import { watchHealth } from './health.ts'
import { registerHooks } from './hooks/register.ts'
import { sharedMemory } from './memory-sharing.ts'
import type { PluginParts } from './parts.ts'
import { readPluginConfig } from './plugin-config.ts'
import { followReading } from './reading/follow-reading.ts'
import { sharedState } from './shared-state.ts'
import { registerSupplement } from './supplement.ts'
import { registerTools } from './tools/tools.ts'
import { releaseEnds } from './turn-ends.ts'
import { followWorkspaces } from './workspace/follow-workspaces.ts'

const worker = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

export default {
  id: 'crabtrail',
  name: 'Crabtrail',
  description: 'A memory that learns which memory leads to which.',
  register(api) {
    // Also for whoever switched the plugin off or set it up wrongly: it says what is the matter.
    registerCommandLine(api, worker)
    // The host registers a plugin several times in a process and calls the hooks of any of these registrations, not only of the `full`
    // one. In these two modes it only looks at the plugin; in the others nothing is opened before a hook or the service asks for it.
    if (api.registrationMode === 'cli-metadata' || api.registrationMode === 'setup-only') return
    const warn = (message: string) => api.logger.warn(`crabtrail: ${message}`)
    const config = readPluginConfig(api.pluginConfig)
    if (Result.isFailure(config)) {
      // Said once: of the registrations of a gateway one is full.
      if (api.registrationMode === 'full') {
        const problem = config.failure.message.replaceAll(/\s*\n\s*/g, ' ')
        api.logger.error(`crabtrail: plugins.entries.crabtrail.config: ${problem}; nothing is remembered until it is put right`)
      }
      return
    }
    if (!config.success.enabled) return
    const path = databasePath(api.runtime.state.resolveStateDir(), config.success)
    const [memory, state] = [sharedMemory({ path, entry: worker, settings: embedderSettings(config.success) }), sharedState(path)]
    const parts: PluginParts = { memory, state, config: config.success, hostConfig: () => api.runtime.config.current(), warn }
    api.registerService({
      id: 'crabtrail-memory',
      // What keeps it from opening is told by those who watch its health.
      start: () => memory.start(() => {}),
      stop: () => {
        releaseEnds(state)
        return memory.stop()
      },
    })
    registerHooks(api, parts)
    registerTools(api, parts)
    for (const register of [registerCommands, registerSupplement, followReading, followWorkspaces, watchHealth, proveDaily])
      register(api, parts)
  },
} satisfies OpenClawPluginDefinition
