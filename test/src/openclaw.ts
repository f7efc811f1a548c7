/** A private OpenClaw with a home, a state, a port and a model of its own, and the tarball of our plugin to install into it. */
import { type ChildProcess, spawn } from 'node:child_process'
import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { end, kill, run } from './child.ts'
import { type Answered, type GatewayCalls, openGateway } from './gateway-calls.ts'
import { environment, type LinkedPlugin, merged, type Places, root, settings } from './openclaw-settings.ts'
import { pack } from './pack.ts'

const plugin = join(root, 'packages/plugin-openclaw')
const token = 'host-test'

/** The openclaw that the plugin is developed against; its main module lies in dist/. */
export const openclawScript = join(dirname(createRequire(join(plugin, 'package.json')).resolve('openclaw')), '..', 'openclaw.mjs')

/** The tarball that would be published. */
export const packPlugin = (into: string): Promise<string> => pack('plugin-openclaw', into)

export interface HostOptions {
  /** The first one is the default; each has a workspace of its own. */
  readonly agents?: readonly [string, ...ReadonlyArray<string>]
  readonly linked?: ReadonlyArray<LinkedPlugin>
  /** Merged into the configuration that the host starts with. */
  readonly config?: object
  /** The folder that its home is made in; else that for temporary files. */
  readonly within?: string
  /** The program of another version of the host. */
  readonly script?: string
  /** Its home, where something may be installed already; else a new one. */
  readonly home?: string
}

export interface Host {
  readonly places: Places
  readonly state: string
  /** Workspace of the first agent. */
  readonly workspace: string
  readonly workspaceOf: (agent: string) => string
  /** Installs a tarball, with the permission to hear conversations and this configuration of its own. */
  readonly install: (tarball: string, entry?: { readonly id: string; readonly config: object }) => Promise<void>
  readonly start: () => Promise<void>
  /** One agent turn through the gateway's OpenAI-compatible door: the way of `openclaw agent`, without its second process. No commands there. */
  readonly turn: (session: string, message: string, options?: { readonly agent?: string }) => Promise<string>
  /** One message as web chat sends it, `/commands` too; what was answered. */
  readonly chat: (session: string, message: string) => Promise<string>
  /** Empties a session; it keeps its id. */
  readonly reset: (session: string) => Promise<void>
  /** A heartbeat now, which is told this. Ends with it. */
  readonly heartbeat: (text: string, options?: { readonly agent?: string }) => Promise<Answered>
  /** An automation that asks an agent this, run now, in a session of its own. Ends with the run, and tells how. */
  readonly cron: (message: string, options?: CronOptions) => Promise<Answered>
  /** Any other call of the gateway's control protocol. */
  readonly call: (method: string, params: object) => Promise<Answered>
  /** Changes the configuration of a gateway that stands still. */
  readonly configure: (change: object) => void
  /** Changes the configuration of a running gateway, which reloads the plugins that it is about. */
  readonly reconfigure: (change: object) => Promise<void>
  /** `openclaw ARGS…` in a process of its own, as a user beside the gateway; what it printed. */
  readonly cli: (...args: ReadonlyArray<string>) => Promise<string>
  /** Everything the gateway wrote. */
  readonly log: () => string
  readonly stop: () => Promise<void>
  /** Ends it as a power cut would. */
  readonly kill: () => Promise<void>
  readonly dispose: () => Promise<void>
}

interface CronOptions {
  readonly agent?: string
  /** The Telegram chat that its answer is sent to. Absent: nobody. */
  readonly to?: number
}

