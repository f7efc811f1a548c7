/** Registers the tools of the agent with the host. */
import { noteOffered as noteOwnership } from '@crabtrail/agent-host/access/asker'
import type { HostParts } from '@crabtrail/agent-host/state/parts'
import { callTool, type MemoryTool, memoryTools } from '@crabtrail/agent-host/tools/tools'
import type { OpenClawPluginApi, OpenClawPluginToolContext } from 'openclaw/plugin-sdk/plugin-entry'
import { heardOfTool, type ToolContext } from '../host/heard.ts'
import type { PluginConfig } from '../host/settings.ts'

type Parts = HostParts & { readonly config: Pick<PluginConfig, 'tools'> }

export const registerTools = (api: Pick<OpenClawPluginApi, 'registerTool'>, parts: Parts): void => {
  for (const tool of memoryTools)
    api.registerTool((context: OpenClawPluginToolContext) => toolFor(parts, tool, context), { name: tool.name })
}

const toolFor = (parts: Parts, tool: MemoryTool, context: ToolContext) => {
  noteOffered(parts.state, context)
  if (!parts.config.tools || !parts.isOn()) return null
  const { description, label, name, parameters } = tool
  const caller = { context: heardOfTool(context), senderIsOwner: context.senderIsOwner }
  return { name, label, description, parameters, execute: (_call: string, given: unknown) => callTool(parts, tool, caller, given) }
}

/** The host asks for the tools of a run before it builds the prompt, and states here whether the owner is asking. */
export const noteOffered = (state: Pick<HostParts['state'], 'askers'>, context: ToolContext): void =>
  noteOwnership(state, heardOfTool(context), context.senderIsOwner)
