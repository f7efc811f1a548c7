/** The plugin: registers with the host what is implemented in its own file, and decides nothing. */
import * as Result from 'effect/Result'
import type { OpenClawPluginApi, OpenClawPluginDefinition } from 'openclaw/plugin-sdk/plugin-entry'
import { registerCommandLine } from './commands/terminal/command-line.ts'
import { registerCommands } from './commands/trail.ts'
import { proveDaily } from './health/daily-proof.ts'
import { watchHealth } from './health/watch.ts'
import { embedderSettings } from './host/embedder.ts'
import type { PluginParts } from './host/handler.ts'
import { databasePath, readPluginConfig } from './host/settings.ts'
import { sharedMemory } from './host/shared-memory.ts'
import { sharedState } from './host/shared-state.ts'
import { registerSupplement } from './tools/corpus.ts'
import { registerTools } from './tools/tools.ts'
import { agentEnd, releaseEnds } from './turn/completion.ts'
import { beforeAgentRun } from './turn/hearing.ts'
import { heartbeatContribution } from './turn/heartbeat.ts'
import { beforePromptBuild } from './turn/pre-response.ts'
import { registerBootstrap } from './turn/prompt-notes.ts'
import { beforeReset, sessionEnd, sessionStart } from './turn/session.ts'
import { afterToolCall } from './turn/tool-calls.ts'
import { followReading } from './workspace/follow-reading.ts'
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

/** Asks the host to call our handlers, each a little longer than the handler itself allows itself. */

/** Longer than the deadline of a recall, its grace and our guard, so that the host never cuts off an answer that is being written. */
const marginMs = 250
/** For handlers that have their answer at once: also on a machine that is busy. */
const promptMs = 5_000

export const registerHooks = (api: Pick<OpenClawPluginApi, 'config' | 'on' | 'registerHook' | 'runtime'>, parts: PluginParts): void => {
  const prompt = { timeoutMs: promptMs }
  api.on('session_start', sessionStart(parts), prompt)
  api.on('session_end', sessionEnd(parts), prompt)
  api.on('before_reset', beforeReset(parts), prompt)
  api.on('heartbeat_prompt_contribution', heartbeatContribution(parts), prompt)
  registerBootstrap(api, parts)
  api.on('before_prompt_build', beforePromptBuild(parts), { timeoutMs: parts.config.deadlineMs + marginMs })
  api.on('before_agent_run', beforeAgentRun(parts), prompt)
  api.on('after_tool_call', afterToolCall(parts), prompt)
  api.on('agent_end', agentEnd(parts), prompt)
}
