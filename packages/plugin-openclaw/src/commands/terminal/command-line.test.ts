import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { noCounts } from '@crabtrail/core'
import { openMemoryWorker } from '@crabtrail/store/worker'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type HealthReport, healthPath, writeHealth } from '../../health/report.ts'
import { registerCommandLine } from './command-line.ts'

const patient = { deadlineMs: 30_000 }
const brain = 'local/main/default'
const access = 'openclaw config set plugins.entries.crabtrail.hooks.allowConversationAccess true'

type Action = (...given: ReadonlyArray<unknown>) => Promise<void>

/** A program of commands as the host's parser is asked to make it. */
class Program {
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
  action(run: Action): this {
    this.#root.actions.set(this.#name, run)
    return this
  }
}

let folder: string
let config: {
  plugins: { entries: Record<string, { hooks?: object; config?: object }> }
  agents?: object
  channels?: object
  commands?: object
  session?: object
}
let pluginConfig: object | undefined
let out: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cli-'))
  mkdirSync(join(folder, 'workspace'))
  config = { plugins: { entries: { crabtrail: { hooks: { allowConversationAccess: true } } } } }
  pluginConfig = undefined
})
afterEach(() => {
  process.exitCode = 0
  rmSync(folder, { recursive: true, force: true })
})

const path = () => join(folder, 'crabtrail', 'crabtrail.db')
const program = () => {
  const made = new Program()
  const api = {
    id: 'crabtrail',
    config,
    pluginConfig,
    runtime: {
      state: { resolveStateDir: () => folder },
      agent: {
        resolveAgentWorkspaceDir: (_config: unknown, agent: string) => join(folder, agent === 'main' ? 'workspace' : `workspace-${agent}`),
      },
      config: {
        mutateConfigFile: async ({ mutate }: { readonly mutate: (draft: object) => void }) => mutate(config),
      },
    },
    registerCli: (register: (context: object) => void) => register({ program: made }),
  }
  registerCommandLine(api as never, new URL('../../worker.ts', import.meta.url))
  return made
}
/** Runs a command; what it printed and the exit code. */
const run = async (command: string, ...given: ReadonlyArray<unknown>) => {
  out = ''
  process.exitCode = 0
  const [write, complain] = [process.stdout.write, process.stderr.write]
  const keep = (text: string) => {
    out += text
    return true
  }
  Object.assign(process.stdout, { write: keep })
  Object.assign(process.stderr, { write: keep })
  try {
    await program().actions.get(`crabtrail ${command}`)?.(...given, ...(given.length === 0 ? [{}] : []))
  } finally {
    Object.assign(process.stdout, { write })
    Object.assign(process.stderr, { write: complain })
  }
  return { out, exit: process.exitCode }
}
const json = async (command: string, options: object = {}, ...words: ReadonlyArray<unknown>) =>
  JSON.parse((await run(command, ...words, { ...options, json: true })).out)

/** What a gateway remembered that answered one question and went without memory once; made once, and copied. */
let remembered: string
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
const remember = () => cpSync(remembered, join(folder, 'crabtrail'), { recursive: true })
const report = (more: Partial<HealthReport>): HealthReport => ({
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
  counters: { ...noCounts(), recalls: 5, events: 70, commits: 9, lockWaits: 2, lockWaitMs: 30.6, busy: 1 },
  proven: [{ brain, at: Date.UTC(2026, 10, 22, 3, 4), events: 12, commits: 3, tookMs: 41, problem: null }],
  workspaces: [
    { brain, workspace: '/w', notes: 3, lastAt: 1, skipped: [{ path: 'memory/x.md', reason: 'it is not UTF-8 text' }], problem: null },
  ],
  ...more,
})

