import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { noteOffered } from '../access/asker.ts'
import { ownerAdvice } from '../access/owners.ts'
import { ownerListCause, raise, settle, workspaceCause } from '../health/problems.ts'
import type { PluginParts } from '../host/handler.ts'
import { readPluginConfig } from '../host/settings.ts'
import { type SharedMemory, sharedMemory } from '../host/shared-memory.ts'
import { sharedState } from '../host/shared-state.ts'
import { beforePromptBuild } from '../turn/pre-response.ts'
import { registerCommands, trail } from './trail.ts'

const patient = { deadlineMs: 30_000 }

let folder: string
let memory: SharedMemory
let parts: PluginParts
let warnings: string[]
// One thread for all; each test has an agent of its own.
let agents = 0
let runs = 0
let agent: string
let brain: string
let session: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'trail-'))
  const path = join(folder, 'memory.db')
  memory = sharedMemory({ path, entry: new URL('../worker.ts', import.meta.url) })
  memory.start(() => {})
  warnings = []
  const { success: config } = readPluginConfig({ deadlineMs: 10_000 }) as { readonly success: PluginParts['config'] }
  parts = { memory, state: sharedState(path), config, hostConfig: () => ({}), warn: (message) => warnings.push(message) }
})
afterAll(async () => {
  await memory.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  agent = `agent-${++agents}`
  brain = `local/${agent}/default`
  session = `agent:${agent}:talk`
  warnings.length = 0
  parts.state.health.problems.clear()
})

const remember = async (source: string, about: string, more: { readonly origin?: 'untrusted' } = {}) => {
  const text = `# ${about}\n\n${about} are deployed from the main branch.\n`
  await memory.worker().ask('session', { brain, session, event: 'started', ensure: true }, patient)
  return memory.worker().ask('ingest', { brain, documents: [{ source, format: 'markdown', text }], ...more }, patient)
}
const turn = (prompt: string) => {
  noteOffered(parts.state, { agentId: agent, sessionKey: session, senderIsOwner: true })
  return beforePromptBuild(parts)({ prompt }, { agentId: agent, sessionKey: session, runId: `r${++runs}`, trigger: 'user' })
}
const say = (args: string | undefined, more: object = {}) =>
  trail(parts, {
    isAuthorizedSender: true,
    senderIsOwner: true,
    agentId: agent,
    sessionKey: session,
    ...(args === undefined ? {} : { args }),
    ...more,
  })
const feedbacks = async () => (await memory.worker().ask('log', { brain, type: 'FeedbackGiven' }, patient)).events

const elsewhere = 'Memory is for private conversations with the owner of this agent, and it is not known that the owner is asking here.'

