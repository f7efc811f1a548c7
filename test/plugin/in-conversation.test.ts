import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUserText, prefixBefore, toolTexts } from '../src/chat-request.ts'
import { createFakeHost, type FakeHost, type FakeHostOptions } from '../src/fake-host/fake-host.ts'
import type { HostedPlugin } from '../src/fake-host/registration.ts'
import { calling, deferred, inTurn } from '../src/model-script.ts'

const patient = { deadlineMs: 30_000 }
const question = 'How are releases deployed?'
const releases = '# Releases\n\nReleases are deployed from the main branch by the release job.\n'
const rollbacks = '# Rollbacks\n\nRollbacks of releases are deployed by hand.\n'

/** Each registration gets modules of its own, as in the host. */
const load = async (): Promise<HostedPlugin> => {
  vi.resetModules()
  return (await import('../../packages/plugin-openclaw/src/index.ts')).default
}

const stage = (options: Partial<FakeHostOptions> = {}) => {
  const home = mkdtempSync(join(tmpdir(), 'in-conversation-'))
  const entry = { hooks: { allowConversationAccess: true }, config: { deadlineMs: 10_000 } }
  return { home, host: createFakeHost({ home, load, entry, script: () => 'Hello.', ...options }) }
}
const brainOf = (agent: string) => `local/${agent}/default`
const fail = (): never => {
  throw new Error('the model was not asked')
}
const givenLast = ({ requests }: FakeHost) => currentUserText(requests.at(-1) ?? fail())

