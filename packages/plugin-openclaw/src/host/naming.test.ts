import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Access, recallSignal, talkOf } from '@crabtrail/agent-host/conversation/conversation'
import {
  askOfSession,
  brainNamed,
  brainProblem,
  defaultBrain,
  type Naming,
  notesFolder,
  ownBrains,
  pathOf,
  placeIn,
  sourceOf,
} from '@crabtrail/agent-host/conversation/naming'
import { fileChoice, serverChoice } from '@crabtrail/store/store-choice'
import { openMemoryWorker } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { heardOf } from './heard.ts'
import { gatewayNaming } from './openclaw.ts'

const patient = { deadlineMs: 30_000 }
let stateDir: string
beforeEach(() => {
  stateDir = mkdtempSync(join(tmpdir(), 'naming-'))
})
afterEach(() => rmSync(stateDir, { recursive: true, force: true }))

const server = Result.getOrThrow(serverChoice('postgres://ada@db.example/memory', {}))
const file = fileChoice('/state/memory.db')
const agents = () => ['main', 'ops']
const team = 'acme/team/handbook'
const naming = (config: { readonly brain?: string; readonly gateway?: string } = {}, store: typeof server | typeof file = server): Naming =>
  gatewayNaming({ config: { brain: defaultBrain, ...config }, store, stateDir, agents })
const talk = (by: Naming, agentId: string, sessionKey: string, access?: Access) =>
  Result.getOrThrow(talkOf(by, heardOf({ agentId, sessionKey, trigger: 'user' }), access))

describe('a memory in a file that no two agents share', () => {
  test('has nothing that carries the name of the gateway, and no file for it is made', () => {
    const alone = naming({ gateway: 'ada' }, file)

    expect(talk(alone, 'main', 'agent:main:chat')).toMatchObject({ brain: 'local/main/default', session: 'agent:main:chat' })
    expect(notesFolder(alone, 'main')).toBeUndefined()
    expect(talk(naming({}, file), 'main', 'global')).toMatchObject({ session: 'global' })
    expect(readdirSync(stateDir)).toEqual([])
  })
})

describe('a memory that others share', () => {
  test.each([
    ['a server', naming({ gateway: 'ada' }), 'local/main/default', 'ada'],
    ['a server with tenants', naming({ gateway: 'ada', brain: 'acme/{agent}/default' }), 'acme/main/default', 'ada'],
    ['a team brain in a file', naming({ gateway: 'ada', brain: team }, file), team, 'ada/main'],
    ['a team brain on a server', naming({ gateway: 'ada', brain: team }), team, 'ada/main'],
  ])('has sessions and notes with the name of the gateway: %s', (_, by, brain, folder) => {
    expect(talk(by, 'main', 'agent:main:chat')).toMatchObject({ brain, session: 'agent:main:chat@ada', agent: 'main' })
    expect(notesFolder(by, 'main')).toBe(folder)
    expect(sourceOf(folder, 'memory/a.md')).toBe(`${folder}/memory/a.md`)
    expect(
      ['memory/a.md', 'ben/memory/a.md'].map((path) => pathOf(folder, path === 'memory/a.md' ? sourceOf(folder, path) : path)),
    ).toEqual(['memory/a.md', 'ben/memory/a.md'])
  })

  test('keeps the turns of two gateways apart, and a heartbeat from the conversation', () => {
    const keyAt = (gateway: string, trigger = 'user') => {
      const context = heardOf({ agentId: 'main', sessionKey: 'agent:main:main', runId: 'r1', trigger })
      const signal = recallSignal({ prompt: 'a' }, context, { naming: naming({ gateway }), access: { memory: 'owner', chatKind: 'main' } })
      return signal.heard === 'unknown-agent' ? expect.unreachable() : signal.request
    }

    expect(keyAt('ada').key).not.toBe(keyAt('ben').key)
    expect(keyAt('ada').key).toBe(keyAt('ada').key)
    expect(keyAt('ada', 'heartbeat').session).toBe('agent:main:main:heartbeat@ada')
  })

  test('keeps two agents of a team brain apart where the key of the session does not name them', () => {
    const by = naming({ gateway: 'ada', brain: team })

    expect(agents().map((agent) => talk(by, agent, 'global').session)).toEqual(['agent:main:global@ada', 'agent:ops:global@ada'])
    expect(talk(naming({ gateway: 'ada' }), 'ops', 'global').session).toBe('global@ada')
    expect(agents().map((agent) => placeIn({ agent, brain: team }))).toEqual([`${team}, agent main`, `${team}, agent ops`])
    expect(placeIn({ agent: 'ops', brain: 'acme/ops/default' })).toBe('acme/ops/default')
  })

  test('has brains of groups and senders in the tenant of the setting, under the id of the agent', () => {
    const group: Access = { memory: 'apart', chatKind: 'group', name: 'group-0123456789abcdef' }

    expect(talk(naming({ gateway: 'ada', brain: team }), 'ops', 'agent:ops:telegram:group:7', group)).toMatchObject({
      brain: 'acme/ops/group-0123456789abcdef',
    })
  })

  test.each(['a b', 'a/b', '', '..'])('has no brain for an agent of the id %j, also where the brain does not name the agent', (agent) => {
    expect(Result.isFailure(brainNamed({ brain: team }, agent))).toBe(true)
  })
})

