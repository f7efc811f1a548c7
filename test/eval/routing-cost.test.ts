/**
 * The cost of routing over a simulated log (C29): a real memory over a real store, and a model that reports the tokens of S4. The prices are
 * those of the settings, and every number is read from the log by `eval cost`.
 */
import { existsSync } from 'node:fs'
import { type LanguageModel, ModelFailed } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { countTokens } from '@crabtrail/text/words/context-fence'
import * as Effect from 'effect/Effect'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { costOf } from '../../packages/eval/src/protocols/recorded-cost.ts'
import { type Json, makePlace } from '../cli/place.ts'
import { openStore } from '../models/open-store.ts'

const place = makePlace()
/** Costs are told for a thousand turns. */
const turns = 200
const calls = 0.3 * turns
/** The tokens of S4.91: of a question to the model, of its answer, and of an embedded question. */
const [tokensIn, tokensOut, questionTokens] = [900, 180, 180]

/** A harbour of notes that lead to each other, and a note by itself. */
const notes = [
  '# Harbour\n\nThe harbour opens at six.\n',
  ...Array.from({ length: 20 }, (_, pier) => `## Pier ${pier}\n\nPier ${pier} of the harbour has a crane.\n`),
].join('\n')
const alone = 'The lighthouse keeper drinks tea.\n'

/** A question that is asked once, of exactly 180 tokens. No note holds its number. */
const padded = (words: string, turn: number): string => {
  let text = `${words} number ${turns + turn}`
  while (countTokens(text) < questionTokens) text += countTokens(`${text} zz`) <= questionTokens ? ' zz' : '?'
  return text
}

let asked = 0
const model: LanguageModel['Service'] = {
  id: 'test/scripted',
  forget: Effect.void,
  ask: () =>
    Effect.sync(() => {
      asked++
      return { text: '{"follow":[1],"drop":[],"explanation":"it names the pier"}', tokensIn, tokensOut }
    }),
}

/** Three questions of ten are about notes that lead to each other, many of which fire. */
const isAmbiguous = (turn: number): boolean => turn % 10 < 3

beforeAll(async () => {
  const store = openStore({ layer: layerSqlite({ path: `${place.home}/cost.db` }), model })
  const memory = await store.memory()
  await memory.ingest({
    documents: [
      { source: 'harbour.md', format: 'markdown', text: notes },
      { source: 'lighthouse.md', format: 'markdown', text: alone },
    ],
  })
  for (let turn = 0; turn < turns; turn++) {
    const question = isAmbiguous(turn) ? 'Which pier of the harbour has a crane?' : 'What does the lighthouse keeper drink?'
    await memory.recall({ question: padded(question, turn), session: `day ${Math.floor(turn / 100)}` })
  }
  await store.close()
})
afterAll(() => place.remove())

const cost = (...args: ReadonlyArray<string>): Promise<Json> => place.ask('eval', 'cost', '--store', `${place.home}/cost.db`, ...args)

describe('C29: routing at 70 % reflex', () => {
  test('costs 300 calls and $0.0765 per 1,000 turns, embedding included', async () => {
    const { embedded, embedding, missed, prices, routing, total, turns: recorded } = await cost('--embedding')

    expect([recorded, asked]).toEqual([turns, calls])
    expect(prices).toEqual({ priceIn: 0.15, priceOut: 0.6, priceEmbedding: 0.02, tokensIn, tokensOut })
    expect(routing).toEqual({
      calls,
      callsPer1000Turns: 300,
      asked: 0.3,
      withoutTokens: 0,
      tokensIn: calls * tokensIn,
      tokensOut: calls * tokensOut,
      costUsd: 0.01458,
      usdPerTurn: 0.0000729,
      usdPer1000Turns: 0.0729,
    })
    expect(embedded).toEqual({ counted: 'anyway', questions: turns, erased: 0 })
    expect(embedding).toEqual({ tokens: turns * questionTokens, costUsd: 0.00072, usdPerTurn: 0.0000036, usdPer1000Turns: 0.0036 })
    expect(total).toEqual({ costUsd: 0.0153, usdPerTurn: 0.0000765, usdPer1000Turns: 0.0765 })
    expect(missed).toEqual({ calls: 0 })
  })

  test('has the routing alone where the brain has no embedder', async () => {
    const { embedded, total } = await cost()

    expect(embedded).toEqual({ counted: 'no', questions: 0, erased: 0 })
    expect(total.usdPer1000Turns).toBe(0.0729)
  })

  test('follows the prices in the settings', async () => {
    await place.ask('profile', 'balanced', '--store', `${place.home}/cost.db`, '--set', 'model.priceIn=1.5')

    expect((await cost()).total.usdPer1000Turns).toBe((270_000 * 1.5 + 54_000 * 0.6) / 1_000_000)
  })

  test('is printed for people', async () => {
    const { stdout } = await place.run('eval', 'cost', '--store', `${place.home}/cost.db`, '--embedding')

    expect(stdout).toContain(`${calls} calls of a routing model, in 30.0 % of the turns: 300 calls per 1,000 turns`)
  })
})

