/**
 * Compares what was decided before the recall with the host's last word on who asks. Where memory of the owner stands in the prompt of
 * somebody else, the run is stopped: nothing can be taken out of a prompt any more. What was recorded of the question is forgotten.
 */
import { tell } from '../guarded.ts'
import type { PluginParts } from '../parts.ts'
import { raise, settle } from '../problems.ts'
import type { Run } from '../shared-state.ts'
import type { HeardContext } from '../signals.ts'
import { channelOf, noteChecked } from './host-word.ts'

/** As the host's gate takes it. */
export interface Stop {
  readonly outcome: 'block'
  readonly reason: string
  readonly message: string
}

const name = 'before_agent_run'
const forgetMs = 60_000

export const checkAsker = (parts: PluginParts, run: Run, context: HeardContext): Stop | undefined => {
  const { state } = parts
  const { access, senderIsOwner } = run
  if (senderIsOwner !== undefined) noteChecked(state, context, senderIsOwner)
  if (access.memory === 'owner' && run.interactive) {
    if (senderIsOwner === false) return withdraw(parts, run)
    settle(state, dispute)
  }
  if (access.memory === 'none' && access.reason === 'disputed') raise(state, dispute, unlisted(channelOf(context)), parts.warn)
  return undefined
}

/** Cause of a problem: the owner list and the host disagree. */
const dispute = 'owner-disputed'

const unlisted = (channel = 'CHANNEL'): string =>
  `the host and commands.ownerAllowFrom disagree about who the owner is on ${channel}, so no memory is given there; the list is to name the owner as ${channel}:ID`

const withdraw = (parts: PluginParts, run: Run): Stop | undefined => {
  const { health } = parts.state
  const isShown = run.included.length > 0
  run.access = { memory: 'none', chatKind: run.access.chatKind, reason: 'disputed' }
  health.absences['disputed'] = (health.absences['disputed'] ?? 0) + 1
  raise(parts.state, dispute, foundLate, parts.warn)
  void unrecord(parts, run).catch((error: unknown) => tell(parts, name, 'unrecord', `a question could not be forgotten: ${String(error)}`))
  run.turnKey = undefined
  run.turn = undefined
  run.included = []
  if (!isShown) return undefined
  return { outcome: 'block', reason: 'crabtrail: memory of the owner stands in the prompt of somebody else', message: stopped }
}

const foundLate =
  'a turn was taken for the owner’s until the host said that it is not; its memory was withdrawn, and where it was in the prompt the run was stopped'

const stopped =
  'This message was not answered: the agent’s memory belongs to its owner, and the host does not know you as the owner. Ask again.'

/** The turn is recorded as one without memory, and what was asked in it is forgotten. */
const unrecord = async ({ memory }: PluginParts, { talk, turn, turnKey }: Run): Promise<void> => {
  if (turn === undefined) return
  const worker = memory.worker()
  const { actor, actorKind, brain, session, sessionKind } = talk
  const about = { brain, session, sessionKind, actor, actorKind, turn }
  worker.signal('skip', { ...about, reason: 'disputed', skippedAt: Date.now(), waitedMs: 0, key: `disputed:${turnKey}` })
  await worker.drained()
  await worker.ask('forget', { brain, turn, actor, actorKind }, { deadlineMs: forgetMs })
}
