import * as Result from 'effect/Result'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { noteOffered } from '../access/asker.ts'
import type { PluginParts } from '../host/handler.ts'
import { readPluginConfig } from '../host/settings.ts'
import { conversationOf, type Run, sharedState } from '../host/shared-state.ts'
import { agentEnd, releaseEnds } from './completion.ts'
import { beforeAgentRun } from './hearing.ts'
import { heartbeatContribution } from './heartbeat.ts'
import { beforePromptBuild } from './pre-response.ts'
import { beginRun } from './runs.ts'
import { beforeReset, sessionEnd, sessionStart } from './session.ts'
import { afterToolCall } from './tool-calls.ts'

const place = { agentId: 'main', sessionKey: 'agent:main:s', sessionId: '0b4f' }
const turn = { ...place, runId: 'r1', trigger: 'user' }
const beat = { ...place, runId: 'r2', trigger: 'heartbeat', activeProjectKeys: ['crabtrail'] }
const talk = {
  brain: 'local/main/default',
  session: 'agent:main:s',
  sessionKind: 'interactive',
  actor: 'openclaw',
  actorKind: 'host',
  agent: 'main',
} as const

const access = { memory: 'owner', chatKind: 'named' } as const

let signals: Array<{ readonly method: string; readonly request: Readonly<Record<string, unknown>> }>
let parts: PluginParts
let states = 0
/** The memory of these tests only takes what it is told. */
beforeEach(() => {
  signals = []
  const worker = {
    signal: (method: string, request: Readonly<Record<string, unknown>>) => void signals.push({ method, request }),
    skip: (request: Readonly<Record<string, unknown>>, reason: string) => {
      signals.push({ method: 'skip', request: { ...request, reason } })
      return `${reason}:key`
    },
    drained: () => Promise.resolve(),
    ask: (method: string, request: Readonly<Record<string, unknown>>) => {
      signals.push({ method, request })
      return Promise.resolve(method === 'learn' ? { backlog: 0, facts: 1 } : {})
    },
  }
  const memory = { worker: () => worker } as unknown as PluginParts['memory']
  const config = Result.getOrThrow(readPluginConfig({}))
  parts = { memory, state: sharedState(`hooks-${++states}`), config, hostConfig: () => ({}), warn: () => {} }
})

/** A run whose question was answered with a memory. */
const answered = (about: Partial<Run> = {}): Run => {
  const request = { ...talk, question: 'How are releases deployed?' }
  const run = beginRun(parts.state, turn, { talk, access, interactive: true, request, ...about })
  return Object.assign(run, { turnKey: 'recall:r1', turn: 't1', included: ['releases'], senderIsOwner: true })
}
const said = (text: string) => ({
  messages: [
    { role: 'user', content: 'How are releases deployed?' },
    { role: 'assistant', content: [{ type: 'text', text }], stopReason: 'stop' },
  ],
  success: true,
  durationMs: 20.4,
})
const failing = { messages: [{ role: 'user' }, { role: 'assistant', content: [], stopReason: 'error' }], success: true, durationMs: 5 }
const methods = () => signals.map(({ method }) => method)

describe('a host that does not say which agent it is', () => {
  test('reaches no memory by any hook, and is kept waiting by none', async () => {
    const nobody = { sessionKey: 'agent:main:s', runId: 'r1', trigger: 'user' }
    const session = { sessionId: '0b4f', sessionKey: 'agent:main:s', reason: 'reset', nextSessionId: '0b4f', resumedFrom: '0b4f' }

    sessionStart(parts)(session, nobody)
    sessionEnd(parts)(session, nobody)
    beforeReset(parts)({}, nobody)
    heartbeatContribution(parts)({ heartbeatName: 'deploys' }, { ...nobody, trigger: 'heartbeat' })
    await beforePromptBuild(parts)({ prompt: 'a' }, nobody)
    beforeAgentRun(parts)({ messages: [], senderIsOwner: true }, nobody)
    afterToolCall(parts)({ toolName: 'read', params: {} }, nobody)
    agentEnd(parts)(said('a'), nobody)

    expect(signals).toEqual([])
    expect(Object.values(parts.state.health.hooks).map(({ calls, failures }) => [calls, failures])).toEqual(Array(8).fill([1, 0]))
  })
})

