/** `/trail`: hands the owner's commands in a conversation to the memory. */
import * as chat from '@crabtrail/agent-host/chat/trail'
import type { HostParts } from '@crabtrail/agent-host/state/parts'
import type { OpenClawPluginApi, PluginCommandContext } from 'openclaw/plugin-sdk/plugin-entry'
import { heardOf, known } from '../host/heard.ts'

export const registerCommands = (api: Pick<OpenClawPluginApi, 'registerCommand'>, parts: HostParts): void =>
  api.registerCommand({
    name: 'trail',
    description: 'Memory: ask, show, why, used, wrong, undo, unlearn, trust, note, forget, off, on, status, model, studio.',
    acceptsArgs: true,
    // With a required scope the host refuses everybody but the owner and states who asks.
    requiredScopes: [ownersScope],
    handler: async (context) => ({ text: await trail(parts, context) }),
  })

/** The scope of the owner's own clients, such as web chat. */
const ownersScope = 'operator.admin'

type CommandContext = Pick<
  PluginCommandContext,
  'agentId' | 'args' | 'gatewayClientScopes' | 'isAuthorizedSender' | 'senderId' | 'senderIsOwner' | 'sessionId' | 'sessionKey' | 'to'
> & { readonly channel?: string }

/** Never rejects. `isAuthorizedSender` says less than `isOwner`: everybody on an allowlist has it. */
export const trail = (parts: HostParts, context: CommandContext): Promise<string> => {
  const { agentId, args, channel, gatewayClientScopes, isAuthorizedSender, senderId, senderIsOwner, sessionId, sessionKey, to } = context
  // `to` is the chat that the command came from.
  const chatId = to?.startsWith(`${channel}:`) === true ? to.slice(`${channel}:`.length) : to
  return chat.trail(parts, {
    args,
    context: heardOf(known({ agentId, sessionId, sessionKey, channel, senderId, chatId })),
    isAllowed: isAuthorizedSender,
    isOwner: senderIsOwner === true || gatewayClientScopes?.includes(ownersScope) === true,
  })
}
