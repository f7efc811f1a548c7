/** Finds again, in a later hook, the run that an earlier one was about. Ids of runs are a client's, so a run is named by its session too. */
import type { Run, SharedState } from './shared-state.ts'
import type { HeardContext } from './signals.ts'

/** So many are remembered, first those that are under way: a long one may have many short ones behind it. */
const runsKept = 256

/** Absent where the host does not name the run. */
export const runKeyOf = ({ agentId, runId, sessionId, sessionKey }: HeardContext): string | undefined =>
  runId === undefined ? undefined : [agentId, sessionKey ?? sessionId, runId].join('\n')

export const findRun = ({ runs }: SharedState, context: HeardContext): Run | undefined => {
  const key = runKeyOf(context)
  return key === undefined ? undefined : runs.get(key)
}

/** The newest of a conversation, whether it has ended or not. */
export const newestRun = ({ runs }: Pick<SharedState, 'runs'>, { agentId, sessionId, sessionKey }: HeardContext): Run | undefined =>
  [...runs].findLast(([key]) => key.startsWith(`${agentId}\n${sessionKey ?? sessionId}\n`))?.[1]

type RunBegun = Pick<Run, 'talk' | 'access' | 'interactive' | 'request'> & Partial<Pick<Run, 'saidDigest' | 'round'>>

export const beginRun = ({ runs }: SharedState, context: HeardContext, about: RunBegun): Run => {
  const run: Run = {
    saidDigest: '',
    senderId: context.senderId,
    round: 0,
    ...about,
    turnKey: undefined,
    turn: undefined,
    included: [],
    tools: new Map(),
    wrappers: new Set(),
    toolTexts: [],
    senderIsOwner: undefined,
    heard: false,
    ended: undefined,
    durationMs: 0,
  }
  const key = runKeyOf(context)
  if (key === undefined) return run
  runs.delete(key)
  if (runs.size >= runsKept) runs.delete(leastWanted(runs))
  runs.set(key, run)
  return run
}

/** The oldest that has ended; where none has, the oldest. */
const leastWanted = (runs: ReadonlyMap<string, Run>): string => {
  const keys = [...runs]
  return (keys.find(([, { ended }]) => ended !== undefined) ?? keys[0])?.[0] ?? ''
}
