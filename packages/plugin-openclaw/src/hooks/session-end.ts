/** A session ends. When the gateway does, its sessions do not: they go on after it. */

import { sessionTalk } from '../access/run-access.ts'
import { guarded } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { endSession, renew } from '../session-renewal.ts'

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
