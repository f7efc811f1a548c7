/** A host's configuration and folder for each test, in which `openclaw crabtrail` is called. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { noCounts } from '@crabtrail/core'
import { openMemoryWorker } from '@crabtrail/store/worker'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { HealthReport } from '../../packages/agent-host/src/state/problems.ts'
import { registerCommandLine } from '../../packages/plugin-openclaw/src/terminal/command-line.ts'

export const patient = { deadlineMs: 30_000 }
export const brain = 'local/main/default'
export const access = 'openclaw config set plugins.entries.crabtrail.hooks.allowConversationAccess true'

export type Action = (...given: ReadonlyArray<unknown>) => Promise<void>

/** A program of commands as the host's parser is asked to make it. */
export class Program {
  readonly actions = new Map<string, Action>()
  readonly options: string[] = []
  readonly #name: string
  readonly #root: Program
  constructor(name = '', root?: Program) {
    this.#name = name
    this.#root = root ?? this
  }
  command(usage: string): Program {
    const [name = ''] = usage.split(' ')
    return new Program(`${this.#name}${this.#name === '' ? '' : ' '}${name}`, this.#root)
  }
  description(): this {
    return this
  }
  option(flags: string): this {
    this.#root.options.push(`${this.#name} ${flags}`)
    return this
  }
  allowUnknownOption(): this {
    return this
  }
  helpOption(): this {
    return this
  }
  action(run: Action): this {
    this.#root.actions.set(this.#name, run)
    return this
  }
}

export let folder: string
export let config: {
  plugins: { entries: Record<string, { hooks?: object; config?: object; llm?: object }> }
  agents?: object
  channels?: object
  commands?: object
  session?: object
}
let pluginConfig: object | undefined
export const setPluginConfig = (given: object | undefined): void => {
  pluginConfig = given
}
/** The part of the host's runtime that completes texts; undefined for a host without it. */
let llm: object | undefined
export const setModel = (given: object | undefined): void => {
  llm = given
}
let out: string

export const path = () => join(folder, 'crabtrail', 'crabtrail.db')
export const program = async (): Promise<Program> => {
  const made = new Program()
  let registered: unknown
  const api = {
    id: 'crabtrail',
    config,
    pluginConfig,
    runtime: {
      llm,
      state: { resolveStateDir: () => folder },
      agent: {
        resolveAgentWorkspaceDir: (_config: unknown, agent: string) => join(folder, agent === 'main' ? 'workspace' : `workspace-${agent}`),
      },
      config: {
        current: () => config,
        mutateConfigFile: async ({ mutate }: { readonly mutate: (draft: object) => void }) => mutate(config),
      },
    },
    registerCli: (register: (context: object) => unknown) => {
      registered = register({ program: made })
    },
  }
  registerCommandLine(api as never, new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url))
  await registered
  return made
}
/** Runs a command; what it printed and the exit code. */
export const run = async (command: string, ...given: ReadonlyArray<unknown>) => {
  out = ''
  process.exitCode = 0
  const [write, complain] = [process.stdout.write, process.stderr.write]
  const keep = (text: string, ...rest: ReadonlyArray<unknown>) => {
    out += text
    for (const written of rest) if (typeof written === 'function') written()
    return true
  }
  Object.assign(process.stdout, { write: keep })
  Object.assign(process.stderr, { write: keep })
  try {
    await (await program()).actions.get(`crabtrail ${command}`)?.(...given, ...(given.length === 0 ? [{}] : []))
  } finally {
    Object.assign(process.stdout, { write })
    Object.assign(process.stderr, { write: complain })
  }
  return { out, exit: process.exitCode }
}
export const json = async (command: string, options: object = {}, ...words: ReadonlyArray<unknown>) =>
  JSON.parse((await run(command, ...words, { ...options, json: true })).out)

/** Folder with the memory of a gateway that answered one question and went without memory once; made once, and copied. */
let remembered: string
/** Called once at the top of a file: registers what sets the stage for its tests. */
export const setStage = (): void => {
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'cli-'))
    mkdirSync(join(folder, 'workspace'))
    config = { plugins: { entries: { crabtrail: { hooks: { allowConversationAccess: true } } } } }
    pluginConfig = undefined
    llm = undefined
  })
  afterEach(() => {
    process.exitCode = 0
    rmSync(folder, { recursive: true, force: true })
  })
  beforeAll(async () => {
    remembered = mkdtempSync(join(tmpdir(), 'cli-remembered-'))
    const worker = openMemoryWorker({ path: join(remembered, 'crabtrail.db') })
    const text = '# Releases\n\nReleases are deployed from the main branch.\n'
    await worker.ask('ingest', { brain, documents: [{ source: 'releases.md', format: 'markdown', text }] }, patient)
    const asked = { brain, question: 'how are releases deployed', session: 'agent:main:talk', sessionKind: 'interactive' } as const
    await worker.ask('recall', { ...asked, key: 'one' }, patient)
    worker.skip(asked, 'deadline')
    worker.skip({ ...asked, session: 'agent:main:main:heartbeat', sessionKind: 'heartbeat' }, 'not-interactive')
    await worker.drained()
    await worker.close(10_000)
  })
  afterAll(() => rmSync(remembered, { recursive: true, force: true }))
}
export const remember = () => cpSync(remembered, join(folder, 'crabtrail'), { recursive: true })
export const report = (more: Partial<HealthReport>): HealthReport => ({
  format: 1,
  plugin: '0.1.0',
  instance: 'one',
  pid: 1,
  startedAt: Date.now(),
  at: Date.now(),
  stopped: false,
  hooks: { before_prompt_build: { calls: 4, failures: 1, lastError: 'x', told: [], lastAt: 1 } },
  absences: { deadline: 2 },
  problems: {},
  worker: {
    thread: { alive: true, starts: 1, deaths: 0, pending: 0, lastError: undefined },
    signals: { queued: 1, recorded: 7, lost: 0 },
    lastError: undefined,
  },
  counters: { ...noCounts(), recalls: 5, events: 70, commits: 9, lockWaits: 2, lockWaitMs: 30.6, busy: 1, behind: [] },
  proven: [{ brain, at: Date.UTC(2026, 10, 22, 3, 4), events: 12, commits: 3, tookMs: 41, problem: null }],
  workspaces: [
    { brain, workspace: '/w', notes: 3, lastAt: 1, skipped: [{ path: 'memory/x.md', reason: 'it is not UTF-8 text' }], problem: null },
  ],
  ...more,
})