describe('who gets memory', () => {
  const told = async (change: object) => {
    Object.assign(config, change)
    const { checks } = await json('status')
    return checks.find(({ name }: { readonly name: string }) => name === 'who gets memory')
  }
  const telegram = { telegram: { enabled: true } }
  const list = { ownerAllowFrom: ['telegram:42'] }

  test('is said where nobody but the owner can write', async () => {
    expect(await told({})).toEqual({
      name: 'who gets memory',
      ok: true,
      detail: 'web chat and terminal with the owner’s rights; no chat channel is set up; other senders: none; groups and channels: none',
    })
  })

  test('names the owners of chat channels', async () => {
    expect(await told({ channels: telegram, commands: list })).toMatchObject({
      ok: true,
      detail: expect.stringContaining('direct chats of telegram:42;'),
    })
  })

  test.each([
    ['is empty', {}],
    ['names nobody of the channel', { commands: { ownerAllowFrom: ['discord:9'] } }],
    ['lets everybody be the owner, whom the host takes for nobody', { commands: { ownerAllowFrom: ['*'] } }],
  ])('tells how to be recognised where the owner list %s', async (_, more) => {
    expect(await told({ channels: telegram, ...more })).toMatchObject({
      ok: false,
      detail: expect.stringMatching(/^nobody on telegram gets memory, because the owner list names nobody there; given in: web chat/),
      command: 'openclaw config set commands.ownerAllowFrom \'["telegram:YOUR_ID"]\'',
    })
  })

  test('warns of a conversation that the owner shares with others', async () => {
    const open = { telegram: { enabled: true, allowFrom: ['*'] } }

    expect(await told({ channels: open, commands: list })).toMatchObject({
      ok: false,
      command: 'openclaw config set session.dmScope per-channel-peer',
    })
    expect(await told({ channels: open, commands: list, session: { dmScope: 'per-channel-peer' } })).toMatchObject({ ok: true })
  })

  test('is said of memories apart too', async () => {
    pluginConfig = { groups: 'own', senders: 'each' }

    expect((await told({})).detail).toContain(
      'other senders: a brain of their own each, without anything of the agent’s; groups and channels: a brain',
    )
  })
})

describe('openclaw crabtrail', () => {
  test('has the commands that its help and the manifest name', () => {
    const { cliCommands } = JSON.parse(readFileSync(new URL('../../../openclaw.plugin.json', import.meta.url), 'utf8'))
    const names = [...program().actions.keys()].map((name) => name.replace('crabtrail ', ''))

    expect(cliCommands[0].description).toBe(`The memory that learns: ${names.join(', ')}.`)
  })

  test('takes nothing from the host before a command is called', () => {
    const described: object[] = []
    const api = {
      get runtime() {
        throw new Error('the runtime is not available')
      },
      registerCli: (register: (context: object) => void, { descriptors }: { readonly descriptors: ReadonlyArray<object> }) => {
        described.push(...descriptors)
        register({ program: new Program() })
      },
    }
    registerCommandLine(api as never, new URL('file:///none'))

    expect(described).toMatchObject([{ name: 'crabtrail', hasSubcommands: true }])
  })
})

describe('setup', () => {
  test('says that everything is in order, and makes no store for that', async () => {
    expect(await run('setup')).toMatchObject({ out: expect.stringContaining('Everything is in order.'), exit: 0 })
    expect(readdirSync(folder)).toEqual(['workspace'])
  })

  test.each([
    ['the permission to hear conversations', { hooks: {} }, undefined, access],
    [
      'the permission to add to prompts',
      { hooks: { allowConversationAccess: true, allowPromptInjection: false } },
      undefined,
      'hooks.allowPromptInjection true',
    ],
    ['the switch of the plugin', { hooks: { allowConversationAccess: true } }, { enabled: false }, 'config.enabled true'],
  ])('prints what to type for %s, and with --yes does it', async (_, entry, own, command) => {
    config.plugins.entries['crabtrail'] = { ...entry, ...(own === undefined ? {} : { config: own }) }
    pluginConfig = own

    const looked = await run('setup')
    const before = JSON.stringify(config)
    const done = await run('setup', { yes: true })
    pluginConfig = config.plugins.entries['crabtrail'].config

    expect(looked).toMatchObject({ out: expect.stringContaining(command), exit: 1 })
    expect(before).not.toBe(JSON.stringify(config))
    expect(done).toMatchObject({ out: expect.stringContaining('Put right'), exit: 0 })
    expect((await run('setup')).exit).toBe(0)
  })

  test('says the way back after an uninstallation, when it can no longer be asked', async () => {
    expect((await run('setup')).out).toMatch(/installed again.*\n {4}openclaw plugins enable crabtrail --accept-capabilities\n$/)
  })

  test('names a setting that is wrong, and does not guess', async () => {
    pluginConfig = { deadlineMs: 'soon' }

    const { exit, out: said } = await run('setup', { yes: true })

    expect(exit).toBe(1)
    expect(said).toMatch(/✗ settings: plugins\.entries\.crabtrail\.config: .*deadlineMs/)
  })
})

