/** Finds the run of a later hook and the newest turn of a conversation. Clients choose run ids, so the key of a run includes its session. */
import type { Answer } from '@crabtrail/core'
import { isWorkerFailure, type MemoryWorker, type WorkerFailure } from '@crabtrail/store/worker'
import type { HeardContext, Talk } from '../conversation/conversation.ts'
import { counted, failed, type HostParts } from './parts.ts'
import type { Occasion, Run, SharedState } from './shared-state.ts'

/** Bound of remembered runs. Ended runs are dropped before runs under way, because many short runs may pass during a long one. */
const runsKept = 256

/** Returns the key of a run; undefined when the host does not name the run. */
export const runKeyOf = ({ agentId, runId, sessionId, sessionKey }: HeardContext): string | undefined =>
  runId === undefined ? undefined : [agentId, sessionKey ?? sessionId, runId].join('\n')

export const findRun = ({ runs }: SharedState, context: HeardContext): Run | undefined => {
  const key = runKeyOf(context)
  return key === undefined ? undefined : runs.get(key)
}

/** The run of a hook of delivery, which names no agent. */
export const deliveredRun = (
  { runs }: Pick<SharedState, 'runs'>,
  { runId, sessionKey }: Pick<HeardContext, 'runId' | 'sessionKey'>,
): Run | undefined =>
  runId === undefined || sessionKey === undefined
    ? undefined
    : [...runs].findLast(([key]) => key.endsWith(`\n${sessionKey}\n${runId}`))?.[1]

export const newestRun = ({ runs }: Pick<SharedState, 'runs'>, { agentId, sessionId, sessionKey }: HeardContext): Run | undefined =>
  [...runs].findLast(([key]) => key.startsWith(`${agentId}\n${sessionKey ?? sessionId}\n`))?.[1]

type RunBegun = Pick<Run, 'talk' | 'access' | 'interactive' | 'request'> & Partial<Pick<Run, 'saidDigest' | 'round'>>

