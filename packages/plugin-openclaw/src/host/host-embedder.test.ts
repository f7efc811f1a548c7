/** The module of the host that makes vectors is private to the host: it may be gone, or be another one, in any version. */
import type { HostEmbedding } from '@crabtrail/agent-host/state/parts'
import { embedderLimits } from '@crabtrail/core'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import type { HostEmbedderConfig } from './host-embedder.ts'

const door = 'openclaw/plugin-sdk/embedding-providers'
const named: HostEmbedderConfig = { memory: { search: { provider: 'fake', model: 'tiny' } } }
const health = { failed: false }
const created: unknown[] = []
const asked: unknown[] = []
const looks: string[] = []
beforeEach(() => {
  vi.resetModules()
  health.failed = false
  created.splice(0)
  asked.splice(0)
  looks.splice(0)
})
afterEach(() => void vi.doUnmock(door))

/** As the host is that has this module, or a module that fails. */
const embeddingOf = async (module: () => object, current: () => HostEmbedderConfig = () => named): Promise<HostEmbedding> => {
  vi.doMock(door, module)
  const { hostEmbedding } = await import('./host-embedder.ts')
  const host = { id: 'crabtrail', runtime: { config: { current } } }
  expect(hostEmbedding(host, { embedder: 'hashed' })).toBeUndefined()
  const embedding = hostEmbedding(host, { embedder: 'host' }, health)
  if (embedding === undefined) throw new Error('there is none')
  return embedding
}

const answering = (answer: (texts: ReadonlyArray<string>) => unknown) => () => ({
  getEmbeddingProvider: (name: string) => {
    looks.push(name)
    if (name === 'unknown') return undefined
    return {
      create: async (options: { readonly model: string }) => {
        created.push(options)
        const embedBatch = async (texts: ReadonlyArray<string>, given: object) => {
          asked.push(given)
          return answer(texts)
        }
        return { provider: { model: options.model, embedBatch } }
      },
    }
  },
})
const well = answering((texts) => texts.map(() => [3, 4]))
const open = () => new AbortController().signal

