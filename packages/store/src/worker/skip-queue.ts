/** Turns that went on without memory, kept until the store answers again: in order, each appended at most once, a bounded number. */
import type { Request } from '@crabtrail/core'
import { type CommitWord, openWord } from './commit-word.ts'
import type { WireError } from './protocol.ts'
import { isOutOfReach } from './remote-memory-error.ts'

export interface SkipQueueOptions {
  readonly limit: number
  /** Tries to append one turn; `settle` gets `undefined` when it is in the log. */
  readonly append: (skip: Request.SkipRequest, word: CommitWord, settle: (error: WireError | undefined) => void) => void
}

export interface SkipQueueStatus {
  readonly queued: number
  readonly recorded: number
  /** Overflowed, refused by the memory, or on the way when the thread ended. */
  readonly lost: number
}

export interface SkipQueue {
  readonly add: (skip: Request.SkipRequest) => void
  /** Appends what waits, one after the other, until one cannot be appended. Resolves when it stops. */
  readonly flush: () => Promise<void>
  readonly status: () => SkipQueueStatus
  /** Sets off no more attempts by itself. */
  readonly close: () => void
}

const firstRetryMs = 1_000
const lastRetryMs = 60_000

export const createSkipQueue = ({ limit, append }: SkipQueueOptions): SkipQueue => {
  const waiting: Request.SkipRequest[] = []
  let [recorded, lost, retryMs] = [0, 0, firstRetryMs]
  let flushing: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let closed = false

  const retryLater = () => {
    if (closed || timer !== undefined || waiting.length === 0) return
    timer = setTimeout(() => {
      timer = undefined
      void flush()
    }, retryMs).unref()
    retryMs = Math.min(retryMs * 2, lastRetryMs)
  }

  /** True: the queue's first is dealt with. */
  const appendFirst = (first: Request.SkipRequest) =>
    new Promise<boolean>((resolve) => {
      append(first, openWord(), (error) => {
        if (error !== undefined && isOutOfReach(error) && error.facts['untouched'] !== false) return resolve(false)
        waiting.shift()
        if (error === undefined) recorded += 1
        else lost += 1
        resolve(true)
      })
    })

  const drain = async () => {
    for (let first = waiting[0]; first !== undefined; first = waiting[0]) {
      if (!(await appendFirst(first))) return retryLater()
      retryMs = firstRetryMs
    }
  }

  const flush = (): Promise<void> => {
    flushing ??= drain().finally(() => {
      flushing = undefined
    })
    return flushing
  }

  return {
    add: (skip) => {
      if (waiting.length >= limit) lost += 1
      else waiting.push(skip)
      retryLater()
    },
    flush,
    status: () => ({ queued: waiting.length, recorded, lost }),
    close: () => {
      closed = true
      clearTimeout(timer)
    },
  }
}
