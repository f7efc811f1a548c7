/** Our plugin in a fake host with a real worker and a real database: what a scenario says, and what it reads in the log. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Worker } from 'node:worker_threads'
import type { Answer } from '@crabtrail/core'
import type { MemoryWorker } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { afterAll, afterEach, beforeEach, vi } from 'vitest'
import { sharedMemory } from '../../packages/agent-host/src/state/shared-memory.ts'
import { type SharedState, sharedState } from '../../packages/agent-host/src/state/shared-state.ts'
import { storePlace } from '../../packages/plugin-openclaw/src/host/settings.ts'
import { createFakeHost, type FakeHost, type FakeHostOptions } from '../src/fake-host/fake-host.ts'
import type { HostedPlugin } from '../src/fake-host/registration.ts'
import type { Script } from '../src/model-script.ts'
import { holdWriteLock } from '../src/write-lock.ts'
import { letWatchOften } from './watch-often.ts'

export const patient = { deadlineMs: 30_000 }

export interface Stage {
  readonly host: FakeHost
  /** The path that the names of the host's own files begin with: the database, unless that is on a server. */
  readonly path: string
  /** The very worker that the plugin uses. */
  readonly memory: () => MemoryWorker
  readonly state: SharedState
  /** A note in the workspace of an agent, and what the memory knows of it. */
  readonly note: (source: string, text: string, agent?: string) => Promise<void>
  /** When nothing of what was said so far is still to be recorded or learned from. */
  readonly quiet: () => Promise<void>
  /** Returns the events in order, as soon as nothing is being written. */
  readonly log: (agent?: string) => Promise<ReadonlyArray<Answer.LoggedEvent>>
  readonly types: (agent?: string) => Promise<ReadonlyArray<string>>
  /** The threads of all memories that were started since. */
  readonly threads: ReadonlyArray<Worker>
  /** Another program holds the write lock of the database until it is let go. */
  readonly holdLock: () => Promise<() => Promise<void>>
  readonly leave: () => Promise<void>
}

export interface StageOptions extends Partial<Pick<FakeHostOptions, 'agents' | 'script' | 'hostTools' | 'clock'>> {
  /** Configuration of the plugin. */
  readonly config?: object
  readonly hostConfig?: object
  /** Stands between the plugin and the host. */
  readonly wrap?: (plugin: HostedPlugin) => HostedPlugin
  readonly hooks?: object
  /** URL of a PostgreSQL database that the plugin keeps its memory in. */
  readonly url?: string
  /** A home that was used before: the host is started again. */
  readonly home?: string
}

// Each registration gets a module of its own, as in the host.
const load = async (): Promise<HostedPlugin> => {
  vi.resetModules()
  return (await import('../../packages/plugin-openclaw/src/index.ts')).default
}

export const openStage = async ({
  config = {},
  home = mkdtempSync(join(tmpdir(), 'plugin-')),
  hooks = {},
  hostConfig = {},
  url,
  wrap = (plugin) => plugin,
  ...options
}: StageOptions = {}): Promise<Stage> => {
  const stored = url === undefined ? {} : { storePath: url }
  const entry = { hooks: { allowConversationAccess: true, ...hooks }, config: { deadlineMs: 10_000, follow: false, ...stored, ...config } }
  const host = createFakeHost({ home, load: async () => wrap(await load()), entry, config: hostConfig, script: () => 'Done.', ...options })
  const place = Result.getOrThrow(storePlace(host.state, stored, process.env))
  const { path } = place
  const threads: Worker[] = []
  const started = (message: unknown) => void threads.push((message as { readonly worker: Worker }).worker)
  subscribe('worker_threads', started)
  const shared = sharedMemory({ ...place, entry: new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url) })
  const [memory, state] = [shared.worker, sharedState(place.store.place)]
  const children = new Set<() => Promise<void>>()
  await host.start()

  const quiet = async () => {
    await host.settled()
    await memory().drained()
    await vi.waitUntil(() => state.learning.size === 0, { timeout: 120_000, interval: 5 })
  }
  const log = async (agent = 'main') => {
    await quiet()
    return (await memory().ask('log', { brain: `local/${agent}/default` }, patient)).events
  }
  return {
    host,
    path,
    memory,
    state,
    quiet,
    log,
    threads,
    types: async (agent) => (await log(agent)).map(({ type }) => type),
    note: async (source, text, agent = 'main') => {
      const file = join(host.workspaceOf(agent), source)
      mkdirSync(dirname(file), { recursive: true })
      writeFileSync(file, text)
      const brain = `local/${agent}/default`
      await memory()
        .ask('init', { brain }, patient)
        .catch(() => 'it is there')
      await memory().ask('ingest', { brain, documents: [{ source, format: 'markdown', text }] }, patient)
    },
    holdLock: async () => {
      const letGo = await holdWriteLock(path)
      children.add(letGo)
      return letGo
    },
    leave: async () => {
      for (const letGo of children) await letGo()
      await host.stop()
      await memory().close(10_000)
      unsubscribe('worker_threads', started)
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** Called once at the top of a file, or of a part of it: the health watch of each stage looks every 50 ms and not every 5 seconds. */
export const watchOften = (): void => {
  let asBefore = () => {}
  beforeEach(() => {
    asBefore = letWatchOften()
  })
  afterEach(() => asBefore())
}

/** Opens stages, and leaves them after each test: called once at the top of a file. */
export const stagesOfEachTest = (): ((options?: StageOptions) => Promise<Stage>) => {
  const stages: Stage[] = []
  afterEach(async () => {
    for (const one of stages.splice(0)) await one.leave()
  })
  return async (options) => {
    const opened = await openStage(options)
    stages.push(opened)
    return opened
  }
}

/** A test that shares a gateway has an agent of its own there, with a memory, a workspace and conversations that no other test knows. */
export interface AgentStage extends Stage {
  readonly agent: string
  /** A chat with this agent. */
  readonly session: string
}

/**
 * Opens one gateway for the tests of a file and gives each call another agent of it, so that its thread and its database are opened once:
 * called once at the top of a file, or of a part of it whose gateway is set another way. Only what belongs to an agent or a session is a test's own:
 * `state` and the host's log are of all of them.
 */
export const agentsOfOneStage = (options: Omit<StageOptions, 'agents' | 'script'> = {}): ((script?: Script) => Promise<AgentStage>) => {
  let opening: Promise<Stage> | undefined
  let given = 0
  afterAll(async () => (await opening)?.leave())
  return async (script = () => 'Done.') => {
    opening ??= openStage({ ...options, agents: ['main', ...Array.from({ length: agentsMost }, (_, number) => agentNamed(number))] })
    const stage = await opening
    if (given === agentsMost) throw new Error(`there are only ${agentsMost} agents`)
    return viewOf(stage, agentNamed(given++), script)
  }
}

const agentsMost = 32
const agentNamed = (number: number) => `agent-${number}`

const viewOf = (stage: Stage, agent: string, script: Script): AgentStage => {
  const { host, log, note, types } = stage
  const before = host.requests.length
  host.follow(script)
  return {
    ...stage,
    agent,
    session: `agent:${agent}:chat`,
    host: {
      ...host,
      get requests() {
        return host.requests.slice(before)
      },
      workspace: host.workspaceOf(agent),
      turn: (key, message) => host.turn(key, message, { agent }),
      heartbeat: (text) => host.heartbeat(text, { agent }),
      subagent: (task, subagent) => host.subagent(task, { agent, ...subagent }),
    },
    note: (source, text, whose = agent) => note(source, text, whose),
    log: (whose = agent) => log(whose),
    types: (whose = agent) => types(whose),
  }
}
