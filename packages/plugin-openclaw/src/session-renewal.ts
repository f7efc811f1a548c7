/**
 * A reset ends a session and begins the next one under its key. The host tells of it up to three times, in an order that depends on who
 * asked for it; the first time counts.
 */
import type { PluginParts } from './parts.ts'
import { conversationOf, keepNewest, type RenewalStep } from './shared-state.ts'
import type { Talk } from './signals.ts'
import { releaseEnds } from './turn-ends.ts'

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

export const startSession = ({ memory }: Renewing, talk: Talk): void =>
  memory.worker().signal('session', { ...talk, event: 'started', ensure: true })

/** Of one that nobody heard of, nothing is recorded. */
export const endSession = ({ memory, state }: Renewing, talk: Talk, reason: 'reset' | 'idle' | 'closed'): void => {
  const conversation = conversationOf(talk)
  state.hits.delete(conversation)
  releaseEnds(state, conversation)
  memory.worker().signal('session', { ...talk, event: 'ended', reason, ensure: true })
}
