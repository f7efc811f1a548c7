/** The user's own settings: `crabtrail/config.json` in `$XDG_CONFIG_HOME`, else in `~/.config`. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as Effect from 'effect/Effect'
import * as Schema from 'effect/Schema'
import { FileRefused } from '../failures.ts'

export const Config = Schema.Struct({
  store: Schema.optionalKey(Schema.String),
  brain: Schema.optionalKey(Schema.String),
  embedder: Schema.optionalKey(Schema.String),
  color: Schema.optionalKey(Schema.Literals(['auto', 'never'])),
  quiet: Schema.optionalKey(Schema.Boolean),
})
export type Config = typeof Config.Type

export const configPath = (env: Readonly<Record<string, string | undefined>>, home: string): string =>
  join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'crabtrail', 'config.json')

/** Empty when there is no such file; a file that is there and cannot be used is never passed over. */
export const readConfig = (path: string): Effect.Effect<Config, FileRefused> =>
  Effect.try({ try: () => readFileSync(path, 'utf8'), catch: (error) => error }).pipe(
    Effect.matchEffect({
      onFailure: (error) => (isAbsent(error) ? Effect.succeed({}) : Effect.fail(refused(path, String(error)))),
      onSuccess: (text) => decode(text).pipe(Effect.mapError((error) => refused(path, error.message.replaceAll('\n', ' ')))),
    }),
  )

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Config), { onExcessProperty: 'error' })

const isAbsent = (error: unknown): boolean => error instanceof Error && 'code' in error && error.code === 'ENOENT'

const refused = (path: string, problem: string) =>
  new FileRefused({ path, problem: `${problem}; it is JSON with the keys ${Object.keys(Config.fields).join(', ')}` })
