/**
 * Proves every brain of the store once a day: chain, contents, keys, index and snapshots against the log.
 *
 * It reads on a thread of its own, so no turn waits for it, however long a log is. What it finds is told by those who watch the health,
 * and stands in the status with the time and how much was looked at. A gateway that is started again goes by what the last one wrote.
 */

import { type MemoryWorker, RemoteMemoryError } from '@crabtrail/store/worker'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { failed, type PluginParts } from '../host/handler.ts'
import type { Proven } from '../host/shared-state.ts'
import { healthPath, readHealth } from './report.ts'

const dueMs = 24 * 60 * 60_000
/** Somebody may have put it right. */
const brokenDueMs = 60 * 60_000
/** Also how long a gateway has for its start before the first look. */
const everyMs = 5 * 60_000
/** Of a log of many millions of events. */
const deadlineMs = 60 * 60_000

export const proveDaily = (api: Pick<OpenClawPluginApi, 'registerService'>, parts: PluginParts): void => {
  let timer: NodeJS.Timeout | undefined
  let proof: DailyProof | undefined
  api.registerService({
    id: 'crabtrail-proof',
    start: () => {
      proof = dailyProof(parts)
      const { look } = proof
      timer = setInterval(() => void look(), everyMs).unref()
    },
    stop: () => {
      clearInterval(timer)
      return proof?.end()
    },
  })
}

export interface DailyProof {
  /** Proves what is due, unless the memory is asked something just now. Never rejects; one that is under way is not begun again. */
  readonly look: () => Promise<void>
  /** Breaks off what is under way. */
  readonly end: () => Promise<void>
}

export const dailyProof = (parts: Pick<PluginParts, 'memory' | 'state' | 'warn'>): DailyProof => {
  const { memory, state } = parts
  const agenda = agendaOf(state.health.proven)
  let reader: MemoryWorker | undefined
  let under: Promise<void> | undefined
  let ended = false
  let isRead = false
  /** By the gateway before this one. */
  let foundBroken = false

  const prove = async (): Promise<void> => {
    if (!isRead) foundBroken = await readLast(parts)
    isRead = true
    if (!foundBroken && agenda.isIdle()) return
    reader = memory.reader()
    foundBroken = false
    const { brains } = await reader.ask('brains', {}, { deadlineMs })
    for (const brain of agenda.of(brains.map(({ key }) => key))) if (!ended) await proveOne(reader, brain)
  }
  /** One that cannot be proven keeps none of the others from it. */
  const proveOne = async (by: MemoryWorker, brain: string): Promise<void> => {
    try {
      agenda.proved(brain, await proofOf(by, brain))
    } catch (error) {
      if (ended || isToldElsewhere(error)) return
      agenda.failed(brain)
      failed(parts, 'proof', error)
    }
  }
  const close = async () => {
    const closing = reader
    reader = undefined
    await closing?.close(0)
  }
  return {
    look: () => {
      const isBusy = memory.worker().status().thread.pending > 0
      if (ended || isBusy) return under ?? Promise.resolve()
      under ??= prove()
        .catch((error: unknown) => (ended || isToldElsewhere(error) ? undefined : failed(parts, 'proof', error)))
        .finally(close)
        .finally(() => {
          under = undefined
        })
      return under
    },
    end: async () => {
      ended = true
      await close()
      await under
    },
  }
}

/** Which brains are due, by what was found of each and by when the proof of one last came to no end. */
const agendaOf = (proven: Map<string, Proven>) => {
  /** As they were listed last. */
  let known: ReadonlyArray<string> | undefined
  const failedAt = new Map<string, number>()
  const isDue = (brain: string): boolean => {
    const now = Date.now()
    const lately = now - (failedAt.get(brain) ?? Number.NEGATIVE_INFINITY)
    // A clock that was put back makes nothing wait.
    if (lately >= 0 && lately < brokenDueMs) return false
    const last = proven.get(brain)
    return last === undefined || now - last.at >= (last.problem === null ? dueMs : brokenDueMs) || last.at > now
  }
  return {
    /** A brain that is new is found with the others. */
    isIdle: (): boolean => {
      const all = known ?? [...proven.keys()]
      return all.length > 0 && !all.some(isDue)
    },
    /** Those of these that are due, each asked when it comes to it; what is known of others is dropped. */
    *of(brains: ReadonlyArray<string>): Generator<string> {
      known = brains
      for (const gone of [...proven.keys()].filter((brain) => !brains.includes(brain))) proven.delete(gone)
      for (const brain of brains) if (isDue(brain)) yield brain
    },
    proved: (brain: string, found: Proven): void => {
      proven.set(brain, found)
      failedAt.delete(brain)
    },
    failed: (brain: string): void => {
      failedAt.set(brain, Date.now())
    },
  }
}

/** True when a brain was broken then: it is looked at again at once, because it may have been put right since. */
const readLast = async ({ memory, state }: Pick<PluginParts, 'memory' | 'state'>): Promise<boolean> => {
  const { proven } = state.health
  const last = (await readHealth(healthPath(memory.worker().status().path)))?.proven ?? []
  for (const { brain, ...one } of last) if (one.problem === null && !proven.has(brain)) proven.set(brain, one)
  return last.some(({ problem }) => problem !== null)
}

const proofOf = async (reader: MemoryWorker, brain: string): Promise<Proven> => {
  const begun = performance.now()
  const { checks, commits, events } = await reader.ask('verify', { brain }, { deadlineMs })
  const problems = checks
    .filter(({ ok }) => !ok)
    .map(({ detail, name, position }) => `${name}${position === undefined ? '' : ` at position ${position}`}: ${detail}`)
  return {
    at: Date.now(),
    events,
    commits,
    tookMs: Math.round(performance.now() - begun),
    problem: problems.length === 0 ? null : problems.join('; '),
  }
}

/** That the store cannot be reached is told by those who watch the health; then it is tried again at the next look. */
const isToldElsewhere = (error: unknown): boolean => error instanceof RemoteMemoryError && error.tag === 'StoreUnavailable'

/** How it stood, for a status. */
export const provenLine = ({ at, commits, events, problem, tookMs }: Proven): string => {
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return `${problem === null ? 'proven whole' : 'found broken'} at ${when} UTC: ${events} events in ${commits} commits, ${tookMs} ms`
}
