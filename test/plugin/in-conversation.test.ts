import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUserText, prefixBefore, toolTexts } from '../src/chat-request.ts'
import { createFakeHost, type FakeHost, type FakeHostOptions } from '../src/fake-host/fake-host.ts'
import type { HostedPlugin } from '../src/fake-host/registration.ts'
import { calling, deferred, inTurn } from '../src/model-script.ts'

const session = 'agent:main:talk'
const patient = { deadlineMs: 30_000 }
const question = 'How are releases deployed?'

let home: string
let host: FakeHost

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'in-conversation-'))
})
afterEach(async () => {
  await host.stop()
  rmSync(home, { recursive: true, force: true })
})

/** Each registration gets modules of its own, as in the host. */
const load = async (): Promise<HostedPlugin> => {
  vi.resetModules()
  return (await import('../../packages/plugin-openclaw/src/index.ts')).default
}

const started = async (options: Partial<FakeHostOptions> = {}) => {
  const entry = { hooks: { allowConversationAccess: true }, config: { deadlineMs: 10_000 } }
  host = createFakeHost({ home, load, entry, script: () => 'Hello.', ...options })
  await host.start()
  return host
}
/** Notes that the workspace has before the gateway starts. */
const note = (path: string, text: string, agent = 'workspace') => {
  const file = join(home, agent, path)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
}
const releases = '# Releases\n\nReleases are deployed from the main branch by the release job.\n'
const rollbacks = '# Rollbacks\n\nRollbacks of releases are deployed by hand.\n'

/** Looks into the store beside the plugin, as the command line does. */
const withStore = async <A>(use: (memory: MemoryWorker) => Promise<A>): Promise<A> => {
  const memory = openMemoryWorker({ path: join(host.state, 'crabtrail', 'crabtrail.db') })
  try {
    return await use(memory)
  } finally {
    await memory.close(10_000)
  }
}
const sources = (brain: string) =>
  withStore(
    async (memory) => (await memory.ask('log', { brain, type: 'SourceAdded' }, patient).catch(() => ({ events: [] }))).events.length,
  )
const read = (count: number, brain = 'local/main/default') =>
  vi.waitFor(async () => expect(await sources(brain)).toBe(count), { timeout: 30_000 })
const health = () => JSON.parse(readFileSync(join(host.state, 'crabtrail', 'crabtrail.db.health.json'), 'utf8'))
const givenLast = () => currentUserText(host.requests.at(-1) ?? fail())
const fail = (): never => {
  throw new Error('the model was not asked')
}

describe('the notes of a workspace', () => {
  test('are there for the first question, and what changes in them for later ones', async () => {
    note('memory/releases.md', releases)
    await started({ hostTools: { write: () => ({ result: { content: [{ type: 'text', text: 'written' }], details: {} } }) } })
    await read(1)
    await host.turn(session, question)
    const first = givenLast()

    note('memory/rollbacks.md', rollbacks)
    host.follow(inTurn(calling({ name: 'write', arguments: { path: 'memory/rollbacks.md' } }), 'Done.'))
    await host.turn(session, 'Write down how rollbacks go')
    await read(2)
    host.follow(() => 'Hello.')
    await host.turn(session, 'How are rollbacks deployed?')

    expect(first).toMatch(/<crabtrail-memory>[\s\S]*release job/)
    expect(givenLast()).toMatch(/<crabtrail-memory>[\s\S]*by hand/)
  })

  test('of one agent never reach another one', async () => {
    note('memory/releases.md', releases)
    note('memory/secret.md', '# Releases of work\n\nReleases are deployed by the secret team.\n', 'workspace-work')
    await started({ agents: ['main', 'work'] })
    await read(1)
    await read(1, 'local/work/default')

    await host.turn('agent:work:talk', question, { agent: 'work' })
    const work = givenLast()
    await host.turn(session, question)

    expect(work).toContain('secret team')
    expect(work).not.toContain('release job')
    expect(givenLast()).toContain('release job')
    expect(givenLast()).not.toContain('secret team')
  })

  test('are left alone when they shall not be followed', async () => {
    note('memory/releases.md', releases)
    await started({ entry: { hooks: { allowConversationAccess: true }, config: { deadlineMs: 10_000, follow: false } } })
    await host.turn(session, question)
    await host.settled()

    expect(givenLast()).not.toContain('crabtrail-memory')
    expect(await sources('local/main/default')).toBe(0)
  })

  test('are followed by the copy of the plugin that comes after a reload', async () => {
    note('memory/releases.md', releases)
    await started()
    await read(1)

    await host.reconfigure({ plugins: { entries: { crabtrail: { config: { tokens: 700 } } } } })
    note('memory/rollbacks.md', rollbacks)
    await host.chat('agent:main:new', 'Hello')
    await read(2)

    expect(host.log()).not.toContain('could not')
  })
})

