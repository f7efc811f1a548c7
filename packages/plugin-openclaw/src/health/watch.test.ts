import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { noteOffered } from '../access/asker.ts'
import type { PluginParts } from '../host/handler.ts'
import { readPluginConfig } from '../host/settings.ts'
import { type SharedMemory, sharedMemory } from '../host/shared-memory.ts'
import { sharedState } from '../host/shared-state.ts'
import { beforeAgentRun } from '../turn/hearing.ts'
import { beforePromptBuild } from '../turn/pre-response.ts'
import { type HealthReport, healthPath, readHealth } from './report.ts'
import { type HealthWatch, healthWatch } from './watch.ts'

const patient = { deadlineMs: 30_000 }

let folder: string
let shared: SharedMemory
// One thread for most; each test knows of nothing that was told before.
let tests = 0
let path: string
let parts: PluginParts
let errors: string[]
let isReloading: boolean
let infos: string[]
let events: Array<{ readonly text: string; readonly sessionKey: string }>

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'health-'))
  shared = memoryOf(join(folder, 'memory.db'))
})
afterAll(async () => {
  await shared.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => use(shared))
afterEach(() => {
  vi.useRealTimers()
  rmSync(healthPath(path), { recursive: true, force: true })
})

/** By another process: within one, SQLite’s two engines do not see each other’s locks, and take each other’s memory away. */
const alter = (database: string, sql: string) => {
  const script = `const [path, sql] = process.argv.slice(1); const file = new (require('node:sqlite').DatabaseSync)(path); file.exec(sql); file.close()`
  execFileSync(process.execPath, ['-e', script, database, sql], { stdio: 'pipe' })
}

const memoryOf = (database: string): SharedMemory => {
  const memory = sharedMemory({ path: database, entry: new URL('../worker.ts', import.meta.url) })
  memory.start(() => {})
  return memory
}
const use = (memory: SharedMemory) => {
  ;({ path } = memory.worker().status())
  const { success: config } = readPluginConfig({}) as { readonly success: PluginParts['config'] }
  parts = { memory, state: sharedState(`${path} ${++tests}`), config, hostConfig: () => ({}), warn: () => {} }
  ;[errors, infos, events, isReloading] = [[], [], [], false]
}
const granted = { allowConversationAccess: true }
const watch = (hooks: object = granted, config: object = {}): HealthWatch =>
  healthWatch(
    {
      id: 'crabtrail',
      config: { ...config, plugins: { entries: { crabtrail: { hooks } } } },
      logger: { error: (text: string) => errors.push(text), info: (text: string) => infos.push(text) },
      runtime: {
        system: {
          enqueueSystemEvent: (text: string, { sessionKey }: { sessionKey: string }) => {
            if (isReloading) throw new Error('the host is replacing the plugin')
            events.push({ text, sessionKey })
          },
        },
      },
    } as never,
    parts,
  )
const called = (name: string, calls: number) => {
  parts.state.health.hooks[name] = { calls, failures: 0, lastError: undefined, told: [], lastAt: 0 }
}
const problems = () => Object.fromEntries(parts.state.health.problems)
const report = (): HealthReport => JSON.parse(readFileSync(healthPath(path), 'utf8'))

describe('what keeps the memory from being heard', () => {
  test.each([
    ['conversation-access', {}, 'openclaw config set plugins.entries.crabtrail.hooks.allowConversationAccess true'],
    [
      'conversation-access',
      { allowConversationAccess: false },
      'openclaw config set plugins.entries.crabtrail.hooks.allowConversationAccess true',
    ],
    [
      'prompt-injection',
      { ...granted, allowPromptInjection: false },
      'openclaw config set plugins.entries.crabtrail.hooks.allowPromptInjection true',
    ],
  ])('%s, missing in %j, is told once in the log and once to the owner, with what to type', async (cause, hooks, command) => {
    const { check } = watch(hooks)
    await check()
    await check()
    await watch(hooks).check()

    expect(errors).toEqual([expect.stringContaining(command)])
    expect(events).toEqual([{ text: expect.stringContaining(command), sessionKey: 'agent:main:main' }])
    expect(problems()).toEqual({ [cause]: expect.stringContaining(command) })
  })

  test('is told in the main session of the first agent', async () => {
    await watch({}, { agents: { entries: { ann: {}, bob: {} } } }).check()
    expect(events).toMatchObject([{ sessionKey: 'agent:ann:main' }])
  })

  test('is told to the owner as soon as the host takes it, and not any more once it is over', async () => {
    const { check } = watch({})
    isReloading = true
    await check()
    const early = [...events]
    isReloading = false
    await check()
    await check()

    expect(early).toEqual([])
    expect(events).toHaveLength(1)
    expect(errors).toHaveLength(1)
  })

  test('is told to the owner also when the plugin is replaced before the host takes it', async () => {
    isReloading = true
    await watch({}).check()
    isReloading = false
    await watch({}).check()
    await watch({}).check()

    expect(events).toHaveLength(1)
    expect(errors).toHaveLength(1)
  })

  test('is over when it was granted', async () => {
    await watch({}).check()
    await watch(granted).check()

    expect(problems()).toEqual({})
    expect(report().problems).toEqual({})
  })

  test('is not said of a host that is only slow to come to its first prompt', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { check } = watch()
    called('session_start', 3)
    await check()
    vi.setSystemTime(Date.now() + 7_000)
    await check()
    called('before_prompt_build', 1)
    vi.setSystemTime(Date.now() + 60_000)
    await check()

    expect(errors).toEqual([])
    expect(events).toEqual([])
  })

  test('is said when the host calls for a minute for sessions and tools but never before a prompt', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const { check } = watch()
    called('session_start', 1)
    called('after_tool_call', 1)
    await check()
    const before = [...errors]
    called('after_tool_call', 2)
    await check()
    vi.setSystemTime(Date.now() + 59_000)
    await check()
    const early = [...errors]
    vi.setSystemTime(Date.now() + 1_000)
    await check()
    await check()

    expect(before).toEqual([])
    expect(early).toEqual([])
    expect(errors).toEqual([expect.stringContaining('never before a prompt')])
    expect(events).toHaveLength(1)
    called('before_prompt_build', 1)
    await check()
    expect(problems()).toEqual({})
  })
})

