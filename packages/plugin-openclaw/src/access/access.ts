/**
 * Decides which memory a conversation may see, by its place and its sender: the agent's own in private conversations of the owner, a
 * separate one where the settings allow it, otherwise none. An unknown place or sender gets none.
 */
import { hash } from 'node:crypto'
import type { ChatKind } from '@crabtrail/core'
import { type Access, channelOf, type HeardContext, sessionKindOf, type Withheld } from '../host/conversation.ts'
import type { HostConfig } from '../host/host-config.ts'
import type { PluginConfig } from '../host/settings.ts'
import { isListed, isOwnersPeer, mixesGroups } from './owners.ts'

export interface Asked {
  readonly context: HeardContext
  /** The host's statement that the asker is (true) or is not (false) the owner; absent when it made none. */
  readonly word: boolean | undefined
  /** Access of the conversation that spawned this subagent. */
  readonly parent?: Access | undefined
}

export interface AccessRules {
  readonly host: HostConfig
  readonly config: Pick<PluginConfig, 'groups' | 'senders'>
}

export const accessOf = (rules: AccessRules, asked: Asked): Access => {
  const { context, parent } = asked
  const keyed = chatOf(context.sessionKey)
  if (keyed.kind === 'group') return groupAccess(rules, keyed)
  const kind = sessionKindOf(context)
  if (kind === 'subagent') return parent ?? none('named', 'unknown-asker')
  // The owner or the host scheduled this turn; no person is asking.
  if (kind === 'heartbeat' || kind === 'cron') return { memory: 'owner', chatKind: keyed.kind }
  const chat = placedChat(rules, context, keyed)
  if (chat === 'unknown') return none(keyed.kind, 'unknown-asker')
  if (chat.kind === 'group') return groupAccess(rules, chat)
  const channel = channelOf(context)
  return isOutside(channel) ? fromOutside(rules, asked, chat, channel) : fromInside(rules, asked, chat)
}

/** Access of a whole session by its key alone, for session starts and ends, which name no sender. */
export const accessOfSession = (rules: AccessRules, { sessionKey }: Pick<HeardContext, 'sessionKey'>): Access => {
  const chat = chatOf(sessionKey)
  if (chat.kind === 'group') return groupAccess(rules, chat)
  if (chat.kind !== 'direct' || isOwnersPeer(rules.host, chat)) return { memory: 'owner', chatKind: chat.kind }
  return rules.config.senders === 'each' ? apart('direct', 'sender', chat.channel ?? '', chat.peer) : none('direct', 'not-owner')
}

const none = (chatKind: ChatKind, reason: Withheld): Access => ({ memory: 'none', chatKind, reason })

/** False for the host's own web chat, a terminal or a program of the gateway. */
const isOutside = (channel: string | undefined): channel is string => channel !== undefined && channel !== 'webchat'

/** Several chats may share a key. Such a conversation counts as direct only when the chat id is the sender's own id. */
const placedChat = ({ host }: AccessRules, context: HeardContext, chat: Chat): Chat | 'unknown' => {
  const channel = channelOf(context)
  if (!isOutside(channel) || chat.kind === 'direct' || (chat.kind === 'main' && !mixesGroups(host))) return chat
  const { chatId, senderId } = context
  if (chatId !== undefined && chatId === senderId) return chat
  return chatId === undefined || senderId === undefined ? 'unknown' : { kind: 'group', channel, peer: chatId.toLowerCase() }
}

const groupAccess = ({ config }: AccessRules, { channel, peer }: Extract<Chat, { readonly kind: 'direct' | 'group' }>): Access =>
  config.groups === 'own' && peer !== '' ? apart('group', 'group', channel ?? '', peer) : none('group', 'group')

const apart = (chatKind: ChatKind, prefix: 'group' | 'sender', channel: string, id: string): Access => ({
  memory: 'apart',
  chatKind,
  name: `${prefix}-${hash('sha256', JSON.stringify([channel, id])).slice(0, 16)}`,
})

const fromOutside = ({ config, host }: AccessRules, { context, word }: Asked, chat: Chat, channel: string): Access => {
  const { chatId, senderId } = context
  const { kind } = chat
  // Somebody at the gateway continues a conversation whose last message came over a channel.
  if (senderId === undefined)
    return word === true && isOwners(host, chat) ? { memory: 'owner', chatKind: kind } : none(kind, 'unknown-asker')
  const isOnList = isListed(host, { channel, senderId })
  if (isOnList && word !== false) {
    const isPrivate = chatId === senderId || isOwners(host, chat)
    return isPrivate ? { memory: 'owner', chatKind: kind } : none(kind, 'not-owner')
  }
  if (isOnList || word === true) return none(kind, 'disputed')
  return config.senders === 'each' ? apart(kind, 'sender', channel, senderId.toLowerCase()) : none(kind, 'not-owner')
}

/** Nobody has an id here, so the host's statement decides alone. */
const fromInside = ({ host }: AccessRules, { word }: Asked, chat: Chat): Access => {
  const chatKind = chat.kind
  if (word === undefined) return none(chatKind, 'unknown-asker')
  return word && isOwners(host, chat) ? { memory: 'owner', chatKind } : none(chatKind, 'not-owner')
}

/** The other person of a direct chat reads the answer, so that person must be the owner. */
const isOwners = (host: HostConfig, chat: Chat): boolean => chat.kind !== 'direct' || isOwnersPeer(host, chat)

/** The chat that a session key describes. Channel and peer are in lower case; the channel is absent where the key has none. */
export type Chat =
  | { readonly kind: 'main' }
  | { readonly kind: 'direct' | 'group'; readonly channel: string | undefined; readonly peer: string }
  /** Any other key: a client such as web chat or a terminal chose the name. */
  | { readonly kind: 'named' }

const directWords: ReadonlyArray<string> = ['direct', 'dm']
const groupWords: ReadonlyArray<string> = ['group', 'channel', 'room', 'space']
/** Keys that several conversations may share. */
const shared: ReadonlyArray<string> = ['main', 'global', 'unknown']

/**
 * Reads `agent:ID:main`, `agent:ID:CHANNEL[:ACCOUNT]:direct:PEER` and `agent:ID:CHANNEL:group:PEER`. A thread or topic belongs to its
 * chat.
 */
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
