/**
 * The embedding provider of the host makes the vectors of a real gateway's memory, and the one that it has no more is missed in words.
 *
 * In short: `test/plugin/host-embedder.test.ts`
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embeddings, startEmbeddings } from '../src/embeddings.ts'
import type { HostOptions } from '../src/openclaw.ts'
import { realHost, type StageOptions } from './stage.ts'
import { releases, troubled } from './trouble-stage.ts'

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
const { events, health, turn, until } = troubled(stage)

test('the embedding provider of a real host makes the vectors, by its own address and key', async () => {
  await until(async () => (await stage.log().catch(() => [])).some(({ type }) => type === 'EmbedderChanged'))
  await turn('Relleases deploied from the brannch?')

  const log = await events()
  expect(log.findLast(({ type }) => type === 'SeedsSelected')?.data['sources']).toContain('vector')
  expect(JSON.stringify(log.find(({ type }) => type === 'EmbedderChanged')?.data)).toMatch(/host\/loopback\/tiny#[0-9a-f]{8}/)
  expect(server.asked.some(({ authorization, input }) => authorization === 'Bearer sk-of-the-host' && input.includes('memory'))).toBe(true)
  expect(await health(({ counters }) => (counters?.embedder?.brains[0]?.vectors ?? 0) > 0)).toMatchObject({ problems: {} })
})
