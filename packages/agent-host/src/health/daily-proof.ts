/**
 * Verifies every brain of the store once a day, on a server those of this gateway: chain, contents, keys, index and snapshots against the log.
 *
 * It reads on a thread of its own, so no turn waits for it. The health watch reports what it finds, and the status shows the time and the
 * size of each proof. A restarted gateway continues from the last status file.
 */

import { isWorkerFailure, type MemoryWorker } from '@crabtrail/store/worker'
import { counted } from '@crabtrail/text/counted'
import { ownBrains } from '../conversation/naming.ts'
import { failed, type HostParts } from '../state/parts.ts'
import { healthPath, readHealth } from '../state/problems.ts'
import type { Proven } from '../state/shared-state.ts'

const dueMs = 24 * 60 * 60_000
/** A broken brain is verified again after an hour, because somebody may have restored it. */
const brokenDueMs = 60 * 60_000
/** How often an adapter looks for due proofs; also the time between the start of a gateway and its first proof. */
export const proofEveryMs = 5 * 60_000
/** Enough for a log of many millions of events. */
const deadlineMs = 60 * 60_000

export interface DailyProof {
  /** Verifies what is due, unless the memory is answering a question. Never rejects. A second call joins a proof under way. */
  readonly look: () => Promise<void>
  readonly end: () => Promise<void>
}

export const dailyProof = (parts: Pick<HostParts, 'memory' | 'naming' | 'state' | 'warn'>): DailyProof => {
  const { memory, naming, state } = parts
  const agenda = agendaOf(state.health.proven)
  let reader: MemoryWorker | undefined
  let under: Promise<void> | undefined
  let ended = false
  let isRead = false
  /** True when the previous gateway found a broken brain. */
  let foundBroken = false

  const prove = async (): Promise<void> => {
    if (!isRead) foundBroken = await readLast(parts)
    isRead = true
    if (!foundBroken && agenda.isIdle()) return
    reader = memory.reader()
    foundBroken = false
    const brains = await ownBrains(reader, naming, deadlineMs)
    for (const brain of agenda.of(brains.map(({ key }) => key))) if (!ended) await proveOne(reader, brain)
  }
  /** Proves one brain. A proof that cannot finish does not stop the proofs of the other brains. */
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

/** The brains that are due, by the result of their last proof and by the time of the last proof that did not finish. */
const agendaOf = (proven: Map<string, Proven>) => {
  let known: ReadonlyArray<string> | undefined
  const failedAt = new Map<string, number>()
  const isDue = (brain: string): boolean => {
    const now = Date.now()
    const lately = now - (failedAt.get(brain) ?? Number.NEGATIVE_INFINITY)
    // A clock that was set back delays nothing.
    if (lately >= 0 && lately < brokenDueMs) return false
    const last = proven.get(brain)
    return last === undefined || now - last.at >= (last.problem === null ? dueMs : brokenDueMs) || last.at > now
  }
  return {
    /** New brains are found together with the others. */
    isIdle: (): boolean => {
      const all = known ?? [...proven.keys()]
      return all.length > 0 && !all.some(isDue)
    },
    /** Yields the brains that are due at the moment of their turn; drops the results of brains that are gone. */
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

/** Takes over the results of the previous gateway. True when a brain was broken then: it is verified again at once. */
const readLast = async ({ memory, state }: Pick<HostParts, 'memory' | 'state'>): Promise<boolean> => {
  const { proven } = state.health
  const last = (await readHealth(healthPath(memory.files)))?.proven ?? []
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

/** The health watch reports an unreachable store; the next call tries again. */
const isToldElsewhere = (error: unknown): boolean => isWorkerFailure(error) && error._tag === 'StoreUnavailable'

export const provenLine = ({ at, commits, events, problem, tookMs }: Proven): string => {
  const when = new Date(at).toISOString().slice(0, 16).replace('T', ' ')
  return `${problem === null ? 'proven whole' : 'found broken'} at ${when} UTC: ${counted(events, 'event')} in ${counted(commits, 'commit')}, ${tookMs} ms`
}
