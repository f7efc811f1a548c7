/** Finds out when the host keeps the plugin from hearing or answering. */
import type { Blindness } from '@crabtrail/agent-host/state/problems'
import type { Health } from '@crabtrail/agent-host/state/shared-state'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'

type Host = Pick<OpenClawPluginApi, 'config' | 'id'>

export const withheld = ({ config, id }: Host): ReadonlyArray<Blindness> => {
  const { allowConversationAccess, allowPromptInjection } = config.plugins?.entries?.[id]?.hooks ?? {}
  const command = (name: string) => `openclaw config set plugins.entries.${id}.hooks.${name} true`
  const found: Blindness[] = []
  if (allowConversationAccess !== true)
    found.push({
      cause: 'conversation-access',
      text: 'the host does not let this plugin hear conversations, so nothing is recalled and nothing is learned',
      command: command('allowConversationAccess'),
    })
  if (allowPromptInjection === false)
    found.push({
      cause: 'prompt-injection',
      text: 'the host does not let this plugin add to prompts, so nothing that it remembers reaches the model',
      command: command('allowPromptInjection'),
    })
  return found
}

/** This many sessions or tool calls without one prompt are no accident. */
const signsOfLife = 3

/** A fresh gateway takes seconds from a session to its first prompt. */
const silentMs = 60_000

/** The host grants prompts but never calls the hook. Records in `health` since when, because only a lasting state is reported. */
const silent = ({ id }: Pick<Host, 'id'>, health: Pick<Health, 'hooks' | 'silentSince'>): ReadonlyArray<Blindness> => {
  const calls = (name: string) => health.hooks[name]?.calls ?? 0
  const isSilent = calls('before_prompt_build') === 0 && calls('session_start') + calls('after_tool_call') >= signsOfLife
  health.silentSince = isSilent ? (health.silentSince ?? Date.now()) : undefined
  if (health.silentSince === undefined || Date.now() - health.silentSince < silentMs) return []
  const text = 'the host calls this plugin for sessions and tools but never before a prompt, so nothing is recalled'
  return [{ cause: 'silent-hooks', text, command: `openclaw plugins inspect ${id} --runtime` }]
}

/** A host that withholds a grant is not asked whether it is silent. */
export const blindness = (host: Host, health: Pick<Health, 'hooks' | 'silentSince'>): ReadonlyArray<Blindness> => {
  const blind = withheld(host)
  return blind.length === 0 ? silent(host, health) : blind
}