export const createHost = async (modelUrl: string, options: HostOptions = {}): Promise<Host> => {
  const { agents = ['main'], linked = [], script = openclawScript } = options
  const places = placesIn(options.home ?? mkdtempSync(join(options.within ?? tmpdir(), 'openclaw-')))
  const workspaceOf = (agent: string) => join(places.home, agent === agents[0] ? 'workspace' : `workspace-${agent}`)
  for (const agent of agents) mkdirSync(workspaceOf(agent), { recursive: true })
  const port = await freePort()
  const configure = (change: object) => {
    // In place: a config without what an installation left in it is "restored" from the last good one, and the change is gone.
    const left = existsSync(places.config) ? JSON.parse(readFileSync(places.config, 'utf8')) : {}
    writeFileSync(places.config, JSON.stringify(merged(left, change), null, 2))
  }
  const given = settings({ port, token, modelUrl, logFile: join(places.home, 'openclaw.log'), workspaceOf, agents, linked })
  configure(merged(given, options.config ?? {}) as object)
  const gateway = gatewayOf({ places, port, script })
  const cli = (...args: ReadonlyArray<string>) =>
    run({ command: process.execPath, args: [script, ...args], cwd: places.home, env: environment(places), timeoutMs: 300_000 })
  return {
    ...conversation({ call: gateway.call, heard: gateway.heard, port, log: gateway.log, firstAgent: agents[0] }),
    places,
    state: places.state,
    workspace: workspaceOf(agents[0]),
    workspaceOf,
    configure,
    cli,
    start: gateway.start,
    stop: gateway.stop,
    kill: gateway.kill,
    log: gateway.log,
    call: gateway.call,
    install: async (tarball, { config, id } = { id: 'crabtrail', config: { deadlineMs: 5_000 } }) => {
      await cli('plugins', 'install', `npm-pack:${tarball}`, '--force', '--accept-capabilities')
      configure({ plugins: { entries: { [id]: { hooks: { allowConversationAccess: true }, config } } } })
    },
    reconfigure: async (change) => {
      const { hash } = await gateway.call('config.get', {})
      await gateway.call('config.patch', { raw: JSON.stringify(change), baseHash: hash })
    },
    dispose: async () => {
      await gateway.stop()
      rmSync(places.home, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 })
    },
  }
}

const placesIn = (home: string): Places => {
  const [state, temporary] = [join(home, 'state'), join(home, 'tmp')]
  for (const folder of [state, temporary]) mkdirSync(folder, { recursive: true })
  return { home, state, temporary, config: join(state, 'openclaw.json') }
}

const freePort = () =>
  new Promise<number>((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0))
    })
  })

interface Gateway extends Pick<GatewayCalls, 'call' | 'heard'> {
  readonly start: () => Promise<void>
  readonly stop: () => Promise<void>
  readonly kill: () => Promise<void>
  readonly log: () => string
}

/** The gateway's process, and its control door once somebody asks for it. */
const gatewayOf = ({ places, port, script }: { readonly places: Places; readonly port: number; readonly script: string }): Gateway => {
  const output = join(places.home, 'gateway.out')
  writeFileSync(output, '')
  const log = () => readFileSync(output, 'utf8')
  let child: ChildProcess | undefined
  let calls: Promise<GatewayCalls> | undefined
  const door = () => {
    calls ??= openGateway({ port, token })
    return calls
  }
  const ended = async (how: (process: ChildProcess) => Promise<void>) => {
    const [process, opened] = [child, calls]
    child = undefined
    calls = undefined
    if (opened !== undefined) (await opened.catch(() => undefined))?.close()
    if (process !== undefined) await how(process)
  }
  return {
    log,
    call: async (method, params) => (await door()).call(method, params),
    heard: async (event, fits) => (await door()).heard(event, fits),
    start: async () => {
      for (let given = 0; given < startsMost; given++) {
        const before = log().length
        const file = openSync(output, 'a')
        const stdio: ['ignore', number, number] = ['ignore', file, file]
        child = spawn(process.execPath, [script, 'gateway', 'run'], {
          cwd: places.home,
          env: environment(places),
          detached: true,
          stdio,
        })
        closeSync(file)
        if (await isReady(child, port, log)) return
        if (!log().slice(before).includes(gaveUp)) break
      }
      throw new Error(`the gateway ended with ${child?.exitCode ?? child?.signalCode}\n${log()}`)
    },
    stop: () => ended((process) => end(process, 10_000)),
    kill: () => ended(kill),
  }
}