describe('a channel of which the owner list names nobody', () => {
  const advice = (channel: string) => expect.stringContaining(`openclaw config set commands.ownerAllowFrom '["${channel}:YOUR_ID"]'`)
  const ask = (channel: string, senderIsOwner: boolean) => {
    const turn = { agentId: 'main', sessionKey: 'agent:main:main', channel, senderId: '42', chatId: '42', runId: `r ${channel}` }
    noteOffered(parts.state, { ...turn, messageChannel: channel, requesterSenderId: '42', senderIsOwner })
    return beforePromptBuild(parts)({ prompt: 'how are releases deployed' }, { ...turn, trigger: 'user' })
  }

  test('is told to the owner although he was answered in web chat meanwhile, each channel once, until the list names somebody there', async () => {
    let listed: ReadonlyArray<string> = []
    const warnings: string[] = []
    parts = { ...parts, hostConfig: () => ({ commands: { ownerAllowFrom: listed } }), warn: (text) => warnings.push(text) }
    const { check } = watch()
    for (const channel of ['telegram', 'discord', 'telegram']) await ask(channel, false)
    await ask('webchat', true)
    beforeAgentRun(parts)(
      { messages: [], senderIsOwner: true },
      { agentId: 'main', sessionKey: 'agent:main:main', channel: 'webchat', senderId: '42', runId: 'r webchat' },
    )
    await check()
    await check()
    const told = problems()
    listed = ['telegram:42']
    await check()

    expect(events.map(({ text }) => text)).toEqual([advice('telegram'), advice('discord')])
    expect(warnings.filter((text) => text.includes('ownerAllowFrom'))).toEqual([advice('telegram'), advice('discord')])
    expect(told).toEqual({ 'owner list of telegram': advice('telegram'), 'owner list of discord': advice('discord') })
    expect(problems()).toEqual({ 'owner list of discord': advice('discord') })
  })
})

describe('a store that cannot be used', () => {
  test('is told when it can be read and takes no turn any more', async () => {
    const other = memoryOf(join(folder, 'full.db'))
    use(other)
    parts = { ...parts, config: { ...parts.config, deadlineMs: 10_000 } }
    const told = watch()
    const place = { agentId: 'main', sessionKey: 'agent:main:full' }
    const ask = (runId: string) => {
      noteOffered(parts.state, { ...place, senderIsOwner: true })
      return beforePromptBuild(parts)({ prompt: 'how are releases deployed' }, { ...place, runId, trigger: 'user' })
    }
    await ask('r0')
    alter(path, "CREATE TRIGGER full BEFORE INSERT ON commits BEGIN SELECT RAISE(ABORT, 'nothing more is taken'); END")

    for (const run of ['r1', 'r2']) await ask(run)
    await told.check()
    const after2 = problems()
    await ask('r3')
    await told.check()
    const after3 = problems()
    alter(path, 'DROP TRIGGER full')
    await ask('r4')
    await told.check()

    expect([after2, after3]).toEqual([{}, { store: expect.stringContaining('turns go on without it') }])
    expect(events).toMatchObject([{ text: expect.stringContaining('the memory cannot be used') }])
    expect(problems()).toEqual({})
    expect(infos).toEqual(['crabtrail: the memory works again'])
    await other.stop()
  })

  test('is told once, and that it works again once, however often it goes', async () => {
    mkdirSync(join(folder, 'folder.db'))
    const broken = memoryOf(join(folder, 'folder.db'))
    use(broken)
    const { check } = watch()

    await check()
    await check()
    const whileBroken = problems()
    rmSync(path, { recursive: true })
    await check()
    const afterwards = problems()
    await broken.stop()

    expect(whileBroken).toEqual({ store: expect.stringContaining('turns go on without it') })
    expect(errors).toEqual([expect.stringContaining(path)])
    // Somebody else may write next in the main session.
    expect(events.map(({ text }) => text)).toEqual([expect.stringContaining('cannot be used')])
    expect(events[0]?.text).not.toContain(folder)
    expect(afterwards).toEqual({})
    expect(infos).toEqual(['crabtrail: the memory works again'])
  })

  test('is asked again when turns went on without it', async () => {
    const spoilt = memoryOf(join(folder, 'spoilt.db'))
    use(spoilt)
    const { check } = watch()
    await check()

    alter(path, 'alter table brains rename to no_brains')
    await check()
    const unasked = problems()
    parts.state.health.absences['unavailable'] = 1
    await check()
    await spoilt.stop()

    expect(unasked).toEqual({})
    expect(problems()).toEqual({ store: expect.stringContaining('turns go on without it') })
    expect(events).toHaveLength(1)
  })

  test('is not what a memory is that is stopped during a look, or was before it', async () => {
    const stopping = memoryOf(join(folder, 'stopping.db'))
    use(stopping)
    const { check } = watch()

    const checking = check()
    await stopping.stop()
    await checking
    parts.state.health.absences['unavailable'] = 1
    await check()

    expect(problems()).toEqual({})
    expect(errors).toEqual([])
    expect(events).toEqual([])
  })

  test('made by a newer version is told with what to do', async () => {
    const older = memoryOf(join(folder, 'newer.db'))
    await older.worker().open(patient)
    await older.stop()
    alter(join(folder, 'newer.db'), 'update crabtrail_meta set format = 99, min_reader = 99')
    const newer = memoryOf(join(folder, 'newer.db'))
    use(newer)

    await watch().check()
    await newer.stop()

    expect(problems()).toEqual({ store: expect.stringMatching(/newer/) })
  })
})

