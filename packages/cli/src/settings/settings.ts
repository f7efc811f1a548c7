/** What holds for this process: options before environment before the user's file before what is built in. */

import { dirname, join } from 'node:path'
import { type BrainKey, InvalidRequest, parseBrainKey } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { Everywhere } from '../arguments/call.ts'
import type { UnsupportedStore } from '../failures.ts'
import type { Config } from './config-file.ts'
import { type EmbedderChoice, embedderChoice } from './embedder.ts'
import { absolute, storePath, type Written } from './store-path.ts'

export interface Settings {
  /** Absolute path of the database file. */
  readonly store: string
  /** Absent: the store's only brain, or the default one. */
  readonly brain: BrainKey | undefined
  /** The key stands in `$CRABTRAIL_EMBEDDER_KEY` alone. */
  readonly embedder: EmbedderChoice
  readonly quiet: boolean
  readonly color: boolean
}

export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly folder: string
  readonly config: Config
  readonly configPath: string
}

export const settingsOf = (given: Everywhere, around: Surroundings): Result.Result<Settings, InvalidRequest | UnsupportedStore> =>
  Result.gen(function* () {
    const { env, config, home } = around
    const store =
      given.host !== undefined && given.store === undefined ? hostStore(around) : yield* storePath(writtenStore(given, around), home)
    return {
      store,
      brain: yield* brainKey(given, around),
      embedder: yield* embedderChoice(writtenEmbedder(given, around), env['CRABTRAIL_EMBEDDER_KEY']),
      quiet: given.quiet || config.quiet === true,
      color: given.color && config.color !== 'never' && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    }
  })

const brainKey = (given: Everywhere, { env, config, configPath }: Surroundings): Result.Result<BrainKey | undefined, InvalidRequest> => {
  if (given.brain !== undefined) return parsed('--brain', given.brain)
  if (given.host !== undefined) return parsed('--host', `local/${given.host}/default`)
  if (env['CRABTRAIL_BRAIN']) return parsed('$CRABTRAIL_BRAIN', env['CRABTRAIL_BRAIN'])
  return config.brain === undefined ? Result.succeed(undefined) : parsed(`brain in ${configPath}`, config.brain)
}

const writtenEmbedder = (given: Everywhere, { env, config, configPath }: Surroundings) => {
  if (given.embedder !== undefined) return { text: given.embedder, field: '--embedder' }
  if (env['CRABTRAIL_EMBEDDER']) return { text: env['CRABTRAIL_EMBEDDER'], field: '$CRABTRAIL_EMBEDDER' }
  return { text: config.embedder ?? 'none', field: `embedder in ${configPath}` }
}

const parsed = (field: string, text: string): Result.Result<BrainKey, InvalidRequest> =>
  Result.mapError(parseBrainKey(text), (problem) => new InvalidRequest({ field, problem }))

/** The plugin's database: one file for all agents of a host. */
const hostStore = ({ env, home, folder }: Surroundings): string =>
  join(absolute(env['OPENCLAW_STATE_DIR'] || join(home, '.openclaw'), folder, home), 'crabtrail', 'crabtrail.db')

const writtenStore = (given: Everywhere, { env, home, folder, config, configPath }: Surroundings): Written => {
  if (given.store !== undefined) return { text: given.store, field: '--store', folder }
  if (env['CRABTRAIL_STORE']) return { text: env['CRABTRAIL_STORE'], field: '$CRABTRAIL_STORE', folder }
  if (config.store !== undefined) return { text: config.store, field: `store in ${configPath}`, folder: dirname(configPath) }
  return { text: join(home, '.crabtrail', 'crabtrail.db'), field: '--store', folder }
}
