/** The utility model of the host, in a plugin of the fake host: which model is asked, how the log names it, and what is said where the host refuses it. */
import { AsyncLocalStorage } from 'node:async_hooks'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { healthPath, readHealth } from '../../packages/agent-host/src/state/problems.ts'
import { offering } from './offered-model.ts'
import { patient, type Stage, stagesOfEachTest, watchOften } from './stage.ts'

const [utility, session, brain] = ['openai/small', 'agent:main:main', 'local/main/default'] as const

interface Completion {
  readonly model?: string
  readonly messages: ReadonlyArray<{ readonly content: string }>
}
let models: Array<string | undefined>
let refuses: boolean
/** What the host finds in the asynchronous context of a call. */
const context = new AsyncLocalStorage<string>()
const contexts: Array<string | undefined> = []
beforeEach(() => {
  models = []
  contexts.splice(0)
  refuses = false
})

/** Judges nothing. A call costs 0.01 dollars. */
const llm = {
  complete: async ({ model }: Completion) => {
    models.push(model)
    contexts.push(context.getStore())
    if (refuses && model !== undefined) throw Object.assign(new Error('not allowlisted'), { code: 'LLM_COMPLETION_NOT_AUTHORIZED' })
    return { text: '{"judgements":[]}', usage: { inputTokens: 500, outputTokens: 20, costUsd: 0.01 } }
  },
}
watchOften()
const stages = stagesOfEachTest()
const open = async (grant: object | undefined, config: object = {}): Promise<Stage> => {
  const entries = { crabtrail: grant === undefined ? {} : { llm: grant } }
  const hostConfig = { agents: { defaults: { utilityModel: utility } }, plugins: { entries } }
  const one = await stages({ wrap: offering(llm), hostConfig, config: { model: 'host', modelMs: 5_000, ...config } })
  await one.note('home/cleaning.md', '# Cleaning\n\nDanuta cleans on Thursday, 9 to 12.\n')
  await one.memory().ask('profile', { brain, profile: 'balanced', settings: { 'model.routingShare': 0 } }, patient)
  return one
}
const judged = async (one: Stage, count: number): Promise<void> => {
  await vi.waitUntil(async () => (await answers(one)).length >= count, { timeout: 60_000, interval: 20 })
}
const answers = async (one: Stage) => (await one.log()).filter(({ type }) => type === 'ModelAnswered')
/** The names by which what a model said can be taken back. */
const judges = async (one: Stage): Promise<string> => {
  const unknown = await one
    .memory()
    .ask('unlearn', { brain, ofJudge: 'nobody' }, patient)
    .then(
      () => 'found',
      (error: { readonly hint?: string }) => error.hint,
    )
  return unknown ?? ''
}
const problem = async (one: Stage) => (await readHealth(healthPath(one.path)))?.problems['utility-model']
/** A message that the model judges, and the answer to it. */
const say = async (one: Stage, count: number) => {
  await one.host.turn(session, `danuta comes ${count} times a month now`)
  await judged(one, count)
}

describe('the utility model', () => {
  test.each<readonly [string, object | undefined, string | undefined, string]>([
    ['is asked where the owner allows it', { allowModelOverride: true }, utility, `host/utility/${utility}`],
    ['is not asked where the owner does not', undefined, undefined, 'host/default'],
  ])('%s, and the log names which model judged', async (_, grant, model, id) => {
    const one = await open(grant)
    await say(one, 1)

    expect([models, await judges(one)]).toEqual([[model], `these judged messages or named aliases: ${id}@judge.2`])
    expect((await answers(one))[0]?.data).toMatchObject({ costNanoUsd: 10_000_000 })
    expect(await problem(one)).toBeUndefined()
  })

  test('that the host refuses is asked for once; the default model answers, and status and log say it', async () => {
    refuses = true
    const one = await open({ allowModelOverride: true, allowedModels: ['*'] })
    await say(one, 1)
    await say(one, 2)

    expect(models).toEqual([utility, undefined, undefined])
    // The id is recorded before the call: the one that found out has the name of the model that it asked for.
    expect(await judges(one)).toBe(`these judged messages or named aliases: host/utility/${utility}@judge.2, host/default@judge.2`)
    await vi.waitUntil(async () => (await problem(one)) !== undefined, { timeout: 60_000, interval: 20 })
    expect(await problem(one)).toMatch(/^the host refuses this plugin its utility model openai\/small, so the default model is asked/)
    expect(one.host.log()).toContain('the host refuses this plugin its utility model')
  })

  test('is asked no more on a day whose budget is used up, by what the host counts', async () => {
    const one = await open({ allowModelOverride: true }, { modelDayUsd: 0.02 })
    await say(one, 1)
    const ends: object[] = []
    for (const count of [2, 3]) {
      // From half of the budget on messages wait.
      await one.host.turn(session, `danuta comes ${count} times a month now`)
      await one.quiet()
      const { calls, left, unasked } = await one.memory().ask('judge', { brain }, patient)
      ends.push({ calls, left, unasked })
    }

    expect(ends).toEqual([
      { calls: 1, left: 0, unasked: undefined },
      { calls: 0, left: 1, unasked: 'day-budget' },
    ])
    expect(models).toHaveLength(2)
  })
})

test('a message is judged in the context of its turn: the host refuses its model to the context of an earlier load of the plugin', async () => {
  const one = await context.run('load', () => open({ allowModelOverride: true }))
  await context.run('turn', () => one.host.turn(session, 'danuta comes on tuesdays now'))
  await judged(one, 1)

  expect(contexts).toEqual(['turn'])
})
