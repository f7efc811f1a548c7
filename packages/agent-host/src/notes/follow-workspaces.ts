/**
 * Follows the notes of every agent: fills an empty brain from them and reads later changes, in the background.
 *
 * A check makes one file system call for each note, and no turn waits for it. An adapter asks for one when it or a session starts, at a heartbeat,
 * after a turn that may have written files, and once a minute.
 */
import * as Result from 'effect/Result'
import { type HeardContext, talkOf } from '../conversation/conversation.ts'
import { notesFolder, placeIn } from '../conversation/naming.ts'
import { type Followed, followedIn } from '../state/followed.ts'
import type { HostParts } from '../state/parts.ts'
import { raise, settle, workspaceCause } from '../state/problems.ts'
import { learnSoon } from '../state/runs.ts'
import { followNotes, waitsInWords } from './follow-notes.ts'
import { loadReadings, readingOf, save, savedOf } from './follow-reading.ts'
import { nameSoon } from './name-aliases.ts'

/** Returns at once and never throws. A request during a check starts another one afterwards. */
export const followSoon = (parts: HostParts, context: HeardContext, workspace: string | undefined): void => {
  const { following } = parts.state
  const talk = talkOf(parts.naming, context)
  if (following.stopped || workspace === undefined || Result.isFailure(talk)) return
  const { agent = '', brain } = talk.success
  const followed = followedIn(following, { agent, brain, workspace, folder: notesFolder(parts.naming, agent) })
  followed.again = true
  if (!followed.looking) void lookAgain(parts, followed)
}

/** True once the notes of this agent were looked at; true where the agent is unknown. */
export const isFollowed = ({ naming, state }: Pick<HostParts, 'naming' | 'state'>, context: HeardContext): boolean => {
  const talk = talkOf(naming, context)
  return Result.isFailure(talk) || state.following.workspaces.has(placeIn(talk.success))
}

/** The next copy of the adapter starts from nothing. */
export const stopFollowing = ({ aliasing, following }: HostParts['state']): void => {
  following.stopped = true
  for (const run of aliasing.values()) run.lastAt = 0
  for (const followed of following.workspaces.values()) followed.halted = true
  following.workspaces.clear()
}

/** Never rejects. */
const lookAgain = async (parts: HostParts, followed: Followed): Promise<void> => {
  followed.looking = true
  const worker = parts.memory.worker()
  while (followed.again && !followed.halted) {
    followed.again = false
    await loadReadings(parts)
    const reading = readingOf(parts, placeIn(followed))
    const before = savedOf(reading)
    const { added, retired, revised, waiting = 0, waitingNew } = await followNotes({ host: parts.host, followed, worker, reading })
    if (added + revised + retired > 0) learnSoon(parts, followed.brain, 'reading')
    nameSoon(parts, followed.brain, added + revised > 0)
    if (savedOf(reading) !== before) save(parts)
    if (!followed.halted) {
      if (waitingNew > 0) parts.warn(waitsInWords(followed.brain, waiting, parts.host))
      report(parts, followed)
    }
  }
  followed.looking = false
}

/** The health watch reports faults of the store. */
const report = (parts: HostParts, followed: Followed): void => {
  const { problem } = followed
  const cause = workspaceCause(placeIn(followed))
  if (problem === undefined || problem.kind === 'memory') settle(parts.state, cause)
  else raise(parts.state, cause, problem.text, parts.warn)
}
