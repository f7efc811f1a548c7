/** The conversations of a fake host, and what plugins hear of their beginnings and ends. */
import { sessionContext, sessionFile } from './contexts.ts'
import type { Called, HookRunner } from './hook-runner.ts'
import type { Registration } from './registration.ts'
import type { Session } from './session.ts'

export interface Sessions {
  /** Ids in the order in which they are asked for. */
  readonly id: () => string
  readonly at: (key: string, agent: string) => { readonly session: Session; readonly isNew: boolean }
  /** One turn after another within a session. */
  readonly inTurn: <A>(session: Session, work: () => Promise<A>) => Promise<A>
  readonly start: (who: Registration, session: Session) => void
  /** `sessions.reset`: the plugin hears of it before the end and the start. */
  readonly reset: (who: Registration, session: Session) => void
  /** The host is about to shorten a conversation that has grown too long for its model. */
  readonly compact: (who: Registration, session: Session) => void
  /** `/new` and `/reset` in a chat: the plugin hears of it after them. */
  readonly renew: (who: Registration, session: Session, reason: string) => void
  /** The session of an automation that ran its only time is deleted. */
  readonly remove: (who: Registration, session: Session) => void
  /** Ends what was started in this process. */
  readonly shutDown: (who: Registration) => void
}

export interface SessionParts {
  /** Number before the first id: a host that is started again on the same home gives no id twice. */
  readonly idsBefore: number
  readonly hooks: HookRunner
  readonly state: string
  readonly workspaceOf: (agent: string) => string
}

export const sessionsOf = (parts: SessionParts): Sessions => {
  const { hooks } = parts
  const all = new Map<string, Session>()
  let ids = parts.idsBefore
  const id = () => `00000000-0000-4000-8000-${String(++ids).padStart(12, '0')}`
  const start = (who: Registration, session: Session, resumedFrom?: string) => {
    session.started = true
    const event = { sessionId: session.id, sessionKey: session.key, resumedFrom }
    hooks.tell({ who, name: 'session_start', event, ctx: sessionContext(session) })
  }
  const again = (who: Registration, session: Session, reason: string) => {
    hooks.tell(ended(who, session, reason, session.id))
    start(who, session, session.id)
    session.messages = []
  }
  return {
    id,
    start,
    at: (key, agent) => {
      const known = all.get(key)
      const session = known ?? { key, agent, id: id(), messages: [], started: false, busy: Promise.resolve() }
      all.set(key, session)
      return { session, isNew: known === undefined }
    },
    inTurn: (session, work) => {
      const turn = session.busy.then(work, work)
      session.busy = turn
      return turn
    },
    reset: (who, session) => {
      hooks.tell(beforeReset(parts, who, session, 'reset'))
      again(who, session, 'reset')
    },
    compact: (who, session) => {
      const event = { messageCount: session.messages.length, messages: session.messages, sessionFile: sessionFile(session, parts.state) }
      hooks.tell({
        who,
        name: 'before_compaction',
        event,
        ctx: { ...sessionContext(session), workspaceDir: parts.workspaceOf(session.agent) },
      })
    },
    renew: (who, session, reason) => {
      const reset = beforeReset(parts, who, session, reason)
      again(who, session, reason)
      hooks.tell(reset)
    },
    remove: (who, session) => {
      all.delete(session.key)
      hooks.tell(ended(who, session, 'deleted'))
    },
    shutDown: (who) => {
      for (const session of all.values()) {
        if (session.started) hooks.tell(ended(who, session, 'shutdown'))
        session.started = false
      }
    },
  }
}

const ended = (who: Registration, session: Session, reason: string, nextSessionId?: string): Called => {
  const event = {
    sessionId: session.id,
    sessionKey: session.key,
    messageCount: 0,
    durationMs: undefined,
    reason,
    sessionFile: undefined,
    transcriptArchived: undefined,
    nextSessionId,
    nextSessionKey: undefined,
  }
  return { who, name: 'session_end', event, ctx: sessionContext(session) }
}

const beforeReset = ({ state, workspaceOf }: SessionParts, who: Registration, session: Session, reason: string): Called => {
  const event = { sessionFile: sessionFile(session, state), messages: session.messages, reason }
  return { who, name: 'before_reset', event, ctx: { ...sessionContext(session), workspaceDir: workspaceOf(session.agent) } }
}
