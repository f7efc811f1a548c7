/** A worker thread that is started at the first request and again after it died, a limited number of times. */
import { Worker } from 'node:worker_threads'
import { type CommitWord, isUntouched } from './commit-word.ts'
import type { HostMessage, WireError, WorkerMethod, WorkerPlace, WorkerReply } from './protocol.ts'

export interface ThreadOptions {
  /** Asked at every start: the file that runs in the thread. */
  readonly entry: () => URL
  readonly place: WorkerPlace
  readonly startsPerMinute: number
  readonly pendingLimit: number
}

export interface ThreadStatus {
  readonly alive: boolean
  readonly starts: number
  /** How often it ended without being asked to. */
  readonly deaths: number
  readonly pending: number
  /** Why it ended the last time. */
  readonly lastError: string | undefined
}

export type Settle = (reply: { readonly answer: unknown } | { readonly error: WireError }) => void

export interface MemoryThread {
  /** `settle` is called exactly once, never before `post` returns. */
  readonly post: (method: WorkerMethod, request: object, word: CommitWord, settle: Settle) => void
  readonly status: () => ThreadStatus
  /** Lets it finish what it has begun, and ends it after `budgetMs` whatever it is doing. */
  readonly close: (budgetMs: number) => Promise<void>
}

interface Pending {
  readonly settle: Settle
  readonly word: CommitWord
}

export const createMemoryThread = ({ entry, place, startsPerMinute, pendingLimit }: ThreadOptions): MemoryThread => {
  const pending = new Map<number, Pending>()
  const mayStart = limitStarts(startsPerMinute)
  let thread: Worker | undefined
  let [starts, deaths, nextId] = [0, 0, 1]
  let lastError: string | undefined
  let closing = false

  const settle = (id: number, reply: Parameters<Settle>[0]) => {
    const found = pending.get(id)
    if (!pending.delete(id) || found === undefined) return
    // An idle thread keeps no process alive.
    if (pending.size === 0) thread?.unref()
    found.settle(reply)
  }

  const ended = (why: string) => {
    thread = undefined
    if (!closing) deaths += 1
    lastError = why
    for (const [id, { word }] of [...pending]) settle(id, { error: gone(why, isUntouched(word)) })
  }

  /** `undefined`: it died too often of late. */
  const running = (): Worker | undefined => {
    if (thread !== undefined || !mayStart()) return thread
    starts += 1
    thread = launch(entry(), place, ({ id, ...reply }) => settle(id, reply), ended)
    return thread
  }

  return {
    post: (method, request, word, settled) => {
      const refuse = (error: WireError) => queueMicrotask(() => settled({ error }))
      if (closing) return refuse(gone('the memory is closed', true))
      if (pending.size >= pendingLimit) return refuse(busy(pending.size))
      const worker = running()
      if (worker === undefined) return refuse(gone(`it is started at most ${startsPerMinute} times a minute (${lastError})`, true))
      const id = nextId++
      pending.set(id, { settle: settled, word })
      worker.ref()
      worker.postMessage({ id, method, request, word } satisfies HostMessage)
    },
    status: () => ({ alive: thread !== undefined, starts, deaths, pending: pending.size, lastError }),
    close: async (budgetMs) => {
      closing = true
      if (thread !== undefined) await endPolitely(thread, budgetMs)
    },
  }
}

const launch = (entry: URL, place: WorkerPlace, heard: (reply: WorkerReply) => void, ended: (why: string) => void): Worker => {
  const worker = new Worker(entry, { workerData: place, name: 'crabtrail-memory' })
  let fault: string | undefined
  worker.on('message', heard)
  worker.on('error', (error) => {
    fault = error instanceof Error ? error.message : String(error)
  })
  worker.on('messageerror', () => void worker.terminate())
  worker.on('exit', (code) => ended(fault ?? `it ended with code ${code}`))
  worker.unref()
  return worker
}

const minute = 60_000

const limitStarts = (perMinute: number): (() => boolean) => {
  let recent: ReadonlyArray<number> = []
  return () => {
    const now = performance.now()
    recent = recent.filter((at) => at > now - minute)
    if (recent.length >= perMinute) return false
    recent = [...recent, now]
    return true
  }
}

const endPolitely = (worker: Worker, budgetMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => void worker.terminate(), budgetMs)
    worker.ref()
    worker.once('exit', () => {
      clearTimeout(timer)
      resolve()
    })
    worker.postMessage({ close: true } satisfies HostMessage)
  })

/** `untouched`: it is certain that the request changed nothing. */
const gone = (why: string, untouched: boolean): WireError => ({
  tag: 'WorkerGone',
  message: `the memory's thread cannot be reached: ${why}`,
  facts: { untouched },
})

const busy = (pending: number): WireError => ({
  tag: 'WorkerBusy',
  message: `${pending} requests wait for the memory already: ask again when it has caught up`,
  facts: { untouched: true },
})
