import { inspect } from 'node:util'
import { LanguageModel, ModelPace } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import {
  type HostModelConfig,
  hostModel,
  layerModel,
  type ModelRefusal,
  modelChosen,
  modelMsOf,
  modelProblem,
  refusalProblem,
  tellingFailures,
} from './model.ts'
import type { PluginConfig } from './settings.ts'

type Server = Exclude<PluginConfig['model'], string>

const server = (more: Partial<Server> = {}): Server => ({ baseUrl: 'http://localhost:11434/v1', model: 'tiny', ...more })
const problemOf = (model: PluginConfig['model'], environment: Record<string, string> = {}) =>
  modelProblem({ model }, environment, undefined)
const question = { messages: [{ role: 'user', content: 'which note?' }], tokens: 180, form: { name: 'routing', schema: {} } } as const

const asked: unknown[] = []
const answering = (answer: object, config: HostModelConfig = {}, refuses: (model: string | undefined) => boolean = () => false) => ({
  id: 'crabtrail',
  runtime: {
    config: { current: () => config },
    llm: {
      complete: (request: { readonly model?: string }) => {
        asked.push(request)
        return refuses(request.model) ? Promise.reject(refused) : Promise.resolve(answer)
      },
    },
  },
})
const refused = Object.assign(new Error('not allowlisted'), { code: 'LLM_COMPLETION_NOT_AUTHORIZED' })
const utility = 'openai/small'
const withUtility = (llm?: object): HostModelConfig => ({
  agents: { defaults: { utilityModel: utility } },
  plugins: { entries: { crabtrail: { ...(llm === undefined ? {} : { llm }) } } },
})
const allowed = withUtility({ allowModelOverride: true })
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
    expect(await modelProblem({ model }, undefined, undefined)).toBeUndefined()
  })

  test('is the host’s model only where the host has the call', async () => {
    expect(await problemOf('host')).toContain('this host offers no model to plugins')
    expect(await problemOf('off')).toBeUndefined()
    expect(await modelProblem({ model: 'host' }, {}, () => Promise.reject(new Error('unused')))).toBeUndefined()
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
  const built = (named: PluginConfig['model'], modelMs = 700, more: { readonly modelDayUsd?: number } = {}) =>
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
    expect(await built(server())).toEqual([expect.stringMatching(/^localhost:11434\/tiny/), 700, undefined, 150])
    expect(await built('host', 700, { modelDayUsd: 0.05 })).toEqual(['host/default', 700, 0.05, 150])
  })

  test('is empty where no model is to be asked, and where the settings cannot work', async () => {
    expect(await built('off')).toEqual([undefined, pace, undefined, undefined])
    expect(await built('host', 0)).toEqual([undefined, pace, undefined, undefined])
    expect(await built(server({ baseUrl: 'localhost' }))).toEqual([undefined, pace, undefined, undefined])
  })
})

describe('the model of the host', () => {
  test('is asked as the settings of its agent say, for a purpose, and counts what was sent', async () => {
    const usage = { inputTokens: 20, outputTokens: 7, cacheReadTokens: 100, cacheWriteTokens: 3 }
    const model = hostModel(answering({ text: '{}', usage }) as never, { model: 'host' })

    expect(await model?.(question, 500)).toEqual({ text: '{}', tokensIn: 123, tokensOut: 7 })
    expect(asked).toEqual([{ messages: question.messages, maxTokens: 180, purpose: 'crabtrail routing', signal: expect.any(AbortSignal) }])
  })

  test('tells the cost where the host counts it', async () => {
    const model = hostModel(answering({ text: '{}', usage: { costUsd: 0.0004 } }) as never, { model: 'host' })

    expect(await model?.(question, 500)).toMatchObject({ costUsd: 0.0004 })
  })

  test('leaves the counting to us where the host does not count', async () => {
    const model = hostModel(answering({ text: '{}', usage: {} }) as never, { model: 'host' })

    expect(await model?.(question, 500)).toEqual({ text: '{}', tokensIn: undefined, tokensOut: undefined })
  })

  test('is none where the host has no such call, and untouched where the settings do not name it', () => {
    const untouchable = {
      id: 'crabtrail',
      get runtime(): never {
        throw new Error('the runtime is not available')
      },
    }

    const without = { config: { current: () => ({}) } }

    expect(hostModel({ id: 'crabtrail', runtime: without }, { model: 'host' })).toBeUndefined()
    expect(hostModel({ id: 'crabtrail', runtime: { ...without, llm: undefined } }, { model: 'host' })).toBeUndefined()
    expect(hostModel(answering({}) as never, { model: server() })).toBeUndefined()
    expect(() => hostModel(untouchable, { model: 'off' })).not.toThrow()
  })
})

