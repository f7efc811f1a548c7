import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type SharedMemory, sharedMemory } from '@crabtrail/agent-host/state/shared-memory'
import { type SharedState, sharedState } from '@crabtrail/agent-host/state/shared-state'
import * as Result from 'effect/Result'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClawParts, type PluginParts, usualNaming } from '../host/openclaw.ts'
import { readPluginConfig } from '../host/settings.ts'
import { noteOffered } from '../tools/tools.ts'
import { beforePromptBuild } from './before-reply.ts'

const asking = { prompt: 'how are releases deployed' }
const patient = { deadlineMs: 30_000 }

// One thread for all; each test has an agent of its own, and with it a brain that knows of nothing.
let tests = 0
let agentId: string
let brain: string
let turn: { readonly agentId: string; readonly sessionKey: string; readonly runId: string; readonly trigger: string }
let folder: string
let memory: SharedMemory
let state: SharedState
let warnings: string[]
const config = Result.getOrThrow(readPluginConfig({ deadlineMs: 10_000 }))
const hook = (given: Pick<SharedMemory, 'worker'> = memory, own: Partial<PluginParts['config']> = {}) => {
  const parts: PluginParts = {
    memory: { ...memory, ...given },
    state,
    config: { ...config, ...own },
    naming: usualNaming,
    ...openClawParts(() => ({})),
    warn: (message) => warnings.push(message),
  }
  const handler = beforePromptBuild(parts)
  // The host asks for our tools first, and says there that the owner is asking.
  return (...[event, context]: Parameters<typeof handler>) => {
    noteOffered(state, { ...context, senderIsOwner: true })
    return handler(event, context)
  }
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hook-'))
  memory = sharedMemory({ path: join(folder, 'memory.db'), entry: new URL('../worker.ts', import.meta.url) })
  memory.start(() => {})
})
beforeEach(() => {
  agentId = `agent${++tests}`
  brain = `local/${agentId}/default`
  turn = { agentId, sessionKey: `agent:${agentId}:main`, runId: 'r1', trigger: 'user' }
  state = sharedState(`${folder} ${tests}`)
  warnings = []
})
afterAll(async () => {
  await memory.stop()
  rmSync(folder, { recursive: true, force: true })
})

const remember = async () => {
  await memory.worker().ask('init', { brain }, patient)
  const text = '# Releases\n\nReleases are deployed from the main branch by the release job.\n'
  await memory.worker().ask('ingest', { brain, documents: [{ source: 'releases.md', format: 'markdown', text }] }, patient)
}
const types = async (session = turn.sessionKey) => {
  const { events } = await memory.worker().ask('log', { brain, session }, patient)
  return events.map(({ type }) => type)
}
const brains = async () => (await memory.worker().ask('brains', {}, patient)).brains.map(({ key }) => key)

