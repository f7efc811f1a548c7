/** Asks for checks of the notes: when the service or a session starts, at a heartbeat, after a turn that may have written files, and once a minute. */
import type { HeardContext } from '@crabtrail/agent-host/conversation/conversation'
import { followSoon, isFollowed, stopFollowing } from '@crabtrail/agent-host/notes/follow-workspaces'
import { toolNames } from '@crabtrail/agent-host/notes/others-text'
import { guarded, type HostParts } from '@crabtrail/agent-host/state/parts'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { agentsOf, type HookContext } from '../host/heard.ts'
import type { PluginConfig } from '../host/settings.ts'
import { hook, promptly } from './hook.ts'

type Host = Pick<OpenClawPluginApi, 'config' | 'on' | 'registerService' | 'runtime'>

const name = 'workspace'
const everyMs = 60_000

export const followWorkspaces = (api: Host, parts: HostParts & { readonly config: Pick<PluginConfig, 'follow'> }): void => {
  if (!parts.config.follow) return
  const soon = (heard: HeardContext) => followSoon(parts, heard, workspaceOf(api, heard))
  const hears = (work: (heard: HeardContext) => void) => hook(name, parts, (_event: object, heard) => work(heard))
  const wrote = new Set<string>()
  api.on('session_start', hears(soon), promptly)
  api.on('heartbeat_prompt_contribution', hears(soon), promptly)
  const first = hears((heard) => isFollowed(parts, heard) || soon(heard))
  api.on('before_prompt_build', first, promptly)
  const called = guarded(name, parts, ({ toolName }: { readonly toolName: string }, { agentId }: HookContext) => {
    if (agentId !== undefined && !onlyReads.has(toolName)) wrote.add(agentId)
  })
  api.on('after_tool_call', called, promptly)
  const ended = hears((heard) => {
    if (heard.agentId !== undefined && wrote.delete(heard.agentId)) soon(heard)
  })
  api.on('agent_end', ended, promptly)
  registerTimer(api, parts, soon)
}

/** Any other tool may write files. After a tool that returned others' text the notes are checked too, so that later changes get a later time. */
const onlyReads: ReadonlySet<string> = new Set([...toolNames, 'tool_call', 'tool_describe', 'tool_search'])

const registerTimer = (api: Host, { state }: HostParts, soon: (heard: HeardContext) => void): void => {
  let timer: NodeJS.Timeout | undefined
  const all = () => {
    for (const agentId of agentsOf(api.config)) soon({ agentId })
  }
  api.registerService({
    id: 'crabtrail-workspace',
    start: () => {
      state.following.stopped = false
      all()
      timer = setInterval(all, everyMs).unref()
    },
    stop: () => {
      clearInterval(timer)
      stopFollowing(state)
    },
  })
}

/** Asks the host, because a sandboxed session has a workspace of its own. */
const workspaceOf = ({ config, runtime }: Host, { agentId, workspaceDir }: HeardContext): string | undefined => {
  if (agentId === undefined) return undefined
  try {
    return runtime.agent.resolveAgentWorkspaceDir(config, agentId)
  } catch {
    return workspaceDir
  }
}