describe('in a conversation', () => {
  test('/trail reaches what the hooks of another copy of the plugin know', async () => {
    note('memory/releases.md', releases)
    note('memory/rollbacks.md', rollbacks)
    await started()
    await read(2)

    await host.chat(session, question)
    const list = await host.chat(session, '/trail wrong')
    const said = await host.chat(session, '/trail wrong 1 instead memory/rollbacks.md')
    const why = await host.chat(session, '/trail why')

    expect(list).toMatch(/^Which of these, given with t1\?\n1\. memory\/releases\.md/)
    expect(said).toMatch(/^Noted as f1 on t1: wrong\./)
    expect(why).toContain('t1: "How are releases deployed?"')
  })

  test('/trail off keeps the memory out of it until /trail on', async () => {
    note('memory/releases.md', releases)
    await started()
    await read(1)

    await host.chat(session, '/trail off')
    await host.chat(session, question)
    const without = givenLast()
    const status = await host.chat(session, '/trail status')
    await host.chat(session, '/trail on')
    await host.chat(session, question)

    expect(without).not.toContain('crabtrail-memory')
    expect(status).toMatch(/^Memory is off/)
    expect(givenLast()).toContain('crabtrail-memory')
  })

  test('the agent can say that a memory was wrong and ask why it was given', async () => {
    note('memory/releases.md', releases)
    await started()
    await read(1)
    host.follow(
      inTurn(
        calling(deferred('memory_feedback', { verdict: 'not-useful', nodes: ['memory/releases.md'] })),
        calling(deferred('memory_why', {})),
        'Done.',
      ),
    )

    expect(await host.turn(session, question)).toBe('Done.')

    const answers = toolTexts(host.requests.at(-1) ?? fail()).join('\n')
    expect(answers).toContain('Noted as f1 on t1: not-useful.')
    expect(answers).toContain('1. memory/releases.md')
    const { events } = await withStore((memory) => memory.ask('log', { brain: 'local/main/default', type: 'FeedbackGiven' }, patient))
    expect(events).toMatchObject([{ origin: 'owner', data: { tier: 'conscious' } }])
  })

  test('the tools leave the same lines before every message', async () => {
    await started()
    await host.turn(session, 'Hello')
    await host.turn(session, 'Hello again')

    const [first, second] = host.requests
    expect(prefixBefore(first ?? fail())).toMatch(/- memory_feedback \(crabtrail\): Say how/)
    expect(prefixBefore(second ?? fail()).startsWith(prefixBefore(first ?? fail()).slice(0, 400))).toBe(true)
  })

  test('the host’s own search finds memories when it is asked for everything', async () => {
    note('memory/releases.md', releases)
    await started()
    await read(1)
    host.follow(inTurn(calling(deferred('memory_search', { query: 'releases', corpus: 'all' })), 'Done.'))

    await host.turn(session, question)

    expect(toolTexts(host.requests.at(-1) ?? fail()).join('\n')).toContain('crabtrail/memory/releases.md')
  })
})

describe('a plugin that cannot hear', () => {
  test('says so once in the log, in the status, and to its owner by the next heartbeat', async () => {
    await started({ entry: { config: { deadlineMs: 10_000 } } })
    const command = 'openclaw config set plugins.entries.crabtrail.hooks.allowConversationAccess true'
    await vi.waitFor(() => expect(health().problems).toHaveProperty('conversation-access'), { timeout: 30_000 })
    await host.turn(session, question)
    await host.heartbeat('Look around')

    expect(host.log().split('does not let this plugin hear conversations')).toHaveLength(2)
    expect(JSON.stringify(host.requests.at(-1)?.messages)).toContain(command)
  })

  test('stops the watch with the gateway', async () => {
    await started()
    await host.turn(session, question)
    await host.stop()

    expect(health()).toMatchObject({ stopped: true, hooks: { before_prompt_build: { calls: 1 } } })
    await host.start()
  })
})