export const beginRun = ({ runs }: SharedState, context: HeardContext, about: RunBegun): Run => {
  const run: Run = {
    promptedAt: undefined,
    saidDigest: '',
    senderId: context.senderId,
    round: 0,
    ...about,
    turnKey: undefined,
    turn: undefined,
    included: [],
    tools: new Map(),
    wrappers: new Set(),
    counted: new Set(),
    toolTexts: [],
    calls: [],
    toolErrors: [],
    steps: [],
    rehearsed: new Set(),
    senderIsOwner: undefined,
    heard: false,
    hearing: undefined,
    calledWrong: [],
    changed: [],
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

/** The oldest ended run; without one, the oldest run. */
const leastWanted = (runs: ReadonlyMap<string, Run>): string => {
  const keys = [...runs]
  return (keys.find(([, { ended }]) => ended !== undefined) ?? keys[0])?.[0] ?? ''
}

export interface Looking {
  readonly worker: Pick<MemoryWorker, 'ask'>
  readonly state: Pick<SharedState, 'runs'>
  readonly deadlineMs: number
}

type Conversation = Pick<Talk, 'brain' | 'session'>

/** Events searched at the end of the log. A turn further back is not the one that a person means. */
const eventsBack = 20_000

/** The newest turn of a conversation, first from the runs of this process, then from the log. `shown`: only a turn that put memories before the model. */
export const recentTurn = async (
  looking: Looking,
  talk: Conversation,
  { shown }: { readonly shown: boolean },
): Promise<string | undefined> =>
  runsOf(looking.state, talk).find(({ included, turn }) => turn !== undefined && (!shown || included.length > 0))?.turn ??
  (await turnInLog(looking, talk, shown))

/** True when the turn began in this conversation. Other conversations may hold verdicts on it. */
export const isTurnOf = async (looking: Looking, talk: Conversation, turn: string): Promise<boolean> => {
  if (runsOf(looking.state, talk).some((run) => run.turn === turn)) return true
  const begun = ['TurnStarted', 'RecallSkipped'].map((type) => eventsOf(looking, talk, { turn, type, limit: 1 }))
  return (await Promise.all(begun)).some(({ length }) => length > 0)
}

/** Newest first. */
const runsOf = ({ runs }: Pick<SharedState, 'runs'>, { brain, session }: Conversation): ReadonlyArray<Run> =>
  [...runs.values()].filter(({ talk }) => talk.brain === brain && talk.session === session).reverse()

const turnInLog = async (looking: Looking, talk: Conversation, shown: boolean): Promise<string | undefined> => {
  const events = await eventsOf(looking, talk, { limit: 500, ...(shown ? { type: 'ContextBundled' } : {}) })
  const fits = ({ data, turn }: Answer.LoggedEvent) =>
    turn !== null && (!shown || (Array.isArray(data['included']) && data['included'].length > 0))
  const numbers = events.filter(fits).map(({ turn }) => Number(turn?.slice(1)))
  return numbers.length === 0 ? undefined : `t${Math.max(...numbers)}`
}

/** Returns logged events of a conversation; none when brain, session or turn is unknown. */
const eventsOf = async (
  { deadlineMs, worker }: Looking,
  { brain, session }: Conversation,
  about: { readonly limit: number; readonly turn?: string; readonly type?: string },
): Promise<ReadonlyArray<Answer.LoggedEvent>> => {
  try {
    const { brains } = await worker.ask('brains', { below: [brain] }, { deadlineMs })
    const position = brains.find(({ key }) => key === brain)?.position ?? 0
    if (position === 0) return []
    const from = position > eventsBack && about.turn === undefined ? { from: String(position - eventsBack) } : {}
    return (await worker.ask('log', { brain, session, ...from, ...about }, { deadlineMs })).events
  } catch (error) {
    if (isWorkerFailure(error) && error._tag === 'NotFound') return []
    throw error
  }
}

/* Works off the learner's backlog and runs decay after replies. No turn waits for it, and one pass at a time runs for each brain. */

/** Milliseconds for work that may fold a part of the log again: learning, unlearning. */
export const patienceMs = 60_000
/** Small enough that a question in between waits hardly longer. */
const factsAtOnce = 2
const restMostMs = 100

export const learnSoon = (parts: Pick<HostParts, 'memory' | 'state' | 'warn'>, brain: string, occasion: Occasion): void => {
  const { memory, state } = parts
  const under = state.learning.get(brain)
  if (under !== undefined) {
    under.add(occasion)
    return
  }
  const waiting = new Set([occasion])
  const worker = memory.worker()
  const learn = async () => {
    while (waiting.size > 0) {
      const due = occasionsIn(waiting)
      waiting.clear()
      // Queued signals are recorded first, because the pass learns from them.
      await worker.drained()
      await workOff(worker, brain)
      for (const when of due) await worker.ask('maintain', { brain, when }, { deadlineMs: patienceMs })
    }
  }
  state.learning.set(brain, waiting)
  learn()
    .catch((error: unknown) => (isToldElsewhere(error) ? counted : failed)(parts, 'learn', error))
    .finally(() => state.learning.delete(brain))
}

/** A run that is due at the end of a turn is due at every other occasion, too. */
const occasionsIn = (waiting: ReadonlySet<Occasion>): ReadonlyArray<Occasion> =>
  waiting.size === 1 ? [...waiting] : [...waiting].filter((occasion) => occasion !== 'turn')

/** Learns a few facts, then rests as long as they took, at most 100 ms, so that half of the worker's time is left for questions. */
export const workOff = async (worker: Pick<MemoryWorker, 'ask'>, brain: string): Promise<void> => {
  for (;;) {
    const began = performance.now()
    const { backlog, facts } = await worker.ask('learn', { brain, most: factsAtOnce }, { deadlineMs: patienceMs })
    if (backlog === 0 || facts === 0) return
    await rest(Math.min(restMostMs, performance.now() - began))
  }
}

/** The timer keeps no process alive. */
export const rest = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms).unref()
  })

/** Turns without memory and the health watch report faults of the store. */
const toldElsewhere: ReadonlyArray<WorkerFailure['_tag']> = ['StoreUnavailable', 'NewerLog', 'IntegrityBroken', 'WorkerGone', 'WorkerBusy']

const isToldElsewhere = (error: unknown): boolean => isWorkerFailure(error) && toldElsewhere.includes(error._tag)
