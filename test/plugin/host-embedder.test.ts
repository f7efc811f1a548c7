/** The host's embedding provider as the embedder of a memory: with a fake provider in the place of the host's own module. */
import { hashedVector } from '@crabtrail/models'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { type HealthReport, healthPath, readHealth } from '../../packages/agent-host/src/state/problems.ts'
import { patient, type Stage, stagesOfEachTest, watchOften } from './stage.ts'

watchOften()
const stage = stagesOfEachTest()
const door = 'openclaw/plugin-sdk/embedding-providers'
afterEach(() => void vi.doUnmock(door))

const patience = { timeout: 120_000, interval: 50 }
const session = 'agent:main:chat'
const notes =
  '# Pharmacy\n\nDigitalis tinctures stand in the refrigerator behind the counter.\n\n# Harbour\n\nLobster crates arrive on Wednesday before the tide turns.\n'
const misspelt = 'digitallis tinktures refridgerator'
const config = { embedder: 'host' }
const hostConfig = { memory: { search: { provider: 'fake', model: 'tiny' } } }

/** A provider that answers as it is told; `asked` is all that it was sent. */
const provides = (answer: (text: string) => ReadonlyArray<number> = (text) => [...hashedVector(text)]) => {
  const asked: string[] = []
  const embedBatch = async (texts: ReadonlyArray<string>) => {
    asked.push(...texts)
    return texts.map(answer)
  }
  const create = async ({ model }: { readonly model: string }) => ({ provider: { model, embedBatch } })
  vi.doMock(door, () => ({ getEmbeddingProvider: () => ({ create }) }))
  return asked
}

const sources = async (one: Stage) => (await one.log()).findLast(({ type }) => type === 'SeedsSelected')?.data['sources']
const report = (one: Stage, is: (report: HealthReport) => boolean) =>
  vi.waitUntil(async () => {
    const read = await readHealth(healthPath(one.path))
    return read !== undefined && is(read) ? read : undefined
  }, patience)

describe('INV-254 the embedding provider of the host', () => {
  test('seeds a misspelt question of a turn', async () => {
    const asked = provides()
    const one = await stage({ config, hostConfig })
    await one.note('notes.md', notes)
    await vi.waitUntil(async () => (await one.types()).includes('EmbedderChanged'), patience)

    await one.host.turn(session, misspelt)

    expect(await sources(one)).toContain('vector')
    expect(asked).toContain(misspelt)
    const { embedder } = await one.memory().ask('counters', {}, patient)
    expect(embedder?.id).toMatch(/^host\/fake\/tiny#/)
  })

  test.each<readonly [string, string, object]>([
    ['is not set', 'config.embedder: the host names no embedding provider: openclaw config set memory.search.provider', {}],
    ['makes no vectors', 'the embedding provider of the host gave no vectors', hostConfig],
  ])('that %s costs the vectors and nothing else, and is told of', async (_, told, hosts) => {
    provides(() => [])
    const one = await stage({ config, hostConfig: hosts })
    await one.note('notes.md', notes)

    await one.host.turn(session, 'Where do the tinctures stand?')
    const { problems } = await report(one, (read) => read.problems['embedder'] !== undefined)

    expect(problems['embedder']).toContain(told)
    expect(await sources(one)).toEqual(['lexical'])
    expect(one.state.health.absences).toEqual({})
    expect(await one.types()).not.toContain('EmbedderChanged')
  })
})
