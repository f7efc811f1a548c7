/**
 * The embedding provider of the host makes the vectors of a real gateway's memory.
 *
 * In short: `test/plugin/host-embedder.test.ts`
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Embeddings, startEmbeddings } from '../src/embeddings.ts'
import type { HostOptions } from '../src/openclaw.ts'
import { realHost, type StageOptions } from './stage.ts'
import { releases, troubled } from './trouble-stage.ts'

const question = 'Relleases deploied from the brannch?'

let server: Embeddings
const config: { -readonly [Part in keyof NonNullable<HostOptions['config']>]: NonNullable<HostOptions['config']>[Part] } = {}
// Before the gateway, which is started with its address.
beforeAll(async () => {
  server = await startEmbeddings()
  const { baseUrl, model } = server.settings
  Object.assign(config, {
    models: {
      providers: { loopback: { api: 'openai-completions', baseUrl, apiKey: 'sk-of-the-host', models: [{ id: model, name: model }] } },
    },
    memory: { search: { provider: 'loopback', model } },
  })
})
afterAll(() => server.close())

const options: StageOptions = {
  plugin: { deadlineMs: 5_000, embedder: 'host' },
  config,
  prepare: async ({ host }) => {
    const note = join(host.workspace, 'memory', 'releases.md')
    mkdirSync(dirname(note))
    writeFileSync(note, releases)
  },
}
const stage = realHost(options)
const { health } = troubled(stage)
const patience = { timeout: 120_000, interval: 50 }

test('the embedding provider of a real host makes the vectors, by its own address and key', async () => {
  await vi.waitUntil(async () => (await stage.log().catch(() => [])).some(({ type }) => type === 'EmbedderChanged'), patience)
  await stage.host.turn('agent:main:main', question)
  await vi.waitUntil(async () => (await stage.log()).some(({ type }) => type === 'SeedsSelected'), patience)

  expect(await health(({ counters }) => (counters?.embedder?.brains[0]?.vectors ?? 0) > 0)).toMatchObject({
    counters: { embedder: { id: expect.stringMatching(/^host\/loopback\/tiny#[0-9a-f]{8}$/) } },
    problems: {},
  })
  expect(server.asked.some(({ authorization, input }) => authorization === 'Bearer sk-of-the-host' && input.includes('memory'))).toBe(true)
  expect(server.asked.some(({ input }) => input.includes(question))).toBe(true)
})
