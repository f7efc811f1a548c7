/** What keeps a memory from hearing or from being heard, although everything of its own is well. */
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import type { Health } from './shared-state.ts'

export interface Blindness {
  readonly cause: 'conversation-access' | 'prompt-injection' | 'silent-hooks'
  readonly text: string
  /** What the owner can type to end it. */
  readonly command: string
}

type Host = Pick<OpenClawPluginApi, 'config' | 'id'>

/** What the host was not allowed to let us have. */
export const withheld = ({ config, id }: Host): ReadonlyArray<Blindness> => {
  const { allowConversationAccess, allowPromptInjection } = config.plugins?.entries?.[id]?.hooks ?? {}
  const set = (name: string) => `openclaw config set plugins.entries.${id}.hooks.${name} true`
  return [
    ...(allowConversationAccess === true
      ? []
      : [
          {
            cause: 'conversation-access',
            text: 'the host does not let this plugin hear conversations, so nothing is recalled and nothing is learned',
            command: set('allowConversationAccess'),
          } as const,
        ]),
    ...(allowPromptInjection === false
      ? [
          {
            cause: 'prompt-injection',
            text: 'the host does not let this plugin add to prompts, so nothing that it remembers reaches the model',
            command: set('allowPromptInjection'),
          } as const,
        ]
      : []),
  ]
}

/** So many conversations or tool calls without one question are no accident. */
const signsOfLife = 3

/** A gateway that has just started takes seconds from a session to its first prompt. */
const silentMs = 60_000

/** What is allowed, and does not come all the same. Keeps in `health` since when: only what lasts is said. */
export const silent = ({ id }: Pick<Host, 'id'>, health: Pick<Health, 'hooks' | 'silentSince'>): Blindness | undefined => {
  const calls = (name: string) => health.hooks[name]?.calls ?? 0
  const isSilent = calls('before_prompt_build') === 0 && calls('session_start') + calls('after_tool_call') >= signsOfLife
  health.silentSince = isSilent ? (health.silentSince ?? Date.now()) : undefined
  if (health.silentSince === undefined || Date.now() - health.silentSince < silentMs) return undefined
  return {
    cause: 'silent-hooks',
    text: 'the host calls this plugin for sessions and tools but never before a prompt, so nothing is recalled',
    command: `openclaw plugins inspect ${id} --runtime`,
  }
}
