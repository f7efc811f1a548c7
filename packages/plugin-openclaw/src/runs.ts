/** Finds again, in a later hook, the run that an earlier one was about. Ids of runs are a client's, so a run is named by its session too. */
import type { Run, SharedState } from './shared-state.ts'
import { keepNewest } from './shared-state.ts'
import type { HeardContext } from './signals.ts'

/** So many are remembered; whoever comes back after that many others is nobody's. */
const runsKept = 256

/** Absent where the host does not name the run. */
export const runKeyOf = ({ agentId, runId, sessionId, sessionKey }: HeardContext): string | undefined =>
  runId === undefined ? undefined : [agentId, sessionKey ?? sessionId, runId].join('\n')

export const findRun = ({ runs }: SharedState, context: HeardContext): Run | undefined => {
  const key = runKeyOf(context)
  return key === undefined ? undefined : runs.get(key)
}

export const beginRun = ({ runs }: SharedState, context: HeardContext, about: Pick<Run, 'talk' | 'interactive' | 'request'>): Run => {
  const run: Run = {
    ...about,
    turnKey: undefined,
    turn: undefined,
    included: [],
    tools: new Map(),
    wrappers: new Set(),
    toolTexts: [],
    senderIsOwner: undefined,
    heard: false,
    durationMs: 0,
  }
  const key = runKeyOf(context)
  if (key !== undefined) keepNewest(runs, key, run, runsKept)
  return run
}