describe('/trail', () => {
  test('is a command for the owner’s own clients, whom the host names, and answers in plain text', async () => {
    const commands: Array<{ readonly name: string; readonly requireAuth?: boolean; readonly handler: (context: object) => unknown }> = []
    registerCommands({ registerCommand: (command: never) => commands.push(command) } as never, parts)
    const [command] = commands

    expect(command).toMatchObject({ name: 'trail', acceptsArgs: true, requiredScopes: ['operator.admin'] })
    expect(command?.requireAuth).not.toBe(false)
    expect(await command?.handler({ isAuthorizedSender: true, agentId: agent, sessionKey: session })).toEqual({
      text: expect.stringContaining('/trail why'),
    })
  })

  test('is nobody else’s', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    expect(await say('wrong 1', { isAuthorizedSender: false })).toBe('Only the owner of this agent may use /trail.')
    expect(await feedbacks()).toEqual([])
  })

  test.each([
    ['is said to be another', { senderIsOwner: false }],
    ['is not said to be the owner', { senderIsOwner: undefined }],
    ['comes by a client that may only write', { senderIsOwner: undefined, gatewayClientScopes: ['operator.read', 'operator.write'] }],
  ])('neither judges nor switches for somebody on the allowlist who %s', async (_, more) => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    for (const call of ['used', 'wrong', 'not-relevant', 'not-useful', 'trust', 'off', 'on'])
      expect(await say(`${call} 1`, more)).toBe(`Only the owner of this agent may say /trail ${call}.`)
    expect(await feedbacks()).toEqual([])
    expect(parts.state.muted.has(session)).toBe(false)
    for (const call of ['why', 'status']) expect(await say(call, more)).toBe(elsewhere)
    expect(await say('help', more)).toContain('/trail why')
  })

  test('lets what others wrote be given once the owner trusts it', async () => {
    await remember('releases.md', 'Releases', { origin: 'untrusted' })
    const before = await turn('how are releases deployed')

    const answer = await say('trust releases.md')

    expect(before).toBeUndefined()
    expect(answer).toBe('releases.md is from what others wrote; trusted by the owner.')
    expect(await turn('how are releases deployed')).toMatchObject({ appendContext: expect.stringContaining('main branch') })
    expect(await say('trust')).toContain('say which note')
    expect(await say('trust nowhere.md')).toContain('Nothing was changed')
    const { events } = await memory.worker().ask('log', { brain, type: 'NodeTrusted' }, patient)
    expect(events).toMatchObject([{ actor: 'owner', session: 's1', data: { trust: 'on' } }])
  })

  test('takes the trust back, and trusts nothing where more is said than it knows', async () => {
    await remember('releases.md', 'Releases', { origin: 'untrusted' })

    expect(await say('trust releases.md please')).toBe(
      'Nothing was changed: "please" is too much; say /trail trust ID, or /trail trust ID off.',
    )
    await say('trust releases.md')
    const answer = await say('trust releases.md OFF')

    expect(answer).toContain('from what others wrote')
    expect(answer).not.toContain('trusted by the owner')
    expect(await turn('how are releases deployed')).toBeUndefined()
    const { events } = await memory.worker().ask('log', { brain, type: 'NodeTrusted' }, patient)
    expect(events).toMatchObject([{ data: { trust: 'on' } }, { actor: 'owner', data: { trust: 'off' } }])
  })

  test('takes a client of the gateway with the owner’s scope for the owner', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    const more = { senderIsOwner: undefined, gatewayClientScopes: ['operator.admin'] }

    expect(await say('used 1', more)).toContain('f1 on t1: used.')
  })

  test('tells the question that a memory was taught for to the owner alone', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    await turn('how are releases deployed')
    await say('wrong 1 instead rollbacks.md')
    await turn('how are the releases deployed')

    expect(await say('why')).toContain('it was taught for questions like "how are releases deployed"')
    expect(await say('why', { senderIsOwner: false })).toBe(elsewhere)
  })

  test.each(['why', 'why releases.md', 'status', 'used 1', 'wrong 1', 'off', 'on'])(
    'answers /trail %s with nothing of the memory in a group, also to the owner',
    async (args) => {
      await remember('releases.md', 'Releases')
      await turn('how are releases deployed')
      const group = { sessionKey: `agent:${agent}:telegram:group:-7`, channel: 'telegram', senderId: '42', to: 'telegram:-7' }

      expect(await say(args, group)).toBe('Memory is for private conversations with the owner of this agent, not for groups and channels.')
      expect(await feedbacks()).toEqual([])
    },
  )

  test('says what it can do when it is not understood', async () => {
    expect(await say('forget')).toMatch(/^There is no \/trail forget\.\n\/trail why/)
  })

  test('has no call that the guide leaves out, and no guide says that there are none', async () => {
    const docs = new URL('../../../../docs/how-to/', import.meta.url)
    const guides = readdirSync(docs).map((name) => readFileSync(new URL(name, docs), 'utf8'))
    const calls = [...(await say('help')).matchAll(/\/trail ([a-z-]+)/g)].map(([, call]) => call)

    const guide = readFileSync(new URL('live-with-an-agent.md', docs), 'utf8')
    expect(calls.length).toBeGreaterThanOrEqual(6)
    for (const call of calls) expect(guide).toContain(`/trail ${call}`)
    for (const text of guides) expect(text).not.toMatch(/\bno commands? (?:inside|in) (?:the|a) (?:chat|conversation)/)
  })

  test('wrong with nothing named lists what the last answer was given, by number', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await turn('thanks')

    expect(await say('wrong')).toBe(
      'Which of these, given with t1?\n1. releases.md: Releases\nSay /trail wrong 1, or with the right one: /trail wrong 1 instead ID',
    )
    expect(await feedbacks()).toEqual([])
  })

  test.each(['wrong', 'not-useful'])(
    '%s without the right one proposes another of the turn, as a command that can be sent',
    async (verdict) => {
      await remember('releases.md', 'Releases')
      await remember('roll backs.md', 'Rollbacks')
      await turn('how are releases deployed')

      const [, proposal = ''] = (await say(`${verdict} 1`)).split('say which: /trail ')
      expect(proposal).toBe(`${verdict} releases.md instead "roll backs.md"`)
      expect(await say(proposal)).toMatch(/^Noted as f2 on t1: .*roll backs\.md 0\.00 →/)
      expect(await say('wrong')).toContain('with the right one: /trail wrong 1 instead "roll backs.md"')
    },
  )

  test('of a note that the turn did not show says how to teach it', async () => {
    await remember('releases.md', 'Releases')
    await memory.worker().ask('ingest', { brain, documents: [{ source: 'mill.md', format: 'text', text: 'Bread and flour.' }] }, patient)
    await turn('how are releases deployed')

    expect(await say('wrong 1 mill.md')).toContain('did not show mill.md; if it answers that question, name it in the place of one')
  })

  test('wrong with an instead that names nothing notes nothing', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    expect(await say('wrong 1 instead')).toBe('Nothing was noted: say what would have been right, as in /trail wrong 1 instead ID.')
    expect(await feedbacks()).toEqual([])
  })

  test('wrong with a number judges that one, as the owner', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    await turn('how are releases deployed')

    expect(await say('wrong 1 instead rollbacks.md')).toMatch(/^Noted as f1 on t1: wrong\. .*rollbacks\.md 0\.00 →/)
    expect(await feedbacks()).toMatchObject([
      { actor: 'owner', origin: 'owner', data: { verdict: 'wrong', tier: 'conscious', nodes: [1], instead: [2] } },
    ])
  })

  test.each(['used', 'not-relevant', 'not-useful'])('%s with an id judges that one', async (verdict) => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    expect(await say(`${verdict} releases.md`)).toContain(`f1 on t1: ${verdict}.`)
    expect(await feedbacks()).toMatchObject([{ data: { verdict } }])
  })

  test('changes the next answer to the same question', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    const before = await turn('how are releases deployed')
    await say('wrong 1 instead rollbacks.md')
    await say('wrong 1 instead rollbacks.md')

    const after = await turn('how are releases deployed')

    expect(before?.appendContext).toContain('[releases.md]')
    expect(after?.appendContext).toContain('[rollbacks.md]')
  })

  test('knows the last turn from the log when the gateway was started anew', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    parts.state.runs.clear()

    expect(await say('used 1')).toContain('on t1: used.')
  })

  test('why tells what the last answer was given, and why', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    expect(await say('why')).toMatch(/^t1: "how are releases deployed"\n1\. releases\.md/)
    expect(await say('why 1')).toMatch(/1\. releases\.md/)
    expect(await say('why releases.md')).toMatch(/1\. releases\.md/)
    expect(await say('why 9')).toMatch(/^There is no number 9\.\nWhich of these/)
  })

  test('why of an id is about the newest turn, of a number about the newest that was given memories', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await turn('quaternions')

    expect(await say('why releases.md')).toMatch(/^t2: "quaternions"\nreleases\.md was not recalled: /)
    expect(await say('why 1')).toMatch(/^t1: /)
  })

  test('why names the message that keeps a memory back, to the owner alone', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    await turn('how are releases deployed')
    const text = 'No, that is wrong, releases are deployed by hand.'
    const said = { actor: 'owner', actorKind: 'owner', origin: 'owner', text } as const
    for (const more of [{}, { actor: 'Ada' }])
      await memory
        .worker()
        .ask('feedback', { ...said, ...more, brain, session, verdict: 'not-relevant', turn: 't1', nodes: ['releases.md'] }, patient)
    await turn('how are releases deployed')

    const told = await say('why releases.md')
    const stranger = await say('why releases.md', { senderIsOwner: false })

    expect(told).toMatch(/because of "No, that is wrong, releases are deployed by hand\." \(not-relevant on t1, \d{4}-\d{2}-\d{2}\)/)
    expect(stranger).toBe(elsewhere)
  })

  test('judges by its id what the turn looked at and left out, and what an earlier one showed', async () => {
    await remember('releases.md', 'Releases')
    await remember('rollbacks.md', 'Rollbacks')
    await turn('how are releases deployed')
    expect(await say('why')).toContain('Left out:\n- rollbacks.md')
    await turn('quaternions')

    expect(await say('used rollbacks.md')).toContain('f1 on t1: used.')
    expect(await say('used releases.md')).toContain('f2 on t1: used.')
    expect((await feedbacks()).map(({ data }) => data['nodes'])).toEqual([[2], [1]])
  })

  test('judges what was left out where nothing was given', async () => {
    await remember('releases.md', 'Releases', { origin: 'untrusted' })
    await turn('how are releases deployed')

    expect(await say('why')).toContain('Left out:\n- releases.md')
    expect(await say('used releases.md')).toContain('f1 on t1: used.')
  })

  test('names no command of a terminal in what it could not do', async () => {
    await remember('releases.md', 'Releases')
    await turn('quaternions')

    for (const args of ['used nowhere.md', 'used releases.md', 'wrong releases.md instead nowhere.md'])
      expect(await say(args)).toMatch(/^Nothing was changed: (?!.*(--|openclaw|crabtrail)).*\/trail why/)
  })

  test.each([
    ['nothing was recalled yet', 'used 1', 'Nothing was recalled in this conversation yet.'],
    ['nothing was recalled yet', 'why', 'Nothing was recalled in this conversation yet.'],
  ])('says so when %s: %s', async (_, args, said) => {
    expect(await say(args)).toBe(said)
  })

  test('says so when a number or an id is none', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')

    expect(await say('used 2')).toMatch(/^There is no number 2\.\nWhich of these/)
    expect(await say('used elsewhere.md')).toMatch(/^Nothing was changed: no note elsewhere\.md is known there; \/trail why/)
    expect(warnings).toEqual([])
  })

  test('off and on switch the memory of this conversation alone', async () => {
    await remember('releases.md', 'Releases')

    const off = await say('off')
    const without = await turn('how are releases deployed')
    const on = await say('on')
    const again = await turn('how are releases deployed')

    expect([off, on]).toEqual([expect.stringMatching(/^Memory is off/), 'Memory is on again in this conversation.'])
    expect(without).toBeUndefined()
    expect(again?.appendContext).toContain('[releases.md]')
    await memory.worker().drained()
    const { events } = await memory.worker().ask('log', { brain, type: 'RecallSkipped' }, patient)
    expect(events).toMatchObject([{ data: { reason: 'off' } }])
  })

  test('status tells what is remembered and what is wrong', async () => {
    expect(await say('status')).toContain('nothing is remembered yet')

    await remember('releases.md', 'Releases')
    await say('off')
    raise(parts.state, 'store', 'the disk is full', () => {})

    expect(await say('status')).toMatch(
      /^Memory is off in this conversation\.\nlocal\/agent-\d+\/default: 1 nodes, .*\n[\s\S]*Wrong: the disk is full$/,
    )
  })

  test('status names the missing owner list with the setting, once, until the list names somebody of the channel', async () => {
    const advice = `Wrong: nobody who writes over telegram is known as the owner, so nobody gets memory there; name yourself: openclaw config set commands.ownerAllowFrom '["telegram:YOUR_ID"]'`
    const host = { channels: { telegram: { enabled: true } } }
    const status = (hostConfig: PluginParts['hostConfig']) =>
      trail(
        { ...parts, hostConfig },
        { isAuthorizedSender: true, senderIsOwner: true, agentId: agent, sessionKey: session, args: 'status' },
      )

    const before = await status(() => host)
    raise(parts.state, ownerListCause('telegram'), ownerAdvice('telegram'), () => {})
    const afterwards = await status(() => host)
    settle(parts.state, ownerListCause('telegram'))
    const named = await status(() => ({ ...host, commands: { ownerAllowFrom: ['telegram:42'] } }))

    expect([before, afterwards].map((text) => text.split('\n').filter((line) => line.startsWith('Wrong')))).toEqual([[advice], [advice]])
    expect(named).not.toContain('Wrong')
  })

  test('status says first that the memory is blind, and counts what people said apart from what was found in use', async () => {
    await remember('releases.md', 'Releases')
    await turn('how are releases deployed')
    await say('used 1')
    const found = {
      brain,
      session,
      turn: 't1',
      verdict: 'not-useful',
      nodes: ['releases.md'],
      actor: agent,
      tier: 'agent',
      origin: 'agent',
    } as const
    await memory.worker().ask('feedback', { ...found, actorKind: 'agent' }, patient)
    raise(parts.state, 'store', 'the disk is full', () => {})
    raise(parts.state, 'prompt-injection', 'the host does not let this plugin add to prompts', () => {})

    const told = await say('status')

    expect(told).toMatch(/^Blind: the host does not let this plugin add to prompts\nMemory is on/)
    expect(told).toContain('1 turns, 1 verdicts of people, 1 found in use')
    expect(told).toMatch(/\nWrong: the disk is full$/)
  })

  test('status says what else it knows when the store cannot be reached, the reason once and what to do to the end', async () => {
    const path = join(folder, 'status', 'x'.repeat(300), 'memory.db')
    const broken = sharedMemory({ path, entry: new URL('../worker.ts', import.meta.url) })
    broken.start(() => {})
    const state = sharedState(path)
    state.health.absences['unavailable'] = 2
    const status = () =>
      trail(
        { ...parts, memory: broken, state },
        { isAuthorizedSender: true, senderIsOwner: true, agentId: agent, sessionKey: session, args: 'status' },
      )

    const before = await status()
    const command = 'openclaw config set plugins.entries.crabtrail.hooks.allowConversationAccess true'
    raise(state, 'conversation-access', `${'the host does not let this plugin hear conversations, '.repeat(3)}: ${command}`, () => {})
    raise(state, 'store', 'the memory cannot be used, and turns go on without it: its name is too long', () => {})
    const told = await status()
    for (let at = 0; at < 9; at++) raise(state, `cause ${at}`, 'the status cannot be written '.repeat(20), () => {})
    const much = await status()
    await broken.stop()

    expect(before).toMatch(/^Memory is on .*\nThe memory cannot be used now: .*x{50}[\s\S]*\nTurns without memory .*: unavailable 2$/)
    expect(told).toMatch(new RegExp(`^Blind: .*${command}\nMemory is on `))
    expect(told).toContain('\nWrong: the memory cannot be used, and turns go on without it: its name is too long')
    expect(told).toContain('The memory cannot be used now.\n')
    expect(much).toMatch(/\n9 more are told by the status in a terminal\.$/)
    expect(much.length).toBeLessThan(900)
  })

  test('status tells nothing of other agents: neither what is wrong with their workspaces nor how they talk', async () => {
    const { health } = parts.state
    raise(parts.state, workspaceCause(brain), 'the workspace /home/own cannot be read', () => {})
    raise(parts.state, workspaceCause('local/somebody/default'), 'the workspace /home/somebody cannot be read', () => {})
    Object.assign(health.absences, { off: 3, 'no-text': 4, 'not-interactive': 5, locked: 6 })

    const told = await say('status')
    for (const reason of Object.keys(health.absences)) delete health.absences[reason]

    expect(told).toMatch(/\nTurns without memory since the gateway started, of all agents: locked 6\n/)
    expect(told).toMatch(/\nWrong: the workspace \/home\/own cannot be read$/)
    expect(told).not.toMatch(/somebody|more are told/)
  })

  test('is short enough for any channel, however much there is to say', async () => {
    for (let at = 0; at < 12; at++) await remember(`${'long-'.repeat(30)}${at}.md`, `Releases ${'of every kind '.repeat(10)}${at}`)
    await turn(`how are releases deployed ${'again and '.repeat(60)}`)

    for (const args of ['why', 'wrong', 'why 1', 'status', 'help', 'used 1']) expect((await say(args)).length).toBeLessThan(1_000)
  })

  test('obeys nothing that a note is called', async () => {
    const source = 'evil\u202e\u001b[2J.md'
    await memory.worker().ask('session', { brain, session, event: 'started', ensure: true }, patient)
    const text = 'Releases are deployed from the main branch.\n'
    await memory.worker().ask('ingest', { brain, documents: [{ source, format: 'markdown', text }] }, patient)
    await turn('how are releases deployed')

    const told = [await say('why'), await say('wrong')].join('\n')
    expect(told).toContain('evil')
    expect(told).not.toContain('\u202e')
    expect(told).not.toContain('\u001b')
  })

  test('says what to do when the store cannot be reached', async () => {
    const path = join(folder, 'none', 'x'.repeat(300), 'memory.db')
    const broken = sharedMemory({ path, entry: new URL('../worker.ts', import.meta.url) })
    broken.start(() => {})
    const told = await trail(
      { ...parts, memory: broken, state: sharedState(path) },
      { isAuthorizedSender: true, senderIsOwner: true, agentId: agent, sessionKey: session, args: 'why' },
    )
    await broken.stop()

    expect(told).toMatch(/^The memory could not answer: [\s\S]*Try again; \/trail status says what is wrong\.$/)
    expect(warnings).toHaveLength(1)
  })

  test('reaches nobody’s memory when the agent is not known', async () => {
    expect(await say('why', { agentId: undefined })).toContain('not known whose memory')
  })
})
