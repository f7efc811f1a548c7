/** Records starts and ends of sessions. A host may report a reset in up to three calls whose order varies, and the first report counts. */
import type { Talk } from '../conversation/conversation.ts'
import type { HostParts } from '../state/parts.ts'
import { conversationOf, keepNewest, type RenewalStep } from '../state/shared-state.ts'
import { releaseEnds } from './completion.ts'
import { judgeWaiting } from './judging.ts'

type Renewing = Pick<HostParts, 'config' | 'memory' | 'state' | 'warn'>

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

export const startSession = ({ memory }: Renewing, talk: Talk): void =>
  memory.worker().signal('session', { ...talk, event: 'started', ensure: true })

/** Records nothing for a session that the memory does not know. */
export const endSession = (parts: Renewing, talk: Talk, reason: 'reset' | 'idle' | 'closed'): void => {
  const { memory, state } = parts
  const conversation = conversationOf(talk)
  state.hits.delete(conversation)
  state.touched.delete(conversation)
  releaseEnds(state, conversation)
  memory.worker().signal('session', { ...talk, event: 'ended', reason, ensure: true })
  judgeWaiting(parts, talk)
}
