/** A session begins, for the first time or after a reset. The signal also opens the store and the brain, before the first question does. */
import { sessionTalk } from '../access/asker.ts'
import type { HeardContext, Talk } from '../host/conversation.ts'
import { guarded, type PluginParts } from '../host/handler.ts'
import { conversationOf, keepNewest, type RenewalStep } from '../host/shared-state.ts'
import { releaseEnds } from './completion.ts'

export const sessionStart = (parts: PluginParts) =>
  guarded('session_start', parts, (event: SessionEvent & { readonly resumedFrom?: string }, context: SessionContext) => {
    const talk = sessionTalk(parts, { ...event, ...context })
    if (talk === undefined) return
    if (event.resumedFrom === undefined) startSession(parts, talk)
    else renew(parts, talk, 'start', 'reset')
  })

/** A session ends. When the gateway does, its sessions do not: they go on after it. */

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

/** A session is emptied: told before the end of the session, or behind its next beginning. */

export const beforeReset = (parts: PluginParts) =>
  guarded('before_reset', parts, (_event: unknown, context: HeardContext) => {
    const talk = sessionTalk(parts, context)
    if (talk !== undefined) renew(parts, talk, 'reset', 'reset')
  })

/**
 * A reset ends a session and begins the next one under its key. The host tells of it up to three times, in an order that depends on who
 * asked for it; the first time counts.
 */

type Renewing = Pick<PluginParts, 'memory' | 'state'>

const sessionsKept = 1_000

/** The same step told again is the next reset. */
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

/** Of one that nobody heard of, nothing is recorded. */
export const endSession = ({ memory, state }: Renewing, talk: Talk, reason: 'reset' | 'idle' | 'closed'): void => {
  const conversation = conversationOf(talk)
  state.hits.delete(conversation)
  releaseEnds(state, conversation)
  memory.worker().signal('session', { ...talk, event: 'ended', reason, ensure: true })
}