describe('the utility model of the host', () => {
  const asking = async (config: HostModelConfig, refuses: (model: string | undefined) => boolean = () => false) => {
    const [refusal, host]: [ModelRefusal, object] = [{}, answering({ text: '{}', usage: {} }, config, refuses)]
    const model = hostModel(host as never, { model: 'host' }, refusal) ?? expect.unreachable()
    const models = async () => {
      await model(question, 500)
      return asked.splice(0).map((one) => (one as { readonly model?: string }).model)
    }
    return { models, id: () => model.id?.(), problem: () => refusalProblem(host as never, refusal) }
  }

  test.each<readonly [string, HostModelConfig]>([
    ['the owner lets the plugin name a model', allowed],
    ['it is in the list of models that it may name', withUtility({ allowModelOverride: true, allowedModels: ['a/b', utility] })],
    ['every model is', withUtility({ allowModelOverride: true, allowedModels: ['*'] })],
  ])('is asked where %s, and the log names it', async (_, config) => {
    const { id, models, problem } = await asking(config)

    expect([await models(), id(), problem()]).toEqual([[utility], `host/utility/${utility}`, undefined])
  })

  test.each<readonly [string, HostModelConfig]>([
    ['the host names none', { plugins: { entries: { crabtrail: { llm: { allowModelOverride: true } } } } }],
    ['the list is empty', withUtility({ allowModelOverride: true, allowedModels: [] })],
    ['the host names an empty one', { ...allowed, agents: { defaults: { utilityModel: ' ' } } }],
    ['the configuration says nothing of it', withUtility()],
    ['the owner says no', withUtility({ allowModelOverride: false })],
    ['it is not in the list', withUtility({ allowModelOverride: true, allowedModels: ['a/b'] })],
  ])('is not asked where %s', async (_, config) => {
    const { id, models, problem } = await asking(config)

    expect([await models(), id(), problem()]).toEqual([[undefined], 'host/default', undefined])
  })

  test('by an alias is left to the host, which alone knows what is meant', async () => {
    const config = { ...withUtility({ allowModelOverride: true, allowedModels: ['a/b'] }), agents: { defaults: { utilityModel: 'small' } } }

    expect(await (await asking(config)).models()).toEqual(['small'])
  })

  test('follows the configuration at once', async () => {
    const config = { agents: { defaults: { utilityModel: 'openai/one' } }, plugins: { ...allowed.plugins } }
    const { id, models } = await asking(config)
    await models()
    config.agents = { defaults: { utilityModel: 'openai/two' } }

    expect([await models(), id()]).toEqual([['openai/two'], 'host/utility/openai/two'])
  })

  test('is asked for once where the host refuses it, and again when the configuration has changed', async () => {
    const config = { agents: { defaults: { utilityModel: utility } }, plugins: { ...allowed.plugins } }
    const { id, models, problem } = await asking(config, (model) => model === utility)

    expect(await models()).toEqual([utility, undefined])
    expect([await models(), id()]).toEqual([[undefined], 'host/default'])
    expect(problem()).toMatch(/^the host refuses this plugin its utility model openai\/small, so the default model is asked/)
    config.agents = { defaults: { utilityModel: 'openai/other' } }
    expect(problem()).toBeUndefined()
    expect(await models()).toEqual(['openai/other'])
  })

  test('that fails in another way is no refusal: the call fails, and the default model is not asked in its place', async () => {
    const host = answering({}, allowed)
    host.runtime.llm.complete = () => Promise.reject(new Error('no key'))
    const refusal: ModelRefusal = {}

    await expect(hostModel(host as never, { model: 'host' }, refusal)?.(question, 500)).rejects.toThrow('no key')
    expect(refusal).toEqual({})
  })

  test('is not told for refused where the host refuses every model for a while', async () => {
    let isDenied = true
    const { id, models, problem } = await asking(allowed, () => isDenied)

    await expect(models()).rejects.toThrow('not allowlisted')
    asked.splice(0)
    isDenied = false
    expect([await models(), id(), problem()]).toEqual([[utility], `host/utility/${utility}`, undefined])
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
