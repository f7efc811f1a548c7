import { describe, expect, test, vi } from 'vitest'
import type { Run } from '../../packages/agent-host/src/state/shared-state.ts'
import { conversationOf } from '../../packages/agent-host/src/state/shared-state.ts'
import { releaseEnds } from '../../packages/agent-host/src/turn/completion.ts'
import { agentEnd } from '../../packages/plugin-openclaw/src/hooks/after-turn.ts'
import { beforeAgentRun } from '../../packages/plugin-openclaw/src/hooks/before-reply.ts'
import { heartbeatContribution } from '../../packages/plugin-openclaw/src/hooks/heartbeat.ts'
import { sessionEnd, sessionStart } from '../../packages/plugin-openclaw/src/hooks/sessions.ts'
import { afterToolCall } from '../../packages/plugin-openclaw/src/hooks/tool-calls.ts'
import { answered, beat, failing, methods, parts, place, said, setStage, signals, talk, turn } from './hooks-stage.ts'

setStage()

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

describe('how long a turn waited for the model', () => {
  const ended = (about: Partial<Run>, event: Parameters<ReturnType<typeof agentEnd>>[0]) => {
    answered(about)
    agentEnd(parts)(event, turn)
    return parts.state.pace.waits
  }

  test('is kept from the prompt to its end, without what the memory took', () => {
    vi.useFakeTimers({ toFake: ['performance'] })
    const run = answered({ promptedAt: performance.now() })
    vi.advanceTimersByTime(9_000)

    agentEnd(parts)(said('By the release job.'), turn)

    vi.useRealTimers()
    expect(run.ended).toBe('success')
    expect(parts.state.pace.waits).toEqual([9_000])
  })

  test.each<readonly [string, Partial<Run>, Parameters<ReturnType<typeof agentEnd>>[0]]>([
    ['failed', { promptedAt: 0 }, failing],
    ['nobody asked for', { promptedAt: 0, interactive: false }, said('Done.')],
    ['was given no prompt here', {}, said('Done.')],
  ])('is not kept of one that %s', (_, about, event) => {
    expect(ended(about, event)).toEqual([])
    releaseEnds(parts.state)
  })
})

