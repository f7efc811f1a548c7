/** A worker thread that is started at the first request and again after it died, a limited number of times. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { Worker } from 'node:worker_threads'
import { type HostModel, toldBy } from './host-connection.ts'
import { embedderFor, type HostEmbedder } from './host-embedder.ts'
import {
  type Asks,
  type AsksVectors,
  type CommitWord,
  decodeFailure,
  type GivesUp,
  type HostMessage,
  isUntouched,
  type Settled,
  type WorkerAnswerOf,
  WorkerBusy,
  type WorkerCall,
  type WorkerFailure,
  WorkerGone,
  type WorkerMessage,
  type WorkerMethod,
  type WorkerPlace,
  type WorkerReply,
  type WorkerRequest,
} from './protocol.ts'

export interface ThreadOptions {
  /** Called at every start: returns the file that runs in the thread. */
  readonly entry: () => URL
  readonly place: WorkerPlace
  /** The model that the thread may ask, called in the asynchronous context of the request that needs it; absent where there is none. */
  readonly model: HostModel | undefined
  /** The embedding provider that the thread may ask, likewise. */
  readonly embedder: HostEmbedder | undefined
  readonly startsPerMinute: number
  readonly pendingLimit: number
}

export interface ThreadStatus {
  readonly alive: boolean
  readonly starts: number
  /** Number of times that the thread ended unexpectedly. */
  readonly deaths: number
  readonly pending: number
  /** Reason of the last end. */
  readonly lastError: string | undefined
}

export interface MemoryThread {
  /** `settle` is called exactly once, never before `post` returns. */
  readonly post: <Method extends WorkerMethod>(
    call: WorkerCall<Method>,
    word: CommitWord,
    settle: (end: Settled<WorkerAnswerOf<Method>>) => void,
  ) => void
  readonly status: () => ThreadStatus
  /** Lets the thread finish the work it has begun, and terminates it after `budgetMs` in any case. */
  readonly close: (budgetMs: number) => Promise<void>
}

interface Pending {
  readonly settle: (end: Settled) => void
  readonly word: CommitWord
  /** Calls a function in the asynchronous context in which the request was posted. */
  readonly inContext: ReturnType<typeof AsyncLocalStorage.snapshot>
}

export const createMemoryThread = ({ embedder, entry, model, place, startsPerMinute, pendingLimit }: ThreadOptions): MemoryThread => {
  const pending = new Map<number, Pending>()
  const mayStart = limitStarts(startsPerMinute)
  const answerTo = answering(model, embedder)
  let thread: Worker | undefined
  let [starts, deaths, nextId] = [0, 0, 1]
  let lastError: string | undefined
  let closing = false

  const settle = (id: number, end: Settled) => {
    const found = pending.get(id)
    if (!pending.delete(id) || found === undefined) return
    // An idle thread keeps no process alive.
    if (pending.size === 0) thread?.unref()
    found.settle(end)
  }

  const heard = (message: WorkerMessage, from: Worker) => {
    if (message._tag === 'Answered' || message._tag === 'Failed') settle(message.id, decoded(message))
    else answerTo(message, from, pending.get('request' in message ? (message.request ?? 0) : 0))
  }

  const ended = (why: string) => {
    thread = undefined
    if (!closing) deaths += 1
    lastError = why
    for (const [id, { word }] of [...pending]) settle(id, { _tag: 'Failed', error: new WorkerGone({ why, untouched: isUntouched(word) }) })
  }

  /** Returns undefined if the thread has died too often recently. */
  const running = (): Worker | undefined => {
    if (thread !== undefined || !mayStart()) return thread
    starts += 1
    thread = launch(entry(), place, heard, ended)
    return thread
  }

  return {
    post: (call, word, settled) => {
      const refuse = (error: WorkerFailure) => queueMicrotask(() => settled({ _tag: 'Failed', error }))
      const gone = (why: string) => refuse(new WorkerGone({ why, untouched: true }))
      if (closing) return gone('the memory is closed')
      if (pending.size >= pendingLimit) return refuse(new WorkerBusy({ pending: pending.size }))
      const worker = running()
      if (worker === undefined) return gone(`it is started at most ${startsPerMinute} times a minute (${lastError})`)
      const id = nextId++
      // The thread answers a method by its description: both threads run one version of the program.
      pending.set(id, { settle: settled as Pending['settle'], word, inContext: AsyncLocalStorage.snapshot() })
      worker.ref()
      worker.postMessage({ _tag: 'Request', id, word, model: model?.id?.(), ...(call as WorkerCall) } satisfies WorkerRequest)
    },
    status: () => ({ alive: thread !== undefined, starts, deaths, pending: pending.size, lastError }),
    close: async (budgetMs) => {
      closing = true
      if (thread !== undefined) await endPolitely(thread, budgetMs)
    },
  }
}

/** Answers what threads ask, each question in the context of the request that it is for. */
const answering = (model: HostModel | undefined, embedder: HostEmbedder | undefined) => {
  const embedders = new WeakMap<Worker, ReturnType<typeof embedderFor>>()
  return (asks: Asks | AsksVectors | GivesUp, thread: Worker, request: Pending | undefined): void => {
    const vectors = embedders.get(thread) ?? embedderFor(embedder, thread)
    embedders.set(thread, vectors)
    if (asks._tag === 'GivesUp') return vectors.giveUp(asks)
    inContextOf(request, () => {
      if (asks._tag === 'AsksVectors') void vectors.ask(asks)
      else void toldBy(model, asks).then((told) => thread.postMessage(told))
    })
  }
}

const inContextOf = (request: Pending | undefined, ask: () => void): void => {
  if (request === undefined) ask()
  else request.inContext(ask)
}

const decoded = (reply: WorkerReply): Settled =>
  reply._tag === 'Failed' ? { _tag: 'Failed', error: decodeFailure(reply.error) } : { _tag: 'Answered', answer: reply.answer }

const launch = (
  entry: URL,
  place: WorkerPlace,
  heard: (message: WorkerMessage, from: Worker) => void,
  ended: (why: string) => void,
): Worker => {
  const worker = new Worker(entry, { workerData: place, name: 'crabtrail-memory' })
  let fault: string | undefined
  worker.on('message', (message: WorkerMessage) => heard(message, worker))
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
    worker.postMessage({ _tag: 'Close' } satisfies HostMessage)
  })
