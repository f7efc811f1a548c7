/** A real OpenClaw in a folder of its own with the packed plugin, the command line beside it, and the home that `--keep` leaves. */
import { chmodSync, cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { notesFolder } from '../packages/cli/src/demo/story.ts'
import { endRunning, run } from '../test/src/child.ts'
import type { Host } from '../test/src/openclaw.ts'
import { environment } from '../test/src/openclaw-settings.ts'
import { type DemoModel, startDemoModel } from './model.ts'
import type { Progress } from './progress.ts'

export interface PrivateHost {
  readonly folder: string
  readonly host: Host
  readonly model: DemoModel
  /** The script that `openclaw` runs. */
  readonly openclaw: string
}

/** A host that is being opened. An interrupt can come at any step of it, so each part is undefined until it exists. */
export interface Opening {
  readonly folder: string
  readonly host: () => Host | undefined
  readonly model: () => DemoModel | undefined
  readonly open: (progress: Progress) => Promise<PrivateHost>
  /** Ends all processes, and removes the folder unless `keep`. A second call returns the promise of the first. */
  readonly close: (keep: boolean) => Promise<void>
}

const plugin = fileURLToPath(new URL('../packages/plugin-openclaw/package.json', import.meta.url))

/** The reason why no host can run on this machine; undefined if one can. */
export const whyNotHere = (platform: string = process.platform): string | undefined => {
  if (platform === 'win32') return 'the private OpenClaw of this demo runs on Linux and macOS: its processes are ended as a group'
  try {
    createRequire(plugin).resolve('openclaw')
    return undefined
  } catch {
    return 'OpenClaw is not in node_modules: npx -y pnpm@12 install fetches it'
  }
}

/** Time that a process has to end by itself. */
const politeMs = 2_000

export const openPrivateHost = (env: NodeJS.ProcessEnv): Opening => {
  const folder = mkdtempSync(join(tmpdir(), 'crabtrail-demo-'))
  let [host, model]: [Host | undefined, DemoModel | undefined] = [undefined, undefined]
  const close = async (keep: boolean) => {
    await endRunning(politeMs)
    await host?.stop()
    await model?.stop()
    await endRunning(politeMs)
    if (!keep) rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
  }
  let closing: Promise<void> | undefined
  return {
    folder,
    host: () => host,
    model: () => model,
    open: async (progress) => {
      const started = await startDemoModel(env)
      model = started
      // This module looks for OpenClaw when it is loaded.
      const { createHost, openclawScript, packPlugin } = await import('../test/src/openclaw.ts')
      const made = await createHost(started.url, { within: folder, config: configFor(started) })
      host = made
      const tarball = await progress.during('packing the plugin', () => packPlugin(folder).catch(needsPnpm))
      await progress.during('installing it into a private OpenClaw', () => made.install(tarball))
      rmSync(tarball)
      cpSync(notesFolder, join(made.workspace, 'memory'), { recursive: true })
      await progress.during('starting the gateway', made.start)
      return { folder, host: made, model: started, openclaw: openclawScript }
    },
    close: (keep) => {
      closing ??= close(keep)
      return closing
    },
  }
}

const needsPnpm = (error: unknown): never => {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT')
    throw new Error('the plugin is packed by pnpm, which is not on the path: start the demo as npx -y pnpm@12 demo')
  throw error
}

/** Replaces the provider of the test suite by one with the name of the model. The recorder adds the key. */
const configFor = ({ name, url }: DemoModel): object => {
  const id = name === 'a script' ? 'quoting' : name
  const models = [{ id, name, contextWindow: 128_000, maxTokens: 4096 }]
  return {
    agents: { defaults: { model: { primary: `demo/${id}` } } },
    models: { providers: { scripted: null, demo: { baseUrl: url, apiKey: 'not-needed', api: 'openai-completions', models } } },
  }
}

export const crabtrailScript = fileURLToPath(new URL('../packages/cli/src/main.ts', import.meta.url))
const compileCache = fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url))
const callTimeoutMs = 60_000

/** Runs `crabtrail ARGS --host --json` as a process and returns its JSON document. `--host` finds the plugin's store by the state directory. */
export type Ask = <A>(...args: ReadonlyArray<string>) => Promise<A>

export const askBeside = ({ places }: Host): Ask => {
  const env = {
    PATH: process.env['PATH'],
    HOME: places.home,
    OPENCLAW_STATE_DIR: places.state,
    NODE_COMPILE_CACHE: compileCache,
    NO_COLOR: '1',
  }
  return async (...args) =>
    JSON.parse(
      await run({
        command: process.execPath,
        args: [crabtrailScript, ...args, '--host', '--json'],
        cwd: places.home,
        env,
        timeoutMs: callTimeoutMs,
      }),
    )
}

export interface KeptHome {
  readonly folder: string
  readonly lines: ReadonlyArray<string>
}

const modelScript = fileURLToPath(new URL('serve-model.ts', import.meta.url))

/** Writes the scripts `openclaw`, `crabtrail` and `model` into the folder. `lines` says how to use them. */
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
  return { folder, lines: instructions(folder) }
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`

const instructions = (folder: string): ReadonlyArray<string> => [
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
