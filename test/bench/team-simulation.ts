/**
 * A simulation of many brains over several database servers, event by event: turns arrive at random, each goes to the server of its brain,
 * waits there for a free core, thinks in its client and comes back with its commit. The same seed gives the same numbers.
 *
 * A turn reads, decides and appends. If another turn of the brain was appended meanwhile, it lost the race and does all of it again: once
 * without the lock of the brain, then with it, as the store does. Clients are never short of cores here: they are added one by one.
 */
import { percentile } from './measure.ts'
import { random } from './random.ts'

export interface Fleet {
  readonly seed: number
  readonly servers: number
  readonly coresAServer: number
  readonly brains: number
  /** Exponent of Zipf's law for the turns of the brains; 0: all alike. */
  readonly zipf: number
  readonly turnsPerSecond: number
  /** Turns that are simulated; the first tenth is not counted. */
  readonly turns: number
  /** Milliseconds of a core of the server that a turn needs, drawn with a number from 0 up to 1. */
  readonly serverMs: (share: number) => number
  /** Part of it that comes before the client decides; the rest is the append. */
  readonly readShare: number
  /** Milliseconds between the two: the client's work and the network. */
  readonly clientMs: number
}

export interface Outcome {
  /** Milliseconds of a turn. */
  readonly p50: number
  readonly p95: number
  readonly p99: number
  readonly mean: number
  /** Share of the cores' time that is used. */
  readonly busy: number
  /** The share of its cores that the busiest server uses. */
  readonly busiest: number
  /** Turns that wait for a core of their server when another arrives. */
  readonly queueMean: number
  readonly queueP99: number
  /** In each 1,000 turns. */
  readonly lostRaces: number
  readonly locks: number
  /** Turns a second of the brain that has most. */
  readonly hottest: number
  /** Milliseconds of the turns of that brain, p99. */
  readonly hottestP99: number
}

interface Turn {
  readonly brain: number
  readonly server: Server
  readonly began: number
  /** Milliseconds of the server. */
  readonly work: number
  attempts: number
  /** Version of the brain that it read. */
  version: number
  visit: 'read' | 'append'
}

interface Server {
  free: number
  busyMs: number
  readonly waiting: Line<Turn>
}

/** State of the brains that have turns under way. */
interface BrainState {
  version: number
  holder: Turn | undefined
  readonly waiting: Line<Turn>
}

export const simulate = (fleet: Fleet): Outcome => {
  const draw = random(fleet.seed)
  const servers = Array.from({ length: fleet.servers }, (): Server => ({ free: fleet.coresAServer, busyMs: 0, waiting: new Line() }))
  const brains = new Map<number, BrainState>()
  const agenda = new Agenda()
  const [times, queues, hottest]: [number[], number[], number[]] = [[], [], []]
  let [now, arrived, lost, locks, lastArrival] = [0, 0, 0, 0, 0]
  const counts = (turn: Turn) => turn.began >= counted
  const counted = (fleet.turns / 10 / fleet.turnsPerSecond) * 1_000
  const brainOf = zipfDraw(fleet.brains, fleet.zipf)
  const stateOf = (brain: number): BrainState => {
    const known = brains.get(brain)
    if (known !== undefined) return known
    const made = { version: 0, holder: undefined, waiting: new Line<Turn>() }
    brains.set(brain, made)
    return made
  }

  const enter = (turn: Turn) => {
    if (turn.visit === 'read' && fleet.readShare === 0) return decide(turn)
    if (turn.server.free > 0) return serve(turn)
    turn.server.waiting.push(turn)
  }
  const serve = (turn: Turn) => {
    const ms = turn.work * (turn.visit === 'read' ? fleet.readShare : 1 - fleet.readShare)
    turn.server.free--
    turn.server.busyMs += ms
    if (turn.visit === 'read') turn.version = stateOf(turn.brain).version
    agenda.add(now + ms, () => {
      turn.server.free++
      const next = turn.server.waiting.shift()
      if (next !== undefined) serve(next)
      if (turn.visit === 'read') agenda.add(now + fleet.clientMs, () => decide(turn))
      else append(turn)
    })
  }
  const decide = (turn: Turn) => {
    turn.visit = 'append'
    enter(turn)
  }
  const begin = (turn: Turn) => {
    turn.visit = 'read'
    turn.version = stateOf(turn.brain).version
    enter(turn)
  }
  const append = (turn: Turn) => {
    const state = stateOf(turn.brain)
    const blocked = state.holder !== undefined && state.holder !== turn
    if (blocked || turn.version !== state.version) return again(turn, state)
    state.version++
    if (counts(turn)) times.push(now - turn.began)
    if (counts(turn) && turn.brain === 0) hottest.push(now - turn.began)
    if (state.holder !== turn) return
    state.holder = state.waiting.shift()
    if (state.holder !== undefined) begin(state.holder)
  }
  const again = (turn: Turn, state: BrainState) => {
    if (counts(turn)) lost++
    turn.attempts++
    if (turn.attempts < 2) return begin(turn)
    if (counts(turn)) locks++
    if (state.holder !== undefined) return state.waiting.push(turn)
    state.holder = turn
    begin(turn)
  }
  const arrive = () => {
    const brain = brainOf(draw.next())
    const server = servers[mixed(brain) % fleet.servers]
    if (server === undefined) throw new Error('there is no server')
    lastArrival = now
    const turn: Turn = { brain, server, began: now, work: fleet.serverMs(draw.next()), attempts: 0, version: 0, visit: 'read' }
    if (counts(turn)) queues.push(server.waiting.length)
    begin(turn)
    if (++arrived < fleet.turns) agenda.add(now - (Math.log(1 - draw.next()) / fleet.turnsPerSecond) * 1_000, arrive)
  }

  agenda.add(0, arrive)
  for (let next = agenda.next(); next !== undefined; next = agenda.next()) {
    now = next.at
    next.run()
  }
  const seconds = (lastArrival - counted) / 1_000
  const use = servers.map(({ busyMs }) => busyMs / lastArrival / fleet.coresAServer)
  const mean = (all: ReadonlyArray<number>) => all.reduce((sum, one) => sum + one, 0) / Math.max(1, all.length)
  return {
    ...{ p50: percentile(times, 0.5), p95: percentile(times, 0.95), p99: percentile(times, 0.99), mean: mean(times) },
    ...{ busy: mean(use), busiest: Math.max(...use), queueMean: mean(queues), queueP99: percentile(queues, 0.99) },
    lostRaces: (lost / times.length) * 1_000,
    locks: (locks / times.length) * 1_000,
    hottest: hottest.length / seconds,
    hottestP99: hottest.length === 0 ? 0 : percentile(hottest, 0.99),
  }
}

