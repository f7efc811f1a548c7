/** The user's own settings: `crabtrail/config.json` in `$XDG_CONFIG_HOME`, else in `~/.config`. */

import { join } from 'node:path'
import { isTooDeep, jsonLevelsMax } from '@crabtrail/text/json-depth'
import * as Effect from 'effect/Effect'
import * as Schema from 'effect/Schema'
import { boundedBytes, codeOf, fileProblem } from '../documents/whole-file.ts'
import { FileRefused } from '../failures.ts'

export const Config = Schema.Struct({
  store: Schema.optionalKey(Schema.String),
  brain: Schema.optionalKey(Schema.String),
  embedder: Schema.optionalKey(Schema.String),
  model: Schema.optionalKey(Schema.String),
  color: Schema.optionalKey(Schema.Literals(['auto', 'never'])),
  quiet: Schema.optionalKey(Schema.Boolean),
})
export type Config = typeof Config.Type

export const configPath = (env: Readonly<Record<string, string | undefined>>, home: string): string =>
  join(env['XDG_CONFIG_HOME'] || join(home, '.config'), 'crabtrail', 'config.json')

/** Reads the file. The result is empty if there is no file; a file that cannot be used is an error. */
export const readConfig = (path: string): Effect.Effect<Config, FileRefused> =>
  Effect.try({ try: () => readText(path), catch: (error) => error }).pipe(
    Effect.matchEffect({
      onFailure: (error) => (codeOf(error) === 'ENOENT' ? Effect.succeed({}) : Effect.fail(refused(path, fileProblem(error)))),
      onSuccess: (text) => decode(text).pipe(Effect.mapError((error) => refused(path, error.message.replaceAll('\n', ' ')))),
    }),
  )

/** Most bytes of the file; nobody writes a longer one. */
const bytesMax = 1_000_000

const readText = (path: string): string => {
  const text = boundedBytes(path, bytesMax).toString('utf8')
  if (isTooDeep(text)) throw new Error(`it is nested deeper than ${jsonLevelsMax} levels`)
  return text
}

const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(Config), { onExcessProperty: 'error' })

const refused = (path: string, problem: string) =>
  new FileRefused({ path, problem: `${problem}; it is JSON with the keys ${Object.keys(Config.fields).join(', ')}` })
