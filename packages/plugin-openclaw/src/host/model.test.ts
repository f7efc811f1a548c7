import { inspect } from 'node:util'
import { LanguageModel, ModelPace } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { hostModel, layerModel, modelChosen, modelMsOf, modelProblem } from './model.ts'
import type { PluginConfig } from './settings.ts'

type Server = Exclude<PluginConfig['model'], string>

const server = (more: Partial<Server> = {}): Server => ({ baseUrl: 'http://localhost:11434/v1', model: 'tiny', ...more })
const problemOf = (model: PluginConfig['model'], environment: Record<string, string> = {}) =>
  modelProblem({ model, modelMs: 500 }, environment, undefined)
const question = { messages: [{ role: 'user', content: 'which note?' }], tokens: 180, form: { name: 'routing', schema: {} } } as const

const asked: unknown[] = []
const answering = (answer: object) => ({
  runtime: {
    llm: {
      complete: (request: object) => {
        asked.push(request)
        return Promise.resolve(answer)
      },
    },
  },
})
afterEach(() => void asked.splice(0))

describe('the model of the plugin', () => {
  test.each<readonly [string, Server]>([
    ['the base URL is no address: give one like https://', server({ baseUrl: 'localhost' })],
    [
      'the base URL has more than scheme, host and path: leave the rest out, and give a key by itself',
      server({ baseUrl: 'http://u:secret@a/v1' }),
    ],
    ['the environment of the gateway has no OTHER_KEY: set it there', server({ keyVariable: 'OTHER_KEY' })],
    ['keyVariable is no name of an environment variable', server({ keyVariable: 'sk-secret' })],
  ])('is refused with what is wrong and what to do, and without any key: %s', async (problem, model) => {
    const told = await problemOf(model)

    expect(told).toMatch(/^plugins\.entries\.crabtrail\.config\.model: .*; until that is put right the rules decide without a model$/)
    expect(told).toContain(problem)
    expect(told).not.toContain('secret')
  })

  test('has its key from the environment, and shows it to nobody', async () => {
    const model = server({ keyVariable: 'OTHER_KEY' })
    const chosen = await Effect.runPromise(modelChosen({ model }, { OTHER_KEY: 'sk-secret' }))

    expect(chosen?.id).toMatch(/^localhost:11434\/tiny/)
    expect(inspect(chosen, { depth: 9, showHidden: true })).not.toContain('secret')
    expect(await problemOf(model, { OTHER_KEY: 'sk secret' })).toMatch(/the key cannot be sent/)
    expect(await modelProblem({ model, modelMs: 500 }, undefined, undefined)).toBeUndefined()
  })

  test('is the host’s model only where the host has the call', async () => {
    expect(await problemOf('host')).toContain('this host offers no model to plugins')
    expect(await problemOf('off')).toBeUndefined()
    expect(await modelProblem({ model: 'host', modelMs: 500 }, {}, () => Promise.reject(new Error('unused')))).toBeUndefined()
  })

  test.each<readonly [number, PluginConfig['model']]>([
    [0, 'off'],
    [700, 'host'],
    [700, server()],
  ])('allows a turn %d ms more', (ms, model) => {
    expect(modelMsOf({ model, modelMs: 700 })).toBe(ms)
  })
})

describe('the layer for the worker', () => {
  const host = { model: (id: string) => ({ id, ask: () => Effect.never, forget: Effect.void }) }
  const built = (named: PluginConfig['model'], modelMs = 700) =>
    Effect.runPromise(
      Effect.gen(function* () {
        const model = yield* Effect.serviceOption(LanguageModel)
        return [model._tag === 'None' ? undefined : model.value.id, (yield* ModelPace).modelMs]
      }).pipe(Effect.provide(layerModel({ model: named, modelMs }, host))),
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
    expect(await built('host')).toEqual(['host/default', 700])
    expect(await built(server())).toEqual([expect.stringMatching(/^localhost:11434\/tiny/), 700])
  })

  test('is empty where no model is to be asked, and where the settings cannot work', async () => {
    expect(await built('off')).toEqual([undefined, pace])
    expect(await built('host', 0)).toEqual([undefined, pace])
    expect(await built(server({ baseUrl: 'localhost' }))).toEqual([undefined, pace])
  })
})

describe('the model of the host', () => {
  test('is asked as the settings of its agent say, for a purpose, and counts what was sent', async () => {
    const usage = { inputTokens: 20, outputTokens: 7, cacheReadTokens: 100, cacheWriteTokens: 3 }
    const model = hostModel(answering({ text: '{}', usage }) as never, { model: 'host' })

    expect(await model?.(question, 500)).toEqual({ text: '{}', tokensIn: 123, tokensOut: 7 })
    expect(asked).toEqual([{ messages: question.messages, maxTokens: 180, purpose: 'crabtrail routing', signal: expect.any(AbortSignal) }])
  })

  test('leaves the counting to us where the host does not count', async () => {
    const model = hostModel(answering({ text: '{}', usage: {} }) as never, { model: 'host' })

    expect(await model?.(question, 500)).toEqual({ text: '{}', tokensIn: undefined, tokensOut: undefined })
  })

  test('is none where the host has no such call, and untouched where the settings do not name it', () => {
    const untouchable = {
      get runtime(): never {
        throw new Error('the runtime is not available')
      },
    }

    expect(hostModel({ runtime: {} }, { model: 'host' })).toBeUndefined()
    expect(hostModel({ runtime: { llm: undefined } }, { model: 'host' })).toBeUndefined()
    expect(hostModel(answering({}) as never, { model: server() })).toBeUndefined()
    expect(() => hostModel(untouchable, { model: 'off' })).not.toThrow()
  })
})
