/** The context of a command: settings, store and agents of this host, and how its answer reaches the terminal. */
import { existsSync } from 'node:fs'
import { brainNamed, type Naming } from '@crabtrail/agent-host/conversation/naming'
import { errorInWords } from '@crabtrail/agent-host/render/errors'
import { exitCodeOfTag, exits } from '@crabtrail/core'
import { isNoStoreYet, type StoreChoice } from '@crabtrail/store/store-choice'
import { isWorkerFailure, type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { escapedJson } from '@crabtrail/text/languages/unicode'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { agentsOf } from '../host/heard.ts'
import { gatewayNaming, inTerminal, usualNaming } from '../host/openclaw.ts'
import { defaultPlace, type InvalidConfig, type PluginConfig, readPluginConfig, storePlace } from '../host/settings.ts'

export type CliHost = Pick<OpenClawPluginApi, 'config' | 'id' | 'logger' | 'pluginConfig' | 'registerCli' | 'runtime'>

export interface Configured {
  readonly host: CliHost
  readonly config: Result.Result<PluginConfig, InvalidConfig>
  /** The store; the default file when the settings are invalid. */
  readonly store: StoreChoice
  /** The path that the names of this host's own files begin with. */
  readonly files: string
  readonly agents: readonly [string, ...ReadonlyArray<string>]
  /** The usual one when the settings are invalid. */
  readonly naming: Naming
  /** True when the store exists, and when a server does not say. Does not create it. */
  readonly exists: () => Promise<boolean>
  readonly withMemory: <A>(use: (worker: MemoryWorker) => Promise<A>) => Promise<A>
}

const closeMs = 10_000

export const configured = (host: CliHost, entry: URL): Configured => {
  const stateDir = host.runtime.state.resolveStateDir()
  const read = readPluginConfig(host.pluginConfig)
  const chosen = Result.flatMap(read, (config) => storePlace(stateDir, config, process.env))
  const { path: files, store } = Result.getOrElse(chosen, () => defaultPlace(stateDir))
  const agents = agentsOf(host.config)
  const opened =
    (readOnly: boolean): Configured['withMemory'] =>
    async (use) => {
      const worker = openMemoryWorker({ store, entry: () => entry, busyTimeoutMs: 5_000, readOnly })
      try {
        return await use(worker)
      } finally {
        await worker.close(closeMs)
      }
    }
  return {
    host,
    config: Result.andThen(chosen, read),
    store,
    files,
    agents,
    naming: Result.isSuccess(read) ? gatewayNaming({ config: read.success, store, stateDir, agents: () => agents }) : usualNaming,
    exists: () => (store.kind === 'sqlite' ? Promise.resolve(existsSync(store.path)) : opened(true)(hasStore)),
    withMemory: opened(false),
  }
}

const openMs = 60_000

/** False only if a server says that it has no store. What else is wrong with it is told by the request that needs it. */
const hasStore = (worker: MemoryWorker): Promise<boolean> =>
  worker.open({ deadlineMs: openMs }).then(
    () => true,
    (error: unknown) => !(isWorkerFailure(error) && error._tag === 'StoreUnavailable' && isNoStoreYet(error)),
  )

export const brainOf = ({ agents, naming }: Configured, agent: string | undefined): { readonly agent: string; readonly brain: string } => {
  const named = agent ?? agents[0]
  const brain = brainNamed(naming, named)
  if (Result.isFailure(brain)) throw new Refused({ tag: 'InvalidRequest', message: `--agent: ${brain.failure}`, exit: exits.malformed })
  return { agent: named, brain: brain.success }
}

/** Refuses when no store exists yet. */
export const needStore = async ({ exists, store }: Configured): Promise<void> => {
  if (!(await exists()))
    throw new Refused({
      tag: 'StoreUnavailable',
      message: `${store.place}: nothing was remembered yet; the first message to an agent makes it`,
      exit: exits.refused,
    })
}

export interface Options {
  readonly json?: boolean
  readonly yes?: boolean
  readonly deleteStore?: boolean
  readonly prune?: boolean
  readonly walks?: boolean
  readonly agent?: string
  readonly limit?: string
  readonly type?: string
  readonly turn?: string
  readonly session?: string
}

/** Answer of a command: lines for people, one JSON document for programs, and the exit code. */
export interface Told {
  readonly lines: ReadonlyArray<string>
  readonly json: object
  readonly exit: number
}

export class Refused extends Error {
  readonly tag: string
  readonly exit: number
  constructor({ exit, message, tag }: { readonly tag: string; readonly message: string; readonly exit: number }) {
    super(message)
    this.tag = tag
    this.exit = exit
  }
}

/** Prints the answer and sets the exit code. An error is one line. Never rejects. */
export const print = async (asJson: boolean, work: () => Promise<Told>): Promise<void> => {
  try {
    const { exit, json, lines } = await work()
    process.stdout.write(asJson ? `${escapedJson(JSON.stringify(json))}\n` : lines.map((line) => `${line}\n`).join(''))
    process.exitCode = exit
  } catch (error) {
    const { exit, message, tag } = fault(error)
    if (asJson) process.stdout.write(`${escapedJson(JSON.stringify({ error: { tag, message } }))}\n`)
    else process.stderr.write(`crabtrail: ${escapedJson(message)}\n`)
    process.exitCode = exit
  }
}

const fault = (error: unknown): { readonly tag: string; readonly message: string; readonly exit: number } => {
  if (error instanceof Refused) return error
  if (isWorkerFailure(error)) return { tag: error._tag, message: errorInWords(error, inTerminal), exit: exitCodeOfTag(error._tag) }
  return { tag: 'Defect', message: error instanceof Error ? error.message : String(error), exit: exits.refused }
}
