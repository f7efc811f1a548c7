/** Documents read in with a model that names aliases: what it is asked, what is recorded, and what comes of it. */

import { InvalidRequest, type ModelQuestion } from '@crabtrail/core'
import { layerSqlite } from '@crabtrail/store/sqlite'
import { afterEach, describe, expect, test } from 'vitest'
import { handClock } from '../models/hand-clock.ts'
import { openStore } from '../models/open-store.ts'
import { eventsOf } from '../models/recorded-log.ts'
import { held, type ScriptedModel, scriptedModel } from './routing-model.ts'
import { openStage, type Stage } from './stage.ts'

const stages: Array<Stage> = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.leave()
})

const open = async (model?: ScriptedModel, settings: Readonly<Record<string, number | string | ReadonlyArray<string>>> = {}) => {
  const stage = await openStage('empty', model === undefined ? {} : { model: model.service })
  stages.push(stage)
  await stage.memory.init({ settings })
  return stage
}

const facts = [
  'Nora keeps the key of the archive in a tin.',
  'The lift is inspected every spring.',
  'Ines rides a blue bicycle to the quarry.',
  'The pantry door squeaks since the storm.',
  'A carpenter named Olav mends the oars.',
  'The kettle belongs to the night shift.',
  'Two windows face the orchard.',
  'The ferry stops at the granite pier.',
  'Rain gauges are read at dawn.',
  'The choir meets above the bakery.',
  'The gate code is changed each quarter.',
  'Blankets are stored behind the stage.',
] as const
const documentOf = (texts: ReadonlyArray<string>, source = 'log.jsonl') => ({
  source,
  format: 'jsonl' as const,
  text: texts.map((text, i) => JSON.stringify({ id: `m${i}`, text })).join('\n'),
})

interface Request {
  readonly task: string
  readonly languages: ReadonlyArray<string>
  readonly passages: ReadonlyArray<{ readonly id: string; readonly text: string }>
}
const requestIn = ({ messages }: ModelQuestion): Request => JSON.parse(messages.at(-1)?.content ?? '{}')
const requestsOf = ({ asked }: ScriptedModel): ReadonlyArray<Request> => asked.map(requestIn)

/** A model that answers each passage with what `questions` gives for its text. Asked for anything else it finds nothing. */
const naming = (questions: (text: string) => ReadonlyArray<string>): ScriptedModel => {
  const model: ScriptedModel = scriptedModel(() => {
    const last = model.asked.at(-1)
    if (last?.form?.name !== 'aliases') return { causes: [], judgements: [], follow: [1], drop: [], attention: [], explanation: '' }
    return { aliases: requestIn(last).passages.map(({ id, text }) => ({ id, questions: questions(text) })) }
  })
  return model
}
const aliasOf = (text: string) =>
  text === facts[0] ? ['Where are the old papers locked away?', 'What opens the records room?'] : [`Tell me of ${text.length}`]
const found = async ({ memory }: Stage, question: string) => (await memory.recall({ question })).items.map(({ content }) => content)

test('each passage is asked about once for its text, ten in a call, in the languages of the brain, and is found by the answer', async () => {
  const model = naming(aliasOf)
  const stage = await open(model)

  const { aliases } = await stage.memory.ingest({ documents: [documentOf(facts)], aliases: true })

  expect(aliases).toMatchObject({ calls: 2, failed: 0, passages: 12, refused: 0, tokens: 1_520, left: 0 })
  expect(requestsOf(model).map(({ languages, passages, task }) => [task, languages, passages.length])).toEqual([
    ['aliases', ['en'], 10],
    ['aliases', ['en'], 2],
  ])
  expect(await found(stage, 'Where is what opens the records room?')).toContain(facts[0])
  expect((await stage.memory.show({ what: 'log.jsonl#m0' })).nodes[0]?.aliases).toContainEqual({
    text: 'Where are the old papers locked away?',
    by: 'model',
    call: 1,
  })

  await stage.memory.ingest({ documents: [documentOf(facts)], aliases: true })
  expect(model.asked).toHaveLength(2)
  const revised = facts.map((text, i) => (i === 3 ? 'The pantry door was mended in May.' : text))
  await stage.memory.ingest({ documents: [documentOf(revised)], aliases: true })
  expect(
    requestsOf(model)
      .at(-1)
      ?.passages.map(({ text }) => text),
  ).toEqual(['The pantry door was mended in May.'])
  expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
})

