/** The worker's side: answers requests one at a time, background work after the others, with a memory that the first request opens. */

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import {
  type EventStore,
  layerMemory,
  layerRedactor,
  Memory,
  type MemoryError,
  type MemoryMethods,
  type OperationName,
  StoreUnavailable,
} from '@crabtrail/core'
import * as Cause from 'effect/Cause'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Fiber from 'effect/Fiber'
import * as Layer from 'effect/Layer'
import * as Queue from 'effect/Queue'
import * as Scope from 'effect/Scope'
import { layerCryptography } from '../cryptography.ts'
import { layerSourcePlaces } from '../source-places.ts'
import { layerSqlite } from '../sqlite.ts'
import {
  Defect,
  encodeFailure,
  enterCommit,
  type HostMessage,
  isAbandoned,
  isWorkerFailure,
  RequestDropped,
  type WorkerCall,
  type WorkerPlace,
  type WorkerReply,
  type WorkerRequest,
} from './protocol.ts'

/* Queue of a worker: in order of arrival, but other requests may overtake background work. */

/** Background requests: nobody waits for their answer, and each is small. */
const background: ReadonlySet<string> = new Set(['learn', 'maintain'])

/** Most requests that overtake a background request, so that constant questions do not starve learning. */
const passingMost = 32

export interface PoliteLine {
  /** Returns the next message; waits if there is none. */
  readonly next: Effect.Effect<HostMessage>
  /** True if no message waits. */
  readonly isEmpty: Effect.Effect<boolean>
}

/** Takes messages from `inbox`; no message overtakes a closing message. */
export const politeLine = (inbox: Queue.Queue<HostMessage>): PoliteLine => {
  const waiting: Array<HostMessage> = []
  let passed = 0
  const isPassed = (message: HostMessage) => message._tag === 'Request' && background.has(message.method)
  const choose = (): HostMessage | undefined => {
    const place = passed >= passingMost ? 0 : waiting.findIndex((message) => !isPassed(message))
    // A closing message comes last: requests before it are answered.
    const chosen = place === -1 || waiting[place]?._tag === 'Close' ? 0 : place
    passed = chosen === 0 ? 0 : passed + 1
    return waiting.splice(chosen, 1)[0]
  }
  const next: Effect.Effect<HostMessage> = Effect.suspend(() =>
    waiting.length === 0
      ? Effect.flatMap(Queue.take(inbox), (first) => {
          waiting.push(first)
          return next
        })
      : Effect.flatMap(Queue.clear(inbox), (more) => {
          waiting.push(...more)
          const chosen = choose()
          return chosen === undefined ? next : Effect.succeed(chosen)
        }),
  )
  return { next, isEmpty: Effect.map(Queue.size(inbox), (size) => size + waiting.length === 0) }
}

/**
 * Serves requests until the host closes it, and then closes what it opened. If the memory cannot be opened, each request fails and the next
 * one tries again. If its file was removed, the request that notices it fails, and the next one opens the file that is there then.
 */
export const serveMemory = Effect.fnUntraced(function* <E>(port: MessagePort, layer: Layer.Layer<Memory | EventStore, E>) {
  const inbox = yield* Queue.unbounded<HostMessage>()
  const line = politeLine(inbox)
  port.on('message', (message: HostMessage) => Queue.offerUnsafe(inbox, message))
  const store = reopenable(layer)
  let message = yield* line.next
  let inARow = 0
  while (message._tag !== 'Close') {
    port.postMessage(yield* reply(store, message))
    inARow++
    // Upkeep runs when no request waits. If requests always wait, it still has to run now and then, so that the postponed work does not
    // grow without end.
    if ((yield* line.isEmpty) || inARow >= inARowMax) {
      yield* store.upkeep
      yield* store.embed
      inARow = 0
    }
    message = yield* line.next
  }
  yield* store.close
  port.close()
})

/** Most requests that are answered without a pause for upkeep: their commits fill some megabytes of the write-ahead log. */
const inARowMax = 64

type Services = Context.Context<Memory | EventStore>

