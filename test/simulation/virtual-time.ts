/**
 * The time of a simulation: timers and immediates of simulated processes, in an order that follows from what they ask for and from nothing else.
 *
 * Two clocks, as in a real machine: `now` counts milliseconds since the beginning and never falls; the wall clock is `now` and an offset that
 * jumps. Nothing happens by itself: `settle` runs what is due at once, `advance` lets time pass.
 */
import { AsyncLocalStorage } from 'node:async_hooks'

/** Something with a life: when it ends, its timers never ring. */
export interface Owner {
  readonly alive: boolean
}

interface Timer {
  readonly owner: Owner
  readonly run: () => void
  readonly order: number
  readonly everyMs: number | undefined
  due: number
}

/** What a program gets of `setTimeout`; whether it keeps a process alive has no meaning here. */
class Handle {
  readonly time: VirtualTime
  readonly id: number
  constructor(time: VirtualTime, id: number) {
    this.time = time
    this.id = id
  }
  ref = (): this => this
  unref = (): this => this
  hasRef = (): boolean => true
  refresh(): this {
    this.time.again(this.id)
    return this
  }
  close(): this {
    this.time.cancel(this)
    return this
  }
  [Symbol.toPrimitive] = (): number => this.id
}

const macrotask = (() => {
  const real = globalThis.setImmediate
  return (): Promise<void> => new Promise((resolve) => void real(resolve))
})()

/** Steps of a settling that never ends: a loop of the program under test. */
const stepsMost = 200_000

export class VirtualTime {
  /** Milliseconds since the simulation began. */
  now = 0
  /** Milliseconds UTC of the wall clock at `now` 0. */
  wallOffset: number
  /** Work of the outside that is under way, such as questions to a server: time stands still until it is done. */
  outside = 0
  #drawn = 0
  readonly #timers = new Map<number, Timer & { readonly ms: number }>()
  #immediates: Array<{ readonly id: number; readonly owner: Owner; readonly run: () => void }> = []

  constructor(start: number) {
    this.wallOffset = start
  }

  get wall(): number {
    return Math.floor(this.wallOffset + this.now)
  }

  timer(owner: Owner, work: () => void, ms: number, repeats = false): Handle {
    const id = ++this.#drawn
    const wait = Number.isFinite(ms) && ms >= 1 && ms <= 0x7fff_ffff ? Math.trunc(ms) : 1
    const run = bound(work)
    this.#timers.set(id, { owner, run, order: id, ms: wait, everyMs: repeats ? wait : undefined, due: this.now + wait })
    return new Handle(this, id)
  }

  again(id: number): void {
    const timer = this.#timers.get(id)
    if (timer !== undefined) timer.due = this.now + timer.ms
  }

  immediate(owner: Owner, work: () => void): Handle {
    const id = ++this.#drawn
    this.#immediates.push({ id, owner, run: bound(work) })
    return new Handle(this, id)
  }

  cancel(handle: unknown): void {
    const id = handle instanceof Handle ? handle.id : Number(handle)
    this.#timers.delete(id)
    this.#immediates = this.#immediates.filter((one) => one.id !== id)
  }

  /** Runs everything that can go on without time. */
  async settle(): Promise<void> {
    for (let steps = 0; ; steps++) {
      await macrotask()
      const batch = this.#immediates
      if (batch.length > 0) {
        this.#immediates = []
        for (const { owner, run } of batch) if (owner.alive) run()
      } else if (this.outside === 0) return
      else steps = 0
      if (steps > stepsMost) throw new Error('the simulated programs never come to rest')
    }
  }

  /** Lets `ms` pass: every timer that is due rings at its time, and what follows from it is done before the next one. */
  async advance(ms: number): Promise<void> {
    const until = this.now + ms
    await this.settle()
    for (let next = this.#next(until); next !== undefined; next = this.#next(until)) {
      this.now = Math.max(this.now, next.timer.due)
      if (next.timer.everyMs === undefined) this.#timers.delete(next.id)
      else next.timer.due = this.now + next.timer.everyMs
      next.timer.run()
      await this.settle()
    }
    this.now = until
  }

  /** Lets time pass until `work` is done, at most `ms`; throws where it is not. */
  async until<A>(work: Promise<A>, ms: number, what: string): Promise<A> {
    let ended: { readonly value: A } | { readonly error: unknown } | undefined
    work.then(
      (value) => (ended = { value }),
      (error: unknown) => (ended = { error }),
    )
    const last = this.now + ms
    await this.settle()
    while (ended === undefined) {
      const next = this.#next(last)
      if (next === undefined) throw new Error(`${what}: no end within ${ms} ms`)
      await this.advance(Math.max(0, next.timer.due - this.now))
    }
    const end = ended as { readonly value: A } | { readonly error: unknown }
    if ('error' in end) throw end.error
    return end.value
  }

  /** The living timer that rings first, if one does by then; timers of the dead are dropped. */
  #next(until: number): { readonly id: number; readonly timer: Timer } | undefined {
    let first: { readonly id: number; readonly timer: Timer } | undefined
    for (const [id, timer] of this.#timers) {
      if (!timer.owner.alive) this.#timers.delete(id)
      else if (
        timer.due <= until &&
        (first === undefined || timer.due < first.timer.due || (timer.due === first.timer.due && timer.order < first.timer.order))
      )
        first = { id, timer }
    }
    return first
  }
}

/** A callback runs in the asynchronous context in which it was given, as Node does it. */
const bound = (work: () => void): (() => void) => {
  const inContext = AsyncLocalStorage.snapshot()
  return () => inContext(work)
}
