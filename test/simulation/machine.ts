/**
 * A simulated machine: processes in one thread, told apart by their asynchronous context.
 *
 * What a process asks of its surroundings comes from here: time, randomness, files (read and written at once, so that no thread pool decides an
 * order), what is process-wide on `globalThis`, and worker threads. Code that runs in no simulated process, Vitest among it, gets the real thing.
 */
import { AsyncLocalStorage } from 'node:async_hooks'
import nodeCrypto from 'node:crypto'
import fs from 'node:fs'
import fsPromises from 'node:fs/promises'
import { createRequire, syncBuiltinESMExports } from 'node:module'
import { version } from '../../packages/agent-host/src/state/shared-memory.ts'
import { type Random, random } from '../bench/random.ts'
import { type Owner, VirtualTime } from './virtual-time.ts'

export interface SimProcess extends Owner {
  readonly name: string
  alive: boolean
  /** What the process has on `globalThis` for all copies of a module. */
  readonly wide: Map<symbol, unknown>
  /** Its threads, which end with it. */
  readonly threads: Set<SimProcess>
  /** Open files and the like, closed by force when it is killed. */
  readonly closers: Set<() => void>
}

export interface Machine {
  readonly time: VirtualTime
  /** Draws for the surroundings, apart from the draws of the story: a fault in the one does not shift the other. */
  readonly chance: Random
  readonly startProcess: (name: string, parent?: SimProcess) => SimProcess
  /** Runs in the process. */
  readonly in: <A>(process: SimProcess, work: () => A) => A
  /** Ends it at once, as SIGKILL does: nothing of it runs any more. What it has open stays so until `reap`. */
  readonly kill: (process: SimProcess) => void
  /** The operating system takes back what the killed process had open. */
  readonly reap: (process: SimProcess) => void
}

interface Running {
  readonly machine: Machine
  readonly process: SimProcess
  readonly bytes: (count: number) => Buffer
}

const running = new AsyncLocalStorage<Running>()

/** The simulated process in whose context this is called. */
export const currentProcess = (): SimProcess | undefined => running.getStore()?.process
export const currentMachine = (): Machine | undefined => running.getStore()?.machine

export const makeMachine = (seed: number, start: number): Machine => {
  const time = new VirtualTime(start)
  let drawn = 0
  const bytes = (count: number): Buffer => {
    const blocks = Array.from({ length: Math.ceil(count / 32) }, () => nodeCrypto.hash('sha256', `${seed} ${drawn++}`, 'buffer'))
    return Buffer.concat(blocks).subarray(0, count)
  }
  const kill = (process: SimProcess): void => {
    process.alive = false
    for (const thread of process.threads) kill(thread)
  }
  const reap = (process: SimProcess): void => {
    for (const thread of process.threads) reap(thread)
    for (const close of process.closers) close()
    process.closers.clear()
    process.threads.clear()
  }
  const machine: Machine = {
    time,
    chance: random(seed ^ 0x5eed),
    startProcess: (name, parent) => {
      const process: SimProcess = { name, alive: true, wide: new Map(), threads: new Set(), closers: new Set() }
      parent?.threads.add(process)
      return process
    },
    in: (process, work) => running.run({ machine, process, bytes }, work),
    kill,
    reap,
  }
  return machine
}

/* The surroundings. They are put in place once and stay: outside of a simulated process they do what they always did. */

const require = createRequire(import.meta.url)
let surrounded = false

/** `makeWorker`: a thread of a simulated process. */
export const surround = (makeWorker: (machine: Machine, parent: SimProcess, options: object) => object): void => {
  if (surrounded) return
  surrounded = true
  surroundTime()
  surroundRandomness()
  surroundFiles()
  surroundGlobals()
  const threads: { Worker: object } = require('node:worker_threads')
  threads.Worker = new Proxy(threads.Worker, {
    construct: (real, given) => {
      const here = running.getStore()
      return here === undefined ? Reflect.construct(real as never, given) : makeWorker(here.machine, here.process, given[1])
    },
  })
  syncBuiltinESMExports()
}

type Callback = (...given: ReadonlyArray<unknown>) => unknown

