/** `setup` of `openclaw crabtrail` where no language model is set: it offers judging with its cost, and `--yes` switches it on. */
import { openMemoryWorker } from '@crabtrail/store/worker'
import { describe, expect, test } from 'vitest'
import { brain, config, json, path, patient, remember, run, setModel, setPluginConfig, setStage } from './command-line-stage.ts'

setStage()

const utility = 'openai/small'
const setUtility = () => Object.assign(config, { agents: { defaults: { utilityModel: utility } } })
/** The host's model. It counts what a call costs only where that is given. */
const models = (texts: ReadonlyArray<string> = ['{}'], costUsd?: number) => {
  const asked: Array<string | undefined> = []
  setModel({
    complete: async ({ model }: { readonly model?: string }) => {
      asked.push(model)
      return { text: texts[(asked.length - 1) % texts.length], usage: costUsd === undefined ? {} : { costUsd } }
    },
  })
  return asked
}
const entry = () => config.plugins.entries['crabtrail'] ?? expect.unreachable()
/** The settings of the plugin as the next process reads them. */
const setup = async (options: object = {}) => {
  setPluginConfig(entry().config)
  return run('setup', options)
}
const switchedOn = { model: 'host', modelDayUsd: 0.05 }

describe('setup without --yes', () => {
  test('offers judging with the cost of a message where none is recorded, asks no model, and changes nothing', async () => {
    const asked = models()
    const before = JSON.stringify(config)

    const { exit, out } = await setup()

    expect(exit).toBe(0)
    expect(out).toMatch(
      /No language model is set\. It would read each of your private messages once, .*\nNo message is recorded yet; judging one takes about 1\d{3} tokens, 0\.000\d+ USD at 0\.15 and 0\.6 USD a million tokens, the prices in the settings\.\nIt also chooses among notes .*\nTo switch it on, for at most 0\.05 USD a day and memory:\n {4}openclaw crabtrail setup --yes\n/,
    )
    expect([JSON.stringify(config), asked]).toEqual([before, []])
  })

  test('computes a day from the messages of the memory, and asks the model of the host once', async () => {
    remember()
    const asked = models()
    const before = JSON.stringify(config)

    const { out } = await setup()
    const { judging } = (await withStats()) ?? expect.unreachable()

    expect(judging?.expected).toMatchObject({ messages: 1, messagesADay: 1, tokensOut: 90, priceIn: 0.15, priceOut: 0.6 })
    const { tokensIn = 0, tokensOut = 0 } = judging?.expected ?? {}
    expect(tokensIn).toBeGreaterThan(500)
    const usd = Number(((tokensIn * 0.15 + tokensOut * 0.6) / 1_000_000).toPrecision(2))
    expect(out).toContain(
      `By 1 message of the newest two weeks, 1 a day, judging takes about ${tokensIn + tokensOut} tokens a day, ${usd} USD at 0.15 and 0.6 USD a million tokens, the prices in the settings.`,
    )
    expect(out).toMatch(/The model of the host answered in \d+ ms/)
    expect([JSON.stringify(config), asked]).toEqual([before, [undefined]])
  })

  test('computes it by what the host counts for a call', async () => {
    remember()
    models(['{}'], 0.5)

    expect((await setup()).out).toMatch(/judging takes about \d+ tokens a day, \d.*USD by what the host counts for a call\./)
  })

  test('names the settings where the owner has said off, and where the host has no model', async () => {
    const without = await setup()
    entry().config = { model: 'off' }
    models()
    const off = await setup()

    expect(without.out).toMatch(/To switch it on.*:\n {4}openclaw config set .*\.modelDayUsd 0\.05\n {4}openclaw config set .*\.model …\n/)
    expect(off.out).toMatch(/To switch it on.*:\n {4}openclaw config set .*\.modelDayUsd 0\.05\n {4}openclaw config set .*\.model host\n/)
  })

  test.each([[{ judging: 'off' }], [{ modelMs: 0 }], [{ model: 'host' }]])('offers nothing with %j', async (own) => {
    entry().config = own
    models()

    expect((await setup()).out).not.toContain('No language model is set')
  })

  test('tells of a utility model that the plugin may not ask, once a model is set', async () => {
    setUtility()
    entry().config = { model: 'host' }
    models()
    const untold = await setup()
    entry().llm = { allowModelOverride: true }

    expect(untold.out).toMatch(
      /✓ utility model: .* openai\/small .*\n {4}openclaw config set plugins\.entries\.crabtrail\.llm\.allowModelOverride true\n/,
    )
    expect((await setup()).out).not.toContain('utility model:')
  })
})

