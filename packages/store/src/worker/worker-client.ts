/**
 * A memory behind a worker thread, as the host's thread uses it. SQLite is synchronous: on the host's own thread a locked file would stop
 * the very timer that enforces a deadline. A PostgreSQL store is in a thread too, because folding a log takes time there as well.
 *
 * Here a recall waits at most its deadline, longer by `modelMs` if it asks a routing model, and a little more for an answer that is being
 * committed. Signals that must not be lost wait in
 * a queue and are recorded when the store answers again: turns that went on without memory, and what the host reports of sessions,
 * heartbeats and ends of turns.
 */
import { AsyncResource } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import type { AbsenceReason, AnswerOf, OperationName, Request, RequestOf } from '@crabtrail/core'
import { fileChoice, type StoreChoice, sentChoice } from '../store-choice.ts'
import type { HostModel } from './host-connection.ts'
import type { HostEmbedder } from './host-embedder.ts'
import { createMemoryThread, type MemoryThread, type ThreadStatus } from './memory-thread.ts'
import {
  abandon,
  DeadlinePassed,
  openWord,
  type WorkerAnswerOf,
  type WorkerCall,
  type WorkerFailure,
  type WorkerMethod,
} from './protocol.ts'
import { callRecall, type RecallOptions, type RecallOutcome, type Skip, skipOf } from './recall-call.ts'
import { createSignalQueue, type Signal, type SignalMethod, type SignalQueueStatus } from './signal-queue.ts'

/** A store in a file may be named by the path of the file alone. */
type NamedStore = { readonly path: string; readonly store?: never } | { readonly store: StoreChoice; readonly path?: never }

export type MemoryWorkerOptions = NamedStore & ThreadSettings

export interface ThreadSettings {
  /** Returns the file that the thread runs, called at every start; by default the one beside this module. */
  readonly entry?: () => URL
  /** Settings that the entry file gets at every start; see `serveStore`. */
  readonly settings?: object
  /**
   * The host's model, for a thread whose model is the host's; see `serveStore`. It is called in the asynchronous context of whoever asked what it
   * is needed for.
   */
  readonly model?: HostModel | undefined
  /** The host's embedding provider, for a thread whose embedder is the host's; called as `model` is. */
  readonly embedder?: HostEmbedder | undefined
  /** True if the thread never writes a byte of the database, and creates none. */
  readonly readOnly?: boolean
  /**
   * Milliseconds that the store waits for a lock, and for a server that it lost; well below the deadlines, so that the reason is known and not
   * guessed.
   */
  readonly busyTimeoutMs?: number
  /** Milliseconds that a recall waits, after its deadline, for an answer that is being committed. */
  readonly graceMs?: number
  readonly signalLimit?: number
  readonly pendingLimit?: number
  readonly startsPerMinute?: number
}

export interface MemoryWorkerStatus {
  /** The store, without a password. */
  readonly place: string
  readonly thread: ThreadStatus
  readonly signals: SignalQueueStatus
  /** Message of the last refusal by the memory. */
  readonly lastError: string | undefined
}

export interface MemoryWorker {
  /** Starts the thread and opens the database, so that the first turn finds both. Rejects with a {@link WorkerFailure}. */
  readonly open: (options: { readonly deadlineMs: number }) => Promise<void>
  /** Runs a recall; never rejects. A recall with `record: false` leaves no trace, even if it is given up. */
  readonly recall: (request: Request.RecallRequest, options: RecallOptions) => Promise<RecallOutcome>
  /** Records that such a turn went on without memory. Does not wait; returns the key of the record. */
  readonly skip: (request: Request.RecallRequest, reason: AbsenceReason) => string
  /**
   * Queues a signal: recorded in order, at most once, when the store is available. Does not wait; `answered` gets the answer later, if the
   * memory takes the signal, in the asynchronous context of the one who signalled: a host may ask its model in no other.
   */
  readonly signal: <Method extends SignalMethod>(
    method: Method,
    request: RequestOf<Method>,
    answered?: (answer: AnswerOf<Method>) => void,
  ) => void
  /** Resolves when no signal waits any more, or the store does not accept them now. */
  readonly drained: () => Promise<void>
  /** Sends a request. Rejects with a {@link WorkerFailure}. */
  readonly ask: <Method extends OperationName>(
    method: Method,
    request: RequestOf<Method>,
    options: { readonly deadlineMs: number },
  ) => Promise<AnswerOf<Method>>
  readonly status: () => MemoryWorkerStatus
  /** Records the waiting signals if the store accepts them, then ends the thread, by force when the budget is used up. */
  readonly close: (budgetMs: number) => Promise<void>
}