describe('before a prompt is built', () => {
  test.each<readonly [number, Partial<PluginParts['config']>]>([
    [0, { model: 'off', modelMs: 4_000 }],
    [4_000, { model: 'host', modelMs: 4_000 }],
  ])('a turn may take %d ms beside its deadline where the settings are %j', async (modelMs, own) => {
    const options: object[] = []
    const absent = { outcome: 'absent', reason: 'deadline', waitedMs: 1, detail: 'late', recordKey: 'k' } as const
    const worker = { recall: (_: object, given: object) => Promise.resolve(void options.push(given)).then(() => absent) }

    await hook({ worker: () => worker as never }, own)(asking, turn)

    expect(options).toEqual([{ deadlineMs: 10_000, modelMs }])
  })

  test.each<readonly [string, PluginParts['config']['deadlineMs'], number]>([
    ['follows what the turns of this host take', 'auto', 900],
    ['is the one that is set', 120, 120],
  ])('the deadline %s', async (_, deadlineMs, expected) => {
    const options: object[] = []
    const absent = { outcome: 'absent', reason: 'late', waitedMs: 1, detail: 'late', recordKey: 'k' } as const
    const worker = { recall: (_: object, given: object) => Promise.resolve(void options.push(given)).then(() => absent) }
    state.pace.waits = Array.from({ length: 7 }, () => 9_000)

    await hook({ worker: () => worker as never }, { deadlineMs })(asking, turn)

    expect(options).toMatchObject([{ deadlineMs: expected }])
  })

  test('what the message reminds the memory of is put before it, and the turn is recorded', async () => {
    await remember()

    const given = await hook()(asking, turn)

    expect(given?.appendContext).toMatch(/^<crabtrail-memory turn="t1">\n[\s\S]*release job[\s\S]*<\/crabtrail-memory>$/)
    expect(await types()).toEqual(expect.arrayContaining(['SessionStarted', 'TurnStarted', 'ContextBundled']))
    expect(warnings).toEqual([])
  })

  test('a prompt that is built again in the same run gets the same memories and is the same turn', async () => {
    await remember()
    const build = hook()

    const first = await build(asking, turn)
    const second = await build(asking, turn)

    expect(second).toEqual(first)
    expect((await types()).filter((type) => type === 'TurnStarted')).toHaveLength(1)
  })

  test('a client that uses the id of a run for another question gets what that one reminds it of, in a turn of its own', async () => {
    await remember()
    const text = '# Invoices\n\nInvoices are archived in the cellar every quarter.\n'
    await memory.worker().ask('ingest', { brain, documents: [{ source: 'invoices.md', format: 'markdown', text }] }, patient)
    const build = hook()

    await build(asking, turn)
    const second = await build({ prompt: 'where are invoices archived' }, turn)

    expect(second?.appendContext).toContain('cellar')
    expect((await types()).filter((type) => type === 'TurnStarted')).toHaveLength(2)
    expect(warnings).toEqual([])
  })

  test('the same words in a run of the same id are another turn once they were answered, and the same until then', async () => {
    await remember()
    const build = hook()
    const turns = async () => (await types()).filter((type) => type === 'TurnStarted').length
    const end = async (ended: 'failure' | 'success') => {
      for (const run of state.runs.values()) run.ended = ended
      await build(asking, turn)
      return turns()
    }

    await build(asking, turn)
    const counts = [await turns(), await end('failure'), await end('success'), await end('failure'), await end('success')]

    expect(counts).toEqual([1, 1, 2, 2, 3])
    expect(warnings).toEqual([])
  })

  test('a message that is too long for the memory is not kept, does not go to it, and is told and recorded as too long', async () => {
    await remember()
    const long = 'x'.repeat(16_001)

    const given = await hook()({ prompt: long }, turn)
    await hook()({ prompt: long }, turn)
    await memory.worker().drained()

    expect(given).toBeUndefined()
    expect([...state.runs.values()].map(({ request }) => request.question)).toEqual([''])
    expect(warnings).toEqual([expect.stringMatching(/too-long after 0 ms.*16001 bytes; at most 16000.*ask in a message of its own/)])
    expect(await types()).toEqual(['ActorNamed', 'SessionStarted', 'RecallSkipped'])
    expect(state.health.absences).toEqual({ 'too-long': 1 })
  })

  test('a message that reminds it of nothing gets nothing, and is recorded', async () => {
    expect(await hook()(asking, turn)).toBeUndefined()
    expect(await types()).toContain('TurnStarted')
  })

  test('a turn that nobody asked for gets nothing, and the log says so', async () => {
    await remember()

    expect(await hook()(asking, { ...turn, trigger: 'heartbeat' })).toBeUndefined()
    await memory.worker().drained()

    expect(await types(`${turn.sessionKey}:heartbeat`)).toEqual(['ActorNamed', 'SessionStarted', 'RecallSkipped'])
    const { events } = await memory.worker().ask('log', { brain, type: 'RecallSkipped' }, patient)
    expect(events).toMatchObject([{ data: { reason: 'not-interactive' } }])
  })

  test.each([
    ['an image', { prompt: 'earlier', currentUserMessage: '' }, 'user', 'no-text'],
    ['nothing but what the host put around it', { prompt: '[Fri 2026-11-20 14:31 UTC] ' }, 'user', 'no-text'],
    ['nothing, and nobody asked', { prompt: '' }, 'heartbeat', 'not-interactive'],
  ])('a message that is %s gets nothing, and the log says so', async (_, message, trigger, reason) => {
    await remember()

    expect(await hook()(message, { ...turn, trigger })).toBeUndefined()
    await memory.worker().drained()

    expect(await types(reason === 'not-interactive' ? `${turn.sessionKey}:heartbeat` : turn.sessionKey)).toEqual([
      'ActorNamed',
      'SessionStarted',
      'RecallSkipped',
    ])
    const { events } = await memory.worker().ask('log', { brain, type: 'RecallSkipped' }, patient)
    expect(events).toMatchObject([{ data: { reason } }])
    expect(warnings).toEqual([])
  })

  test('the first turn of an agent makes its brain', async () => {
    const before = await brains()

    await hook()(asking, turn)

    expect(before).not.toContain(brain)
    expect((await brains()).toSorted()).toEqual([...before, brain].toSorted())
  })

  test('a turn of an unknown agent reaches no memory, and that is said once', async () => {
    const { agentId: _agentId, ...unknown } = turn
    const build = hook()
    const before = await brains()

    expect(await build(asking, unknown)).toBeUndefined()
    expect(await build(asking, unknown)).toBeUndefined()

    expect(warnings).toHaveLength(1)
    expect(await brains()).toEqual(before)
  })

  test('an invocation that has ended gets nothing, and the log says so', async () => {
    await remember()
    const ended = () => {
      throw new Error('no longer active')
    }

    expect(await hook()(asking, { ...turn, hookInvocation: { assertActive: ended } })).toBeUndefined()
    await memory.worker().drained()

    expect(await types()).toEqual(['ActorNamed', 'SessionStarted', 'RecallSkipped'])
    expect(warnings).toEqual([expect.stringContaining('ended')])
  })

  test('a database that cannot be opened costs the turn its memory and nothing else', async () => {
    const path = join(folder, 'a-folder.db')
    mkdirSync(path)
    const broken = sharedMemory({ path, entry: new URL('../worker.ts', import.meta.url) })

    const given = await hook(broken)(asking, turn)
    broken.start(() => {})
    await broken.stop()

    expect(given).toBeUndefined()
    expect(warnings).toEqual([expect.stringContaining(path)])
  })

  test('a fault of ours costs the turn its memory and nothing else', async () => {
    const faulty = {
      worker: () => {
        throw new Error('a fault')
      },
    }

    expect(await hook(faulty)(asking, turn)).toBeUndefined()
    expect(warnings).toEqual([expect.stringContaining('a fault')])
  })
})
