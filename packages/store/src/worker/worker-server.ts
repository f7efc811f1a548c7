/**
 * The worker's side: answers requests one at a time, background work after the others, with a memory that the first request opens. While a
 * recall waits for a routing model, the next requests are answered.
 */

import { type MessagePort, parentPort, workerData } from 'node:worker_threads'
import {
  type EventStore,
  layerMemory,
  layerRedactor,
  type Memory,
  type MemoryError,
  type MemoryMethods,
  type OperationName,
  WaitingOutside,
} from '@crabtrail/core'
import * as Cause from 'effect/Cause'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import * as Queue from 'effect/Queue'
import { layerCryptography } from '../cryptography.ts'
import { layerSourcePlaces } from '../source-places.ts'
import { sentStore } from '../store-choice.ts'
import { AnsweredRequest, connectHost, type HostConnection } from './host-connection.ts'
import { connectEmbedder } from './host-embedder.ts'
import {
  beginAsking,
  Defect,
  encodeFailure,
  endWatch,
  enterCommit,
  type HostMessage,
  isAbandoned,
  isUnwanted,
  isWorkerFailure,
  RequestDropped,
  type Told,
  type ToldVectors,
  type WorkerCall,
  type WorkerPlace,
  type WorkerReply,
  type WorkerRequest,
  watchAsking,
} from './protocol.ts'
import { type Reopenable, reopenable } from './reopenable.ts'
import { type Aside, requestLane, type StepAside } from './request-lane.ts'

/* Queue of a worker: in order of arrival, but other requests may overtake background work. */

/** Background requests: nobody waits for their answer. Each is small, or steps aside between its parts: the bar of confidence is measured in 121. */
const background: ReadonlySet<string> = new Set(['learn', 'maintain'])

/** Most requests that overtake a background request, so that constant questions do not starve learning. */
const passingMost = 32

export interface PoliteLine {
  readonly next: Effect.Effect<HostMessage>
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
 * Serves requests until the host closes it, and then ends those under way and closes what it opened. If the memory cannot be opened, each
 * request fails and the next one tries again. If its file was removed, the request that notices it fails, and the next one opens the file
 * that is there then.
 */
export const serveMemory = Effect.fnUntraced(function* <E>(port: MessagePort, layer: Layer.Layer<Memory | EventStore, E>) {
  const inbox = yield* Queue.unbounded<HostMessage>()
  const line = politeLine(inbox)
  port.on('message', (message: HostMessage | Told | ToldVectors) => {
    if (message._tag !== 'Told' && message._tag !== 'ToldVectors') Queue.offerUnsafe(inbox, message)
  })
  const store = reopenable(layer)
  const lane = requestLane(asideMost)
  const closing = yield* Deferred.make<void>()
  let message = yield* line.next
  let inARow = 0
  while (message._tag !== 'Close') {
    const request = message
    yield* lane.begin((aside) =>
      Effect.map(reply(store, request, { ...aside, closing: Deferred.await(closing) }), (answered) => port.postMessage(answered)),
    )
    inARow++
    // Upkeep runs when no request waits. If requests always wait, it still has to run now and then, so that the postponed work does not
    // grow without end.
    if ((yield* line.isEmpty) || inARow >= inARowMax) {
      yield* lane.alone(Effect.andThen(store.upkeep, store.embed))
      inARow = 0
    }
    message = yield* line.next
  }
  yield* Deferred.succeed(closing, undefined)
  yield* lane.ended
  yield* store.close
  port.close()
})

/** Most requests that wait for a routing model at once while others are answered. */
const asideMost = 32

/** Most requests that are answered without a pause for upkeep: their commits fill some megabytes of the write-ahead log. */
const inARowMax = 64

/** `closing` resolves when the worker is closed: then nobody waits for anything outside any more. */
interface ServedAside extends Aside {
  readonly closing: Effect.Effect<void>
}

const reply = <E>(store: Reopenable<E>, request: WorkerRequest, aside: ServedAside): Effect.Effect<WorkerReply> => {
  const { id } = request
  if (isAbandoned(request.word)) return Effect.succeed({ _tag: 'Failed', id, error: encodeFailure(new RequestDropped()) })
  return (
    store
      // Not around the use: the first request opens the memory, which would keep its id.
      .use((memory) => Effect.provideService(answer(memory, request, aside), AnsweredRequest, id))
      .pipe(
        Effect.map((answered): WorkerReply => ({ _tag: 'Answered', id, answer: answered })),
        Effect.catchCause((cause) => Effect.succeed({ _tag: 'Failed' as const, id, error: encodedFailure(Cause.squash(cause)) })),
      )
  )
}

const answer = (
  memory: MemoryMethods,
  request: WorkerRequest,
  aside: ServedAside,
): Effect.Effect<unknown, MemoryError | RequestDropped> => {
  const { word } = request
  if (request.method === 'open') return Effect.void
  if (request.method === 'recall') {
    const wait: StepAside = (effect) =>
      Effect.suspend(() => {
        beginAsking(word)
        return Effect.ensuring(
          aside.step(effect),
          Effect.sync(() => endWatch(word)),
        )
      })
    const unwanted = Effect.flatMap(
      Effect.promise(() => watchAsking(word)),
      () => (isUnwanted(word) ? Effect.void : Effect.never),
    )
    const waits = { wait, aside: aside.step, mayAsk: aside.mayStep, unwanted }
    return Effect.provideService(memory.recall(request.request, { enterCommit: () => enterCommit(word) }), WaitingOutside, waits)
  }
  // A request that has begun can no longer be called off: if the host finds the word still open, nothing has happened.
  if (!enterCommit(word)) return Effect.fail(new RequestDropped())
  // A request that waits for something outside lets others have the lane.
  const waits = { wait: aside.step, aside: aside.step, mayAsk: aside.mayStep, unwanted: aside.closing }
  return Effect.provideService(call(memory, request), WaitingOutside, waits)
}

const call = <Name extends OperationName>(methods: MemoryMethods, { method, request }: WorkerCall<Name>) => methods[method](request)

/** An error that no operation describes is a fault of the program. */
const encodedFailure = (error: unknown) =>
  encodeFailure(isWorkerFailure(error) ? error : new Defect({ problem: error instanceof Error ? error.message : String(error) }))

/* Runs in the worker thread: the memory of the store that the host named. */

/**
 * Serves the store. The entry file of a worker calls it once. `beside` returns an optional layer, such as an embedder or a model; it is
 * built with the store at the first request, from the settings that the host gave. `host` gives it the host's own model
 * and embedder.
 */
export const serveStore = (beside: (settings: object, host: HostConnection) => Layer.Layer<never> | undefined = () => undefined): void => {
  if (parentPort === null) throw new Error('this file is started as a worker thread, with the store as its data')
  const { busyTimeoutMs, readOnly, settings = {}, store } = workerData as WorkerPlace
  const ports = Layer.mergeAll(sentStore(store, { busyTimeoutMs, readOnly }), layerCryptography, layerRedactor, layerSourcePlaces)
  const host = { ...connectHost(parentPort), embedder: connectEmbedder(parentPort) }
  const more = beside(settings, host) ?? Layer.empty
  void Effect.runPromise(serveMemory(parentPort, Layer.provideMerge(layerMemory, Layer.merge(ports, more))))
}
