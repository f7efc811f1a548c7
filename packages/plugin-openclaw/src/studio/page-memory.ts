/** The memory as the page asks it: reads on a thread of their own, so that no turn waits for the page, and writes where the plugin writes. */
import { workerSettings } from '@crabtrail/agent-host/model/chosen-models'
import { type MemoryMethods, type OperationName, operationNames, type RequestOf, writesNothing } from '@crabtrail/core'
import { isWorkerFailure, type MemoryWorker, type WorkerFailure } from '@crabtrail/store/worker'
import * as Effect from 'effect/Effect'
import type { PluginParts } from '../host/openclaw.ts'

/** Milliseconds that a request may take: a person waits. */
const deadlineMs = 30_000
/** Milliseconds after which the thread of reads ends while nobody asks. */
const idleMs = 60_000

export interface PageMemory {
  readonly methods: Effect.Effect<MemoryMethods>
  /** Ends the thread of reads; a later request starts it again. */
  readonly close: () => Promise<void>
}

export const pageMemory = ({ config, memory }: Pick<PluginParts, 'config' | 'memory'>): PageMemory => {
  let reader: MemoryWorker | undefined
  let idle: NodeJS.Timeout | undefined
  const close = async () => {
    clearTimeout(idle)
    const closing = reader
    reader = undefined
    await closing?.close(0)
  }
  const reading = (): MemoryWorker => {
    clearTimeout(idle)
    idle = setTimeout(() => void close(), idleMs + deadlineMs).unref()
    // A question has its vector, as a turn has; a model that is paid by the call is not asked for a page.
    reader ??= memory.reader(workerSettings({ ...config, model: 'off' }))
    return reader
  }
  const asked = <Name extends OperationName>(name: Name, request: RequestOf<Name>) =>
    Effect.tryPromise({
      try: () => (writesNothing(name, request) ? reading() : memory.worker()).ask(name, request, { deadlineMs }),
      catch: told,
    })
  const methods = Object.fromEntries(operationNames.map((name) => [name, (request: RequestOf<typeof name>) => asked(name, request)]))
  // One function for all operations: what each may ask and answer is known to the worker.
  return { methods: Effect.succeed(methods as unknown as MemoryMethods), close }
}

const told = (error: unknown): WorkerFailure => {
  if (isWorkerFailure(error)) return error
  throw error
}