test.each([
  ['default', 'TENANT/AGENT/NAME'],
  ['acme/default', 'TENANT/AGENT/NAME'],
  ['acme/{agent}/default/more', 'TENANT/AGENT/NAME'],
  ['acme/{agent}/', '""'],
  ['acme/{name}/default', '"{name}"'],
])('%s is no setting of a brain, and it is said why', (brain, problem) => {
  expect(brainProblem(brain)).toContain(problem)
})

test('on a server a gateway looks after the brains of its agents, own and apart, and in a file after all', async () => {
  const brains = [
    'acme/main/default',
    'acme/main/default-2',
    'acme/ops/default',
    'acme/ops/handbook',
    'acme/ops/sender-0123456789abcdef',
    'acme/ann/default',
    'local/main/default',
  ]
  const worker = openMemoryWorker({ path: join(stateDir, 'memory.db') })
  for (const brain of brains) await worker.ask('init', { brain }, patient)
  const own = async (by: Naming) => (await ownBrains(worker, by, patient.deadlineMs)).map(({ key }) => key)

  expect(await own(naming({ brain: 'acme/{agent}/default' }))).toEqual([
    'acme/main/default',
    'acme/ops/default',
    'acme/ops/sender-0123456789abcdef',
  ])
  expect(await own(naming({ brain: 'acme/ann/default' }))).toEqual(['acme/ann/default', 'acme/ops/sender-0123456789abcdef'])
  expect(await own(naming({}, file))).toEqual(brains.toSorted())
  await worker.close(10_000)
})

describe('a session that is asked about', () => {
  const known = (...sessions: ReadonlyArray<string>) => {
    const asked: string[] = []
    const ask = (session: string) => {
      asked.push(session)
      return sessions.includes(session) ? Promise.resolve(session) : Promise.reject(Object.assign(new Error(), { _tag: 'NotFound' }))
    }
    return { asked, ask }
  }
  const by = { naming: naming({ gateway: 'ada' }), agent: 'main' }

  test('is found by its name in the memory, by its number, and by the key that the host has', async () => {
    const { ask } = known('agent:main:chat@ada', 'agent:main:chat@ben', 's3')
    const found = (name: string) => askOfSession(by, name, ask)

    expect(await Promise.all(['agent:main:chat@ben', 's3', 'agent:main:chat'].map(found))).toEqual([
      'agent:main:chat@ben',
      's3',
      'agent:main:chat@ada',
    ])
  })

  test('is asked about once where no session carries a name', async () => {
    const { ask, asked } = known()

    await expect(askOfSession({ naming: naming({}, file), agent: 'main' }, 'agent:main:chat', ask)).rejects.toMatchObject({
      _tag: 'NotFound',
    })
    expect(asked).toEqual(['agent:main:chat'])
  })
})
