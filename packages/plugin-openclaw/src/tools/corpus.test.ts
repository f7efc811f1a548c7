import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Naming } from '@crabtrail/agent-host/conversation/naming'
import { beginRun } from '@crabtrail/agent-host/state/runs'
import { type SharedMemory, sharedMemory } from '@crabtrail/agent-host/state/shared-memory'
import { sharedState } from '@crabtrail/agent-host/state/shared-state'
import { localDay } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClawParts, type PluginParts, usualNaming } from '../host/openclaw.ts'
import { readPluginConfig } from '../host/settings.ts'
import { registerSupplement } from './corpus.ts'

const patient = { deadlineMs: 30_000 }
type Supplement = Parameters<OpenClawPluginApi['registerMemoryCorpusSupplement']>[0]

const stage = (path: string, naming: Naming = usualNaming) => {
  const memory = sharedMemory({ path, entry: new URL('../worker.ts', import.meta.url) })
  const warnings: string[] = []
  const { success: config } = readPluginConfig({}) as { readonly success: PluginParts['config'] }
  const parts: PluginParts = {
    memory,
    state: sharedState(path),
    config,
    naming,
    ...openClawParts(() => ({})),
    warn: (message) => warnings.push(message),
  }
  const registered: Supplement[] = []
  registerSupplement({ registerMemoryCorpusSupplement: (one) => registered.push(one) }, parts)
  const [supplement] = registered
  if (supplement === undefined) throw new Error('nothing was registered')
  return { memory, parts, supplement, warnings }
}

/** In a turn of the owner that is under way. */
const asking = ({ state }: PluginParts, of = agentId) => {
  const agentSessionKey = `agent:${of}:main`
  const talk = {
    brain: `local/${of}/default`,
    session: agentSessionKey,
    sessionKind: 'interactive',
    actor: 'openclaw',
    actorKind: 'host',
  } as const
  const about = { talk, access: { memory: 'owner', chatKind: 'main' }, interactive: true, request: { ...talk, question: 'a' } } as const
  beginRun(state, { agentId: of, sessionKey: agentSessionKey, runId: 'r1' }, about).senderIsOwner = true
  return { agentId: of, agentSessionKey }
}

let folder: string
let memory: SharedMemory
let parts: PluginParts
let supplement: Supplement
let warnings: string[]
// One thread for all; each test has an agent of its own.
let agents = 0
let agentId: string
let brain: string

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'supplement-'))
  ;({ memory, parts, supplement, warnings } = stage(join(folder, 'memory.db')))
  memory.start(() => {})
  await memory.worker().open(patient)
})
afterAll(async () => {
  await memory.stop()
  rmSync(folder, { recursive: true, force: true })
})
beforeEach(() => {
  agentId = `agent-${++agents}`
  brain = `local/${agentId}/default`
  warnings.length = 0
})

const remember = async (source: string, text: string, origin: 'owner' | 'untrusted' = 'owner') => {
  await memory.worker().ask('session', { brain, session: 's', event: 'started', ensure: true }, patient)
  return memory.worker().ask('ingest', { brain, origin, documents: [{ source, format: 'markdown', text }] }, patient)
}
const position = async () => (await memory.worker().ask('brains', {}, patient)).brains.find(({ key }) => key === brain)?.position

