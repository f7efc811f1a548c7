import { tryModel } from '@crabtrail/agent-host/model/model-trial'
import type { ModelRefusal } from '@crabtrail/agent-host/state/shared-state'
import { afterEach, describe, expect, test } from 'vitest'
import { type HostModelConfig, hostModel, refusalProblem } from './host-model.ts'

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
    expect(hostModel(answering({}) as never, { model: { baseUrl: 'http://localhost:11434/v1', model: 'tiny' } })).toBeUndefined()
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

test('a host that does not know which of its agents the call is for is told of with what to do', async () => {
  const rejects = () => Promise.reject(Object.assign(new Error('Multiple agents are configured'), { code: 'AGENT_SELECTION_REQUIRED' }))
  const model = hostModel({ id: 'crabtrail', runtime: { config: { current: () => ({}) }, llm: { complete: rejects } } }, { model: 'host' })

  expect(model && (await tryModel(model))).toMatchObject({
    problem: expect.stringContaining('config set agents.defaults.systemAgent.agentId AGENT'),
  })
})
