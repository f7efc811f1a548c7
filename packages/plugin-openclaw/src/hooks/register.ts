/** Asks the host to call our handlers, each a little longer than the handler itself allows itself. */
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import type { PluginParts } from '../parts.ts'
import { afterToolCall } from './after-tool-call.ts'
import { registerBootstrap } from './agent-bootstrap.ts'
import { agentEnd } from './agent-end.ts'
import { beforeAgentRun } from './before-agent-run.ts'
import { beforePromptBuild } from './before-prompt-build.ts'
import { beforeReset } from './before-reset.ts'
import { heartbeatContribution } from './heartbeat-contribution.ts'
import { sessionEnd } from './session-end.ts'
import { sessionStart } from './session-start.ts'

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
