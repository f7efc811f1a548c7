/** The settings of this process. Options override the environment, which overrides the config file, which overrides the defaults. */

import { dirname, isAbsolute, join, resolve } from 'node:path'
import { type BrainKey, InvalidRequest, limits, parseBrainKey } from '@crabtrail/core'
import type { ModelChoice } from '@crabtrail/models/model-choice'
import { fileChoice, type InvalidAddress, namesServer, type StoreChoice, serverChoice } from '@crabtrail/store/store-choice'
import * as Result from 'effect/Result'
import type { Config } from './config-file.ts'
import { type EmbedderChoice, embedderChoice, modelChoice, modelTime, type Written } from './models.ts'

/** Options of every command. `host`: the agent of the plugin's store. */
export interface Everywhere {
  readonly json: boolean
  readonly quiet: boolean
  readonly color: boolean
  readonly debug: boolean
  readonly store: string | undefined
  readonly brain: string | undefined
  readonly host: string | undefined
  readonly embedder: string | undefined
  readonly model: string | undefined
  readonly modelMs: string | undefined
}

export interface Settings {
  readonly store: StoreChoice
  /** The brain; if it is absent, the store's only brain or the default one. */
  readonly brain: BrainKey | undefined
  /** The embedder. Its key comes only from `$CRABTRAIL_EMBEDDER_KEY`. */
  readonly embedder: EmbedderChoice
  /** The model that is asked about recalls. Its key comes only from the environment: `$OPENAI_API_KEY`, for a model of Anthropic `$ANTHROPIC_API_KEY`. */
  readonly model: ModelChoice
  readonly modelMs: number
  /** Milliseconds of a call that nobody waits for, where somebody said how long calls may take; undefined: as long as the memory allows them. */
  readonly behindMs: number | undefined
  readonly quiet: boolean
  readonly color: boolean
  /** Reads the URL or path of another store. `field` names it in a complaint. */
  readonly storeNamed: (field: string, text: string) => Result.Result<StoreChoice, InvalidRequest>
}

export interface SettingSources {
  readonly env: Readonly<Record<string, string | undefined>>
  readonly home: string
  readonly folder: string
  readonly config: Config
  readonly configPath: string
  /** The brain that `--host AGENT` means, with `{agent}` for the agent, where the host says so. */
  readonly hostBrain?: string | undefined
}

export const settingsOf = (given: Everywhere, around: SettingSources): Result.Result<Settings, InvalidRequest> =>
  Result.gen(function* () {
    const { env, config } = around
    const modelMs = yield* modelTime(writtenTime(given, around))
    const store =
      given.host !== undefined && given.store === undefined
        ? fileChoice(hostStore(around))
        : yield* storeOf(written('store', given, around) ?? defaultStore(around), around)
    return {
      store,
      brain: yield* brainKey(given, around),
      embedder: yield* embedderChoice(written('embedder', given, around) ?? none, env['CRABTRAIL_EMBEDDER_KEY']),
      model: yield* modelChoice(written('model', given, around) ?? none, env),
      modelMs,
      behindMs: isTimeWritten(given, around) ? modelMs : undefined,
      quiet: given.quiet || config.quiet === true,
      storeNamed: (field, text) => storeOf({ text, field }, around),
      color: given.color && config.color !== 'never' && !env['NO_COLOR'] && env['TERM'] !== 'dumb',
    }
  })

/** Returns what was said of a setting; undefined if nothing was. */
const written = (name: 'store' | 'brain' | 'embedder' | 'model', given: Everywhere, sources: SettingSources): Written | undefined => {
  const { config, configPath, env } = sources
  const [option, variable] = [given[name], `CRABTRAIL_${name.toUpperCase()}`]
  if (option !== undefined) return { text: option, field: `--${name}` }
  if (env[variable]) return { text: env[variable], field: `$${variable}` }
  const text = config[name]
  return text === undefined ? undefined : { text, field: `${name} in ${configPath}`, folder: dirname(configPath) }
}

const brainKey = (given: Everywhere, sources: SettingSources): Result.Result<BrainKey | undefined, InvalidRequest> => {
  const { hostBrain = 'local/{agent}/default' } = sources
  const isHost = given.brain === undefined && given.host !== undefined
  const said = isHost ? { text: hostBrain.replaceAll('{agent}', given.host), field: '--host' } : written('brain', given, sources)
  if (said === undefined) return Result.succeed(undefined)
  return Result.mapError(parseBrainKey(said.text), (problem) => new InvalidRequest({ field: said.field, problem }))
}

const none: Written = { text: 'none', field: 'default' }

const writtenTime = (given: Everywhere, { env }: SettingSources) =>
  given.modelMs === undefined
    ? { text: env['CRABTRAIL_MODEL_MS'] || String(limits.modelMs), field: '$CRABTRAIL_MODEL_MS' }
    : { text: given.modelMs, field: '--model-ms' }

const isTimeWritten = ({ modelMs }: Everywhere, { env }: SettingSources): boolean =>
  modelMs !== undefined || Boolean(env['CRABTRAIL_MODEL_MS'])

const defaultStore = ({ home }: SettingSources): Written => ({ text: join(home, '.crabtrail', 'crabtrail.db'), field: '--store' })

/** Returns the path of the plugin's database: one file for all agents of a host. */
const hostStore = ({ env, home, folder }: SettingSources): string =>
  join(absolute(env['OPENCLAW_STATE_DIR'] || join(home, '.openclaw'), folder, home), 'crabtrail', 'crabtrail.db')

/** Returns the named store. A word before a colon is a kind of store, unless it is a single letter: that is a drive. */
const storeOf = (said: Written, { env, folder, home }: SettingSources): Result.Result<StoreChoice, InvalidRequest> => {
  const { field, text } = said
  if (namesServer(text)) return Result.mapError(serverChoice(text, env, home), (refused) => invalidAddress(field, refused))
  const kind = /^([a-z][a-z0-9+.-]+):/i.exec(text)?.[1]?.toLowerCase()
  if (kind !== undefined && kind !== 'sqlite') {
    const problem = `${JSON.stringify(`${kind}:`)} is no kind of store that this version knows: give a path, sqlite:PATH, or postgres://…`
    return Result.fail(new InvalidRequest({ field, problem }))
  }
  const path = kind === undefined ? text : text.slice('sqlite:'.length).replace(/^\/\/(?=.)/, '')
  if (path === '' || path.startsWith(':memory:')) {
    return Result.fail(new InvalidRequest({ field, problem: 'it names no file, and a memory is kept in one: give a path, or sqlite:PATH' }))
  }
  return Result.succeed(fileChoice(absolute(path, said.folder ?? folder, home)))
}

/** A value of the URL is refused by the name of the setting that holds the URL, a variable of `psql` by its own name. */
const invalidAddress = (setting: string, { field, problem }: InvalidAddress): InvalidRequest =>
  field.startsWith('$')
    ? new InvalidRequest({ field, problem })
    : new InvalidRequest({ field: setting, problem: field === 'URL' ? problem : `${field}: ${problem}` })

/** Makes a path absolute. `~` means the home folder wherever a path comes from; a shell replaces it only in some places. */
const absolute = (path: string, folder: string, home: string): string => {
  const told = path === '~' || path.startsWith('~/') || path.startsWith('~\\') ? join(home, path.slice(1)) : path
  return isAbsolute(told) ? told : resolve(folder, told)
}
