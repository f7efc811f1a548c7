/** What `--keep` leaves: the home, and beside it commands that start its model and its gateway again and talk to both. */
import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { environment } from '../test/src/openclaw-settings.ts'
import { crabtrailScript } from './command-line.ts'
import type { PrivateHost } from './private-host.ts'

export interface KeptHome {
  readonly folder: string
  readonly lines: ReadonlyArray<string>
}

const modelScript = fileURLToPath(new URL('serve-model.ts', import.meta.url))

export const keptHome = ({ folder, host, model, openclaw }: PrivateHost): KeptHome => {
  const env = environment(host.places)
  const kept = [
    'HOME',
    'TMPDIR',
    'OPENCLAW_STATE_DIR',
    'OPENCLAW_CONFIG_PATH',
    'OPENCLAW_DISABLE_BONJOUR',
    'OPENCLAW_NO_AUTO_UPDATE',
    'NODE_COMPILE_CACHE',
  ]
  const settings = kept.map((name) => `${name}=${quoted(env[name] ?? '')}`)
  const write = (name: string, ...words: ReadonlyArray<string>) => {
    writeFileSync(join(folder, name), `#!/bin/sh\nexec env ${[...settings, ...words.map(quoted)].join(' ')} "$@"\n`)
    chmodSync(join(folder, name), 0o700)
  }
  write('openclaw', process.execPath, openclaw)
  write('crabtrail', process.execPath, crabtrailScript)
  write('model', process.execPath, modelScript, new URL(model.url).port)
  return { folder, lines: lines(folder) }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

const lines = (folder: string): ReadonlyArray<string> => [
  `The home is kept: ${folder}. To go on with it:`,
  ...[
    ['model &', 'its model'],
    ['openclaw gateway run &', 'its gateway'],
    ['openclaw agent --agent main --message "Jobs pile up in the queue, what do I restart?"', ''],
    ['crabtrail why t4 --host', ''],
    ['openclaw crabtrail status', ''],
  ].map(([command = '', what = '']) => `   ${folder}/${command}${what === '' ? '' : `   # ${what}`}`),
  `   rm -r ${folder}   # once both are ended`,
]
