/** What judging would cost by the recorded messages, and the budget of a day of the process that asks. */
import { typicalMessageCost } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readingModel, requestOf } from '../eval/judged-week.ts'
import type { StoreOptions } from '../models/open-store.ts'
import { openStage } from './stage.ts'

const cleaning = { source: 'home/cleaning.md', format: 'markdown', text: '# Cleaning\n\nDanuta cleans on Thursday, 9 to 12.\n' } as const
const messages = ['danuta comes tuesdays from now on', 'when does danuta clean?', 'danuta brought a cake'] as const

const open = async (options: Omit<StoreOptions, 'layer'> = {}) => {
  const stage = await openStage('empty', options)
  onTestFinished(stage.leave)
  await stage.memory.ingest({ documents: [cleaning] })
  await stage.memory.profile({ profile: 'balanced', settings: { 'model.routingShare': 0, 'judging.batch': 1 } })
  const say = (question: string, sessionKind: 'interactive' | 'heartbeat' = 'interactive') =>
    stage.memory.recall({ question, session: sessionKind, sessionKind, key: question })
  return { ...stage, say, expected: async () => (await stage.memory.stats({})).judging?.expected }
}

describe('the expected cost of judging', () => {
  test('is that of a typical message where none is recorded', async () => {
    const { expected } = await open()

    expect(await expected()).toEqual({ messages: 0, messagesADay: 0, costUsdADay: 0, ...typicalMessageCost() })
    // docs/results/judging.md: about 1,300 tokens and 60 of an answer, 0.0002 US dollars.
    expect(typicalMessageCost().tokensIn).toBeGreaterThan(1_000)
    expect(typicalMessageCost().tokensIn).toBeLessThan(1_800)
  })

  test('goes by the requests that are really sent about the messages of conversations', async () => {
    const { expected, memory, say } = await open({ model: readingModel(() => undefined).service, modelMs: 5_000 })
    for (const text of messages) {
      await say(text)
      await memory.hear({ text, session: 'interactive', later: true, recallKey: text })
      // A reply of middle length.
      const answered = { text: 'word '.repeat(60) }
      await memory.complete({ session: 'interactive', recallKey: text, outcome: 'success', durationMs: 1, answered })
    }
    await say('look around', 'heartbeat')
    await memory.recall({ question: 'danuta on the command line' })
    const told = await expected()
    await memory.judge({})
    const sent = (await memory.log({ type: 'ModelAsked' })).events.map(({ data }) => Number(data['tokens']) / 3)

    expect(sent).toHaveLength(messages.length)
    expect(told).toMatchObject({ messages: 3, tokensOut: 900 })
    expect(told?.tokensIn).toBe(Math.round(sent.reduce((sum, one) => sum + one, 0) / sent.length))
  })

  test('counts nothing for a message that no memory is near, and nothing for an earlier position', async () => {
    const { expected, memory, say } = await open()
    await say('what will the weather be?')

    expect(await expected()).toMatchObject({ messages: 1, tokensIn: 0 })
    expect((await memory.stats({ at: '1' })).judging).toBeUndefined()
  })
})

describe('the budget of a day of a process', () => {
  const reader = (costUsd?: number) => {
    const { asked, service } = readingModel(() => undefined)
    const ask: typeof service.ask = (question, ms) =>
      Effect.map(service.ask(question, ms), (reply) => ({ ...reply, ...(costUsd === undefined ? {} : { costUsd }) }))
    return { asked, service: { ...service, ask } }
  }
  const heard = async (dayUsd: number | undefined, costUsd?: number) => {
    const { asked, service } = reader(costUsd)
    const { memory } = await open({ model: service, modelMs: 5_000, dayUsd })
    for (let i = 0; i < 40; i++) await memory.hear({ text: `danuta comes ${i} times a month`, session: 'talk' })
    const { today } = (await memory.stats({})).model
    expect(asked.map((one) => requestOf(one).messages.length)).toEqual(asked.map(() => 1))
    return { calls: asked.length, costUsd: today.costUsd }
  }

  test('holds at the prices of the settings where nobody counts what a call costs', async () => {
    // A call of 1,500 and 80 tokens costs 0.000273 USD, and one more needs room for three requests of 6,000 and 900: 0.00432 USD.
    expect(await heard(0.01)).toMatchObject({ calls: 21 })
    expect(await heard(undefined)).toMatchObject({ calls: 40 })
  })

  test('holds at what the host counts, which can be far more than the prices say', async () => {
    const { calls, costUsd } = await heard(0.05, 0.02)

    expect([calls, costUsd]).toEqual([3, 0.06])
  })
})
