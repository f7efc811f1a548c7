import { inspect } from 'node:util'
import { LanguageModel, ModelPace } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { beforeEach, describe, expect, test } from 'vitest'
import type { HostSettings } from '../state/parts.ts'
import { anyHost } from '../testing/any-host.ts'
import { embedderChosen, embedderProblem, layerModel, modelChosen, modelMsOf, modelProblem, tellingFailures } from './chosen-models.ts'

type Server = Exclude<HostSettings['embedder'], string>

const server = (more: Partial<Server> = {}): Server => ({ baseUrl: 'http://localhost:11434/v1', model: 'tiny', dimension: 4, ...more })
const problemOf = (embedder: HostSettings['embedder'], environment = {}) =>
  embedderProblem({ deadlineMs: 300, embedder }, environment, undefined, anyHost)

describe('the embedder of the plugin', () => {
  test.each<readonly [string | undefined, HostSettings['embedder']]>([
    [undefined, 'none'],
    ['hashed/', 'hashed'],
    ['localhost:11434/tiny/4', server()],
    ['localhost:11434/text-embedding-3-small/1536', { baseUrl: 'http://localhost:11434/v1', model: 'text-embedding-3-small' }],
  ])('is what the settings say: %s', async (id, embedder) => {
    const chosen = await Effect.runPromise(embedderChosen({ deadlineMs: 300, embedder }, {}))

    expect(chosen?.id.startsWith(id ?? '')).toBe(id === undefined ? undefined : true)
    expect(await problemOf(embedder)).toBeUndefined()
  })

  test.each<readonly [string, Server]>([
    ['the base URL is no address: give one like https://', server({ baseUrl: 'localhost' })],
    [
      'the base URL has more than scheme, host and path: leave the rest out, and give a key by itself',
      server({ baseUrl: 'http://u:secret@a/v1' }),
    ],
    ['give it as dimension', { baseUrl: 'http://a/v1', model: 'tiny' }],
    ['questionMs is 151, at most half of deadlineMs (150 now): lower it, or raise deadlineMs', server({ questionMs: 151 })],
    ['the environment of the gateway has no OTHER_KEY: set it there', server({ keyVariable: 'OTHER_KEY' })],
    ['keyVariable is no name of an environment variable', server({ keyVariable: 'sk-secret' })],
  ])('is refused with what is wrong and what to do, and without any key: %s', async (problem, embedder) => {
    const told = await problemOf(embedder)

    expect(told).toMatch(/^settings\.embedder: /)
    expect(told).toContain(problem)
    expect(told).not.toContain('secret')
  })

  test('has its key from the environment, and shows it to nobody', async () => {
    const settings = { deadlineMs: 300, embedder: server({ keyVariable: 'OTHER_KEY' }) }
    const chosen = await Effect.runPromise(embedderChosen(settings, { OTHER_KEY: 'sk-secret' }))

    expect(inspect(chosen, { depth: 9, showHidden: true })).not.toContain('secret')
    expect(await problemOf(settings.embedder, { OTHER_KEY: 'sk secret' })).toMatch(/the key cannot be sent/)
    // A terminal looks at the settings without the environment of the gateway.
    expect(await embedderProblem(settings, undefined, undefined, anyHost)).toBeUndefined()
  })
})

type ModelServer = Exclude<HostSettings['model'], string>

const modelServer = (more: Partial<ModelServer> = {}): ModelServer => ({ baseUrl: 'http://localhost:11434/v1', model: 'tiny', ...more })
const modelProblemOf = (model: HostSettings['model'], environment: Record<string, string> = {}) =>
  modelProblem({ model }, environment, undefined, anyHost)
const question = { messages: [{ role: 'user', content: 'which note?' }], tokens: 180, form: { name: 'routing', schema: {} } } as const

