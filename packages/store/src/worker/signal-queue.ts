/** Bounded queue of signals that must not be lost while the store is unavailable: kept in order, each appended at most once. */
import type { AnswerOf, RequestOf } from '@crabtrail/core'
import { type CommitWord, isOutOfReach, openWord, type Settled, type WorkerCall } from './protocol.ts'

export type SignalMethod = 'skip' | 'session' | 'heartbeat' | 'complete' | 'hear'

/**
 * A request that waits to be recorded. Its key makes it safe to repeat. A request that is still a promise keeps those behind it waiting,
 * because signals are appended in the order in which they were added.
 */
export type Signal = {
  readonly [Method in SignalMethod]: {
    readonly method: Method
    readonly request: Keyed<RequestOf<Method>> | Promise<Keyed<RequestOf<Method>>>
    /** Gets the answer once the memory has taken the signal; never called for a lost one. */
    readonly answered?: ((answer: AnswerOf<Method>) => void) | undefined
  }
}[SignalMethod]

type Keyed<Request> = Request & { readonly key: string }

export interface SignalQueueOptions {
  readonly limit: number
  /** Tries to append one signal. */
  readonly append: (call: WorkerCall<SignalMethod>, word: CommitWord, settle: (end: Settled) => void) => void
}

export interface SignalQueueStatus {
  readonly queued: number
  readonly recorded: number
  /** Number of lost signals: the queue was full, the memory refused them, or the thread ended twice while it appended them. */
  readonly lost: number
}

export interface SignalQueue {
  readonly add: (signal: Signal) => void
  /** Appends the waiting signals in order until one fails. Resolves when it stops. */
  readonly flush: () => Promise<void>
  /** Resolves when the present flush stops; undefined if there is none. */
  readonly underWay: () => Promise<void> | undefined
  readonly status: () => SignalQueueStatus
  readonly close: () => void
}

const firstRetryMs = 1_000
const lastRetryMs = 60_000

export const createSignalQueue = ({ limit, append }: SignalQueueOptions): SignalQueue => {
  const waiting: Signal[] = []
  let [recorded, lost] = [0, 0]
  let flushing: Promise<void> | undefined
  const retry = retrying(() => void flush())
  // The signal during which the thread ended once. Whether it was recorded is unknown, and its key makes it safe to repeat. If the thread
  // ends again, the signal may be the cause and is dropped.
  let suspect: Signal | undefined

  /** Resolves to true when the first signal of the queue is done. */
  const appendFirst = (first: Signal, call: WorkerCall<SignalMethod>) =>
    new Promise<boolean>((resolve) => {
      append(call, openWord(), (end) => {
        const error = end._tag === 'Failed' ? end.error : undefined
        if (error !== undefined && isOutOfReach(error)) {
          const endedUnderIt = error._tag === 'WorkerGone' && !error.untouched
          if (!endedUnderIt || suspect !== first) {
            if (endedUnderIt) suspect = first
            return resolve(false)
          }
        }
        suspect = undefined
        waiting.shift()
        if (error === undefined) recorded += 1
        else lost += 1
        resolve(true)
        if (end._tag === 'Answered') (first.answered as ((answer: unknown) => void) | undefined)?.(end.answer)
      })
    })

  const drain = async () => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      const request = first.request instanceof Promise ? await first.request : first.request
      if (!(await appendFirst(first, { method: first.method, request } as WorkerCall<SignalMethod>))) {
        retry.later()
        break
      }
      retry.soonAgain()
    }
    // Reset in the same step as the last check of the queue, so that no signal added in between is forgotten.
    flushing = undefined
  }

  const flush = async (): Promise<void> => {
    if (waiting.length > 0) flushing ??= drain()
    await flushing
  }

  return {
    add: (signal) => {
      if (waiting.length >= limit) lost += 1
      else waiting.push(signal)
      retry.later()
    },
    flush,
    underWay: () => flushing,
    status: () => ({ queued: waiting.length, recorded, lost }),
    close: retry.close,
  }
}

/** Retries with a growing delay (back-off). */
const retrying = (attempt: () => void) => {
  let waitMs = firstRetryMs
  let timer: NodeJS.Timeout | undefined
  let closed = false
  return {
    /** Schedules an attempt, unless one is scheduled already. */
    later: () => {
      if (closed || timer !== undefined) return
      timer = setTimeout(() => {
        timer = undefined
        attempt()
      }, waitMs).unref()
      waitMs = Math.min(waitMs * 2, lastRetryMs)
    },
    soonAgain: () => {
      waitMs = firstRetryMs
    },
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
