/** Starts and ends of sessions, resets in the three hooks in which the host reports them, and compactions. */
import { sessionTalk } from '@crabtrail/agent-host/access/asker'
import type { Talk } from '@crabtrail/agent-host/conversation/conversation'
import { guarded, type HostParts } from '@crabtrail/agent-host/state/parts'
import { judgeWaiting } from '@crabtrail/agent-host/turn/judging'
import { endSession, renew, startSession } from '@crabtrail/agent-host/turn/session'
import { type HookContext, heardOf } from '../host/heard.ts'

/** The end of the gateway ends no session: sessions go on after a restart. */
export interface SessionEvent {
  readonly sessionId: string
  readonly sessionKey?: string
}
export type SessionContext = Partial<SessionEvent> & { readonly agentId?: string }

type SessionEnded = SessionEvent & { readonly reason?: string; readonly nextSessionId?: string }

const talkIn = (parts: HostParts, context: HookContext): Talk | undefined => sessionTalk(parts, heardOf(context))

export const sessionStart = (parts: HostParts) =>
  guarded('session_start', parts, (event: SessionEvent & { readonly resumedFrom?: string }, context: SessionContext) => {
    const talk = talkIn(parts, { ...event, ...context })
    if (talk === undefined) return
    if (event.resumedFrom === undefined) startSession(parts, talk)
    else renew(parts, talk, 'start', 'reset')
  })

export const sessionEnd = (parts: HostParts) =>
  guarded('session_end', parts, (event: SessionEnded, context: SessionContext) => {
    const talk = talkIn(parts, { ...event, ...context })
    const reason = reasons.get(event.reason)
    if (talk === undefined || reason === undefined) return
    if (event.nextSessionId === undefined || reason === 'closed') endSession(parts, talk, reason)
    else renew(parts, talk, 'end', reason)
  })

const reasons: ReadonlyMap<string | undefined, 'reset' | 'idle' | 'closed'> = new Map([
  ['reset', 'reset'],
  ['new', 'reset'],
  ['idle', 'idle'],
  ['daily', 'idle'],
  ['deleted', 'closed'],
])

/** The host reports a reset before the end of the session or after its next start. */
export const beforeReset = (parts: HostParts) =>
  guarded('before_reset', parts, (_event: unknown, context: HookContext) => {
    const talk = talkIn(parts, context)
    if (talk !== undefined) renew(parts, talk, 'reset', 'reset')
  })

/** What waits is judged while the agent still has the words of the conversation. */
export const beforeCompaction = (parts: HostParts) =>
  guarded('before_compaction', parts, (_event: unknown, context: HookContext) => {
    const talk = talkIn(parts, context)
    if (talk !== undefined) judgeWaiting(parts, talk)
  })
