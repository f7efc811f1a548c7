/** The world of a simulation: a machine with a disk, two gateways over one store, a terminal beside them, and what is known of all of it. */
import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { layerMemory, layerRedactor, Memory, type MemoryMethods } from '@crabtrail/core'
import { layerCryptography } from '@crabtrail/store'
import * as Effect from 'effect/Effect'
import * as Layer from 'effect/Layer'
import { layerSourcePlaces } from '../../packages/store/src/source-places.ts'
import { type SentChoice, sentStore } from '../../packages/store/src/store-choice.ts'
import { type Random, random } from '../bench/random.ts'
import type { FakeHost } from '../src/fake-host/fake-host.ts'
import { type Interference, interfering, noInterference, springs } from './between.ts'
import { beforeCommit, closeDisk, openDisk } from './disk.ts'
import type { Fault } from './faults.ts'
import { Gateway } from './gateway.ts'
import { agents, type Fact, factMaker, hostConfig } from './household.ts'
import { type Machine, makeMachine, surround } from './machine.ts'
import { watchServer } from './server.ts'
import { type Between, SimWorker, type Threads } from './sim-worker.ts'

export interface World {
  readonly seed: number
  /** Draws of the story. */
  readonly chance: Random
  readonly machine: Machine
  readonly around: Interference
  readonly store: SentChoice
  /** The database file; absent where the store is on a server. */
  readonly path: string | undefined
  readonly home: string
  readonly gateways: readonly [Gateway, Gateway]
  readonly settings: { readonly groups: 'none' | 'own'; readonly senders: 'owner' | 'each' }
  readonly makeFact: (chance: Random, whose: string) => Fact
  /** Facts of each agent, with the note in which they stand. */
  readonly facts: Array<Fact & { readonly agent: string; readonly note: string }>
  /** Words whose erasure was acknowledged. */
  readonly erased: Set<string>
  /** Words that an agent said it has noted down, with the agent. */
  readonly kept: Map<string, string>
  /** What happened, a line each: two runs of a seed say the same. */
  readonly trace: Array<string>
  readonly told: Told
  readonly between: Between
  hangMs: number
  full: boolean
}

/** Counted since the last proof. */
export interface Told {
  /** Turns that ended while nothing crashed. */
  turns: number
  /** False after a crash: what a gateway held in its memory is lost with it. */
  whole: boolean
  /** `TurnStarted` and `RecallSkipped` in all logs at the last proof. */
  recorded: number
  /** Requests of each life of a gateway that were looked at. */
  readonly seen: WeakMap<FakeHost, number>
}

export interface WorldOptions {
  /** A folder that is not there yet; its path stands in the log. It is gone at the end. */
  readonly home: string
  readonly fault?: Fault | undefined
  /** URL of an empty PostgreSQL database. */
  readonly url?: string | undefined
  readonly wrap?: ConstructorParameters<typeof Gateway>[1]['wrap'] | undefined
}

/** A Monday in the morning. */
const start = Date.UTC(2026, 10, 23, 8)

let threadsOf: ((machine: Machine) => Threads) | undefined

export const makeWorld = (seed: number, { fault, home, url, wrap }: WorldOptions): World => {
  const chance = random(seed)
  const machine = makeMachine(seed, start)
  mkdirSync(home)
  const path = url === undefined ? join(home, 'memory.db') : undefined
  if (url !== undefined) watchServer()
  if (path !== undefined) openDisk(path, { lies: fault?.disk === 'lies' })
  const around = noInterference()
  if (path !== undefined) {
    beforeCommit(path, (process) => {
      if (springs(around, 'commit', process) || !process.alive) throw new Error('the process is no more')
    })
  }
  const settings = { groups: chance.pick(['none', 'own'] as const), senders: chance.pick(['owner', 'each'] as const) }
  const config = { storePath: url ?? path, ...settings, deadlineMs: 300 }
  const hostTools = hostToolsOf(chance)
  const wraps = [fault?.wrap, wrap].filter((one) => one !== undefined)
  const wrapped: NonNullable<typeof wrap> = (plugin) => wraps.reduce((inner, one) => one(inner), plugin)
  const gateway = (name: string, number: number) =>
    new Gateway(machine, { name, number, home, agents, config, hostConfig, hostTools, wrap: wrapped })
  const usual = interfering(around, machine.chance)
  const planted = fault?.between?.(machine.chance)
  const between: Between = planted === undefined ? usual : (stores, thread) => usual(planted(stores, thread), thread)
  const world: World = {
    ...{ seed, chance, machine, around, path, home, settings, between },
    store: url === undefined ? { kind: 'sqlite', path: path ?? '' } : { kind: 'postgres', url },
    gateways: [gateway('one', 0), gateway('two', 1)],
    makeFact: factMaker(),
    facts: [],
    erased: new Set(),
    kept: new Map(),
    trace: [],
    told: { turns: 0, whole: true, recorded: 0, seen: new WeakMap() },
    hangMs: 0,
    full: false,
  }
  threadsOf = () => ({
    between,
    delayMs: () => (world.hangMs > 0 ? world.hangMs : machine.chance.below(3)),
    arrives: fault?.arrives?.(machine.chance) ?? (() => true),
  })
  surround((of, parent, options) => {
    const threads = threadsOf?.(of)
    if (threads === undefined) throw new Error('no world has this machine')
    return new SimWorker(of, parent, (options as { readonly workerData: never }).workerData, threads)
  })
  return world
}

export const leaveWorld = (world: World): void => {
  for (const gateway of world.gateways) {
    gateway.kill()
    gateway.reap()
  }
  if (world.path !== undefined) closeDisk(world.path)
  rmSync(world.home, { recursive: true, force: true })
}

/** Tools of the host that succeed and fail. */
const hostToolsOf = (chance: Random) => ({
  exec: () =>
    chance.below(3) === 0
      ? { result: { content: [{ type: 'text' as const, text: 'exit 1' }], details: {} }, error: 'exit code 1' }
      : { result: { content: [{ type: 'text' as const, text: 'done' }], details: {} } },
})

export const say = (world: World, line: string): void => void world.trace.push(`${world.machine.time.wall} ${line}`)

const workspaceOf = ({ home }: World, agent: string): string => join(home, agent === agents[0] ? 'workspace' : `workspace-${agent}`)

/** Writes a file as a person does, at the time of the simulation. */
export const writeNote = (world: World, agent: string, note: string, text: string | undefined): void => {
  const file = join(workspaceOf(world, agent), note)
  if (text === undefined) return rmSync(file, { force: true })
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
  const at = world.machine.time.wall / 1_000
  utimesSync(file, at, at)
}

const terminalMs = 120_000

/** A command of a terminal: a process of its own, that opens the store, does one thing and ends. */
export const terminal = async <A, E>(world: World, use: (memory: MemoryMethods) => Effect.Effect<A, E>, readOnly = false): Promise<A> => {
  const { machine, store } = world
  const process = machine.startProcess('terminal')
  const real = sentStore(store, { readOnly, busyTimeoutMs: store.kind === 'sqlite' ? 0 : 5_000 })
  const stores = Layer.effectContext(Effect.map(Layer.build(real), (services) => world.between(services, process)))
  const layer = Layer.provideMerge(layerMemory, Layer.mergeAll(stores, layerCryptography, layerRedactor, layerSourcePlaces))
  try {
    const work = machine.in(process, () => Effect.runPromise(Effect.provide(Effect.flatMap(Memory, use), layer, { local: true })))
    return await machine.time.until(work, terminalMs, 'a command of the terminal')
  } finally {
    machine.kill(process)
    machine.reap(process)
  }
}
