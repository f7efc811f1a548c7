import { describe, expect, test, vi } from 'vitest'
import { beforeAgentRun, beforePromptBuild } from '../../packages/plugin-openclaw/src/hooks/before-reply.ts'
import { openClawParts } from '../../packages/plugin-openclaw/src/host/openclaw.ts'
import { noteOffered } from '../../packages/plugin-openclaw/src/tools/tools.ts'
import {
  called,
  change,
  errors,
  events,
  granted,
  nextProcess,
  parts,
  problems,
  reloading,
  report,
  setStage,
  watch,
} from './health-stage.ts'

setStage()

describe('what keeps the memory from being heard', () => {
  test.each([
    ['conversation-access', {}, 'plugins.entries.crabtrail.hooks.allowConversationAccess'],
    ['conversation-access', { allowConversationAccess: false }, 'plugins.entries.crabtrail.hooks.allowConversationAccess'],
    ['prompt-injection', { ...granted, allowPromptInjection: false }, 'plugins.entries.crabtrail.hooks.allowPromptInjection'],
  ])('%s, missing in %j, is told once in the log with a command, and once to the owner with a setting', async (cause, hooks, setting) => {
    const { check } = watch(hooks)
    await check()
    await check()
    await watch(hooks).check()

    const command = `: openclaw config set ${setting} true`
    expect(errors).toEqual([expect.stringContaining(command)])
    expect(events).toEqual([
      { text: expect.stringContaining(`: set ${setting} to true in the host’s configuration`), sessionKey: 'agent:main:main' },
    ])
    expect(problems()).toEqual({ [cause]: expect.stringContaining(command) })
  })

  test('is told in the main session of the first agent', async () => {
    await watch({}, { agents: { entries: { ann: {}, bob: {} } } }).check()
    expect(events).toMatchObject([{ sessionKey: 'agent:ann:main' }])
  })

  test('is told to the owner as soon as the host takes it, and not any more once it is over', async () => {
    const { check } = watch({})
    reloading(true)
    await check()
    const early = [...events]
    reloading(false)
    await check()
    await check()

    expect(early).toEqual([])
    expect(events).toHaveLength(1)
    expect(errors).toHaveLength(1)
  })

  test('is told to the owner also when the plugin is replaced before the host takes it', async () => {
    reloading(true)
    await watch({}).check()
    reloading(false)
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

describe('a day of messages that leave no record', () => {
  const refusing = (agentId: string) => {
    noteOffered(parts.state, { agentId, sessionKey: 'agent:a b:main', senderIsOwner: true })
    return beforePromptBuild(parts)(
      { prompt: 'how are releases deployed' },
      { agentId, sessionKey: 'agent:a b:main', runId: `${Math.random()}`, trigger: 'user' },
    )
  }

  test('is told to the owner once, with what to type, also by the next gateway, until something is recorded', async () => {
    vi.useFakeTimers({ toFake: ['Date'] })
    const first = watch()
    // No brain can be named by this id.
    for (let turn = 0; turn < 3; turn++) await refusing('a b')
    await first.check()
    const early = problems()
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
    await first.check()
    await first.check()
    const told = { problems: problems(), events: events.map(({ text }) => text) }
    await first.end()

    nextProcess()
    for (let turn = 0; turn < 3; turn++) await refusing('a b')
    const second = watch()
    await second.check()
    vi.setSystemTime(Date.now() + 24 * 60 * 60_000)
    await second.check()
    const again = { problems: problems(), events: events.length }
    noteOffered(parts.state, { agentId: 'main', sessionKey: 'agent:main:main', senderIsOwner: true })
    await beforePromptBuild({ ...parts, config: { ...parts.config, deadlineMs: 30_000 } })(
      { prompt: 'how are releases deployed' },
      { agentId: 'main', sessionKey: 'agent:main:main', runId: 'r', trigger: 'user' },
    )
    await second.check()

    expect(early).toEqual({})
    expect(told.problems).toEqual({ unrecorded: 'nothing was recorded for a day, though 3 messages went by: openclaw crabtrail status' })
    expect(told.events).toEqual([expect.stringContaining('though 3 messages went by; say `openclaw crabtrail status` in a terminal')])
    expect(again).toEqual({ problems: told.problems, events: 1 })
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
    change({ ...openClawParts(() => ({ commands: { ownerAllowFrom: listed } })), warn: (text) => warnings.push(text) })
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

    const inChat = (channel: string) =>
      expect.stringContaining(`set commands.ownerAllowFrom to ["${channel}:YOUR_ID"] in the host’s configuration`)
    expect(events.map(({ text }) => text)).toEqual([inChat('telegram'), inChat('discord')])
    expect(warnings.filter((text) => text.includes('ownerAllowFrom'))).toEqual([advice('telegram'), advice('discord')])
    expect(told).toEqual({ 'owner list of telegram': advice('telegram'), 'owner list of discord': advice('discord') })
    expect(problems()).toEqual({ 'owner list of discord': advice('discord') })
  })
})
