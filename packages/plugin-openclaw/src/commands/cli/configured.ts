/** What the command line works with: the settings as they are, and the memory they name, opened only when a command asks for it. */
import { existsSync } from 'node:fs'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { agentsOf } from '../../agents.ts'
import { databasePath } from '../../database-path.ts'
import { type PluginConfig, readPluginConfig } from '../../plugin-config.ts'
import { talkOf } from '../../signals.ts'
import { Refused } from './told.ts'

export type CliHost = Pick<OpenClawPluginApi, 'config' | 'id' | 'logger' | 'pluginConfig' | 'registerCli' | 'runtime'>

export interface Configured {
  readonly host: CliHost
  readonly config: Result.Result<PluginConfig, { readonly message: string }>
  /** The database file; the default one where the settings cannot be read. */
  readonly path: string
  readonly agents: readonly [string, ...ReadonlyArray<string>]
  /** Whether there is a database at all: looking at it makes none. */
  readonly exists: () => boolean
  /** Opens the memory for as long as `use` takes. */
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

/** Of the agent that was named, else of the first one. */
export const brainOf = ({ agents }: Configured, agent: string | undefined): { readonly agent: string; readonly brain: string } => {
  const named = agent ?? agents[0]
  const talk = talkOf({ agentId: named })
  if (Result.isFailure(talk)) throw new Refused({ tag: 'InvalidRequest', message: `--agent: ${talk.failure}`, exit: 2 })
  return { agent: named, brain: talk.success.brain }
}

/** A store that nobody made yet holds nothing to tell of. */
export const needStore = ({ exists, path }: Configured): void => {
  if (!exists())
    throw new Refused({
      tag: 'StoreUnavailable',
      message: `${path}: nothing was remembered yet; the first message to an agent makes it`,
      exit: 1,
    })
}