describe('status', () => {
  test('of a plugin that was never used says so', async () => {
    const { exit, out: said } = await run('status')

    expect(exit).toBe(0)
    expect(said).toContain('nothing is remembered yet')
    expect(said).toContain('gateway: none has used this memory yet')
    expect(readdirSync(folder)).toEqual(['workspace'])
  })

  test('says first what keeps the memory from hearing or from being heard', async () => {
    remember()
    config.plugins.entries['crabtrail'] = { hooks: { allowPromptInjection: false } }
    await writeHealth(healthPath(path()), report({ problems: { store: 'the disk is full', 'silent-hooks': 'the hooks never come' } }))

    const lines = (await run('status')).out.split('\n')

    expect(lines[0]).toMatch(/^✗ blind: the host does not let this plugin hear conversations/)
    expect(lines[1]).toBe(`    ${access}`)
    expect(lines[2]).toMatch(/^✗ blind: the host does not let this plugin add to prompts/)
    expect(lines[4]).toBe('✗ blind: the hooks never come')
    expect(lines.join('\n').match(/does not let this plugin hear/g)).toHaveLength(1)
  })

  test('counts what people said apart from what was found in use', async () => {
    remember()
    const worker = openMemoryWorker({ path: path() })
    const said = { brain, session: 'agent:main:talk', turn: 't1', nodes: ['releases.md'] } as const
    await worker.ask('feedback', { ...said, verdict: 'used', actor: 'agent', actorKind: 'agent', origin: 'agent', tier: 'agent' }, patient)
    await worker.ask('feedback', { ...said, verdict: 'not-useful', actor: 'owner' }, patient)
    await worker.ask('feedback', { ...said, verdict: 'used', actor: 'owner' }, patient)
    await worker.close(10_000)

    expect((await run('status')).out).toMatch(/3 turns, 2 verdicts of people, 1 found in use$/m)
    expect(await json('status')).toMatchObject({ store: { brains: [{ feedbacks: 3, said: 2 }] } })
  })

  test('tells how each brain and the gateway stand', async () => {
    remember()
    await writeHealth(healthPath(path()), report({ problems: { store: 'the disk is full' } }))

    const { out: said } = await run('status')

    expect(said).toMatch(/local\/main\/default: position \d+, 1 nodes, 0 edges, 3 sessions, 3 turns, 0 verdicts of people, 0 found in use/)
    expect(said).toMatch(/last turn: 20\d\d-/)
    expect(said).toContain('without memory: deadline 1, not-interactive 1')
    expect(said).toContain('gateway: running')
    expect(said).toContain('✗ the disk is full')
    expect(said).toContain('before_prompt_build 4 (1 failed)')
    expect(said).toContain('signals: 7 recorded, 1 waiting, 0 lost')
    expect(said).toContain('since the thread began: 5 recalls, 70 events in 9 commits, 0 conflicts, 2 waits for a lock (31 ms), 1 in vain')
    expect(said).toContain(`${brain}: proven whole at 2026-11-22 03:04 UTC: 12 events in 3 commits, 41 ms`)
    expect(said).toContain('left out: memory/x.md: it is not UTF-8 text')
    expect(await json('status')).toMatchObject({ ok: false, store: { brains: [{ brain, turns: 3 }] }, gateway: { state: 'running' } })
  })

  test.each([
    ['that stopped', { stopped: true }, 'gateway: stopped'],
    ['that wrote nothing for minutes', { at: Date.now() - 600_000 }, 'gateway: gone or hanging'],
    // Above what any system gives a process.
    ['whose process was killed', { pid: 2 ** 30, host: hostname() }, 'gateway: gone or hanging'],
  ])('of a gateway %s says so, and holds nothing against it', async (_, more, said) => {
    mkdirSync(join(folder, 'crabtrail'))
    await writeHealth(healthPath(path()), report({ ...more, problems: { store: 'the disk is full' } }))

    expect((await run('status')).out).toContain(said)
    expect(await json('status')).toMatchObject({ ok: true })
  })

  test('takes a gateway on another machine for running, whatever runs here', async () => {
    mkdirSync(join(folder, 'crabtrail'))
    await writeHealth(healthPath(path()), report({ pid: 2 ** 30, host: 'elsewhere' }))

    expect((await run('status')).out).toContain('gateway: running')
  })

  test('says what is the matter with a store that cannot be opened', async () => {
    mkdirSync(path(), { recursive: true })

    expect((await run('status')).out).toMatch(/✗ store: .*crabtrail\.db/)
    expect(await json('status')).toMatchObject({ ok: false })
  })
})