/** Spreads the numbers of brains over servers, as a hash does. */
const mixed = (brain: number): number => {
  const once = Math.imul((brain + 1) ^ ((brain + 1) >>> 16), 0x45d9f3b)
  return (once ^ (once >>> 16)) >>> 0
}

/** Draws brains by Zipf's law, 0 most often, by the integral in place of the sum: exact to a few percent from the second brain on. */
const zipfDraw = (brains: number, exponent: number): ((share: number) => number) => {
  if (exponent === 0) return (share) => Math.floor(share * brains)
  const power = 1 - exponent
  if (power <= 0) throw new RangeError('the exponent has to be less than 1')
  const whole = (brains + 1) ** power - 1
  return (share) => Math.min(brains - 1, Math.floor((1 + share * whole) ** (1 / power)) - 1)
}

/** First in, first out, in constant time. */
class Line<T> {
  #items: Array<T> = []
  #first = 0

  get length(): number {
    return this.#items.length - this.#first
  }

  push(item: T): void {
    this.#items.push(item)
  }

  shift(): T | undefined {
    const item = this.#items[this.#first]
    if (item === undefined) return undefined
    this.#first++
    if (this.#first > 1_024 && this.#first * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#first)
      this.#first = 0
    }
    return item
  }
}

interface Entry {
  readonly at: number
  readonly order: number
  readonly run: () => void
}

/** The events to come: a heap by their time, and by the order in which they were added. */
class Agenda {
  readonly #heap: Array<Entry> = []
  #added = 0

  add(at: number, run: () => void): void {
    const heap = this.#heap
    const entry = { at, order: this.#added++, run }
    let place = heap.length
    heap.push(entry)
    while (place > 0) {
      const parent = (place - 1) >> 1
      const above = heap[parent]
      if (above === undefined || !before(entry, above)) break
      heap[place] = above
      place = parent
    }
    heap[place] = entry
  }

  next(): Entry | undefined {
    const heap = this.#heap
    const [first] = heap
    const last = heap.pop()
    if (first === undefined || last === undefined || heap.length === 0) return first
    let place = 0
    for (;;) {
      const [left, right] = [heap[2 * place + 1], heap[2 * place + 2]]
      if (left === undefined) break
      const isRight = right !== undefined && before(right, left)
      const child = isRight ? right : left
      if (!before(child, last)) break
      heap[place] = child
      place = 2 * place + (isRight ? 2 : 1)
    }
    heap[place] = last
    return first
  }
}

const before = (one: Entry, other: Entry): boolean => one.at < other.at || (one.at === other.at && one.order < other.order)