describe('the model of the plugin', () => {
  test.each<readonly [string, ModelServer]>([
    ['the base URL is no address: give one like https://', modelServer({ baseUrl: 'localhost' })],
    [
      'the base URL has more than scheme, host and path: leave the rest out, and give a key by itself',
      modelServer({ baseUrl: 'http://u:secret@a/v1' }),
    ],
    ['the environment of the gateway has no OTHER_KEY: set it there', modelServer({ keyVariable: 'OTHER_KEY' })],
    ['keyVariable is no name of an environment variable', modelServer({ keyVariable: 'sk-secret' })],
  ])('is refused with what is wrong and what to do, and without any key: %s', async (problem, model) => {
    const told = await modelProblemOf(model)

    expect(told).toMatch(/^settings\.model: .*; until that is put right the rules decide without a model$/)
    expect(told).toContain(problem)
    expect(told).not.toContain('secret')
  })

  test('has its key from the environment, and shows it to nobody', async () => {
    const model = modelServer({ keyVariable: 'OTHER_KEY' })
    const chosen = await Effect.runPromise(modelChosen({ model }, { OTHER_KEY: 'sk-secret' }))

    expect(chosen?.id).toMatch(/^localhost:11434\/tiny/)
    expect(inspect(chosen, { depth: 9, showHidden: true })).not.toContain('secret')
    expect(await modelProblemOf(model, { OTHER_KEY: 'sk secret' })).toMatch(/the key cannot be sent/)
    expect(await modelProblem({ model }, undefined, undefined, anyHost)).toBeUndefined()
  })

  test('is the host’s model only where the host has the call', async () => {
    expect(await modelProblemOf('host')).toContain('this host offers no model to plugins')
    expect(await modelProblemOf('off')).toBeUndefined()
    expect(await modelProblem({ model: 'host' }, {}, () => Promise.reject(new Error('unused')), anyHost)).toBeUndefined()
  })

  test.each<readonly [number, HostSettings['model']]>([
    [0, 'off'],
    [700, 'host'],
    [700, modelServer()],
  ])('allows a turn %d ms more', (ms, model) => {
    expect(modelMsOf({ model, modelMs: 700 })).toBe(ms)
  })
})

describe('the layer for the worker', () => {
  const host = { model: (id: string) => ({ id, ask: () => Effect.never, forget: Effect.void }) }
  const built = (named: HostSettings['model'], modelMs = 700, more: { readonly modelDayUsd?: number } = {}) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const model = yield* Effect.serviceOption(LanguageModel)
        const pace = yield* ModelPace
        return [model._tag === 'None' ? undefined : model.value.id, pace.modelMs, pace.dayUsd, pace.judgedMs]
      }).pipe(Effect.provide(layerModel({ deadlineMs: 300, model: named, modelMs, ...more }, host))),
    )
  let pace: number
  beforeEach(async () => {
    pace = (
      await Effect.runPromise(
        Effect.gen(function* () {
          return yield* ModelPace
        }),
      )
    ).modelMs
  })

  test('holds what the settings name, with its time', async () => {
    expect(await built('host')).toEqual(['host/default', 700, undefined, 150])
    expect(await built(modelServer())).toEqual([expect.stringMatching(/^localhost:11434\/tiny/), 700, undefined, 150])
    expect(await built('host', 700, { modelDayUsd: 0.05 })).toEqual(['host/default', 700, 0.05, 150])
  })

  test('is empty where no model is to be asked, and where the settings cannot work', async () => {
    expect(await built('off')).toEqual([undefined, pace, undefined, undefined])
    expect(await built('host', 0)).toEqual([undefined, pace, undefined, undefined])
    expect(await built(modelServer({ baseUrl: 'localhost' }))).toEqual([undefined, pace, undefined, undefined])
  })
})

test('a failure of the host’s model is told once, without its words, until it fails in another way', async () => {
  const said: string[] = []
  const errors = [new Error('no key for secret'), new Error('no key'), Object.assign(new Error('secret'), { code: 'RATE_LIMITED' })]
  const model = tellingFailures(
    Object.assign(() => Promise.reject(errors.shift()), { id: () => 'host/default' }),
    (message) => said.push(message),
  )
  for (let call = 0; call < 3; call++) await expect(model?.(question, 500)).rejects.toThrow()
  expect(said).toEqual(['a call of the host’s model failed: Error', 'a call of the host’s model failed: RATE_LIMITED'])
  expect(model?.id?.()).toBe('host/default')
})
