/** Entry of the plugin: registers commands, hooks, tools and services with the host. */
import { modelMsOf, tellingFailures, workerSettings } from '@crabtrail/agent-host/model/chosen-models'
import { longestDeadline } from '@crabtrail/agent-host/state/deadline'
import { sharedMemory } from '@crabtrail/agent-host/state/shared-memory'
import { sharedState } from '@crabtrail/agent-host/state/shared-state'
import { dropEnds, releaseEnds } from '@crabtrail/agent-host/turn/completion'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi, OpenClawPluginDefinition } from 'openclaw/plugin-sdk/plugin-entry'
import { registerCommands } from './commands/trail.ts'
import { agentEnd, replyPayloadSending } from './hooks/after-turn.ts'
import { beforeAgentRun, beforePromptBuild } from './hooks/before-reply.ts'
import { heartbeatContribution } from './hooks/heartbeat.ts'
import { promptly } from './hooks/hook.ts'
import { registerBootstrap } from './hooks/prompt-files.ts'
import { followReading } from './hooks/reading.ts'
import { beforeCompaction, beforeReset, sessionEnd, sessionStart } from './hooks/sessions.ts'
import { afterToolCall } from './hooks/tool-calls.ts'
import { followWorkspaces } from './hooks/workspaces.ts'
import { agentsOf } from './host/heard.ts'
import { hostEmbedding } from './host/host-embedder.ts'
import { hostModel } from './host/host-model.ts'
import { gatewayNaming, openClawParts, type PluginParts } from './host/openclaw.ts'
import { registerServices } from './host/services.ts'
import { readPluginConfig, storePlace } from './host/settings.ts'
import { registerStudio, studioPage } from './studio/gateway-page.ts'
import { registerCommandLine } from './terminal/command-line.ts'
import { registerSupplement } from './tools/corpus.ts'
import { registerTools } from './tools/tools.ts'

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
    const embedder = hostEmbedding(api, config, state.health.embedding)
    const memory = sharedMemory({ ...place, entry: worker, settings: workerSettings(config), model, embedder: embedder?.embed })
    const hostConfig = () => api.runtime.config.current()
    const naming = gatewayNaming({ config, store: place.store, stateDir, agents: () => agentsOf(hostConfig()) })
    const parts: PluginParts = {
      memory,
      state,
      config,
      naming,
      ...openClawParts(hostConfig, state.serving),
      warn,
      model,
      embedder,
      studio: studioPage(config.studio, place.store.place, hostConfig),
    }
    const page = registerStudio(api, { ...parts, store: place.store.place })
    api.registerService({
      id: 'crabtrail-memory',
      // The health watch reports why the store cannot be opened.
      start: () => memory.start(() => {}),
      stop: async () => {
        await page.end()
        // Ends that are held were heard before; switched off, the memory records nothing more.
        if (parts.isOn()) releaseEnds(state)
        else dropEnds(state)
        return memory.stop()
      },
    })
    registerHooks(api, parts)
    registerTools(api, parts)
    for (const register of [registerCommands, registerSupplement, followReading, followWorkspaces, registerServices]) register(api, parts)
  },
} satisfies OpenClawPluginDefinition

/** Above the recall's deadline, grace and guard together, so that the host never cuts off an answer that is being written. */
const marginMs = 250

export const registerHooks = (api: Pick<OpenClawPluginApi, 'config' | 'on' | 'registerHook' | 'runtime'>, parts: PluginParts): void => {
  api.on('session_start', sessionStart(parts), promptly)
  api.on('session_end', sessionEnd(parts), promptly)
  api.on('before_reset', beforeReset(parts), promptly)
  api.on('before_compaction', beforeCompaction(parts), promptly)
  api.on('heartbeat_prompt_contribution', heartbeatContribution(parts), promptly)
  registerBootstrap(api, parts)
  api.on('before_prompt_build', beforePromptBuild(parts), {
    timeoutMs: longestDeadline(parts.config.deadlineMs) + modelMsOf(parts.config) + marginMs,
  })
  api.on('before_agent_run', beforeAgentRun(parts), promptly)
  api.on('after_tool_call', afterToolCall(parts), promptly)
  api.on('agent_end', agentEnd(parts), promptly)
  api.on('reply_payload_sending', replyPayloadSending(parts), promptly)
}
