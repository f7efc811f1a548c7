/**
 * Two gateways on one PostgreSQL server, each with a routing model of its own: a brain has one budget, and a recall one call.
 *
 * In short: `test/scenarios/routing.test.ts`
 */
import type { Answer } from '@crabtrail/core'
import * as Effect from 'effect/Effect'
import { afterEach, expect, test } from 'vitest'
import { postgresStore } from '../contracts/postgres-stores.ts'
import { type OpenStore, openStore } from '../models/open-store.ts'
import { sharedPostgres } from '../src/shared-postgres.ts'
import { scriptedModel, settings, talkDocument, unsure } from './routing-model.ts'

const { describePostgres, server } = sharedPostgres()

const stores: Array<OpenStore> = []
afterEach(async () => {
  for (const store of stores.splice(0)) await store.close()
})

/** The requests of a call may have 3,240 tokens, and an answer has some hundred: the budget of a day has room for one. */
const roomForOne = { 'model.dayTokens': 3_900 }

/** Two gateways that have read the whole log. Their models answer when they are let go. */
const gateways = async (own: object = {}) => {
  const url = await server().createDatabase()
  const gate = Promise.withResolvers<void>()
  const model = scriptedModel(() => ({ follow: [1] }))
  const slow = {
    ...model.service,
    ask: (...asked: Parameters<typeof model.service.ask>) =>
      Effect.tap(model.service.ask(...asked), () => Effect.promise(() => gate.promise)),
  }
  const open = async (seed: number) => {
    const store = openStore({ layer: postgresStore(url, 'pool=2'), model: slow, modelMs: 60_000, seed })
    stores.push(store)
    return store.memory()
  }
  const [one, other] = [await open(1), await open(2)]
  await one.init({ settings: { ...settings, ...own } })
  await one.ingest({ documents: [talkDocument] })
  await other.recall({ question: 'zebra' })
  const isAsked = async () => {
    while (model.asked.length === 0) await new Promise(setImmediate)
  }
  return { one, other, model, isAsked, letGo: () => gate.resolve() }
}

const outcomeOf = ({ routing }: Answer.RecallAnswer) => routing.fallback ?? routing.unasked ?? routing.outcome

describePostgres('a brain that two gateways serve', () => {
  test('spends its budget once: a call of one is counted by the other before it ends', async () => {
    const { isAsked, letGo, model, one, other } = await gateways(roomForOne)
    const waiting = one.recall({ question: unsure })
    await isAsked()

    const refused = await other.recall({ question: `${unsure} And?` })
    letGo()

    expect([outcomeOf(await waiting), outcomeOf(refused)]).toEqual(['answered', 'day-budget'])
    expect(model.asked).toHaveLength(1)
    expect((await other.stats({})).model.today.byTask.routing).toMatchObject({ calls: 1, tokens: 760 })
  })

  test('spends its budget once when both ask at the same moment', async () => {
    const { letGo, model, one, other } = await gateways(roomForOne)
    letGo()

    const answers = await Promise.all([one.recall({ question: unsure }), other.recall({ question: `${unsure} And?` })])

    expect(answers.map(outcomeOf).sort()).toEqual(['answered', 'day-budget'])
    expect(model.asked).toHaveLength(1)
  })

  // A judgement may have 4,200 tokens here: 1,200 to be sent and 200 of its answer, three times. A call about a recall may have 3,240.
  test('spends it once over all tasks: what one gateway judges is not there for the other to judge or to route with', async () => {
    const { isAsked, letGo, model, one, other } = await gateways({
      'model.dayTokens': 4_200,
      'judging.tokensIn': 1_200,
      'judging.tokensOut': 200,
    })
    const judging = one.hear({ text: 'the boat leaves at eight from now on', session: 'talk' })
    await isAsked()

    const heard = await other.hear({ text: 'and the trip takes four hours now', session: 'elsewhere' })
    const routed = await other.recall({ question: unsure })
    letGo()
    await judging

    expect(model.asked.map(({ form }) => form.name)).toEqual(['judge'])
    expect([heard.detail, outcomeOf(routed)]).toEqual([undefined, 'day-budget'])
  })

  test('INV-34 asks once about a recall that both get: the rule decides for the second, and both have one turn', async () => {
    const { isAsked, letGo, model, one, other } = await gateways()
    const first = one.recall({ question: unsure, key: 'k' })
    await isAsked()

    const second = await other.recall({ question: unsure, key: 'k' })
    letGo()
    const { turn, routing } = await first

    expect(model.asked).toHaveLength(1)
    expect([second.turn, second.routing.fallback]).toEqual([turn, 'crash'])
    expect(routing).toMatchObject({ calls: 1, fallback: 'crash' })
    expect(await other.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('pauses for both after three failures, whichever of them had them', async () => {
    const { letGo, model, one, other } = await gateways()
    letGo()
    model.does({ fails: 'failing' })

    const outcomes = []
    for (const memory of [one, other, one, other]) outcomes.push(outcomeOf(await memory.recall({ question: unsure })))

    expect(outcomes).toEqual(['failing', 'failing', 'failing', 'paused'])
  })
})