describe('the memory as a corpus of the host’s search', () => {
  test('finds what a question reminds it of, and leaves no trace', async () => {
    await remember('releases.md', '# Releases\n\nReleases are deployed from the main branch.\n')
    const before = await position()

    const found = await supplement.search({ query: 'how are releases deployed', ...asking(parts) })

    expect(found).toEqual([
      {
        corpus: 'crabtrail',
        path: 'crabtrail/releases.md',
        id: 'releases.md',
        title: 'Releases',
        kind: 'memory',
        score: expect.any(Number),
        snippet: expect.stringContaining('main branch'),
        provenanceLabel: 'from the owner or the agent, or trusted by the owner',
        source: 'releases.md',
        sourcePath: 'releases.md',
      },
    ])
    expect(found[0]?.score).toBeGreaterThan(0)
    expect(found[0]?.score).toBeLessThan(1)
    expect(await position()).toBe(before)
  })

  test('understands yesterday by the clock of the host', async () => {
    await remember('releases.md', '# Releases\n\nReleases are deployed from the main branch.\n')
    const zone = process.env['TZ']
    process.env['TZ'] = new Date().getUTCHours() < 12 ? 'Etc/GMT+12' : 'Etc/GMT-14'
    try {
      const yesterday = localDay(Date.now() - 86_400_000, new Date().getTimezoneOffset())
      await memory.worker().ask('note', { brain, text: 'A kayak was bought.', today: yesterday }, patient)

      expect(await supplement.search({ query: 'what happened yesterday', ...asking(parts) })).toMatchObject([
        { snippet: 'A kayak was bought.' },
      ])
    } finally {
      if (zone === undefined) delete process.env['TZ']
      else process.env['TZ'] = zone
    }
  })

  test('says by which path the agent finds its own notes, and by which key those of another gateway are known', async () => {
    const gateway = () => Result.succeed('ada')
    const shared = stage(memory.files, { ...usualNaming, gateway })
    await remember('ada/memory/releases.md', '# Releases\n\nReleases are deployed from the main branch.\n')
    await remember('ben/memory/releases.md', '# Releases\n\nReleases are deployed by Ben.\n')

    const found = await shared.supplement.search({ query: 'how are releases deployed', ...asking(shared.parts) })
    const got = await shared.supplement.get({ lookup: 'crabtrail/ada/memory/releases.md', ...asking(shared.parts) })

    expect(found.map(({ sourcePath }) => sourcePath).toSorted()).toEqual(['ben/memory/releases.md', 'memory/releases.md'])
    expect(got).toMatchObject({ sourcePath: 'memory/releases.md' })
  })

  test('finds what is not trusted as well, and says so', async () => {
    await remember('mail.md', '# Mail\n\nReleases are deployed by whoever shouts.\n', 'untrusted')

    expect(await supplement.search({ query: 'how are releases deployed', ...asking(parts) })).toMatchObject([
      { id: 'mail.md', provenanceLabel: 'untrusted: not from the owner or the agent' },
    ])
    expect(await supplement.get({ lookup: 'crabtrail/mail.md', ...asking(parts) })).toMatchObject({ provenanceLabel: 'origin: untrusted' })
  })

  test('calls nothing untrusted that the owner trusts', async () => {
    await remember('mail.md', '# Mail\n\nReleases are deployed by whoever shouts.\n', 'untrusted')
    await memory.worker().ask('trust', { brain, node: 'mail.md' }, patient)

    expect(await supplement.search({ query: 'how are releases deployed', ...asking(parts) })).toMatchObject([
      { id: 'mail.md', provenanceLabel: 'from the owner or the agent, or trusted by the owner' },
    ])
    expect(await supplement.get({ lookup: 'crabtrail/mail.md', ...asking(parts) })).toMatchObject({
      provenanceLabel: 'trusted by the owner',
    })
  })

  test('gives no more than was asked for', async () => {
    for (const name of ['a', 'b', 'c']) await remember(`${name}.md`, `# ${name}\n\nThe releases of ${name}.\n`)

    expect(await supplement.search({ query: 'releases', ...asking(parts), maxResults: 2 })).toHaveLength(2)
  })

  test('shows a memory, or some of its lines', async () => {
    await remember('releases.md', '# Releases\n\nFrom main.\nBy the job.\nOn Mondays.\n')

    expect(await supplement.get({ lookup: 'crabtrail/releases.md', ...asking(parts) })).toMatchObject({
      corpus: 'crabtrail',
      title: 'Releases',
      content: expect.stringContaining('By the job.'),
      fromLine: 1,
    })
    const whole = (await supplement.get({ lookup: 'crabtrail/releases.md', ...asking(parts) }))?.content.split('\n') ?? []
    expect(await supplement.get({ lookup: 'crabtrail/releases.md', ...asking(parts), fromLine: 2, lineCount: 1 })).toMatchObject({
      content: whole[1],
      fromLine: 2,
      lineCount: 1,
    })
  })

  test.each([
    ['is another corpus’s', 'memory/2026-11-20.md'],
    ['is not there', 'crabtrail/elsewhere.md'],
    ['is the beginning of one only', 'crabtrail/releases'],
    ['is no memory', 'crabtrail/e1'],
    ['is empty', 'crabtrail/'],
  ])('shows nothing when what is looked up %s, and counts no failure', async (_, lookup) => {
    await remember('releases.md', '# Releases\n\nFrom main, see [notes](notes.md).\n')
    await remember('notes.md', '# Notes\n\nMore.\n')

    expect(await supplement.get({ lookup, ...asking(parts) })).toBeNull()
    expect(warnings).toEqual([])
  })

  test('shows nothing that was retired', async () => {
    const root = '/notes'
    await memory.worker().ask('session', { brain, session: 's', event: 'started', ensure: true }, patient)
    const documents = [{ source: 'a.md', format: 'markdown', text: '# A\n\nReleases.\n', root }] as const
    await memory.worker().ask('ingest', { brain, documents }, patient)
    await memory.worker().ask('ingest', { brain, documents: [], folders: [{ root, below: '' }], prune: true }, patient)

    expect(await supplement.search({ query: 'releases', ...asking(parts) })).toEqual([])
    expect(await supplement.get({ lookup: 'crabtrail/a.md', ...asking(parts) })).toBeNull()
  })

  test.each([
    ['an agent that remembers nothing yet', () => asking(parts, 'nobody')],
    ['an agent that is not known', () => ({})],
  ])('is empty for %s, which is no failure', async (_, asker) => {
    expect(await supplement.search({ query: 'releases', ...asker() })).toEqual([])
    expect(warnings).toEqual([])
  })

  test('reaches no other agent’s memory', async () => {
    await remember('releases.md', '# Releases\n\nReleases are deployed from the main branch.\n')

    expect(await supplement.search({ query: 'releases', ...asking(parts, `${agentId}-other`) })).toEqual([])
    expect(await supplement.get({ lookup: 'crabtrail/releases.md', ...asking(parts, `${agentId}-other`) })).toBeNull()
  })

  test('is empty when the store cannot be reached, and that is counted', async () => {
    mkdirSync(join(folder, 'folder.db'))
    const broken = stage(join(folder, 'folder.db'))

    expect(await broken.supplement.search({ query: 'releases', ...asking(broken.parts) })).toEqual([])
    expect(await broken.supplement.get({ lookup: 'crabtrail/a.md', ...asking(broken.parts) })).toBeNull()
    await broken.memory.worker().close(5_000)

    expect(broken.parts.state.health.hooks['corpus search']).toMatchObject({ calls: 1, failures: 1 })
    expect(broken.warnings).toHaveLength(2)
  })
})
