import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type MemoryWorker, openMemoryWorker } from '@crabtrail/store/worker'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Model, startModel } from '../src/model.ts'
import { createHost, type Host, packPlugin } from '../src/openclaw.ts'

const brain = 'local/main/default'
const session = 'agent:main:host-1'
const patient = { deadlineMs: 30_000 }
const times: string[] = []

let packed: string
let model: Model
let host: Host

const timed = async <A>(name: string, work: () => Promise<A>): Promise<A> => {
  const began = performance.now()
  const value = await work()
  times.push(`${name} ${((performance.now() - began) / 1_000).toFixed(1)} s`)
  return value
}

/** Looks into the plugin's store from this process, as the command line does beside a running gateway. */
const withStore = async <A>(use: (memory: MemoryWorker) => Promise<A>): Promise<A> => {
  const memory = openMemoryWorker({ path: join(host.state, 'crabtrail', 'crabtrail.db') })
  try {
    return await use(memory)
  } finally {
    await memory.close(10_000)
  }
}

beforeAll(async () => {
  packed = mkdtempSync(join(tmpdir(), 'pack-'))
  model = await startModel(() => 'ACK')
  host = await createHost(model.url)
  const tarball = await timed('pack', () => packPlugin(packed))
  await timed('install', () => host.install(tarball))
  await withStore((memory) => {
    const text = '# Releases\n\nReleases are deployed from the main branch by the release job.\n'
    return memory.ask('ingest', { brain, documents: [{ source: 'releases.md', format: 'markdown', text }] }, patient)
  })
  await timed('gateway to ready', () => host.start())
}, 240_000)

afterAll(async () => {
  await host?.dispose()
  await model?.stop()
  rmSync(packed, { recursive: true, force: true })
  process.stdout.write(`${times.join(', ')}\n`)
}, 60_000)

describe('the packed plugin in a real gateway', () => {
  test('gives the model what the question reminds the memory of, and records the turn in the agent’s brain', {
    timeout: 90_000,
  }, async () => {
    const answer = await timed('first turn', () => host.turn(session, 'How are releases deployed?'))

    const log = await withStore((memory) => memory.ask('log', { brain, session }, patient))
    expect(answer).toBe('ACK')
    expect(lastUserTexts()).toMatch(/<crabtrail-memory>[\s\S]*release job[\s\S]*<\/crabtrail-memory>[\s\S]*How are releases deployed\?/)
    expect(log.events.map(({ type }) => type)).toEqual(
      expect.arrayContaining(['SessionStarted', 'TurnStarted', 'SeedsSelected', 'ContextBundled']),
    )
    expect(log.events.find(({ type }) => type === 'SessionStarted')).toMatchObject({ data: { kind: 'interactive' } })
  })

  test('leaves nothing of it in the history that the next turn sends', { timeout: 60_000 }, async () => {
    await timed('second turn', () => host.turn(session, 'Thank you!'))

    expect(lastUserTexts()).toContain('How are releases deployed?')
    expect(lastUserTexts()).not.toContain('crabtrail-memory')
  })

  test('leaves a store that verifies when the gateway stops', { timeout: 60_000 }, async () => {
    await timed('stop', () => host.stop())

    const [verified, turns] = await withStore(async (memory) => [
      await memory.ask('verify', { brain }, patient),
      await memory.ask('log', { brain, session, type: 'TurnStarted' }, patient),
    ])
    expect(verified.checks.filter(({ ok }) => !ok)).toEqual([])
    expect(turns.events).toHaveLength(2)
    expect(host.log()).not.toMatch(/crabtrail.*(error|without memory)/i)
  })
})

/** Everything under the role of the user in the newest request. */
const lastUserTexts = (): string =>
  (model.requests.at(-1)?.messages ?? [])
    .filter(({ role }) => role === 'user')
    .map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content)))
    .join('\n')