describe('the cost of a brain', () => {
  const small = makePlace()
  beforeAll(async () => {
    small.write('notes/harbour.md', notes)
    await small.ask('ingest', 'notes', '--embedder', 'hashed')
    await small.ask('recall', 'Which pier of the harbour has a crane?')
    await small.ask('recall', 'What does the lighthouse keeper drink?')
  })
  afterAll(() => small.remove())

  test('names calls that were worth it where no model was there, and what they would have cost', async () => {
    const { expected, missed, routing, unasked } = await small.ask('eval', 'cost')

    expect([routing.calls, routing.costUsd, missed.calls, unasked]).toEqual([0, 0, 1, { 'no-model': 1 }])
    expect(expected.callsPer1000Turns).toBe(500)
    expect(expected.costUsd - (await small.ask('eval', 'cost')).embedding.costUsd).toBeCloseTo(0.000243, 12)
  })

  test('counts the questions where an embedder is in force, without those that were erased', async () => {
    const before = await small.ask('eval', 'cost')
    await small.ask('forget', '--turn', 't1')
    const after = await small.ask('eval', 'cost')

    expect(before.embedded).toEqual({ counted: 'in-force', questions: 2, erased: 0 })
    expect(after.embedded).toEqual({ counted: 'in-force', questions: 2, erased: 1 })
    expect(after.embedding.tokens).toBe(countTokens('What does the lighthouse keeper drink?'))
    expect(before.embedding.tokens - after.embedding.tokens).toBe(countTokens('Which pier of the harbour has a crane?'))
  })

  test('has the calls for causes beside the turns, also one that nobody answered', async () => {
    const path = `${place.home}/causes.db`
    let calls = 0
    const ask: LanguageModel['Service']['ask'] = () =>
      ++calls === 1
        ? Effect.succeed({ text: '{"causes":[]}', tokensIn: 700, tokensOut: 60 })
        : Effect.fail(new ModelFailed({ model: 'test/scripted', reason: 'failing', detail: 'it is ill', retryable: false }))
    const store = openStore({ layer: layerSqlite({ path }), model: { ...model, ask } })
    const memory = await store.memory()
    await memory.ingest({ documents: [{ source: 'harbour.md', format: 'markdown', text: notes }], causes: true })
    await store.close()

    const { causes, routing, total, turns } = await place.ask('eval', 'cost', '--store', path)
    const spent = (await place.ask('stats', '--store', path)).model

    // A call that nobody answered counts as the budgets count it: with its messages.
    expect(causes).toMatchObject({ calls, tokensOut: 60, costUsd: expect.closeTo(spent.costUsd, 12) })
    expect(causes.tokensIn + causes.tokensOut).toBe(spent.tokens)
    expect(calls).toBeGreaterThan(1)
    expect([turns, routing.calls, total.costUsd]).toEqual([0, 0, 0])
  })

  test.each([
    ['files', ['eval', 'cost', 'notes'], 'PATH', 2],
    ['an option of another protocol', ['eval', 'cost', '--limit', '10'], '--limit', 2],
    ['no files for another protocol', ['eval', 'retrieval'], 'PATH', 2],
    ['its own option for another protocol', ['eval', 'retrieval', 'notes', '--embedding'], '--embedding', 2],
  ])('refuses %s', async (_, args, field, exit) => {
    expect(await small.fail(...args)).toEqual([exit, expect.objectContaining({ tag: 'InvalidRequest', field })])
  })

  test('makes no store, and no brain', async () => {
    const [code, error] = await small.fail('eval', 'cost', '--store', 'nowhere.db')

    expect([code, error.reason, existsSync(`${small.home}/nowhere.db`)]).toEqual([1, 'not-found', false])
    expect((await small.fail('eval', 'cost', '--brain', 'nobody'))[0]).toBe(3)
  })
})

const prices = { priceIn: 0.15, priceOut: 0.6, priceEmbedding: 0.02, tokensIn, tokensOut }
const call = { tokensIn, tokensOut }
const quiet = { calls: [], isMissed: false, embeddedTokens: questionTokens }

describe('C29: one turn', () => {
  test.each([
    ['that is ambiguous', { ...quiet, calls: [call], embeddedTokens: 0 }, 0.000243],
    ['that is ambiguous, with its embedding', { ...quiet, calls: [call] }, 0.0002466],
    ['that is clear, with its embedding', quiet, 0.0000036],
    ['of three hops that each ask', { ...quiet, calls: [call, call, call] }, 0.0007326],
  ])('%s', (_, turn, usd) => {
    expect(costOf([turn], prices).total).toEqual({ costUsd: usd, usdPerTurn: usd, usdPer1000Turns: expect.closeTo(usd * 1_000, 12) })
  })

  test('whose call was not made costs nothing, and is expected to', () => {
    const { expected, routing, total } = costOf(
      [
        { ...quiet, isMissed: true, embeddedTokens: 0 },
        { ...quiet, embeddedTokens: 0 },
      ],
      prices,
    )

    expect([routing.calls, total.costUsd]).toEqual([0, 0])
    expect(expected).toEqual({ callsPer1000Turns: 500, costUsd: 0.000243, usdPerTurn: 0.0001215, usdPer1000Turns: 0.1215 })
  })

  test('is none: nothing is divided by zero', () => {
    expect(costOf([], prices).total).toEqual({ costUsd: 0, usdPerTurn: 0, usdPer1000Turns: 0 })
  })
})
