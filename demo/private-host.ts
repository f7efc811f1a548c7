/** The real OpenClaw in a folder of its own with the packed plugin in it, and everything that has to be ended and removed again. */
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { endRunning } from '../test/src/child.ts'
import type { Host } from '../test/src/openclaw.ts'
import { type DemoModel, startDemoModel } from './demo-model.ts'
import type { Progress } from './progress.ts'

export interface PrivateHost {
  readonly folder: string
  readonly host: Host
  readonly model: DemoModel
  /** What `openclaw` starts. */
  readonly openclaw: string
}

/** What is there so far; nobody knows how far it got when somebody interrupts. */
export interface Opening {
  readonly folder: string
  readonly host: () => Host | undefined
  readonly model: () => DemoModel | undefined
  readonly open: (progress: Progress) => Promise<PrivateHost>
  /** Ends all processes and removes the folder, unless it is to be kept. Asked again, it is the same end. */
  readonly close: (keep: boolean) => Promise<void>
}

const plugin = fileURLToPath(new URL('../packages/plugin-openclaw/package.json', import.meta.url))
export const notes = fileURLToPath(new URL('../packages/cli/demo/notes', import.meta.url))

/** Why it cannot be had on this machine, if so. */
export const whyNotHere = (platform: string = process.platform): string | undefined => {
  if (platform === 'win32') return 'the private OpenClaw of this demo runs on Linux and macOS: its processes are ended as a group'
  try {
    createRequire(plugin).resolve('openclaw')
    return undefined
  } catch {
    return 'OpenClaw is not in node_modules: npx -y pnpm@12 install fetches it'
  }
}

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
      // It asks where OpenClaw lies as soon as it is loaded.
      const { createHost, openclawScript, packPlugin } = await import('../test/src/openclaw.ts')
      const made = await createHost(started.url, { within: folder, config: configFor(started) })
      host = made
      const tarball = await progress.during('packing the plugin', () => packPlugin(folder).catch(needsPnpm))
      await progress.during('installing it into a private OpenClaw', () => made.install(tarball))
      rmSync(tarball)
      cpSync(notes, join(made.workspace, 'memory'), { recursive: true })
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

/** The provider of the test suite is replaced by one that says whose it is. The key is the recorder's business. */
const configFor = ({ name, url }: DemoModel): object => {
  const id = name === 'a script' ? 'quoting' : name
  const models = [{ id, name, contextWindow: 128_000, maxTokens: 4096 }]
  return {
    agents: { defaults: { model: { primary: `demo/${id}` } } },
    models: { providers: { scripted: null, demo: { baseUrl: url, apiKey: 'not-needed', api: 'openai-completions', models } } },
  }
}