describe('the status of a gateway', () => {
  test('lies beside the database, for its owner only, and is replaced as a whole', async () => {
    called('before_prompt_build', 3)
    parts.state.health.absences['deadline'] = 2
    const { check } = watch()
    await check()

    expect(report()).toMatchObject({
      format: 1,
      pid: process.pid,
      stopped: false,
      hooks: { before_prompt_build: { calls: 3 } },
      absences: { deadline: 2 },
      problems: {},
      worker: { signals: { queued: 0, lost: 0 }, thread: { alive: true } },
    })
    expect(statSync(healthPath(path)).mode & 0o777).toBe(0o600)
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('is not written again while nothing changed, and says at the end that it is over', async () => {
    const { check, end } = watch()
    await check()
    const first = statSync(healthPath(path)).ino
    await check()
    const second = statSync(healthPath(path)).ino
    await end()

    expect(second).toBe(first)
    expect(report().stopped).toBe(true)
  })

  test('is ended although a look still waits for the store, which tells nothing any more when it comes back', async () => {
    mkdirSync(join(folder, 'slow.db'))
    const broken = memoryOf(join(folder, 'slow.db'))
    use(broken)
    const gate = Promise.withResolvers<void>()
    const { open } = broken.worker()
    vi.spyOn(broken.worker(), 'open').mockImplementation(async (options) => {
      await gate.promise
      await open(options)
    })
    const { check, end } = watch()

    const checking = check()
    await end()
    const atTheEnd = report()
    gate.resolve()
    await checking
    await check()
    await broken.stop()

    expect(atTheEnd.stopped).toBe(true)
    expect(report()).toEqual(atTheEnd)
    expect(problems()).toEqual({})
    expect(errors).toEqual([])
    expect(events).toEqual([])
  })

  test('is nothing that another version can be misread as', async () => {
    writeFileSync(healthPath(path), '{"format":2}')
    expect(await readHealth(healthPath(path))).toBeUndefined()
    writeFileSync(healthPath(path), 'half a doc')
    expect(await readHealth(healthPath(path))).toBeUndefined()
  })

  test('that somebody else writes meanwhile is another gateway, which is said once', async () => {
    const { check } = watch()
    await check()
    const other = { ...report(), instance: 'another', pid: 4_711 }
    for (const calls of [1, 2]) {
      writeFileSync(healthPath(path), JSON.stringify(other))
      called('session_start', calls)
      await check()
    }

    expect(errors).toEqual([expect.stringContaining('another gateway (process 4711)')])
    expect(events).toEqual([])
    called('session_start', 3)
    called('before_prompt_build', 3)
    await check()
    expect(problems()).toEqual({})
  })

  test('that a gateway before this one left, or ended with, is none', async () => {
    await watch().check()
    const other = { ...report(), instance: 'another' }
    writeFileSync(healthPath(path), JSON.stringify(other))
    const { check } = watch()
    await check()
    writeFileSync(healthPath(path), JSON.stringify({ ...other, stopped: true }))
    called('session_start', 1)
    await check()

    expect(errors).toEqual([])
  })

  test('that cannot be written is told, and the watch goes on', async () => {
    mkdirSync(healthPath(path))
    const { check } = watch()
    await check()

    expect(errors).toEqual([expect.stringContaining('the status cannot be written')])
    expect(problems()).toHaveProperty('state-folder')
  })
})