describe('the embedding provider of the host', () => {
  test('is asked as the memory search of the host is set, made once, and gives unit vectors', async () => {
    const { embed, problem } = await embeddingOf(well)

    const [made] = await Promise.all([embed(['a note', 'another'], 'document', open()), problem()])
    await embed(['which note?'], 'question', open())

    expect(await problem()).toBeUndefined()
    expect(made.id).toMatch(/^host\/fake\/tiny#[0-9a-f]{8}$/)
    expect(made.vectors).toEqual([Float32Array.of(0.6, 0.8), Float32Array.of(0.6, 0.8)])
    expect(looks).toEqual(['fake'])
    expect(created).toMatchObject([{ config: named, provider: 'fake', model: 'tiny', fallback: 'none' }])
    expect(asked).toMatchObject([
      { inputType: 'document', signal: expect.any(AbortSignal) },
      { inputType: 'query', signal: expect.any(AbortSignal) },
    ])
  })

  test.each<readonly [string, HostEmbedderConfig]>([
    ['model', { memory: { search: { provider: 'fake', model: 'large' } } }],
    ['provider', { memory: { search: { provider: 'other', model: 'tiny' } } }],
    ['address', { ...named, models: { providers: { fake: { baseUrl: 'http://elsewhere/v1' } } } }],
    ['length', { memory: { search: { provider: 'fake', model: 'tiny', outputDimensionality: 256 } } }],
  ])('has another id with another %s', async (_, other) => {
    let config = named
    const { embed } = await embeddingOf(well, () => config)
    const first = await embed(['a note'], 'document', open())
    config = other

    expect((await embed(['a note'], 'document', open())).id).not.toBe(first.id)
  })

  test('is made anew after a failure, which is kept in mind until it answers', async () => {
    let answer: unknown = []
    const { embed } = await embeddingOf(answering(() => answer))

    await expect(embed(['a note'], 'document', open())).rejects.toThrow()
    expect(health.failed).toBe(true)
    answer = [[1, 0]]
    await embed(['a note'], 'document', open())

    expect(health.failed).toBe(false)
    expect([created.length, looks.length]).toEqual([2, 2])
  })

  test('that nobody waits for any more has not failed', async () => {
    const { embed } = await embeddingOf(answering(() => []))

    await expect(embed(['a note'], 'document', AbortSignal.abort())).rejects.toThrow()

    expect(health.failed).toBe(false)
  })

  test.each<readonly [string, (end: AbortSignal) => Promise<unknown>]>([
    ['never ends', () => new Promise(() => {})],
    ['ends at the signal', (end) => new Promise((_, reject) => end.addEventListener('abort', () => reject(end.reason)))],
    ['answers later', (end) => new Promise((resolve) => end.addEventListener('abort', () => resolve([[1, 0]])))],
  ])('that took too long has failed, where it %s', async (_, answer) => {
    const late = new AbortController()
    const { embed } = await embeddingOf(answering(() => answer(late.signal)))

    const call = embed(['a note'], 'document', late.signal).catch(() => undefined)
    await vi.waitUntil(() => asked.length === 1)
    late.abort(new DOMException('', 'TimeoutError'))
    expect(health.failed).toBe(true)
    await Promise.race([call, new Promise((resolve) => setImmediate(resolve))])

    expect(health.failed).toBe(true)
  })

  test.each<readonly [string, unknown]>([
    ['too many vectors', [[1], [1]]],
    ['no list', 'secret'],
    ['words', [['secret']]],
    ['no number', [[Number.NaN]]],
    ['no direction', [[0, 0]]],
    ['more numbers than a memory keeps', [Array.from({ length: embedderLimits.dimension + 1 }, () => 1)]],
  ])('fails, in words of ours, where it answers with %s', async (_, answer) => {
    const { embed } = await embeddingOf(answering(() => answer))

    await expect(embed(['a note'], 'document', open())).rejects.toThrow(/^(?!.*secret).*vector/)
    expect(health.failed).toBe(true)
  })

  test.each<readonly [string, RegExp, () => object, HostEmbedderConfig]>([
    [
      'the module is gone',
      /this host has no openclaw\/plugin-sdk\/embedding-providers .*: name a server/,
      () => {
        throw new Error('Package subpath is not defined by "exports"')
      },
      named,
    ],
    ['the function is gone', /in another way/, () => ({ getEmbeddingProvider: undefined }), named],
    ['it fails', /in another way/, () => ({ getEmbeddingProvider: () => Promise.reject(new Error('sk-secret')) }), named],
    ['it has another shape', /in another way/, () => ({ getEmbeddingProvider: () => ({ make: () => {} }) }), named],
    ['no provider is named', /names no embedding provider: openclaw config set memory.search.provider/, well, {}],
    ['it is switched off', /names no embedding provider/, well, { memory: { search: { provider: 'none' } } }],
    ['the provider is unknown', /knows no embedding provider of the name/, well, { memory: { search: { provider: 'unknown' } } }],
  ])('is missed in words that say what to do where %s', async (_, problem, module, config) => {
    const one = await embeddingOf(module, () => config)

    expect(await one.problem()).toMatch(problem)
    expect(await one.problem()).not.toContain('secret')
    await expect(one.embed(['a note'], 'document', open())).rejects.toThrow()
  })

  test('is missed where the provider that is made has another shape', async () => {
    const { embed } = await embeddingOf(() => ({ getEmbeddingProvider: () => ({ create: async () => ({ provider: { embed: 1 } }) }) }))

    await expect(embed(['a note'], 'document', open())).rejects.toThrow(/in another way/)
  })

  test('can be asked for in the version that this is built against', async () => {
    const { getEmbeddingProvider: get } = (await import(/* @vite-ignore */ door)) as { readonly getEmbeddingProvider?: unknown }

    expect(typeof get).toBe('function')
  })
})