describe('doctor', () => {
  test('finds nothing wrong where nothing is, and exits with 0', async () => {
    remember()

    expect(await run('doctor')).toMatchObject({ out: expect.stringContaining('Nothing is wrong.'), exit: 0 })
  })

  test.each([
    ['a permission that is missing', () => Object.assign(config.plugins.entries, { crabtrail: {} }), access],
    [
      'a problem of the running gateway',
      () => writeHealth(healthPath(path()), report({ problems: { store: 'the disk is full' } })),
      'the disk is full',
    ],
  ])('finds %s, and exits with 1', async (_, spoil, found) => {
    remember()
    await spoil()

    expect(await run('doctor')).toMatchObject({ out: expect.stringContaining(found), exit: 1 })
    expect(await json('doctor')).toMatchObject({ ok: false })
  })

  test('finds a store that is none', async () => {
    mkdirSync(join(folder, 'crabtrail'))
    writeFileSync(path(), 'x'.repeat(4_096), { mode: 0o600 })

    expect(await run('doctor')).toMatchObject({ out: expect.stringContaining('✗ store'), exit: 1 })
  })
})

describe('why and log', () => {
  test('tell of the last turn, and of any other', async () => {
    remember()

    expect((await run('why', undefined, undefined, {})).out).toContain('went on without memory: the memory did not answer in time.')
    expect((await run('why', 't1', undefined, {})).out).toMatch(/^t1: "how are releases deployed"\n1\. releases\.md/)
    expect(await json('why', {}, 't1', 'releases.md')).toMatchObject({ turn: 't1', items: [{ node: 'releases.md' }] })
  })

  test('tell of events, one a line, and of some of them', async () => {
    remember()

    expect((await run('log', { limit: '2' })).out.split('\n')).toHaveLength(4)
    expect((await run('log', { type: 'TurnStarted', turn: 't1' })).out).toMatch(/^ +\d+ {2}20.*TurnStarted.*t1/)
    expect((await json('log', { type: 'TurnStarted' })).events).toHaveLength(1)
  })

  test('log leaves out what a walk did step by step unless it is asked for, and calls memories and edges by their names', async () => {
    remember()
    const worker = openMemoryWorker({ path: path() })
    const text = '# Rollbacks\n\nRollbacks are done by hand.\n'
    await worker.ask('ingest', { brain, documents: [{ source: 'rollbacks.md', format: 'markdown', text }] }, patient)
    const judged = { verdict: 'wrong', turn: 't1', nodes: ['releases.md'], instead: ['rollbacks.md'], session: 'agent:main:talk' } as const
    await worker.ask('feedback', { brain, ...judged }, patient)
    await worker.close(10_000)
    const types = (said: string) => new Set(said.split('\n').map((line) => line.split(/ {2,}/)[3]))
    const walked = ['SeedsSelected', 'NodeFired']

    const quiet = (await run('log', {})).out
    const all = (await run('log', { walks: true })).out

    for (const type of walked) expect(types(quiet)).not.toContain(type)
    for (const type of walked) expect(types(all)).toContain(type)
    for (const type of ['TurnStarted', 'ContextBundled', 'FeedbackGiven', 'StrengthAdjusted']) expect(types(quiet)).toContain(type)
    expect((await run('log', { type: 'NodeFired' })).out).toMatch(/NodeFired.*node=releases\.md/)
    expect(quiet).toMatch(/ContextBundled.*included=releases\.md/)
    expect(quiet).toMatch(/FeedbackGiven.*nodes=releases\.md/)
    expect(quiet).toMatch(/FeedbackGiven.*instead=rollbacks\.md/)
    expect(quiet).toMatch(/StrengthAdjusted.*edge=how are releases deployed → releases\.md/)
    expect((await json('log', { type: 'FeedbackGiven' })).events).toMatchObject([
      { data: { nodes: [1], instead: [2] }, names: { nodes: ['releases.md'], instead: ['rollbacks.md'] } },
    ])
  })

  test.each([
    ['a turn that is none', ['why', 't99', undefined, {}], 3],
    ['a word that is no turn', ['why', 'yesterday', undefined, {}], 2],
    ['a memory that is none', ['why', 't1', 'nowhere.md', {}], 3],
    ['an agent that remembers nothing', ['log', { agent: 'nobody' }], 3],
    ['an agent that can be none', ['log', { agent: 'a b' }], 2],
    ['a number that is none', ['log', { limit: 'many' }], 2],
    ['a type that is none', ['log', { type: 'Nothing' }], 2],
  ] as const)('refuse %s in one line', async (_, [command, ...given], exit) => {
    remember()

    const refused = await run(command, ...given)

    expect(refused.exit).toBe(exit)
    expect(refused.out).toMatch(/^crabtrail: [^\n]+\n$/)
    for (const [command] of refused.out.matchAll(/(?<=crabtrail )[a-z]+|(?<=; )(?:recall|show|init|ingest)\b/g))
      expect(['setup', 'status', 'why', 'log', 'doctor', 'follow']).toContain(command)
    expect(refused.out).not.toMatch(/\b(?:recall or show|init --brain|--turn|--session)\b/)
  })

  test('say so where there is no store yet', async () => {
    expect(await run('log', {})).toMatchObject({ out: expect.stringContaining('nothing was remembered yet'), exit: 1 })
    expect(await json('why', {}, undefined, undefined)).toMatchObject({ error: { tag: 'StoreUnavailable' } })
  })
})

describe('follow', () => {
  test('reads the notes of a workspace in now, and lets go what is gone when told to', async () => {
    writeFileSync(join(folder, 'workspace', 'MEMORY.md'), '# Releases\n\nFrom main.\n')
    const first = await run('follow', {})
    rmSync(join(folder, 'workspace', 'MEMORY.md'))
    const gone = await run('follow', {})
    const pruned = await json('follow', { prune: true })

    expect(first).toMatchObject({ out: expect.stringContaining('1 notes of'), exit: 0 })
    expect(gone).toMatchObject({ out: expect.stringContaining('--prune'), exit: 1 })
    expect(pruned).toMatchObject({ retired: 1 })
  })

  test('says so when there is no such workspace', async () => {
    expect(await run('follow', { agent: 'work' })).toMatchObject({ out: expect.stringContaining('there is no such workspace'), exit: 1 })
  })
})
