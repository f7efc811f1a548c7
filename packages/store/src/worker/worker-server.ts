/** The worker's side: answers requests one at a time in order of arrival, on a memory that is opened at the first one. */
import type { MessagePort } from 'node:worker_threads'
import { Memory, type MemoryError, type MemoryMethods } from '@crabtrail/core'
import * as Cause from 'effect/Cause'
import * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Exit from 'effect/Exit'
import * as Layer from 'effect/Layer'
import * as Queue from 'effect/Queue'
import * as Scope from 'effect/Scope'
import { type CommitWord, enterCommit, isAbandoned } from './commit-word.ts'
import type { HostMessage, WireError, WorkerReply, WorkerRequest } from './protocol.ts'

/** Ends when the host says so; what was opened is closed then. A memory that cannot be opened fails each request and is tried again at the next. */
export const serveMemory = Effect.fnUntraced(function* <E>(port: MessagePort, layer: Layer.Layer<Memory, E>) {
  const inbox = yield* Queue.unbounded<HostMessage>()
  port.on('message', (message: HostMessage) => Queue.offerUnsafe(inbox, message))
  const opening = reopenable(layer)
  let message = yield* Queue.take(inbox)
  while (!('close' in message)) {
    port.postMessage(yield* reply(opening.memory, message))
    message = yield* Queue.take(inbox)
  }
  yield* opening.close
  port.close()
})

const reply = <E>(memory: Effect.Effect<MemoryMethods, E>, { id, method, request, word }: WorkerRequest): Effect.Effect<WorkerReply> =>
  isAbandoned(word)
    ? Effect.succeed({ id, error: dropped })
    : memory.pipe(
        Effect.flatMap((methods) => (method === 'recall' ? recall(methods, request, word) : ungated(methods[method], request, word))),
        Effect.map((answer): WorkerReply => ({ id, answer })),
        Effect.catchCause((cause) => Effect.succeed({ id, error: wireError(Cause.squash(cause)) })),
      )

type Ask = (request: object, gate?: { readonly enterCommit: () => boolean }) => Effect.Effect<unknown, MemoryError>

/** Both threads are of one program and version, so a request is what its method takes. */
const asked = (method: unknown): Ask => method as Ask

const recall = (methods: MemoryMethods, request: object, word: CommitWord) =>
  asked(methods.recall)(request, { enterCommit: () => enterCommit(word) })

/** Once it runs it can no longer be called off: a host that finds the word still open knows that nothing happened. */
const ungated = (method: unknown, request: object, word: CommitWord): Effect.Effect<unknown, MemoryError | Dropped> =>
  Effect.suspend(() => (enterCommit(word) ? asked(method)(request) : Effect.fail(new Dropped())))

const dropped: WireError = { tag: 'Abandoned', message: 'the caller no longer waited; the store was not touched', facts: {} }

class Dropped extends Error {
  readonly _tag = dropped.tag
  override readonly message = dropped.message
}

const reopenable = <E>(layer: Layer.Layer<Memory, E>) => {
  let opened: { readonly methods: MemoryMethods; readonly scope: Scope.Closeable } | undefined
  const open = Effect.gen(function* () {
    const scope = yield* Scope.make()
    const context = yield* Layer.buildWithScope(layer, scope).pipe(Effect.onError((cause) => Scope.close(scope, Exit.failCause(cause))))
    opened = { methods: Context.get(context, Memory), scope }
    return opened.methods
  })
  return {
    memory: Effect.suspend(() => (opened === undefined ? open : Effect.succeed(opened.methods))),
    close: Effect.suspend(() => (opened === undefined ? Effect.void : Scope.close(opened.scope, Exit.void))),
  }
}

/** A tagged error keeps its tag and its fields; anything else is a fault of ours, named `Defect`. */
const wireError = (error: unknown): WireError => {
  if (!(error instanceof Error)) return { tag: 'Defect', message: String(error), facts: {} }
  const { _tag: tag, cause: _cause, message: _message, stack: _stack, ...facts }: Readonly<Record<string, unknown>> = { _tag: 'Defect', ...error }
  return { tag: String(tag), message: error.message, facts: JSON.parse(JSON.stringify(facts)) }
}
