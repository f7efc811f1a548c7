/**
 * A worker thread of a simulated process: the real server of the memory, over the real store, in the same thread and in virtual time.
 *
 * Messages are cloned as between threads, arrive in their order and after a while. The store stands behind `between`, which the story uses to
 * hold a request up, to end the thread in the middle of it, and to keep a journal of what was acknowledged.
 */
import { EventEmitter } from 'node:events'
import type { MessagePort } from 'node:worker_threads'
import { layerMemory, layerRedactor, type StorePorts } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import { serveMemory } from '@crabtrail/store/worker'
import type * as Context from 'effect/Context'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { layerSourcePlaces } from '../../packages/store/src/source-places.ts'
import { sentStore } from '../../packages/store/src/store-choice.ts'
import type { HostMessage, WorkerPlace } from '../../packages/store/src/worker/protocol.ts'
import type { Machine, SimProcess } from './machine.ts'

/** Stands between the memory of a thread and its store. */
export type Between = (stores: Context.Context<StorePorts>, thread: SimProcess) => Context.Context<StorePorts>

export interface Threads {
  readonly between: Between
  /** Milliseconds that a message takes, drawn for each. */
  readonly delayMs: (to: SimProcess) => number
  /** False to lose a message to the host: a planted fault. */
  readonly arrives: (from: SimProcess) => boolean
}

export class SimWorker extends EventEmitter {
  readonly thread: SimProcess
  readonly #machine: Machine
  readonly #parent: SimProcess
  readonly #threads: Threads
  readonly #port = new EventEmitter()
  #ended = false
  /** When the last message of each direction arrives. */
  #last = { there: 0, back: 0 }

  constructor(machine: Machine, parent: SimProcess, place: WorkerPlace, threads: Threads) {
    super()
    this.#machine = machine
    this.#parent = parent
    this.#threads = threads
    this.thread = machine.startProcess(`${parent.name}/thread`, parent)
    this.thread.closers.add(() => this.#exit(1))
    machine.in(this.thread, () => {
      const served = Effect.runPromise(serveMemory(this.#portOfThread(), storeLayer(place, this.thread, threads.between)))
      served.then(
        () => this.end(0),
        () => this.end(1),
      )
    })
  }

  ref(): void {}
  unref(): void {}

  postMessage(message: HostMessage): void {
    this.#deliver('there', this.thread, message, (copy) => this.#port.emit('message', copy))
  }

  terminate(): Promise<number> {
    this.end(1)
    return Promise.resolve(1)
  }

  end(code: number): void {
    this.#exit(code)
    this.#machine.kill(this.thread)
    this.#machine.reap(this.thread)
  }

  /** The host hears that the thread is no more, however it came to that. */
  #exit(code: number): void {
    if (this.#ended) return
    this.#ended = true
    this.#parent.threads.delete(this.thread)
    if (this.#parent.alive) this.#machine.in(this.#parent, () => setImmediate(() => this.emit('exit', code)))
  }

  /** Hands a message over later, in the process that gets it, never before one that was sent earlier. */
  #deliver(way: 'there' | 'back', to: SimProcess, message: unknown, hand: (copy: unknown) => void): void {
    const { time } = this.#machine
    const copy = structuredClone(message)
    this.#last[way] = Math.max(this.#last[way], time.now + this.#threads.delayMs(this.thread))
    this.#machine.in(to, () => {
      const arrive = () => hand(copy)
      if (this.#last[way] <= time.now) time.immediate(to, arrive)
      else time.timer(to, arrive, this.#last[way] - time.now)
    })
  }

  #portOfThread(): MessagePort {
    const port = this.#port
    return {
      on: (event: string, listener: (message: unknown) => void) => void port.on(event, listener),
      postMessage: (message: unknown) => {
        if (!this.thread.alive || !this.#threads.arrives(this.thread)) return
        this.#deliver('back', this.#parent, message, (copy) => !this.#ended && this.emit('message', copy))
      },
      close: () => {},
    } as never
  }
}

/** As `serveStore` makes it, with `between` between the two. */
const storeLayer = ({ busyTimeoutMs, readOnly, store }: WorkerPlace, thread: SimProcess, between: Between) => {
  // SQLite waits for a lock by stopping the thread. Here that would stop the one who has the lock, too.
  const patienceMs = store.kind === 'sqlite' ? 0 : busyTimeoutMs
  const real = sentStore(store, { busyTimeoutMs: patienceMs, readOnly })
  const stores = Layer.effectContext(Effect.map(Layer.build(real), (services) => between(services, thread)))
  return Layer.provideMerge(layerMemory, Layer.mergeAll(stores, layerCryptography, layerRedactor, layerSourcePlaces))
}
