/** What the real host was heard to do, kept with its version: `probe.deep.test.ts` holds it against the host, and the fake host is held against it. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openclawScript } from '../src/openclaw.ts'
import type { HeardInShort } from './probe-heard.ts'

interface Recording {
  readonly openclaw: string
  readonly heard: HeardInShort
}

export const recordingFile = fileURLToPath(new URL('probe-recording.json', import.meta.url))

/** The version that the plugin is developed against. */
export const installedVersion = (): string => {
  const manifest: { readonly version: string } = JSON.parse(readFileSync(join(dirname(openclawScript), 'package.json'), 'utf8'))
  return manifest.version
}

export const recordedOf = (heard: HeardInShort): string => `${JSON.stringify({ openclaw: installedVersion(), heard }, null, 1)}\n`

export const recording = (): Recording => JSON.parse(readFileSync(recordingFile, 'utf8'))