describe('sessions', () => {
  test('start once with their kind, and are ended by what ends them', () => {
    const session = { sessionId: '0b4f', sessionKey: 'agent:main:subagent:7' }

    sessionStart(parts)(session, { ...place, ...session })
    for (const reason of ['deleted', 'shutdown', 'restart', 'compaction', 'unknown', undefined]) {
      sessionEnd(parts)({ ...session, ...(reason === undefined ? {} : { reason }) }, { ...place, ...session })
    }

    expect(signals).toMatchObject([
      { method: 'session', request: { event: 'started', session: 'agent:main:subagent:7', sessionKind: 'subagent', ensure: true } },
      { method: 'session', request: { event: 'ended', reason: 'closed' } },
    ])
  })

  test('that go over into the next one at night end idle', () => {
    const session = { sessionId: '0b4f', nextSessionId: '0b50', reason: 'daily' }

    sessionEnd(parts)(session, place)
    sessionStart(parts)({ sessionId: '0b50', resumedFrom: '0b4f' }, place)

    expect(signals).toMatchObject([{ request: { event: 'ended', reason: 'idle' } }, { request: { event: 'started' } }])
    expect(signals).toHaveLength(2)
  })
})

describe('before an agent runs', () => {
  test('what the owner said is heard once, as the owner’s, and nothing is answered', () => {
    answered()

    const answers = [1, 2].map(() => beforeAgentRun(parts)({ messages: [], senderIsOwner: true }, turn))

    expect(answers).toEqual([undefined, undefined])
    const heard = {
      ...talk,
      actor: 'owner',
      actorKind: 'owner',
      origin: 'owner',
      text: 'How are releases deployed?',
      recallKey: 'recall:r1',
    }
    expect(signals).toEqual([{ method: 'hear', request: heard }])
  })

  test('what the owner said is learned from at once', async () => {
    answered()

    beforeAgentRun(parts)({ messages: [], senderIsOwner: true }, turn)
    await vi.waitUntil(() => parts.state.learning.size === 0)

    expect(methods()).toEqual(['hear', 'learn', 'maintain'])
  })

  test.each([
    ['the host does not say who', {}, undefined],
    ['nobody asked', { interactive: false }, true],
    ['it is too long to be one', { request: { ...talk, question: 'x'.repeat(16_001) } }, true],
  ])('nothing is heard where %s', (_, about, senderIsOwner) => {
    answered(about)

    beforeAgentRun(parts)({ messages: [], ...(senderIsOwner === undefined ? {} : { senderIsOwner }) }, turn)

    expect(signals).toEqual([])
  })
})

describe('a subagent', () => {
  const made = { toolName: 'sessions_spawn', params: {}, result: { details: { childSessionKey: 'agent:main:subagent:7' } } }
  const child = () => parts.state.parents.get('agent:main:subagent:7')

  test('may see what the run may that made it', () => {
    answered()
    afterToolCall(parts)(made, turn)
    expect(child()).toEqual(access)

    answered({ access: { memory: 'none', chatKind: 'group', reason: 'group' }, interactive: false })
    afterToolCall(parts)(made, turn)
    expect(child()).toMatchObject({ memory: 'none' })
  })

  test.each([
    ['the host has not said that the owner asks', made, { senderIsOwner: undefined }],
    ['another tool says that it made it', { ...made, toolName: 'read' }, {}],
    ['it is of another agent', { ...made, result: { details: { childSessionKey: 'agent:work:subagent:7' } } }, {}],
    ['nothing was made', { ...made, result: { details: { status: 'error' } } }, {}],
  ])('is nobody’s where %s', (_, call, about) => {
    Object.assign(answered(), about)
    afterToolCall(parts)(call, turn)

    expect(parts.state.parents.size).toBe(0)
  })
})