describe('what is said while the agent answers', () => {
  const meanwhile = (text: string, isOwner = true) => ({ role: 'user', content: text, __openclaw: { senderIsOwner: isOwner } })
  const event = {
    ...said('By the release job.'),
    messages: [...said('By the release job.').messages, meanwhile('The code is 4711.'), meanwhile('It is 1.', false), meanwhile(' ')],
  }
  const heard = () => signals.filter(({ method }) => method === 'hear').map(({ request }) => request)

  test('is heard of the owner behind the turn, as one message however often the end is told', () => {
    for (let times = 0; times < 2; times++) {
      answered()
      agentEnd(parts)(event, turn)
    }

    const [first, again, ...more] = heard()
    const own = { text: 'The code is 4711.', reply: 'By the release job.', recallKey: 'recall:r1' }
    expect(first).toMatchObject({ ...own, meanwhile: true, judge: false, actor: 'owner', session: talk.session })
    expect(again).toEqual(first)
    expect(more).toEqual([])
    expect(methods().indexOf('hear')).toBeGreaterThan(methods().indexOf('complete'))
  })

  test.each<readonly [string, Partial<Run>]>([
    ['another person', { senderIsOwner: false }],
    ['nobody known', { senderIsOwner: undefined }],
    ['an automation', { interactive: false }],
    ['others in a group', { access: { memory: 'apart', name: 'team', chatKind: 'group' } }],
  ])('is not heard in a run of %s', (_, about) => {
    Object.assign(answered(), about)

    agentEnd(parts)(event, turn)

    expect(methods()).toContain('complete')
    expect(heard()).toEqual([])
  })

  test('is not heard beyond what a host hands to a run, nor where it is too long', () => {
    answered()
    const many = Array.from({ length: 30 }, (_, n) => meanwhile(`It is ${n}.`))

    agentEnd(parts)({ ...event, messages: [...event.messages.slice(0, 2), meanwhile('x'.repeat(200_000)), ...many] }, turn)

    expect(heard()).toHaveLength(20)
    expect(heard().at(-1)).toMatchObject({ text: 'It is 19.' })
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
  test.each([
    [
      'S3.20 S3.117 names of files that tools changed and opened are kept for the next question, the newest first',
      {},
      [
        { name: 'dock.ts', isChanged: false },
        { name: 'pier.ts', isChanged: true },
        { name: 'argo.yaml', isChanged: true },
      ],
    ],
    ['no file is kept where nobody asked', { interactive: false }, undefined],
  ])('%s', (_, about, kept) => {
    answered(about)
    for (const path of ['/srv/ci/argo.yaml', '/srv/src/pier.ts'])
      afterToolCall(parts)({ toolName: 'write', params: { path, content: 'x' } }, turn)
    for (const path of ['/srv/src/pier.ts', '/srv/src/dock.ts']) afterToolCall(parts)({ toolName: 'read', params: { path } }, turn)
    afterToolCall(parts)({ toolName: 'read', params: { path: '/srv/gone.md' }, error: 'no such file' }, turn)

    agentEnd(parts)(said('Done.'), turn)

    expect(parts.state.touched.get(conversationOf(talk))).toEqual(kept)
  })

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
      errors: [{ tool: 'read', text: 'no such file' }],
      messages: [],
      reply: 'By the nightly pipeline.',
      toolTexts: ['ci/argo.yaml'],
      calls: [{ tool: 'read', failed: true, path: 'ci/argo.yaml', text: 'ci/argo.yaml' }],
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
    ['somebody else asked', { senderIsOwner: false }],
    ['the host does not say who asked', { senderIsOwner: undefined }],
    ['others read along', { access: { memory: 'others', chatKind: 'group' } }],
  ])('its calls show nothing where %s', (_, about) => {
    Object.assign(answered(), about)
    afterToolCall(parts)({ toolName: 'exec', params: { command: 'git revert HEAD' } }, turn)

    agentEnd(parts)(said('Done.'), turn)

    expect(signals[0]).toMatchObject({ method: 'complete', request: { outcome: 'success' } })
    expect(signals[0]?.request).not.toHaveProperty('calls')
  })

  test('its steps are told where the owner asked, and what was said only where the settings keep turns', () => {
    const config = { ...parts.config, capture: 'turns' } as const
    const told = (about: Partial<Run>, kept = parts) => {
      signals.length = 0
      Object.assign(answered(), about)
      afterToolCall(kept)({ toolName: 'read', params: {} }, turn)
      agentEnd(kept)(said('By the nightly pipeline.'), turn)
      const { captured, steps } = signals[0]?.request ?? {}
      return { captured, steps }
    }
    const captured = {
      said: 'How are releases deployed?',
      reply: 'By the nightly pipeline.',
      background: { afterOthers: false, others: [], owner: [] },
    }

    expect(told({})).toEqual({ steps: ['read'], captured: undefined })
    expect(told({}, { ...parts, config })).toEqual({ steps: ['read'], captured })
    for (const about of [{ senderIsOwner: false }, { senderIsOwner: undefined }]) {
      expect(told(about, { ...parts, config })).toEqual({ steps: undefined, captured: undefined })
    }
    expect(told({ access: { memory: 'own', chatKind: 'group' } as never }, { ...parts, config }).captured).toBeUndefined()
  })

  test.each([false, undefined])('no error of a tool is told where the owner is not known to ask: %s', (senderIsOwner) => {
    Object.assign(answered(), { senderIsOwner })
    afterToolCall(parts)({ toolName: 'read', params: {}, error: 'no such file' }, turn)

    agentEnd(parts)(said('By the nightly pipeline.'), turn)

    expect(signals[0]?.request).not.toHaveProperty('errors')
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