const reply = <E>(store: Reopenable<E>, request: WorkerRequest): Effect.Effect<WorkerReply> => {
  const { id } = request
  if (isAbandoned(request.word)) return Effect.succeed({ _tag: 'Failed', id, error: encodeFailure(new RequestDropped()) })
  return store.services.pipe(
    Effect.flatMap((found) => answer(Context.get(found, Memory), request)),
    Effect.map((answered): WorkerReply => ({ _tag: 'Answered', id, answer: answered })),
    Effect.catchCause((cause) => {
      const error = Cause.squash(cause)
      return Effect.as(isTakenAway(error) ? store.close : Effect.void, { _tag: 'Failed' as const, id, error: encodedFailure(error) })
    }),
  )
}

const isTakenAway = (error: unknown): boolean => error instanceof StoreUnavailable && error.reason === 'moved'

const answer = (methods: MemoryMethods, request: WorkerRequest): Effect.Effect<unknown, MemoryError | RequestDropped> => {
  const { word } = request
  if (request.method === 'open') return Effect.void
  if (request.method === 'recall') return methods.recall(request.request, { enterCommit: () => enterCommit(word) })
  // A request that has begun can no longer be called off: if the host finds the word still open, nothing has happened.
  return enterCommit(word) ? call(methods, request) : Effect.fail(new RequestDropped())
}

const call = <Name extends OperationName>(methods: MemoryMethods, { method, request }: WorkerCall<Name>) => methods[method](request)

/** An error that no operation describes is a fault of the program. */
const encodedFailure = (error: unknown) =>
  encodeFailure(isWorkerFailure(error) ? error : new Defect({ problem: error instanceof Error ? error.message : String(error) }))

interface Reopenable<E> {
  /** Returns the open services; opens them if necessary. */
  readonly services: Effect.Effect<Services, E>
  /** Upkeep of the open store. Work that fails is tried again later. */
  readonly upkeep: Effect.Effect<void>
  /** Begins to make missing vectors, unless that is under way. It does not wait, because an embedder may take seconds. */
  readonly embed: Effect.Effect<void>
  /** Closes the services after cancelling vectors in progress. */
  readonly close: Effect.Effect<void>
}

const reopenable = <E>(layer: Layer.Layer<Memory | EventStore, E>): Reopenable<E> => {
  let opened: { readonly services: Services; readonly scope: Scope.Closeable } | undefined
  let embedding: Fiber.Fiber<void> | undefined
  const open = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const services = yield* Layer.buildWithScope(layer, scope).pipe(Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
    opened = { services, scope }
    return services
  })
  return {
    services: Effect.suspend(() => (opened === undefined ? open : Effect.succeed(opened.services))),
    upkeep: Effect.suspend(() =>
      opened === undefined ? Effect.void : Effect.ignore(Context.get(opened.services, Memory).upkeep({ part: 'store' })),
    ),
    embed: Effect.suspend(() => {
      const isUnderWay = embedding !== undefined && embedding.pollUnsafe() === undefined
      if (opened === undefined || isUnderWay) return Effect.void
      return Effect.map(Effect.forkDetach(allVectors(Context.get(opened.services, Memory))), (fiber) => {
        embedding = fiber
      })
    }),
    close: Effect.gen(function* () {
      const closing = opened
      opened = undefined
      if (embedding !== undefined) yield* Fiber.interrupt(embedding)
      if (closing !== undefined) yield* Scope.close(closing.scope, Exit.void)
    }),
  }
}

/** Makes vectors as long as any are missing; after a failure the next request begins again. */
const allVectors = ({ upkeep }: MemoryMethods): Effect.Effect<void> =>
  Effect.suspend(() => upkeep({ part: 'vectors' })).pipe(Effect.repeat({ while: ({ embedded = 0 }) => embedded > 0 }), Effect.ignoreCause)

/* Runs in the worker thread: the memory of the SQLite database that the host named. */

/**
 * Serves the database. The entry file of a worker calls it once. `beside` returns an optional layer, such as an embedder; it is built with
 * the store at the first request, from the settings that the host gave.
 */
export const serveSqlite = (beside: (settings: object) => Layer.Layer<never> | undefined = () => undefined): void => {
  if (parentPort === null) throw new Error('this file is started as a worker thread, with the database path as its data')
  const { busyTimeoutMs, path, readOnly, settings = {} } = workerData as WorkerPlace
  const ports = Layer.mergeAll(layerSqlite({ path, busyTimeoutMs, readOnly }), layerCryptography, layerRedactor, layerSourcePlaces)
  void Effect.runPromise(serveMemory(parentPort, Layer.provideMerge(layerMemory, Layer.merge(ports, beside(settings) ?? Layer.empty))))
}
