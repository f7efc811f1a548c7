/** A private OpenClaw with a home, a state, a port and a model of its own, and the tarball of our plugin to install into it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { homedir, tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { end, run } from './child.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const plugin = join(root, 'packages/plugin-openclaw')
const token = 'host-test'

/** The openclaw that the plugin is developed against; its main module lies in dist/. */
const script = join(dirname(createRequire(join(plugin, 'package.json')).resolve('openclaw')), '..', 'openclaw.mjs')

/** What may outlive a test: npm's downloads and V8's compiled code (half of the host's start is compilation). */
const cache = (name: string) => join(root, 'node_modules/.cache', name)

/** The tarball that would be published. */
export const packPlugin = async (into: string): Promise<string> => {
  const pnpm = process.env['npm_execpath'] ?? 'pnpm'
  await run({ command: pnpm, args: ['pack', '--pack-destination', into], cwd: plugin, env: process.env, timeoutMs: 60_000 })
  const file = readdirSync(into).find((name) => name.endsWith('.tgz'))
  if (file === undefined) throw new Error('nothing was packed')
  return join(into, file)
}

export interface Host {
  readonly state: string
  readonly workspace: string
  readonly install: (tarball: string) => Promise<void>
  readonly start: () => Promise<void>
  /** One agent turn through the gateway's OpenAI-compatible door: the way of `openclaw agent`, without its second process. */
  readonly turn: (session: string, message: string) => Promise<string>
  /** Everything the gateway wrote. */
  readonly log: () => string
  readonly stop: () => Promise<void>
  readonly dispose: () => Promise<void>
}

export const createHost = async (modelUrl: string): Promise<Host> => {
  const home = mkdtempSync(join(tmpdir(), 'openclaw-'))
  const [state, workspace, temporary] = [join(home, 'state'), join(home, 'workspace'), join(home, 'tmp')]
  for (const dir of [state, workspace, temporary]) mkdirSync(dir)
  const config = join(state, 'openclaw.json')
  const port = await freePort()
  writeFileSync(config, JSON.stringify(settings({ port, workspace, modelUrl, logFile: join(home, 'openclaw.log') })))
  const env = environment({ home, state, config, temporary })
  const output = join(home, 'gateway.out')
  writeFileSync(output, '')
  const log = () => readFileSync(output, 'utf8')
  let gateway: ChildProcess | undefined

  const stop = async () => {
    if (gateway !== undefined) await end(gateway, 10_000)
    gateway = undefined
  }
  return {
    state,
    workspace,
    log,
    stop,
    install: async (tarball) => {
      const args = [script, 'plugins', 'install', `npm-pack:${tarball}`, '--force', '--accept-capabilities']
      await run({ command: process.execPath, args, cwd: home, env, timeoutMs: 120_000 })
      configure(config)
    },
    start: async () => {
      const file = openSync(output, 'a')
      const stdio: ['ignore', number, number] = ['ignore', file, file]
      gateway = spawn(process.execPath, [script, 'gateway', 'run'], { cwd: home, env, detached: true, stdio })
      closeSync(file)
      await ready(gateway, port, log)
    },
    turn: async (session, message) => {
      const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-openclaw-session-key': session },
        body: JSON.stringify({ model: 'openclaw', messages: [{ role: 'user', content: message }] }),
        signal: AbortSignal.timeout(60_000),
      })
      const text = await response.text()
      if (!response.ok) throw new Error(`the turn failed with ${response.status}: ${text}\n${log()}`)
      return JSON.parse(text).choices[0].message.content
    },
    dispose: async () => {
      await stop()
      rmSync(home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

interface Places {
  readonly home: string
  readonly state: string
  readonly config: string
  readonly temporary: string
}

/** Built from nothing: the host has test doubles of its own behind a test runner's variables, and leaves locks in the temporary folder. */
const environment = ({ config, home, state, temporary }: Places): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(LANG|LC_.*|NODE_EXTRA_CA_CERTS|.*_proxy)$/i.test(name))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
  HOME: home,
  TMPDIR: temporary,
  OPENCLAW_STATE_DIR: state,
  OPENCLAW_CONFIG_PATH: config,
  OPENCLAW_DISABLE_BONJOUR: '1',
  OPENCLAW_NO_RESPAWN: '1',
  OPENCLAW_NO_AUTO_UPDATE: '1',
  NODE_COMPILE_CACHE: cache('openclaw-v8'),
  npm_config_cache: cache('openclaw-npm'),
  npm_config_prefer_offline: 'true',
  // The home is private; where packages come from is not.
  npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
  NO_COLOR: '1',
  CI: '1',
})

interface Given {
  readonly port: number
  readonly workspace: string
  readonly modelUrl: string
  readonly logFile: string
}

const settings = ({ logFile, modelUrl, port, workspace }: Given): object => ({
  gateway: {
    mode: 'local',
    port,
    bind: 'loopback',
    auth: { mode: 'token', token },
    http: { endpoints: { chatCompletions: { enabled: true } } },
  },
  logging: { file: logFile },
  agents: {
    defaults: { model: { primary: 'scripted/scripted' }, workspace, skipBootstrap: true, heartbeat: { every: '30m', target: 'none' } },
  },
  models: {
    providers: {
      scripted: {
        baseUrl: modelUrl,
        apiKey: 'sk-scripted',
        api: 'openai-completions',
        models: [{ id: 'scripted', name: 'Scripted', contextWindow: 128_000, maxTokens: 4096 }],
      },
    },
  },
})

/**
 * The permission to hear conversations, and a deadline that a busy machine keeps.
 *
 * In place: a config without what the installation left in it is "restored" from the last good one, and the grant is gone.
 */
const configure = (config: string): void => {
  const installed = JSON.parse(readFileSync(config, 'utf8'))
  const entry = installed.plugins.entries.crabtrail
  entry.hooks = { allowConversationAccess: true }
  entry.config = { deadlineMs: 5_000 }
  writeFileSync(config, JSON.stringify(installed, null, 2))
}

const ready = async (gateway: ChildProcess, port: number, log: () => string): Promise<void> => {
  for (const until = Date.now() + 120_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (gateway.exitCode !== null) throw new Error(`the gateway ended with ${gateway.exitCode}\n${log()}`)
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.text(),
      () => '',
    )
    if (answer.includes('"ready":true')) return
  }
  throw new Error(`the gateway is not ready after two minutes\n${log()}`)
}
