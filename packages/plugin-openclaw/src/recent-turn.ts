/** Finds the newest turn of a conversation: among the runs of this process, else in the log. */
import type { Answer } from '@crabtrail/core'
import { type MemoryWorker, RemoteMemoryError } from '@crabtrail/store/worker'
import type { Run, SharedState } from './shared-state.ts'
import type { Talk } from './signals.ts'

export interface Looking {
  readonly worker: Pick<MemoryWorker, 'ask'>
  readonly state: Pick<SharedState, 'runs'>
  readonly deadlineMs: number
}

type Conversation = Pick<Talk, 'brain' | 'session'>

/** So many events back; a log may be long, and nobody means a turn that is further away. */
const eventsBack = 20_000

/** `shown`: only one that put memories before the model. */
export const recentTurn = async (
  looking: Looking,
  talk: Conversation,
  { shown }: { readonly shown: boolean },
): Promise<string | undefined> =>
  runsOf(looking.state, talk).find(({ included, turn }) => turn !== undefined && (!shown || included.length > 0))?.turn ??
  (await turnInLog(looking, talk, shown))

/** Whether a turn belongs to this conversation: it began there. A verdict on it may have been said elsewhere. */
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

/** None where brain, session or turn is not known. */
const eventsOf = async (
  { deadlineMs, worker }: Looking,
  { brain, session }: Conversation,
  about: { readonly limit: number; readonly turn?: string; readonly type?: string },
): Promise<ReadonlyArray<Answer.LoggedEvent>> => {
  try {
    const { brains } = await worker.ask('brains', {}, { deadlineMs })
    const position = brains.find(({ key }) => key === brain)?.position ?? 0
    if (position === 0) return []
    const from = position > eventsBack && about.turn === undefined ? { from: String(position - eventsBack) } : {}
    return (await worker.ask('log', { brain, session, ...from, ...about }, { deadlineMs })).events
  } catch (error) {
    if (error instanceof RemoteMemoryError && error.tag === 'NotFound') return []
    throw error
  }
}
