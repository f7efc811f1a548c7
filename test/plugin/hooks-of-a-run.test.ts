import { describe, expect, test, vi } from 'vitest'
import { callTool, memoryTools } from '../../packages/agent-host/src/tools/tools.ts'
import { dropEnds, releaseEnds } from '../../packages/agent-host/src/turn/completion.ts'
import { trail } from '../../packages/plugin-openclaw/src/commands/trail.ts'
import { agentEnd, replyPayloadSending } from '../../packages/plugin-openclaw/src/hooks/after-turn.ts'
import { beforeAgentRun, beforePromptBuild } from '../../packages/plugin-openclaw/src/hooks/before-reply.ts'
import { heartbeatContribution } from '../../packages/plugin-openclaw/src/hooks/heartbeat.ts'
import { beforeCompaction, beforeReset, sessionEnd, sessionStart } from '../../packages/plugin-openclaw/src/hooks/sessions.ts'
import { afterToolCall } from '../../packages/plugin-openclaw/src/hooks/tool-calls.ts'
import { noteOffered, registerTools } from '../../packages/plugin-openclaw/src/tools/tools.ts'
import { access, answered, beat, failing, methods, parts, place, said, setStage, signals, talk, turn } from './hooks-stage.ts'

setStage()

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

describe('a memory that was switched off while a run was under way', () => {
  test('hears, answers and records nothing of it by any hook', async () => {
    answered()
    const off = { ...parts, isOn: () => false }
    const session = { sessionId: '0b4f', sessionKey: 'agent:main:s', reason: 'reset', nextSessionId: '0b4f', resumedFrom: '0b4f' }

    const told = [
      sessionStart(off)(session, place),
      sessionEnd(off)(session, place),
      beforeReset(off)({}, place),
      beforeCompaction(off)({}, place),
      heartbeatContribution(off)({ heartbeatName: 'deploys' }, beat),
      await beforePromptBuild(off)({ prompt: 'How are releases deployed?' }, turn),
      beforeAgentRun(off)({ messages: [], senderIsOwner: true }, turn),
      afterToolCall(off)({ toolName: 'read', params: {} }, turn),
      agentEnd(off)(said('a'), turn),
      replyPayloadSending(off)({ payload: { text: 'a' }, kind: 'final', runId: 'r1' }, turn),
    ]

    expect(told).toEqual(Array(10).fill(undefined))
    expect(signals).toEqual([])
    expect(parts.state.health.hooks).toEqual({})
  })

  test.each(memoryTools.map((tool) => [tool.name, tool] as const))('%s says so, and asks nothing', async (_, tool) => {
    answered()
    const caller = { context: turn, senderIsOwner: true }

    const answer = await callTool({ ...parts, isOn: () => false }, tool, caller, { verdict: 'used', text: 'a', name: 'a' })

    expect(answer.content).toEqual([{ type: 'text', text: expect.stringContaining('The memory was switched off by its owner.') }])
    expect(answer.details).toMatchObject({ error: { tag: 'SwitchedOff' } })
    expect(signals).toEqual([])
  })

  test('/trail says so, and no tool is offered any more', async () => {
    const off = { ...parts, isOn: () => false }
    const offered: unknown[] = []
    registerTools(
      { registerTool: (factory: (context: object) => unknown) => void offered.push(factory({ ...place, senderIsOwner: true })) } as never,
      off,
    )

    expect(await trail(off, { ...place, args: 'note a', isAuthorizedSender: true, senderIsOwner: true })).toBe(
      'The memory is switched off.',
    )
    expect(offered).toEqual(Array(5).fill(null))
    expect(signals).toEqual([])
  })

  test('ends that are held are dropped, not recorded', () => {
    answered()
    agentEnd(parts)(failing, turn)
    const held = parts.state.held.size

    dropEnds(parts.state)
    releaseEnds(parts.state)

    expect([held, parts.state.held.size]).toEqual([1, 0])
    expect(methods()).not.toContain('complete')
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
      judge: true,
      later: true,
      keep: true,
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