describe('setup --yes', () => {
  test('switches judging on with a budget, says what goes by it and how to take it back, and changes nothing the second time', async () => {
    const asked = models()

    const first = await setup({ yes: true })
    const after = JSON.stringify(config)
    const second = await setup({ yes: true })

    expect(entry()).toEqual({ hooks: { allowConversationAccess: true }, config: switchedOn })
    expect(first.exit).toBe(0)
    expect(first.out).toMatch(
      /Judging is switched on: plugins\.entries\.crabtrail\.config\.model is "host"\. A day of each memory costs at most 0\.05 USD/,
    )
    expect(first.out).toContain(
      'The host counts no cost of its model, so the budget goes by tokens: tokens count at 0.15 and 0.6 USD a million',
    )
    expect(first.out).toContain('at most 333333 tokens a day, whatever they really cost.')
    expect(first.out).toContain('The default model of the host is asked, which names no utility model.')
    expect(first.out).toMatch(
      / {4}openclaw config set plugins\.entries\.crabtrail\.config\.model off\n {4}openclaw crabtrail unlearn --judge host\/default\n/,
    )
    expect(second.out).toMatch(/✓ language model: answered/)
    expect(second.out).not.toContain('switched on:')
    expect(JSON.stringify(config)).toBe(after)
    expect(asked).toEqual([undefined, undefined])
  })

  test('lets the plugin ask the utility model of the host, and says so', async () => {
    setUtility()
    const asked = models(['{}'], 0.0001)

    const { out } = await setup({ yes: true })
    await setup()

    expect(entry()).toMatchObject({ config: switchedOn, llm: { allowModelOverride: true } })
    expect(out).toContain('The host may be asked for its utility model: plugins.entries.crabtrail.llm.allowModelOverride is true.\n')
    expect(out).toContain('The budget goes by what the host counts for a call; where it counts nothing, tokens count at 0.15')
    expect(out).toMatch(
      / {4}openclaw config unset plugins\.entries\.crabtrail\.llm\.allowModelOverride\n {4}openclaw crabtrail unlearn --judge host\/utility\/openai\/small\n/,
    )
    expect(asked).toEqual([undefined, utility])
  })

  test.each<readonly [string, object, string]>([
    ['says no', { allowModelOverride: false }, 'does not let this plugin ask for openai/small'],
    ['lists others', { allowedModels: ['a/b'] }, 'does not let this plugin ask for openai/small'],
    ['has allowed it', { allowModelOverride: true }, 'The utility model of the host is asked: openai/small.'],
  ])('leaves what the owner %s of models as it is', async (_, llm, said) => {
    setUtility()
    entry().llm = llm
    models()

    expect((await setup({ yes: true })).out).toContain(said)
    expect(entry()).toMatchObject({ config: switchedOn })
    expect(entry().llm).toEqual(llm)
  })

  test('goes by the cost of a call where the host counts it, and by a budget that the owner has set', async () => {
    entry().config = { modelDayUsd: 0.2, follow: false }
    models(['{}'], 0.0001)

    const { out } = await setup({ yes: true })

    expect(out).toContain('costs at most 0.2 USD')
    expect(out).toContain('The host counts what a call costs, and the budget goes by that; a day ends at 1000000 tokens in any case.')
    expect(entry().config).toEqual({ modelDayUsd: 0.2, follow: false, model: 'host' })
  })

  test('puts right what is wrong in the same step', async () => {
    entry().hooks = {}
    models()

    expect(await json('setup', { yes: true })).toMatchObject({ changed: ['conversation access', 'judging'] })
    expect(entry()).toEqual({ hooks: { allowConversationAccess: true }, config: switchedOn })
  })

  test.each<readonly [string, object | undefined, ReadonlyArray<string> | undefined]>([
    ['the owner has said off', { model: 'off' }, ['{}']],
    ['judging is off', { judging: 'off' }, ['{}']],
    ['no model is asked', { modelMs: 0 }, ['{}']],
    ['the host has no model for plugins', undefined, undefined],
    ['the model of the host is of no use', undefined, ['At seven.']],
  ])('changes nothing where %s', async (_, own, texts) => {
    setUtility()
    if (own !== undefined) entry().config = own
    if (texts !== undefined) models(texts)
    const before = JSON.stringify(config)

    const { out } = await setup({ yes: true })

    expect(out).not.toContain('switched on:')
    expect(JSON.stringify(config)).toBe(before)
  })
})

const withStats = async () => {
  const worker = openMemoryWorker({ path: path() })
  const stats = await worker.ask('stats', { brain }, patient)
  await worker.close(10_000)
  return stats
}
