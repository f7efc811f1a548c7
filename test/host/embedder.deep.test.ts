/**
 * An embedder of the settings is asked by a real gateway, and costs it nothing when it is wrong or silent.
 *
 * In short: `test/plugin/embedder.test.ts`
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Embeddings, hanging, startEmbeddings, well } from '../src/embeddings.ts'
import { fewPlugins } from '../src/openclaw-settings.ts'
import { realHost } from './stage.ts'
import { agent, layReleases, question, troubled } from './trouble-stage.ts'

const misspelt = 'Relleases deploied from the brannch?'
const deadlineMs = 5_000

let server: Embeddings
beforeAll(async () => {
  server = await startEmbeddings()
})
afterAll(() => server.close())

const stage = realHost({
  agents: ['main', agent],
  plugin: { deadlineMs },
  config: { agents: { ownership: 'explicit' }, ...fewPlugins() },
  prepare: async ({ host }) => {
    layReleases(host)
    // One text alone stands out from nothing.
    writeFileSync(
      join(host.workspaceOf(agent), 'memory', 'harbour.md'),
      '# Harbour\n\nLobster crates arrive on Wednesday before the tide turns.\n',
    )
  },
})
const { events, health, notesRead, set, told, turn, until } = troubled(stage)

const sources = async () => (await events()).findLast(({ type }) => type === 'SeedsSelected')?.data['sources']

test('an embedder of the settings is asked by a real gateway, and costs it nothing when it is wrong or silent', async () => {
  await notesRead()
  await expect(set({ config: { embedder: 'off' } })).rejects.toThrow(/embedder/)

  await set({ config: { embedder: server.settings } })
  await until(async () => (await stage.log(agent)).some(({ type }) => type === 'EmbedderChanged'))
  await turn(misspelt)
  expect(await sources()).toContain('vector')
  expect(await health(({ counters }) => (counters?.embedder?.brains[0]?.vectors ?? 0) > 0)).toMatchObject({ problems: {} })

  server.behave(hanging)
  expect(await turn(question)).toEqual({ answer: 'ACK', remembered: true })
  await turn(`${misspelt} main`)
  expect(await sources()).toEqual(['lexical'])
  server.behave(well)

  await set({ config: { embedder: { ...server.settings, keyVariable: 'NOT_THERE' } } })
  await health(({ problems }) => problems['embedder']?.includes('has no NOT_THERE: set it there') === true)
  expect(await turn()).toEqual({ answer: 'ACK', remembered: true })
  expect(told(/has no NOT_THERE/).length).toBeGreaterThan(0)
  expect(await health(({ problems }) => problems['embedder'] !== undefined)).toMatchObject({ absences: {} })
})
