/** A gateway of the simulation: the fake host with the plugin in a process of its own, started, stopped, crashed and started again. */
import type { OperationName, RequestOf } from '@crabtrail/core'
import type { MemoryWorker } from '@crabtrail/store/worker'
import { version } from '../../packages/agent-host/src/state/shared-memory.ts'
import type { SharedState } from '../../packages/agent-host/src/state/shared-state.ts'
import plugin from '../../packages/plugin-openclaw/src/index.ts'
import type { ChatRequest } from '../src/chat-request.ts'
import { createFakeHost, type FakeHost } from '../src/fake-host/fake-host.ts'
import type { HostedPlugin } from '../src/fake-host/registration.ts'
import type { HostTool } from '../src/fake-host/tool-calls.ts'
import type { Script } from '../src/model-script.ts'
import type { Machine, SimProcess } from './machine.ts'

export interface GatewaySettings {
  readonly name: string
  readonly home: string
  /** No two gateways give the same ids. */
  readonly number: number
  readonly agents: readonly [string, ...ReadonlyArray<string>]
  readonly config: object
  readonly hostConfig: object
  readonly hostTools: { readonly [name: string]: HostTool }
  readonly wrap?: (plugin: HostedPlugin) => HostedPlugin
}

/** Longest virtual time that anything a host does may take. */
const patienceMs = 300_000
const memoryMs = 120_000
const [livesMost, idsOfALife] = [1_000, 10_000]

export class Gateway {
  readonly name: string
  readonly machine: Machine
  readonly #settings: GatewaySettings
  process: SimProcess | undefined
  host: FakeHost | undefined
  script: Script = () => 'Done.'
  #lives = 0

  constructor(machine: Machine, settings: GatewaySettings) {
    this.name = settings.name
    this.machine = machine
    this.#settings = settings
  }

  get alive(): boolean {
    return this.process?.alive === true
  }

  async start(): Promise<void> {
    const { agents, config, home, hostConfig, hostTools, wrap = (one) => one } = this.#settings
    const process = this.machine.startProcess(this.name)
    this.process = process
    const entry = { hooks: { allowConversationAccess: true }, config }
    // The host loads the files of a plugin anew for each registration; here all have one copy of them.
    const load = () => wrap(plugin as never)
    const idsBefore = (this.#settings.number * livesMost + this.#lives++) * idsOfALife
    const script: Script = (request) => this.script(request)
    this.host = this.machine.in(process, () =>
      createFakeHost({ home, load, entry, agents, config: hostConfig, script, hostTools, idsBefore }),
    )
    await this.#done((host) => host.start(), 'the start of a gateway')
  }

  async stop(): Promise<void> {
    await this.#done((host) => host.stop(), 'the stop of a gateway')
    const { process } = this
    if (process === undefined) return
    this.machine.kill(process)
    this.machine.reap(process)
    this.process = undefined
  }

  /** What the process does from here on is nothing. `reap` is called once the files were looked at. */
  kill(): void {
    if (this.process !== undefined) this.machine.kill(this.process)
  }

  reap(): void {
    if (this.process !== undefined) this.machine.reap(this.process)
    this.process = undefined
  }

  /** Begins something in the process; it may never end if the process does. */
  begin<A>(work: (host: FakeHost) => Promise<A>): Promise<A> {
    const { host, process } = this
    if (host === undefined || process === undefined) throw new Error(`${this.name} is not running`)
    return this.machine.in(process, () => work(host))
  }

  async #done<A>(work: (host: FakeHost) => Promise<A>, what: string): Promise<A> {
    return this.machine.time.until(this.begin(work), patienceMs, `${this.name}: ${what}`)
  }

  get requests(): ReadonlyArray<ChatRequest> {
    return this.host?.requests ?? []
  }

  get log(): string {
    return this.host?.log() ?? ''
  }

  /** The worker that the plugin uses, if it has one. */
  get worker(): MemoryWorker | undefined {
    const workers = wideOf(this.process, 'workers') as ReadonlyMap<string, { readonly worker: MemoryWorker }> | undefined
    return [...(workers?.values() ?? [])][0]?.worker
  }

  get state(): SharedState | undefined {
    return [...((wideOf(this.process, 'state') as ReadonlyMap<string, SharedState> | undefined)?.values() ?? [])][0]
  }

  /** A request to the memory through the worker of the plugin. */
  async ask<Name extends OperationName>(name: Name, request: RequestOf<Name>) {
    const { process, worker } = this
    if (process === undefined || worker === undefined) throw new Error(`${this.name} has no worker`)
    const answer = this.machine.in(process, () => worker.ask(name, request, { deadlineMs: memoryMs }))
    return this.machine.time.until(answer, memoryMs + 1_000, `${this.name}: ${name}`)
  }

  /** What waits: signals, requests, and learning after a reply. */
  get pending(): number {
    const { state, worker } = this
    const { signals, thread } = worker?.status() ?? {}
    return (signals?.queued ?? 0) + (thread?.pending ?? 0) + (state?.learning.size ?? 0)
  }
}

const wideOf = (process: SimProcess | undefined, name: string): unknown =>
  process?.wide.get(Symbol.for(`@crabtrail/agent-host ${version} ${name}`))
