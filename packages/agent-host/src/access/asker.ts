/** Tracks who is asking and what that person may see. A host states it before the prompt and when it is ready, without the run: kept by sender. */
import * as Result from 'effect/Result'
import { type Access, channelOf, type HeardContext, type Talk, talkOf } from '../conversation/conversation.ts'
import { brainNamed } from '../conversation/naming.ts'
import { type HostFacts, type HostParts, tell } from '../state/parts.ts'
import { raise, settle } from '../state/problems.ts'
import { newestRun } from '../state/runs.ts'
import { keepNewest, type Run, type SharedState } from '../state/shared-state.ts'
import { accessOf, accessOfSession } from './access.ts'

const conversationsKept = 1_000

export const noteOffered = ({ askers }: Pick<SharedState, 'askers'>, context: HeardContext, isOwner: boolean | undefined): void => {
  if (isOwner === undefined) return
  keepNewest(askers, placeOf(context), { channel: channelOf(context), senderId: context.senderId, isOwner }, conversationsKept)
}

export const noteChecked = ({ checked }: Pick<SharedState, 'checked'>, context: HeardContext, isOwner: boolean): void => {
  keepNewest(checked, senderOf(context), isOwner, conversationsKept)
}

/** The host's newest statement about this sender in this conversation; absent when it made none. */
export const hostsWord = ({ askers, checked }: Pick<SharedState, 'askers' | 'checked'>, context: HeardContext): boolean | undefined => {
  const offered = askers.get(placeOf(context))
  const isOfThis = offered !== undefined && offered.channel === channelOf(context) && offered.senderId === context.senderId
  return isOfThis ? offered.isOwner : checked.get(senderOf(context))
}

const placeOf = ({ agentId, sessionId, sessionKey }: HeardContext): string => `${agentId}\n${sessionKey ?? sessionId}`

const senderOf = (context: HeardContext): string => [placeOf(context), channelOf(context), context.senderId].join('\n')

export const accessNow = ({ config, owners, state }: Pick<HostParts, 'config' | 'owners' | 'state'>, context: HeardContext): Access =>
  accessOf({ owners: owners(), config }, { context, word: hostsWord(state, context), parent: state.parents.get(context.sessionKey ?? '') })

/** Returns the talk of a session event, which names no sender; undefined when nothing of the session may be recorded, or the agent is unknown. */
export const sessionTalk = (
  { config, naming, owners }: Pick<HostParts, 'config' | 'naming' | 'owners'>,
  context: HeardContext,
): Talk | undefined => {
  const access = accessOfSession({ owners: owners(), config }, context)
  const talk = talkOf(naming, context, access)
  return access.memory === 'none' || Result.isFailure(talk) ? undefined : talk.success
}

/** Returns the access of a run; undefined for a run that counts as the owner's while the host has not confirmed it. */
export const provenAccess = ({ access, interactive, senderIsOwner }: Run): Access | undefined =>
  access.memory === 'owner' && interactive && senderIsOwner !== true ? undefined : access

/** The brain that the newest run of a conversation sees. Absent when none is under way, or when the host has not yet confirmed that the owner asks. */
export const brainSeenBy = (
  { naming, state }: Pick<HostParts, 'naming' | 'state'>,
  { agentId, sessionKey }: { readonly agentId: string | undefined; readonly sessionKey: string | undefined },
): string | undefined => {
  if (agentId === undefined || sessionKey === undefined) return undefined
  const run = newestRun(state, { agentId, sessionKey })
  const access = run === undefined || run.ended !== undefined ? undefined : provenAccess(run)
  if (access === undefined || access.memory === 'none') return undefined
  return Result.getOrUndefined(brainNamed(naming, agentId, access.memory === 'apart' ? access.name : undefined))
}

const childrenKept = 1_000

/** Remembers the session of a subagent that a run spawned: it may look up what its parent may see, even after the parent ended. */
export const noteChild = ({ parents }: Pick<SharedState, 'parents'>, run: Run, childKey: string): void => {
  const access = provenAccess(run)
  if (access !== undefined) keepNewest(parents, childKey, access, childrenKept)
}

export interface Stop {
  readonly reason: string
  readonly message: string
}

const forgetMs = 60_000

/**
 * Compares the access that was given before the recall with the host's final statement. A run whose prompt holds the owner's memory is to be
 * stopped when somebody else asks, because a prompt cannot be changed any more; the recorded question is erased.
 */
export const checkAsker = (parts: HostParts, run: Run, context: HeardContext): Stop | undefined => {
  const { host, state } = parts
  const { access, senderIsOwner } = run
  if (senderIsOwner !== undefined) noteChecked(state, context, senderIsOwner)
  if (access.memory === 'owner' && run.interactive) {
    if (senderIsOwner === false) return withdraw(parts, run)
    settle(state, dispute)
  }
  if (access.memory === 'none' && access.reason === 'disputed') raise(state, dispute, unlisted(host, channelOf(context)), parts.warn)
  return undefined
}

const dispute = 'owner-disputed'

const unlisted = ({ ownerList }: HostFacts, channel = 'CHANNEL'): string =>
  `the host and ${ownerList} disagree about who the owner is on ${channel}, so no memory is given there; the list is to name the owner as ${channel}:ID`

const withdraw = (parts: HostParts, run: Run): Stop | undefined => {
  const { health } = parts.state
  const isShown = run.included.length > 0
  run.access = { memory: 'none', chatKind: run.access.chatKind, reason: 'disputed' }
  health.absences['disputed'] = (health.absences['disputed'] ?? 0) + 1
  raise(parts.state, dispute, foundLate, parts.warn)
  void unrecord(parts, run).catch((error: unknown) =>
    tell(parts, parts.host.handlers.ready, 'unrecord', `a question could not be forgotten: ${String(error)}`),
  )
  run.turnKey = undefined
  run.turn = undefined
  run.included = []
  if (!isShown) return undefined
  return { reason: 'crabtrail: memory of the owner stands in the prompt of somebody else', message: stopped }
}

const foundLate =
  'a turn was taken for the owner’s until the host said that it is not; its memory was withdrawn, and where it was in the prompt the run was stopped'

const stopped =
  'This message was not answered: the agent’s memory belongs to its owner, and the host does not know you as the owner. Ask again.'

/** Records the turn as one without memory and erases its question. */
const unrecord = async ({ memory }: HostParts, { talk, turn, turnKey }: Run): Promise<void> => {
  if (turn === undefined) return
  const worker = memory.worker()
  const { actor, actorKind, brain, session, sessionKind } = talk
  const about = { brain, session, sessionKind, actor, actorKind, turn }
  worker.signal('skip', { ...about, reason: 'disputed', skippedAt: Date.now(), waitedMs: 0, key: `disputed:${turnKey}` })
  await worker.drained()
  await worker.ask('forget', { brain, turn, actor, actorKind }, { deadlineMs: forgetMs })
}
