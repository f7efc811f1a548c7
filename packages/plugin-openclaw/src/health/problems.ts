/** What is wrong, by its cause: kept while it lasts. Each kind of it is told once, and again when it comes back after a day of health. */

import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import type { Health, SharedState } from '../host/shared-state.ts'

type Watched = Pick<SharedState, 'health'>

const forgottenMs = 24 * 60 * 60_000
/** So many are remembered of a cause; one that goes wrong in more ways than that tells of some again. */
const kindsKept = 32

/** A kind is the text without its numbers: a store that is damaged is no store that is locked, but other counts are no other problem. */
export const raise = ({ health }: Watched, cause: string, text: string, say: (text: string) => void): void => {
  const told = health.told.get(cause)
  const isLongWell = !health.problems.has(cause) && told?.wellSince !== undefined && Date.now() - told.wellSince >= forgottenMs
  const kinds = told === undefined || isLongWell ? [] : told.kinds
  const kind = text.replace(/\d+/g, '#')
  health.problems.set(cause, text)
  if (kinds.includes(kind)) return
  health.told.set(cause, { kinds: [...kinds, kind].slice(-kindsKept), wellSince: undefined, owesEnd: true })
  say(text)
}

/** `say` is called when something that was told is well again: once for each time that it was told. */
export const settle = ({ health }: Watched, cause: string, say: (text: string) => void = () => {}): void => {
  const told = health.told.get(cause)
  if (!health.problems.delete(cause) || told === undefined) return
  health.told.set(cause, { ...told, wellSince: Date.now(), owesEnd: false })
  if (told.owesEnd) say(cause)
}

/** The cause of what is wrong with the workspace of one agent; `''`: what the causes of all of them begin with. */
export const workspaceCause = (brain: string): string => `workspace of ${brain}`

/** The cause of what is wrong with the log of one brain, or with what is made from it. */
export const logCause = (brain: string): string => `log of ${brain}`

/** The cause of what is wrong with the owner list of one chat channel; `''`: what the causes of all of them begin with. */
export const ownerListCause = (channel: string): string => `owner list of ${channel}`

/** What one agent may be told: what concerns all, and its own. The folders and the log of another one are not for its chat. */
export const problemsOf = ({ health }: Watched, brain: string): ReadonlyArray<string> =>
  [...health.problems].flatMap(([cause, text]) =>
    [workspaceCause, logCause].some((causeOf) => cause.startsWith(causeOf('')) && cause !== causeOf(brain)) ? [] : [text],
  )

/** What keeps a memory from hearing or from being heard, although everything of its own is well. */

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