/**
 * The host ends its own start where a thread of it has not answered within five seconds, which happens on a busy machine. It is installed as a service that is
 * started again then, and so it is here. One that ended for any other reason is not.
 */
const gaveUp = 'state lease heartbeat did not become ready'
const startsMost = 6

/** A start takes both cores for ten seconds, and much longer where others want them too. One that ended is noticed at once. */
const startMinutes = 4

/** Returns false for a gateway that ended before it was ready. */
const isReady = async (gateway: ChildProcess, port: number, log: () => string): Promise<boolean> => {
  for (const until = Date.now() + startMinutes * 60_000; Date.now() < until; await new Promise((resolve) => setTimeout(resolve, 100))) {
    if (gateway.exitCode !== null || gateway.signalCode !== null) return false
    const answer = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.text(),
      () => '',
    )
    if (answer.includes('"ready":true')) return true
  }
  throw new Error(`the gateway is not ready after ${startMinutes} minutes\n${log()}`)
}

interface Conversing extends Pick<Gateway, 'call' | 'heard' | 'log'> {
  readonly port: number
  readonly firstAgent: string
}

/** The ways to say something to an agent. */
const conversation = ({
  call,
  firstAgent,
  heard,
  log,
  port,
}: Conversing): Pick<Host, 'turn' | 'chat' | 'reset' | 'heartbeat' | 'cron'> => ({
  turn: async (session, message, { agent = firstAgent } = {}) => {
    const response = await fetch(`http://127.0.0.1:${port}/v1/chat/completions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'x-openclaw-session-key': session },
      body: JSON.stringify({ model: `openclaw/${agent}`, messages: [{ role: 'user', content: message }] }),
      signal: AbortSignal.timeout(150_000),
    })
    const text = await response.text()
    if (!response.ok) throw new Error(`the turn failed with ${response.status}: ${text}\n${log()}`)
    return JSON.parse(text).choices[0].message.content
  },
  chat: async (session, message) => {
    const runId = crypto.randomUUID()
    const over = ({ runId: run, state }: Answered) => run === runId && (state === 'final' || state === 'error' || state === 'aborted')
    const [told] = await Promise.all([heard('chat', over), call('chat.send', { sessionKey: session, message, idempotencyKey: runId })])
    if (told['state'] !== 'final') throw new Error(`the message was not answered: ${JSON.stringify(told)}\n${log()}`)
    return answeredText(told)
  },
  reset: async (session) => void (await call('sessions.reset', { key: session })),
  heartbeat: async (text, { agent = firstAgent } = {}) => {
    const [told] = await Promise.all([
      heard('heartbeat', () => true),
      call('wake', { text, mode: 'now', sessionKey: `agent:${agent}:main` }),
    ])
    return told
  },
  cron: async (message, { agent = firstAgent, to } = {}) => {
    const { id } = await call('cron.add', cronOf({ message, agent, to }))
    const over = ({ action, jobId }: Answered) => jobId === id && action === 'finished'
    const [told] = await Promise.all([heard('cron', over), call('cron.run', { id, mode: 'force' })])
    return told
  },
})

/** It is due in a year, and run before. */
const cronOf = ({ agent, message, to }: { readonly message: string; readonly agent: string; readonly to: number | undefined }): object => ({
  name: message,
  agentId: agent,
  schedule: { kind: 'at', at: new Date(Date.now() + 365 * 86_400_000).toISOString() },
  sessionTarget: 'isolated',
  wakeMode: 'now',
  payload: { kind: 'agentTurn', message },
  delivery: to === undefined ? { mode: 'none' } : { mode: 'announce', channel: 'telegram', to: String(to) },
})

const answeredText = (told: Answered): string => {
  const { message } = told as { readonly message?: { readonly content?: ReadonlyArray<{ readonly text?: string }> } }
  return (message?.content ?? []).map(({ text = '' }) => text).join('\n')
}
