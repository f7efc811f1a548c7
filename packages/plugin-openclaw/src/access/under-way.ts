/** The access of the run in progress, for callers that the host tells only the conversation. */
import * as Result from 'effect/Result'
import { newestRun } from '../runs.ts'
import type { Run, SharedState } from '../shared-state.ts'
import { talkOf } from '../signals.ts'
import type { Access } from './access-kinds.ts'

interface Conversation {
  readonly agentId: string | undefined
  readonly sessionKey: string | undefined
}

/** Absent where none is under way, or the host has not said yet that the owner is asking. */
const accessUnderWay = (state: Pick<SharedState, 'runs'>, { agentId, sessionKey }: Conversation): Access | undefined => {
  if (agentId === undefined || sessionKey === undefined) return undefined
  const run = newestRun(state, { agentId, sessionKey })
  if (run === undefined || run.ended !== undefined) return undefined
  return provenAccess(run)
}

/** Absent where it is taken for the owner's, and the host has not said so itself. */
export const provenAccess = ({ access, interactive, senderIsOwner }: Run): Access | undefined =>
  access.memory === 'owner' && interactive && senderIsOwner !== true ? undefined : access

export const brainSeenBy = (state: Pick<SharedState, 'runs'>, conversation: Conversation): string | undefined => {
  const access = accessUnderWay(state, conversation)
  if (access === undefined || access.memory === 'none' || conversation.agentId === undefined) return undefined
  const talk = talkOf({ agentId: conversation.agentId }, access)
  return Result.isSuccess(talk) ? talk.success.brain : undefined
}