const surroundTime = (): void => {
  const real = { ...timersOf(globalThis), now: performance.now.bind(performance), bigint: process.hrtime.bigint.bind(process.hrtime) }
  const timer =
    (usual: typeof real.setTimeout, repeats: boolean) =>
    (work: Callback, ms = 0, ...given: ReadonlyArray<unknown>) => {
      const here = running.getStore()
      return here === undefined ? usual(work, ms, ...given) : here.machine.time.timer(here.process, () => work(...given), ms, repeats)
    }
  const cancel = (usual: (handle: never) => void) => (handle: unknown) => {
    const here = running.getStore()
    if (here === undefined) usual(handle as never)
    else if (handle !== undefined && handle !== null) here.machine.time.cancel(handle)
  }
  Object.assign(globalThis, {
    setTimeout: timer(real.setTimeout, false),
    setInterval: timer(real.setInterval as never, true),
    setImmediate: (work: Callback, ...given: ReadonlyArray<unknown>) => {
      const here = running.getStore()
      return here === undefined ? real.setImmediate(work, ...given) : here.machine.time.immediate(here.process, () => work(...given))
    },
    clearTimeout: cancel(real.clearTimeout),
    clearInterval: cancel(real.clearInterval),
    clearImmediate: cancel(real.clearImmediate),
  })
  performance.now = () => running.getStore()?.machine.time.now ?? real.now()
  process.hrtime.bigint = () => {
    const here = running.getStore()
    return here === undefined ? real.bigint() : BigInt(Math.round(here.machine.time.now * 1_000_000))
  }
  const RealDate = Date
  class VirtualDate extends RealDate {
    constructor(...given: ReadonlyArray<never>) {
      const here = running.getStore()
      if (given.length === 0 && here !== undefined) super(here.machine.time.wall)
      else super(...(given as unknown as [number]))
    }
    static override now = (): number => running.getStore()?.machine.time.wall ?? RealDate.now()
  }
  globalThis.Date = VirtualDate as never
}

const timersOf = ({ clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout }: typeof globalThis) => ({
  ...{ clearImmediate, clearInterval, clearTimeout },
  setImmediate: setImmediate as unknown as (work: Callback, ...given: ReadonlyArray<unknown>) => unknown,
  setInterval: setInterval as unknown as (work: Callback, ms: number, ...given: ReadonlyArray<unknown>) => unknown,
  setTimeout: setTimeout as unknown as (work: Callback, ms: number, ...given: ReadonlyArray<unknown>) => unknown,
})

const surroundRandomness = (): void => {
  const real = { randomBytes: nodeCrypto.randomBytes, randomUUID: nodeCrypto.randomUUID, digest: crypto.subtle.digest.bind(crypto.subtle) }
  const uuid = (bytes: Buffer) => bytes.toString('hex').replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')
  Object.assign(nodeCrypto, {
    randomBytes: (count: number) => running.getStore()?.bytes(count) ?? real.randomBytes(count),
    randomUUID: () => {
      const here = running.getStore()
      return here === undefined ? real.randomUUID() : uuid(here.bytes(16))
    },
  })
  // The thread pool of Node decides otherwise when it is done.
  crypto.subtle.digest = async (name: string, data: Uint8Array<ArrayBuffer>) =>
    running.getStore() === undefined
      ? real.digest(name, data)
      : (Uint8Array.from(nodeCrypto.hash(name.replace('-', '').toLowerCase(), data, 'buffer')).buffer as ArrayBuffer)
}

/** The functions of `node:fs/promises` that the programs use, done at once. The time of a change is the time that the story gave the file. */
const surroundFiles = (): void => {
  const atOnce: { readonly [name: string]: Callback } = {
    lstat: changedAsGiven(synchronous('lstat')),
    stat: changedAsGiven(synchronous('stat')),
    ...Object.fromEntries(
      ['mkdir', 'readdir', 'readFile', 'realpath', 'rename', 'rm', 'writeFile'].map((name) => [name, synchronous(name)]),
    ),
    open: (...given) => openAtOnce(synchronous('open')(...given) as number),
  }
  for (const [name, work] of Object.entries(atOnce)) {
    const usual: Callback = Reflect.get(fsPromises, name)
    const surrounded = async (...given: ReadonlyArray<unknown>) => (running.getStore() === undefined ? usual(...given) : work(...given))
    Object.assign(fsPromises, { [name]: surrounded })
  }
}

const synchronous = (name: string): Callback => Reflect.get(fs, `${name}Sync`)

const changedAsGiven =
  (look: Callback): Callback =>
  (...given) => {
    const found = look(...given) as { ctimeMs: unknown; readonly mtimeMs: unknown }
    found.ctimeMs = found.mtimeMs
    return found
  }

const openAtOnce = (fd: number) => ({
  stat: async (options: unknown) => changedAsGiven(synchronous('fstat'))(fd, options),
  readFile: async () => fs.readFileSync(fd),
  close: async () => fs.closeSync(fd),
})

/** What all copies of the memory in a process share is under these names, see `processWide`. */
const wideNames = ['workers', 'state'].map((name) => Symbol.for(`@crabtrail/agent-host ${version} ${name}`))

const surroundGlobals = (): void => {
  for (const name of wideNames) {
    let real: unknown
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        const here = running.getStore()
        return here === undefined ? real : here.process.wide.get(name)
      },
      set: (value: unknown) => {
        const here = running.getStore()
        if (here === undefined) real = value
        else here.process.wide.set(name, value)
      },
    })
  }
}