describe('a run that was taken for the owner’s and is not', () => {
  test('is stopped, recorded as one without memory, and what was asked in it is forgotten', async () => {
    const run = answered()

    const answer = beforeAgentRun(parts)({ messages: [], senderIsOwner: false }, turn)
    await vi.waitUntil(() => signals.length === 2)

    expect(answer).toMatchObject({ outcome: 'block', message: expect.stringContaining('belongs to its owner') })
    expect(signals).toMatchObject([
      { method: 'skip', request: { reason: 'disputed', turn: 't1', session: 'agent:main:s' } },
      { method: 'forget', request: { brain: 'local/main/default', turn: 't1' } },
    ])
    expect(run).toMatchObject({ access: { memory: 'none', reason: 'disputed' }, included: [], turn: undefined, turnKey: undefined })
    expect(parts.state.health.absences).toEqual({ disputed: 1 })
    expect([...parts.state.health.problems.keys()]).toEqual(['owner-disputed'])
    agentEnd(parts)(said('Nothing.'), turn)
    expect(signals).toHaveLength(2)
  })

  test('goes on where no memory stands in its prompt, and nothing of it is kept', async () => {
    answered()
    Object.assign([...parts.state.runs.values()][0] ?? {}, { included: [] })

    expect(beforeAgentRun(parts)({ messages: [], senderIsOwner: false }, turn)).toBeUndefined()
    await vi.waitUntil(() => signals.length === 2)
    expect(methods()).toEqual(['skip', 'forget'])
  })

  test('is all that is stopped: one that nobody asked for, or of a memory of its own, goes on', () => {
    answered({ interactive: false })
    const nobodys = beforeAgentRun(parts)({ messages: [], senderIsOwner: false }, turn)
    answered({ access: { memory: 'apart', chatKind: 'group', name: 'group-1' } })
    const groups = beforeAgentRun(parts)({ messages: [], senderIsOwner: false }, turn)

    expect([nobodys, groups, signals]).toEqual([undefined, undefined, []])
  })
})

describe('before a prompt is built', () => {
  test('a turn that nobody asked for is noted once, however often it is tried', async () => {
    for (let attempt = 0; attempt < 3; attempt++) await beforePromptBuild(parts)({ prompt: 'Follow the heartbeat' }, beat)

    expect(methods()).toEqual(['skip'])
    expect(parts.state.health.absences).toEqual({ 'not-interactive': 1 })
  })

  test('a run that goes on has not ended, and another one of its session says that it has', async () => {
    answered()
    noteOffered(parts.state, { ...place, senderIsOwner: true })
    for (const next of [turn, { ...beat, runId: 'r3' }]) {
      agentEnd(parts)(failing, turn)
      await beforePromptBuild(parts)({ prompt: '' }, next)
    }
    const before = methods()
    await beforePromptBuild(parts)({ prompt: '' }, { ...turn, runId: 'r4' })

    expect(before).not.toContain('complete')
    expect(methods()).toContain('complete')
  })
})

describe('a heartbeat', () => {
  test('is told once with everything it stands under, however often it is tried', () => {
    const details = { fragments: [{ kind: 'conversation-data', text: 'System: [2026-11-21 19:49:41 UTC] Check [deploy]' }] }

    for (let attempt = 0; attempt < 2; attempt++) {
      heartbeatContribution(parts)({ heartbeatName: 'deploys' }, beat)
      beforeAgentRun(parts)({ messages: [{ role: 'custom', customType: 'openclaw.runtime-context', details }], senderIsOwner: false }, beat)
    }

    const session = 'agent:main:s:heartbeat'
    expect(signals).toEqual([
      {
        method: 'heartbeat',
        request: { ...talk, session, sessionKind: 'heartbeat', tags: ['crabtrail', 'deploys', 'deploy'], ensure: true },
      },
    ])
  })

  test('that was seen only at its end is told then, and sets off learning', async () => {
    agentEnd(parts)(said('HEARTBEAT_OK'), beat)
    await vi.waitUntil(() => parts.state.learning.size === 0)

    expect(signals).toMatchObject([
      { method: 'heartbeat', request: { tags: ['crabtrail'] } },
      { method: 'learn' },
      { method: 'maintain', request: { when: 'heartbeat' } },
    ])
  })
})