describe('INV-261 two processes that name at once', () => {
  test('leave the passages of each other alone while a call may be under way, and no longer', async () => {
    const slow = held({ aliases: [] })
    const stage = await openStage('empty', { model: slow.slow })
    stages.push(stage)
    await stage.memory.ingest({ documents: [documentOf(facts.slice(0, 10))] })
    const model = naming(aliasOf)
    const clock = handClock(Date.now())
    const other = openStore({ layer: layerSqlite({ path: stage.path }), model: model.service, clock, seed: 7 })
    const first = stage.memory.nameAliases({})
    await slow.isAsked()

    const beside = await (await other.memory()).nameAliases({ calls: 3 })
    expect(beside).toMatchObject({ calls: 0, left: 1, elsewhere: 10 })
    expect(model.asked).toHaveLength(0)

    // The other process ended without a word, as far as anybody can tell.
    clock.now += 60_000
    expect(await (await other.memory()).nameAliases({ calls: 3 })).toMatchObject({ calls: 1, passages: 10, left: 0 })
    expect(model.asked).toHaveLength(1)
    slow.letGo()
    await first
    await other.close()
  })
})

describe('a run', () => {
  test('tells before what it takes, and asks nothing then', async () => {
    const model = naming(aliasOf)
    const stage = await open(model)

    const rehearsed = (await stage.memory.ingest({ documents: [documentOf(facts)], aliases: true, dryRun: true })).aliases
    expect(model.asked).toHaveLength(0)
    await stage.memory.ingest({ documents: [documentOf(facts)], aliases: true })

    const made = eventsOf(await stage.log(), 'ModelAsked')
    const tokens = made.reduce((sum, { data }) => sum + data.tokens / 3, 0)
    expect(rehearsed).toMatchObject({ calls: 0, left: 2, expected: { calls: 2, tokensIn: tokens } })
  })

  test('goes on where a call failed, and asks again with the next run', async () => {
    const model = naming(aliasOf)
    const stage = await open(model)
    model.does({ fails: 'failing' })
    const failed = (await stage.memory.ingest({ documents: [documentOf(facts)], aliases: true })).aliases
    expect(failed).toMatchObject({ calls: 2, failed: 2, passages: 0, left: 2, lastFailure: 'failing' })

    model.does(() => ({
      aliases: facts.map((_, i) => ({ id: `p${i + 1}`, questions: i === 0 ? ['What opens the records room?'] : [] })),
    }))
    const { aliases } = await stage.memory.ingest({ documents: [documentOf(facts)], aliases: true })

    expect(aliases).toMatchObject({ calls: 2, failed: 0, passages: 2, left: 0 })
  })

  test('is refused without a model, keeps to its share of the budget, and uses the languages of the settings', async () => {
    await expect((await open()).memory.ingest({ documents: [documentOf(facts)], aliases: true })).rejects.toThrow(InvalidRequest)
    const model = naming(aliasOf)
    const none = await open(model, { 'model.aliasesShare': 0 })
    const stopped = (await none.memory.ingest({ documents: [documentOf(facts)], aliases: true })).aliases
    expect([stopped?.stopped, stopped?.left, model.asked.length]).toEqual(['day-budget', 2, 0])
    const german = await open(model, { 'aliases.languages': ['de', 'fr'] })
    await german.memory.ingest({ documents: [documentOf(facts.slice(0, 2))], aliases: true })
    expect(requestsOf(model).at(-1)?.languages).toEqual(['de', 'fr'])
  })
})

describe('nothing is sent', () => {
  test('of what others wrote, and an answer with a secret does not count', async () => {
    const model = naming(() => ['What is sk-proj-AbCdEfGhIjKlMnOpQrStUvWxYz0123456789AbCd?', 'What is it?'])
    const stage = await open(model)
    await stage.memory.ingest({ documents: [documentOf(facts.slice(0, 3), 'page.jsonl')], origin: 'untrusted', aliases: true })
    expect(model.asked).toHaveLength(0)

    const { aliases } = await stage.memory.ingest({ documents: [documentOf(facts.slice(0, 1))], aliases: true })

    expect(aliases).toMatchObject({ calls: 1, passages: 1, refused: 1 })
    expect((await stage.memory.export({})).lines.some((line) => line.includes('sk-proj'))).toBe(false)
  })
})

test('what a model named is taken back by its name, and asked again', async () => {
  const model = naming(aliasOf)
  const stage = await open(model)
  await stage.memory.ingest({ documents: [documentOf(facts)], aliases: true })
  await stage.memory.alias({ node: 'log.jsonl#m1', aliases: ['elevator'] })
  const shown = async (node: string) => (await stage.memory.show({ what: node })).nodes[0]?.aliases?.map(({ by }) => by) ?? []

  await stage.memory.unlearn({ ofJudge: 'test/scripted' })

  expect([await shown('log.jsonl#m0'), await shown('log.jsonl#m1')]).toEqual([[], ['person']])
  expect(await found(stage, 'What opens the records room?')).toEqual([])
  await stage.memory.ingest({ documents: [documentOf(facts)], aliases: true })
  expect(model.asked).toHaveLength(4)
  expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
})
