/**
 * Follows the notes of every agent: fills an empty brain from them and reads later changes, in the background.
 *
 * A check makes one file system call for each note, and no turn waits for it. It runs when the service or a session starts, at a
 * heartbeat, after a turn that may have written files, and once a minute.
 */
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { agentsOf, type HeardContext, talkOf } from '../host/conversation.ts'
import { type Followed, followedIn } from '../host/followed.ts'
import { guarded, type PluginParts } from '../host/handler.ts'
import { notesFolder, placeIn } from '../host/naming.ts'
import { raise, settle, workspaceCause } from '../host/problems.ts'
import { followNotes } from './follow-notes.ts'
import { loadReadings, readingOf, save, savedOf } from './follow-reading.ts'

type Host = Pick<OpenClawPluginApi, 'config' | 'on' | 'registerService' | 'runtime'>

const name = 'workspace'
const everyMs = 60_000
const hookOptions = { timeoutMs: 5_000 }

export const followWorkspaces = (api: Host, parts: PluginParts): void => {
  if (!parts.config.follow) return
  const { following } = parts.state
  const hears = (work: (context: HeardContext) => void) => guarded(name, parts, (_event: object, context: HeardContext) => work(context))
  const soon = (context: HeardContext) => lookSoon(api, parts, context)
  /** Agents whose current turn may have written a file. */
  const wrote = new Set<string>()
  api.on('session_start', hears(soon), hookOptions)
  api.on('heartbeat_prompt_contribution', hears(soon), hookOptions)
  api.on(
    'before_prompt_build',
    hears((context) => {
      const talk = talkOf(parts.naming, context)
      if (Result.isSuccess(talk) && !following.workspaces.has(placeIn(talk.success))) soon(context)
    }),
    hookOptions,
  )
  api.on(
    'after_tool_call',
    guarded(name, parts, ({ toolName }: { readonly toolName: string }, { agentId }: HeardContext) => {
      if (agentId !== undefined && !onlyReads.has(toolName)) wrote.add(agentId)
    }),
    hookOptions,
  )
  api.on(
    'agent_end',
    hears((context) => {
      if (context.agentId !== undefined && wrote.delete(context.agentId)) soon(context)
    }),
    hookOptions,
  )
  registerTimer(api, parts, soon)
}

/**
 * Any other tool may write files. After a tool that returned others' text the notes are checked too, so that later changes get a later
 * time.
 */
const onlyReads = new Set([
  'memory_feedback',
  'memory_forget',
  'memory_note',
  'memory_undo',
  'memory_why',
  'tool_call',
  'tool_describe',
  'tool_search',
])

const registerTimer = (api: Host, parts: PluginParts, soon: (context: HeardContext) => void): void => {
  const { following } = parts.state
  let timer: NodeJS.Timeout | undefined
  api.registerService({
    id: 'crabtrail-workspace',
    start: () => {
      following.stopped = false
      const all = () => {
        for (const agentId of agentsOf(api.config)) soon({ agentId })
      }
      all()
      timer = setInterval(all, everyMs).unref()
    },
    stop: () => {
      clearInterval(timer)
      following.stopped = true
      // The next copy of the plugin starts from nothing.
      for (const followed of following.workspaces.values()) followed.halted = true
      following.workspaces.clear()
    },
  })
}

/** Returns at once and never throws. A request during a check starts another one afterwards. */
const lookSoon = (api: Pick<Host, 'config' | 'runtime'>, parts: PluginParts, context: HeardContext): void => {
  const { following } = parts.state
  const talk = talkOf(parts.naming, context)
  const workspace = workspaceOf(api, context)
  if (following.stopped || workspace === undefined || Result.isFailure(talk)) return
  const { agent = '', brain } = talk.success
  const followed = followedIn(following, { agent, brain, workspace, folder: notesFolder(parts.naming, agent) })
  followed.again = true
  if (!followed.looking) void lookAgain(parts, followed)
}

/** Asks the host, because a sandboxed session has a workspace of its own. */
const workspaceOf = (
  { config, runtime }: Pick<Host, 'config' | 'runtime'>,
  { agentId, workspaceDir }: HeardContext,
): string | undefined => {
  if (agentId === undefined) return undefined
  try {
    return runtime.agent.resolveAgentWorkspaceDir(config, agentId)
  } catch {
    return workspaceDir
  }
}

/** Never rejects. */
const lookAgain = async (parts: PluginParts, followed: Followed): Promise<void> => {
  followed.looking = true
  const worker = parts.memory.worker()
  while (followed.again && !followed.halted) {
    followed.again = false
    await loadReadings(parts)
    const reading = readingOf(parts, placeIn(followed))
    const before = savedOf(reading)
    await followNotes({ followed, worker, reading })
    if (savedOf(reading) !== before) save(parts)
    if (!followed.halted) report(parts, followed)
  }
  followed.looking = false
}

/** The health watch reports faults of the store. */
const report = (parts: PluginParts, followed: Followed): void => {
  const { problem } = followed
  const cause = workspaceCause(placeIn(followed))
  if (problem === undefined || problem.kind === 'memory') settle(parts.state, cause)
  else raise(parts.state, cause, problem.text, parts.warn)
}
