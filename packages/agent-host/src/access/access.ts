/** Decides which memory a conversation may see, by its place and its sender. An unknown place or sender gets none. */
import { hash } from 'node:crypto'
import type { ChatKind } from '@crabtrail/core'
import { type Access, type Chat, channelOf, type HeardContext, type Withheld } from '../conversation/conversation.ts'
import type { HostSettings, Owners } from '../state/parts.ts'

export interface Asked {
  readonly context: HeardContext
  /** The host's statement that the asker is (true) or is not (false) the owner; absent when it made none. */
  readonly word: boolean | undefined
  readonly parent?: Access | undefined
}

export interface AccessRules {
  readonly owners: Owners
  readonly config: Pick<HostSettings, 'groups' | 'senders'>
}

export const accessOf = (rules: AccessRules, asked: Asked): Access => {
  const { context, parent } = asked
  const { chat: keyed = unplaced, kind } = context
  if (keyed.kind === 'group') return groupAccess(rules, keyed)
  if (kind === 'subagent') return parent ?? none('named', 'unknown-asker')
  // The owner or the host scheduled this turn; no person is asking.
  if (kind === 'heartbeat' || kind === 'cron') return { memory: 'owner', chatKind: keyed.kind }
  const chat = placedChat(rules, context, keyed)
  if (chat === 'unknown') return none(keyed.kind, 'unknown-asker')
  if (chat.kind === 'group') return groupAccess(rules, chat)
  const channel = channelOf(context)
  return isOutside(rules, channel) ? fromOutside(rules, asked, chat, channel) : fromInside(rules, asked, chat)
}

/** Access of a whole session by its place alone, for session starts and ends, which name no sender. */
export const accessOfSession = (rules: AccessRules, { chat = unplaced }: Pick<HeardContext, 'chat'>): Access => {
  if (chat.kind === 'group') return groupAccess(rules, chat)
  if (chat.kind !== 'direct' || rules.owners.isPeer(chat)) return { memory: 'owner', chatKind: chat.kind }
  return rules.config.senders === 'each' ? apart('direct', 'sender', chat.channel ?? '', chat.peer) : none('direct', 'not-owner')
}

const unplaced: Chat = { kind: 'named' }

const none = (chatKind: ChatKind, reason: Withheld): Access => ({ memory: 'none', chatKind, reason })

const isOutside = ({ owners }: AccessRules, channel: string | undefined): channel is string =>
  channel !== undefined && owners.isOutside(channel)

/** Several chats may share a session. Such a conversation counts as direct only when the chat id is the sender's own id. */
const placedChat = (rules: AccessRules, context: HeardContext, chat: Chat): Chat | 'unknown' => {
  const channel = channelOf(context)
  if (!isOutside(rules, channel) || chat.kind === 'direct' || (chat.kind === 'main' && !rules.owners.mixesGroups)) return chat
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

const fromOutside = ({ config, owners }: AccessRules, { context, word }: Asked, chat: Chat, channel: string): Access => {
  const { chatId, senderId } = context
  const { kind } = chat
  // Somebody at the gateway continues a conversation whose last message came over a channel.
  if (senderId === undefined)
    return word === true && isOwners(owners, chat) ? { memory: 'owner', chatKind: kind } : none(kind, 'unknown-asker')
  const isOnList = owners.isListed({ channel, senderId })
  if (isOnList && word !== false) {
    const isPrivate = chatId === senderId || isOwners(owners, chat)
    return isPrivate ? { memory: 'owner', chatKind: kind } : none(kind, 'not-owner')
  }
  if (isOnList || word === true) return none(kind, 'disputed')
  return config.senders === 'each' ? apart(kind, 'sender', channel, senderId.toLowerCase()) : none(kind, 'not-owner')
}

/** Nobody has an id here, so the host's statement decides alone. */
const fromInside = ({ owners }: AccessRules, { word }: Asked, chat: Chat): Access => {
  const chatKind = chat.kind
  if (word === undefined) return none(chatKind, 'unknown-asker')
  return word && isOwners(owners, chat) ? { memory: 'owner', chatKind } : none(chatKind, 'not-owner')
}

/** The other person of a direct chat reads the answer, so that person must be the owner. */
const isOwners = (owners: Owners, chat: Chat): boolean => chat.kind !== 'direct' || owners.isPeer(chat)

/** The answer to an asker who gets no memory. Contains nothing from the memory. */
export const refusedHere = ({ chatKind }: Access): string =>
  chatKind === 'group'
    ? 'Memory is for private conversations with the owner of this agent, not for groups and channels.'
    : 'Memory is for private conversations with the owner of this agent, and it is not known that the owner is asking here.'
