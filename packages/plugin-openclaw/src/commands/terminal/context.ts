/** The context of a command: settings, store and agents of this host, and how its answer reaches the terminal. */
import { existsSync } from 'node:fs'
import { isWorkerFailure, type MemoryWorker, openMemoryWorker, type WorkerFailure } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { agentsOf, talkOf } from '../../host/conversation.ts'
import { databasePath, type PluginConfig, readPluginConfig } from '../../host/settings.ts'
import { errorInWords } from '../../render/errors.ts'

export type CliHost = Pick<OpenClawPluginApi, 'config' | 'id' | 'logger' | 'pluginConfig' | 'registerCli' | 'runtime'>

export interface Configured {
  readonly host: CliHost
  readonly config: Result.Result<PluginConfig, { readonly message: string }>
  /** The database file; the default path when the settings are invalid. */
  readonly path: string
  readonly agents: readonly [string, ...ReadonlyArray<string>]
  /** True when the database file exists. Does not create it. */
  readonly exists: () => boolean
  /** Opens the memory while `use` runs. */
  readonly withMemory: <A>(use: (worker: MemoryWorker) => Promise<A>) => Promise<A>
}

const closeMs = 10_000

export const configured = (host: CliHost, entry: URL): Configured => {
  const config = readPluginConfig(host.pluginConfig)
  const path = databasePath(host.runtime.state.resolveStateDir(), Result.isSuccess(config) ? config.success : {})
  return {
    host,
    config,
    path,
    agents: agentsOf(host.config),
    exists: () => existsSync(path),
    withMemory: async (use) => {
      const worker = openMemoryWorker({ path, entry: () => entry, busyTimeoutMs: 5_000 })
      try {
        return await use(worker)
      } finally {
        await worker.close(closeMs)
      }
    },
  }
}

/** The named agent and its brain; the first agent without a name. */
export const brainOf = ({ agents }: Configured, agent: string | undefined): { readonly agent: string; readonly brain: string } => {
  const named = agent ?? agents[0]
  const talk = talkOf({ agentId: named })
  if (Result.isFailure(talk)) throw new Refused({ tag: 'InvalidRequest', message: `--agent: ${talk.failure}`, exit: 2 })
  return { agent: named, brain: talk.success.brain }
}

/** Refuses when no database exists yet. */
export const needStore = ({ exists, path }: Configured): void => {
  if (!exists())
    throw new Refused({
      tag: 'StoreUnavailable',
      message: `${path}: nothing was remembered yet; the first message to an agent makes it`,
      exit: 1,
    })
}

/** Options as the host's parser gives them. */
export interface Options {
  readonly json?: boolean
  readonly yes?: boolean
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

/** A request that cannot be carried out as given. */
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
    process.stdout.write(asJson ? `${safe(JSON.stringify(json))}\n` : lines.map((line) => `${line}\n`).join(''))
    process.exitCode = exit
  } catch (error) {
    const { exit, message, tag } = fault(error)
    if (asJson) process.stdout.write(`${safe(JSON.stringify({ error: { tag, message } }))}\n`)
    else process.stderr.write(`crabtrail: ${safe(message)}\n`)
    process.exitCode = exit
  }
}

const exits: Readonly<Partial<Record<WorkerFailure['_tag'], number>>> = {
  InvalidRequest: 2,
  NotFound: 3,
  Ambiguous: 3,
  WrongExpectedPosition: 4,
  IdempotencyConflict: 4,
  IntegrityBroken: 5,
}

const fault = (error: unknown): { readonly tag: string; readonly message: string; readonly exit: number } => {
  if (error instanceof Refused) return error
  if (isWorkerFailure(error)) return { tag: error._tag, message: errorInWords(error, 'terminal'), exit: exits[error._tag] ?? 1 }
  return { tag: 'Defect', message: error instanceof Error ? error.message : String(error), exit: 1 }
}

/** Escapes characters that a terminal obeys: anybody may have written the texts of a memory. */
const safe = (text: string): string =>
  text.replace(/[\p{Cc}\p{Zl}\p{Zp}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, (character) =>
    character === '\n' ? character : `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