/** Makes the client. The thread and the database are opened by the first request. */
export const openMemoryWorker = (options: MemoryWorkerOptions): MemoryWorker => {
  const { graceMs = 50 } = options
  const store = options.store ?? fileChoice(options.path)
  const thread = threadOf(store, options)
  let lastError: string | undefined
  const heard = (error: WorkerFailure) => {
    if (error._tag !== 'RequestDropped' && error._tag !== 'Abandoned') lastError = error.message
  }

  const posted: MemoryThread['post'] = (call, word, settle) =>
    thread.post(call, word, (end) => {
      if (end._tag === 'Failed') heard(end.error)
      settle(end)
    })

  const queue = createSignalQueue({ limit: options.signalLimit ?? 1_000, append: posted })

  const post: MemoryThread['post'] = (call, word, settle) =>
    posted(call, word, (end) => {
      settle(end)
      if (end._tag === 'Answered') void queue.flush()
    })

  const skipped = (request: Skip | Promise<Skip>) => queue.add({ method: 'skip', request })
  const signal = (one: Signal) => {
    queue.add(one)
    void queue.flush()
  }

  return {
    recall: (request, recallOptions) => callRecall(request, recallOptions, { post, graceMs, skipped, ahead: queue.underWay() }),
    skip: (request, reason) => {
      const skip = skipOf(request, reason, { waitedMs: 0 })
      signal({ method: 'skip', request: skip })
      return skip.key
    },
    signal: (method, request, answered) => {
      const heard = answered === undefined ? undefined : AsyncResource.bind(answered)
      signal({ method, request: { key: randomUUID(), ...request }, answered: heard } as Signal)
    },
    drained: queue.flush,
    open: ({ deadlineMs }) => askThread(post, { method: 'open', request: {} }, deadlineMs),
    ask: (method, request, { deadlineMs }) => askThread(post, callOf(method, request), deadlineMs),
    status: () => ({ place: store.place, thread: thread.status(), signals: queue.status(), lastError }),
    close: async (budgetMs) => {
      const until = performance.now() + budgetMs
      queue.close()
      // The thread needs the rest to end politely.
      if (queue.status().queued > 0) await withinBudget(queue.flush(), (budgetMs * 2) / 3)
      await thread.close(Math.max(0, until - performance.now()))
    },
  }
}

const threadOf = (
  store: StoreChoice,
  { busyTimeoutMs = 200, entry = () => besideThis, readOnly = false, ...options }: ThreadSettings,
): MemoryThread =>
  createMemoryThread({
    entry,
    place: { store: sentChoice(store), busyTimeoutMs, readOnly, ...(options.settings === undefined ? {} : { settings: options.settings }) },
    model: options.model,
    embedder: options.embedder,
    startsPerMinute: options.startsPerMinute ?? 5,
    pendingLimit: options.pendingLimit ?? 256,
  })

const besideThis = import.meta.url.endsWith('.ts')
  ? new URL('./worker-entry.ts', import.meta.url)
  : new URL('./worker-entry.js', import.meta.url)

const callOf = <Method extends OperationName>(method: Method, request: RequestOf<Method>) => ({ method, request }) as WorkerCall<Method>

const askThread = <Method extends WorkerMethod>(
  post: MemoryThread['post'],
  call: WorkerCall<Method>,
  deadlineMs: number,
): Promise<WorkerAnswerOf<Method>> =>
  new Promise((resolve, reject) => {
    const word = openWord()
    const timer = setTimeout(() => reject(new DeadlinePassed({ method: call.method, deadlineMs, untouched: abandon(word) })), deadlineMs)
    post(call, word, (end) => {
      clearTimeout(timer)
      if (end._tag === 'Failed') reject(end.error)
      else resolve(end.answer)
    })
  })

const withinBudget = (work: Promise<void>, budgetMs: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, budgetMs)
    void work.finally(() => {
      clearTimeout(timer)
      resolve()
    })
  })