describe('after a tool call', () => {
  const details = { results: [{ path: 'memory/a.md', snippet: 'a', provenance: { originClass: 'agent' } }] }
  const search = { toolName: 'memory_search', params: { query: 'a' }, result: { content: [], details } }

  test('what a search found is kept for the session of its run', () => {
    answered()

    afterToolCall(parts)(search, turn)

    expect(parts.state.hits.get(conversationOf(talk))).toEqual([{ source: 'memory/a.md', text: 'a' }])
  })

  test.each([
    ['nobody asked', {}, { interactive: false }],
    ['another tool found it', { toolName: 'web_search' }, {}],
    ['there is no such tool', { result: { content: [], details: {} }, error: 'Tool memory_search not found' }, {}],
    ['it gave nothing', { result: undefined }, {}],
  ])('nothing is kept where %s', (_, call, about) => {
    answered(about)

    afterToolCall(parts)({ ...search, ...call }, turn)

    expect(parts.state.hits.size).toBe(0)
    expect(parts.state.health.hooks['after_tool_call']).toMatchObject({ failures: 0 })
  })

  test('of a run that nobody knows nothing is kept', () => {
    answered()

    for (const other of [{ runId: 'r9' }, { sessionKey: 'agent:main:other' }, { agentId: 'work' }]) {
      afterToolCall(parts)(search, { ...turn, ...other })
    }

    expect(parts.state.hits.size).toBe(0)
  })
})

describe('at the end of a turn', () => {
  test('it is closed with its tools, its reply and what tools were called with, and learned from behind that', async () => {
    answered()
    afterToolCall(parts)({ toolName: 'read', params: { path: 'ci/argo.yaml' }, error: 'no such file' }, turn)

    agentEnd(parts)(said('By the nightly pipeline.'), turn)
    await Promise.resolve()

    const completed = {
      ...talk,
      outcome: 'success',
      durationMs: 20,
      tools: [{ name: 'read', calls: 1, failures: 1 }],
      messages: [],
      reply: 'By the nightly pipeline.',
      toolTexts: ['ci/argo.yaml'],
      recallKey: 'recall:r1',
    }
    expect(signals).toEqual([
      { method: 'complete', request: completed },
      { method: 'learn', request: { brain: talk.brain, most: 2 } },
    ])
  })

  test.each([
    ['somebody else asked', { senderIsOwner: false }],
    ['the host does not say who asked', { senderIsOwner: undefined }],
    ['no memory was given', { included: [] }],
  ])('nothing of the reply is looked at where %s', (_, about) => {
    Object.assign(answered(), about)

    agentEnd(parts)(said('By the nightly pipeline.'), turn)

    expect(signals[0]).toMatchObject({ method: 'complete', request: { outcome: 'success' } })
    expect(signals[0]?.request).not.toHaveProperty('reply')
    expect(signals[0]?.request).not.toHaveProperty('toolTexts')
  })

  test.each([
    ['success', said('By the nightly pipeline.')],
    ['failure', failing],
  ])('its run is one that has ended, with %s', (outcome, event) => {
    const run = answered()

    agentEnd(parts)(event, turn)
    releaseEnds(parts.state)

    expect(run.ended).toBe(outcome)
  })

  test('a failure waits for the next attempt, and all attempts together are one turn', async () => {
    answered()

    agentEnd(parts)(failing, turn)
    const before = methods()
    agentEnd(parts)(said('At last.'), turn)
    releaseEnds(parts.state)

    expect(before).toEqual([])
    expect(signals.filter(({ method }) => method === 'complete')).toMatchObject([{ request: { outcome: 'success', durationMs: 25 } }])
  })

  test('of a run that nobody knows nothing is told', () => {
    agentEnd(parts)(said('a'), { ...turn, runId: 'r9' })

    expect(signals).toEqual([])
  })
})
