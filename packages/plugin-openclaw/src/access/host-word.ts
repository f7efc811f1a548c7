/**
 * Whether the host takes the asker for the owner. It says so twice: when it offers our tools to a run, which is before the prompt is built,
 * and when the prompt is ready. Neither names a run by the time it is needed, so the word is found by conversation and sender.
 */
import { keepNewest, type SharedState } from '../shared-state.ts'
import type { HeardContext } from '../signals.ts'

/** The facts about a run that the host gives a tool made for it. */
export interface OfferedTo {
  readonly agentId?: string
  readonly sessionKey?: string
  readonly sessionId?: string
  readonly messageChannel?: string
  readonly requesterSenderId?: string
  readonly senderIsOwner?: boolean
}

const conversationsKept = 1_000

export const noteOffered = ({ askers }: Pick<SharedState, 'askers'>, offered: OfferedTo): void => {
  const { messageChannel, requesterSenderId, senderIsOwner } = offered
  if (senderIsOwner === undefined) return
  keepNewest(askers, placeOf(offered), { channel: messageChannel, senderId: requesterSenderId, isOwner: senderIsOwner }, conversationsKept)
}

export const noteChecked = ({ checked }: Pick<SharedState, 'checked'>, context: HeardContext, isOwner: boolean): void => {
  keepNewest(checked, senderOf(context), isOwner, conversationsKept)
}

/** Its newest word on this sender in this conversation; absent where it said nothing yet. */
export const hostsWord = ({ askers, checked }: Pick<SharedState, 'askers' | 'checked'>, context: HeardContext): boolean | undefined => {
  const offered = askers.get(placeOf(context))
  const isOfThis = offered !== undefined && offered.channel === channelOf(context) && offered.senderId === context.senderId
  return isOfThis ? offered.isOwner : checked.get(senderOf(context))
}

export const channelOf = ({ channel, messageProvider }: HeardContext): string | undefined => channel ?? messageProvider

const placeOf = ({ agentId, sessionId, sessionKey }: HeardContext): string => `${agentId}\n${sessionKey ?? sessionId}`

const senderOf = (context: HeardContext): string => [placeOf(context), channelOf(context), context.senderId].join('\n')
