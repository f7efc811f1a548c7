/**
 * Records starts and ends of sessions. A reset ends a session and starts the next one under the same key; the host reports it in up to
 * three hooks whose order varies, and the first report counts.
 */

import { sessionTalk } from '../access/asker.ts'
import type { HeardContext, Talk } from '../host/conversation.ts'
import { guarded, type PluginParts } from '../host/handler.ts'
import { conversationOf, keepNewest, type RenewalStep } from '../host/shared-state.ts'
import { releaseEnds } from './completion.ts'
import { judgeWaiting } from './judging.ts'

export const sessionStart = (parts: PluginParts) =>
  guarded('session_start', parts, (event: SessionEvent & { readonly resumedFrom?: string }, context: SessionContext) => {
    const talk = sessionTalk(parts, { ...event, ...context })
    if (talk === undefined) return
    if (event.resumedFrom === undefined) startSession(parts, talk)
    else renew(parts, talk, 'start', 'reset')
  })

/** The end of the gateway ends no session: sessions go on after a restart. */
export interface SessionEvent {
  readonly sessionId: string
  readonly sessionKey?: string
}
export type SessionContext = Partial<SessionEvent> & { readonly agentId?: string }

type SessionEnded = SessionEvent & { readonly reason?: string; readonly nextSessionId?: string }

export const sessionEnd = (parts: PluginParts) =>
  guarded('session_end', parts, (event: SessionEnded, context: SessionContext) => {
    const talk = sessionTalk(parts, { ...event, ...context })
    const reason = endReasonOf(event.reason)
    if (talk === undefined || reason === undefined) return
    if (event.nextSessionId === undefined || reason === 'closed') endSession(parts, talk, reason)
    else renew(parts, talk, 'end', reason)
  })

const endReasonOf = (reason: string | undefined): 'reset' | 'idle' | 'closed' | undefined => {
  if (reason === 'reset' || reason === 'new') return 'reset'
  if (reason === 'idle' || reason === 'daily') return 'idle'
  return reason === 'deleted' ? 'closed' : undefined
}

/** The host reports a reset before the end of the session or after its next start. */
export const beforeReset = (parts: PluginParts) =>
  guarded('before_reset', parts, (_event: unknown, context: HeardContext) => {
    const talk = sessionTalk(parts, context)
    if (talk !== undefined) renew(parts, talk, 'reset', 'reset')
  })

/** What waits is judged while the agent still has the words of the conversation. */
export const beforeCompaction = (parts: PluginParts) =>
  guarded('before_compaction', parts, (_event: unknown, context: HeardContext) => {
    const talk = sessionTalk(parts, context)
    if (talk !== undefined) judgeWaiting(parts, talk)
  })

type Renewing = Pick<PluginParts, 'config' | 'memory' | 'state' | 'warn'>

const sessionsKept = 1_000

/** A repeated step belongs to the next reset. */
export const renew = (parts: Renewing, talk: Talk, step: RenewalStep, reason: 'reset' | 'idle'): void => {
  const { renewals } = parts.state
  const conversation = conversationOf(talk)
  const told = renewals.get(conversation) ?? []
  const isNext = told.length === 0 || told.includes(step)
  keepNewest(renewals, conversation, isNext ? [step] : [...told, step], sessionsKept)
  if (!isNext) return
  endSession(parts, talk, reason)
  startSession(parts, talk)
}

const startSession = ({ memory }: Renewing, talk: Talk): void =>
  memory.worker().signal('session', { ...talk, event: 'started', ensure: true })

/** Records nothing for a session that the memory does not know. */
export const endSession = (parts: Renewing, talk: Talk, reason: 'reset' | 'idle' | 'closed'): void => {
  const { memory, state } = parts
  const conversation = conversationOf(talk)
  state.hits.delete(conversation)
  releaseEnds(state, conversation)
  memory.worker().signal('session', { ...talk, event: 'ended', reason, ensure: true })
  judgeWaiting(parts, talk)
}