describe('in a conversation', () => {
  // A start costs seconds: one host for all, and an agent for each test.
  const agents = ['main', 'work', 'changes', 'trail', 'off', 'tools', 'undo', 'search', 'reload'] as const
  let home: string
  let host: FakeHost
  let memory: MemoryWorker

  beforeAll(async () => {
    const write = () => ({ result: { content: [{ type: 'text' as const, text: 'written' }], details: {} } })
    ;({ home, host } = stage({ agents, hostTools: { write } }))
    for (const agent of agents) note(agent, 'memory/releases.md', releases)
    note('work', 'memory/releases.md', '# Releases of work\n\nReleases are deployed by the secret team.\n')
    note('trail', 'memory/rollbacks.md', rollbacks)
    await host.start()
    memory = openMemoryWorker({ path: join(host.state, 'crabtrail', 'crabtrail.db') })
    for (const agent of agents) await read(agent, agent === 'trail' ? 2 : 1)
  })
  beforeEach(() => host.follow(() => 'Hello.'))
  afterAll(async () => {
    await memory.close(10_000)
    await host.stop()
    rmSync(home, { recursive: true, force: true })
  })

  const note = (agent: string, path: string, text: string) => {
    const file = join(host.workspaceOf(agent), path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  /** When so many notes of the agent's workspace are read in. */
  const read = (agent: string, count: number) =>
    vi.waitFor(
      async () => {
        const { events } = await memory.ask('log', { brain: brainOf(agent), type: 'SourceAdded' }, patient)
        expect(events).toHaveLength(count)
      },
      { timeout: 120_000 },
    )
  const ask = (agent: string, message: string) => host.chat(`agent:${agent}:talk`, message)

  test('the notes of one agent never reach another one', async () => {
    await ask('work', question)
    const work = givenLast(host)
    await ask('main', question)

    expect(work).toContain('secret team')
    expect(work).not.toContain('release job')
    expect(givenLast(host)).toContain('release job')
    expect(givenLast(host)).not.toContain('secret team')
  })

  test('what an agent writes down is there for the next question', async () => {
    note('changes', 'memory/rollbacks.md', rollbacks)
    host.follow(inTurn(calling({ name: 'write', arguments: { path: 'memory/rollbacks.md' } }), 'Done.'))
    await ask('changes', 'Write down how that goes')
    await read('changes', 2)
    host.follow(() => 'Hello.')
    await ask('changes', 'How are rollbacks deployed?')

    expect(givenLast(host)).toMatch(/<crabtrail-memory turn="t\d+">[\s\S]*by hand/)
  })

  test('/trail reaches what the hooks of another copy of the plugin know', async () => {
    await ask('trail', question)
    const list = await ask('trail', '/trail wrong')
    const said = await ask('trail', '/trail wrong 1 instead memory/rollbacks.md')
    const why = await ask('trail', '/trail why')

    expect(list).toMatch(/^Which of these, given with t1\?\n1\. memory\/releases\.md/)
    expect(said).toMatch(/^Noted as f1 on t1: wrong\./)
    expect(why).toContain('t1: "How are releases deployed?"')
  })

  test('/trail off keeps the memory out of it until /trail on', async () => {
    await ask('off', '/trail off')
    await ask('off', question)
    const without = givenLast(host)
    const status = await ask('off', '/trail status')
    await ask('off', '/trail on')
    await ask('off', question)

    expect(without).not.toContain('crabtrail-memory')
    expect(status).toMatch(/^Memory is off/)
    expect(givenLast(host)).toContain('crabtrail-memory')
  })

  test('an agent that is told of a mistake can say which memory did not help and ask why it was given; its tools leave the same lines before every message', async () => {
    const feedback = deferred('memory_feedback', { verdict: 'not-useful', nodes: ['memory/releases.md'] })
    host.follow(() => 'Releases are deployed from the main branch by the release job.')
    await ask('tools', question)
    host.follow(inTurn(calling(feedback), calling(deferred('memory_why', {})), 'Done.'))

    await ask('tools', `No, that is wrong. ${question}`)

    const last = host.requests.at(-1) ?? fail()
    const answers = toolTexts(last).join('\n')
    expect(answers).toContain('Noted as f3 on t1: not-useful.')
    expect(answers).toContain('1. memory/releases.md')
    const { events } = await memory.ask('log', { brain: brainOf('tools'), type: 'FeedbackGiven' }, patient)
    expect(events).toMatchObject([
      { turn: 't1', origin: 'agent', data: { verdict: 'used', tier: 'agent', given: 'inferred' } },
      { turn: 't1', origin: 'owner', data: { verdict: 'correction', tier: 'conscious', given: 'heard' } },
      { turn: 't1', origin: 'owner', data: { verdict: 'not-useful', tier: 'conscious' } },
    ])
    const lines = host.requests.map((request) => prefixBefore(request).match(/- memory_(feedback|undo|why) \(crabtrail\): .*?(?=\\n|")/g))
    expect(lines[0]).toHaveLength(3)
    expect(new Set(lines.map((found) => JSON.stringify(found))).size).toBe(1)
  })

  test('a correction that was heard is taken back by the owner, or by the agent that he asks to, and is not beside the note any more', async () => {
    const fenced = () => /<crabtrail-memory turn="t\d+">([\s\S]*)<\/crabtrail-memory>/.exec(givenLast(host))?.[1]
    const asked = async () => {
      host.follow(() => 'Releases are deployed from the main branch by the release job.')
      await ask('undo', question)
      return fenced()
    }
    const corrected = async () => {
      await asked()
      await ask('undo', 'No, that is wrong. Releases are never deployed on Fridays.')
      return asked()
    }
    const untouched = await asked()

    const doubted = await corrected()
    const told = await ask('undo', '/trail undo')
    const undone = await asked()
    const again = await corrected()
    host.follow(inTurn(calling(deferred('memory_undo', {})), 'Done.'))
    await ask('undo', 'Forget that I said that was wrong.')
    const answer = toolTexts(host.requests.at(-1) ?? fail()).join('\n')

    expect(untouched).toContain('release job')
    for (const text of [doubted, again]) expect(text).toContain('never deployed on Fridays')
    expect(told).toMatch(
      /^Taken back: f\d+: correction on t\d+ "How are releases deployed\?" about memory\/releases\.md\.\nChanged: .*memory\/releases\.md loses a doubt\./,
    )
    expect(answer).toMatch(/Taken back: f\d+: correction on t\d+ .*loses a doubt/s)
    expect([undone, await asked()]).toEqual([untouched, untouched])
  })

  test('the host’s own search finds memories when it is asked for everything', async () => {
    host.follow(inTurn(calling(deferred('memory_search', { query: 'releases', corpus: 'all' })), 'Done.'))

    await ask('search', question)

    expect(toolTexts(host.requests.at(-1) ?? fail()).join('\n')).toContain('crabtrail/memory/releases.md')
  })

  test('the copy of the plugin that comes after a reload follows the notes too', async () => {
    await host.reconfigure({ plugins: { entries: { crabtrail: { config: { tokens: 700 } } } } })
    note('reload', 'memory/rollbacks.md', rollbacks)
    await host.chat('agent:reload:new', 'Hello')
    await read('reload', 2)

    expect(host.log()).not.toContain('could not')
  })
})

describe('a plugin that cannot hear', () => {
  test('says so once in the log, in the status, and to its owner by the next heartbeat; its status says when the gateway ended', async () => {
    const { home, host } = stage({ entry: { config: { deadlineMs: 10_000 } } })
    const health = () => JSON.parse(readFileSync(join(host.state, 'crabtrail', 'crabtrail.db.health.json'), 'utf8'))
    await host.start()
    await vi.waitFor(() => expect(health().problems).toHaveProperty('conversation-access'), { timeout: 120_000 })
    await host.chat('agent:main:talk', question)
    await host.heartbeat('Look around')
    const running = health()
    await host.stop()

    expect(host.log().split('does not let this plugin hear conversations')).toHaveLength(2)
    expect(JSON.stringify(host.requests.at(-1)?.messages)).toContain(
      'set plugins.entries.crabtrail.hooks.allowConversationAccess to true in the host’s configuration',
    )
    expect([running.stopped, health().stopped]).toEqual([false, true])
    rmSync(home, { recursive: true, force: true })
  })
})
