/** Entry of the plugin: registers commands, hooks, tools and services with the host. */
import * as Result from 'effect/Result'
import type { OpenClawPluginApi, OpenClawPluginDefinition } from 'openclaw/plugin-sdk/plugin-entry'
import { registerCommandLine } from './commands/terminal/command-line.ts'
import { registerCommands } from './commands/trail.ts'
import { proveDaily } from './health/daily-proof.ts'
import { watchHealth } from './health/watch.ts'
import { agentsOf } from './host/conversation.ts'
import type { PluginParts } from './host/handler.ts'
import { hostModel, modelMsOf, tellingFailures } from './host/model.ts'
import { namingOf } from './host/naming.ts'
import { readPluginConfig, storePlace } from './host/settings.ts'
import { sharedMemory } from './host/shared-memory.ts'
import { sharedState } from './host/shared-state.ts'
import { workerSettings } from './host/worker-settings.ts'
import { registerSupplement } from './tools/corpus.ts'
import { registerTools } from './tools/tools.ts'
import { agentEnd, beforeAgentRun, releaseEnds } from './turn/completion.ts'
import { replyPayloadSending } from './turn/heard-line.ts'
import { heartbeatContribution } from './turn/heartbeat.ts'
import { beforePromptBuild } from './turn/pre-response.ts'
import { registerBootstrap } from './turn/prompt-notes.ts'
import { beforeCompaction, beforeReset, sessionEnd, sessionStart } from './turn/session.ts'
import { afterToolCall } from './turn/tool-calls.ts'
import { followReading } from './workspace/follow-reading.ts'
import { followWorkspaces } from './workspace/follow-workspaces.ts'

const worker = new URL(import.meta.url.endsWith('.ts') ? './worker.ts' : './worker.js', import.meta.url)

export default {
  id: 'crabtrail',
  name: 'Crabtrail',
  description: 'A memory that learns which memory leads to which.',
  register(api) {
    // Registered also when the plugin is off or misconfigured, because these commands explain the problem.
    registerCommandLine(api, worker)
    // The host registers a plugin several times in a process and calls hooks of any registration, not only of the `full` one. In these two
    // modes it only inspects the plugin; in the others nothing is opened before a hook or the service asks for it.
    if (api.registrationMode === 'cli-metadata' || api.registrationMode === 'setup-only') return
    const warn = (message: string) => api.logger.warn(`crabtrail: ${message}`)
    const stateDir = api.runtime.state.resolveStateDir()
    const read = Result.flatMap(readPluginConfig(api.pluginConfig), (config) =>
      Result.map(storePlace(stateDir, config, process.env), (place) => ({ config, place })),
    )
    if (Result.isFailure(read)) {
      // One registration of a gateway is `full`, so the error is logged once.
      if (api.registrationMode === 'full') {
        const problem = read.failure.message.replaceAll(/\s*\n\s*/g, ' ')
        api.logger.error(`crabtrail: plugins.entries.crabtrail.config: ${problem}; nothing is remembered until it is put right`)
      }
      return
    }
    const { config, place } = read.success
    if (!config.enabled) return
    const state = sharedState(place.store.place)
    const model = tellingFailures(hostModel(api, config, state.health.refusal), warn)
    const memory = sharedMemory({ ...place, entry: worker, settings: workerSettings(config), model })
    const hostConfig = () => api.runtime.config.current()
    const naming = namingOf({ config, store: place.store, stateDir, agents: () => agentsOf(hostConfig()) })
    const parts: PluginParts = { memory, state, config, naming, hostConfig, warn, model }
    api.registerService({
      id: 'crabtrail-memory',
      // The health watch reports why the store cannot be opened.
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

/** Above the recall's deadline, grace and guard together, so that the host never cuts off an answer that is being written. */
const marginMs = 250
/** Time limit, in milliseconds, of handlers that do not wait, on a busy machine. */
const promptMs = 5_000

/** Registers the hooks with time limits slightly above those of the handlers. */
export const registerHooks = (api: Pick<OpenClawPluginApi, 'config' | 'on' | 'registerHook' | 'runtime'>, parts: PluginParts): void => {
  const prompt = { timeoutMs: promptMs }
  api.on('session_start', sessionStart(parts), prompt)
  api.on('session_end', sessionEnd(parts), prompt)
  api.on('before_reset', beforeReset(parts), prompt)
  api.on('before_compaction', beforeCompaction(parts), prompt)
  api.on('heartbeat_prompt_contribution', heartbeatContribution(parts), prompt)
  registerBootstrap(api, parts)
  api.on('before_prompt_build', beforePromptBuild(parts), {
    timeoutMs: parts.config.deadlineMs + modelMsOf(parts.config) + marginMs,
  })
  api.on('before_agent_run', beforeAgentRun(parts), prompt)
  api.on('after_tool_call', afterToolCall(parts), prompt)
  api.on('agent_end', agentEnd(parts), prompt)
  api.on('reply_payload_sending', replyPayloadSending(parts), prompt)
}
