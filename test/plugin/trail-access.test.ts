import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sharedMemory } from '../../packages/agent-host/src/state/shared-memory.ts'
import { sharedState } from '../../packages/agent-host/src/state/shared-state.ts'
import { registerCommands, trail } from '../../packages/plugin-openclaw/src/commands/trail.ts'
import {
  agent,
  brain,
  elsewhere,
  feedbacks,
  folder,
  memory,
  parts,
  patient,
  remember,
  say,
  session,
  setStage,
  turn,
  warnings,
} from './trail-stage.ts'

setStage()

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

    for (const call of ['used', 'wrong', 'not-relevant', 'not-useful', 'undo', 'unlearn', 'trust', 'review', 'studio', 'off', 'on'])
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

  test.each(['why', 'why releases.md', 'status', 'used 1', 'wrong 1', 'undo', 'unlearn session s1 yes', 'studio', 'off', 'on'])(
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
    expect(await say('remember')).toMatch(/^There is no \/trail remember\.\n\/trail ask/)
  })

  test('has no call that the guide leaves out, and no guide says that there are none', async () => {
    const docs = new URL('../../docs/how-to/', import.meta.url)
    const guides = readdirSync(docs).map((name) => readFileSync(new URL(name, docs), 'utf8'))
    const calls = [...(await say('help')).matchAll(/\/trail ([a-z-]+)/g)].map(([, call]) => call)

    const guide = readFileSync(new URL('live-with-an-agent.md', docs), 'utf8')
    expect(calls.length).toBeGreaterThanOrEqual(6)
    for (const call of calls) expect(guide).toContain(`/trail ${call}`)
    for (const text of guides) expect(text).not.toMatch(/\bno commands? (?:inside|in) (?:the|a) (?:chat|conversation)/)
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

  test('is short enough for any channel, however much there is to say', async () => {
    for (let at = 0; at < 12; at++) await remember(`${'long-'.repeat(30)}${at}.md`, `Releases ${'of every kind '.repeat(10)}${at}`)
    await turn(`how are releases deployed ${'again and '.repeat(60)}`)

    for (const args of [
      'why',
      'wrong',
      'why 1',
      'status',
      'help',
      'used 1',
      'unlearn',
      'unlearn session',
      'unlearn session s1',
      'undo',
      'ask how are releases deployed',
      'show Releases',
    ])
      expect((await say(args)).length).toBeLessThan(1_000)
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
    const broken = sharedMemory({ path, entry: new URL('../../packages/plugin-openclaw/src/worker.ts', import.meta.url) })
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
