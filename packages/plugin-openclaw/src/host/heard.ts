/** Translates what the host says of a conversation: its contexts, session keys, tool contexts and configuration. Pure. */
import type { Chat, HeardContext, SessionKind } from '@crabtrail/agent-host/conversation/conversation'

export interface HookContext {
  readonly runId?: string
  readonly agentId?: string
  readonly sessionKey?: string
  readonly sessionId?: string
  readonly workspaceDir?: string
  readonly channel?: string
  readonly messageProvider?: string
  readonly chatId?: string
  readonly senderId?: string
  readonly trigger?: string
  readonly inputProvenance?: { readonly kind: string }
  readonly activeProjectKeys?: ReadonlyArray<string>
}

/** Heartbeats and crons in a person's session get a session of their own: the first signal fixes a session's kind, and that of a heartbeat teaches nothing. */
export const heardOf = (context: HookContext): HeardContext => {
  const { activeProjectKeys, inputProvenance: _, trigger, ...heard } = context
  const { sessionId, sessionKey = '' } = heard
  const key = heard.sessionKey ?? sessionId ?? 'unknown'
  const kind = trigger === 'heartbeat' || trigger === 'cron' ? trigger : kindOfKey(sessionKey)
  return {
    ...heard,
    session: kindOfKey(key) === kind ? key : `${key}:${kind}`,
    kind,
    byPerson: isPerson(context),
    chat: chatOf(sessionKey),
    ...(trigger === 'heartbeat' ? { beat: activeProjectKeys ?? [] } : {}),
  }
}

const kindOfKey = (sessionKey: string): SessionKind => {
  const rest = sessionKey.toLowerCase().replace(/^agent:[^:]*:/, '')
  if (rest.startsWith('subagent:')) return 'subagent'
  if (rest.endsWith(':heartbeat')) return 'heartbeat'
  return rest.startsWith('cron:') ? 'cron' : 'interactive'
}

/** `manual` means that a program of the host asks an agent. Hosts without a trigger mark turns that no person set off by their provenance. */
const isPerson = ({ inputProvenance, trigger = 'user' }: HookContext): boolean =>
  trigger === 'user' && (inputProvenance === undefined || inputProvenance.kind === 'external_user')

const directWords: ReadonlyArray<string> = ['direct', 'dm']
const groupWords: ReadonlyArray<string> = ['group', 'channel', 'room', 'space']
/** Keys that several conversations may share. */
const shared: ReadonlyArray<string> = ['main', 'global', 'unknown']

/** Reads `agent:ID:main`, `agent:ID:CHANNEL[:ACCOUNT]:direct:PEER` and `agent:ID:CHANNEL:group:PEER`. A thread or topic belongs to its chat. */
export const chatOf = (sessionKey: string | undefined): Chat => {
  const rest = (sessionKey ?? '')
    .toLowerCase()
    .replace(/^agent:[^:]*:/, '')
    .replace(/:(thread|topic):.*$/, '')
  if (shared.includes(rest)) return { kind: 'main' }
  const words = rest.split(':')
  // A key without a peer counts as a chosen name.
  const at = words.slice(0, -1).findIndex((word) => groupWords.includes(word) || directWords.includes(word))
  const word = words[at]
  if (word === undefined) return { kind: 'named' }
  const isDirect = directWords.includes(word) && at <= 2
  return { kind: isDirect ? 'direct' : 'group', channel: at === 0 ? undefined : words[0], peer: words.slice(at + 1).join(':') }
}

/** Who spoke. `host`: the host itself asks, for example at a heartbeat or before a compaction; also an unknown speaker. */
export const speakerOf = (isOwner: boolean | undefined, context: HookContext): 'owner' | 'others' | 'host' => {
  const { inputProvenance, sessionKey = '', trigger = 'user' } = context
  const { kind } = heardOf(context)
  if (kind === 'interactive' && isPerson(context)) return isOwner === undefined ? 'host' : isOwner ? 'owner' : 'others'
  if (isHook.test(sessionKey)) return 'others'
  return trigger === 'user' && kind === 'interactive' && inputProvenance?.kind === 'inter_session' ? 'others' : 'host'
}

/** A session that a mail or a web hook started. */
const isHook = /^(?:agent:[^:]*:)?hook:/i

export interface ToolContext extends Pick<HookContext, 'agentId' | 'sessionKey' | 'sessionId' | 'workspaceDir'> {
  readonly senderIsOwner?: boolean
  readonly messageChannel?: string
  readonly requesterSenderId?: string
  readonly nativeChannelId?: string
}

export const heardOfTool = (context: ToolContext): HeardContext => {
  const { agentId, messageChannel, nativeChannelId, requesterSenderId, sessionId, sessionKey, workspaceDir } = context
  return heardOf(
    known({ agentId, sessionKey, sessionId, workspaceDir, channel: messageChannel, chatId: nativeChannelId, senderId: requesterSenderId }),
  )
}

type Known<Fields> = { readonly [Name in keyof Fields]?: Exclude<Fields[Name], undefined> }

/** Leaves out what the host does not say. */
export const known = <Fields extends object>(fields: Fields): Known<Fields> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Known<Fields>

interface Configuration {
  readonly agents?: { readonly entries?: object | undefined } | undefined
}

/** Names of the agents in the host's configuration. A host without an entry has one agent, `main`. */
export const agentsOf = ({ agents }: Configuration): readonly [string, ...ReadonlyArray<string>] => {
  const [first = 'main', ...others] = Object.keys(agents?.entries ?? {})
  return [first, ...others]
}
