/** A model that names aliases a call at a time while nobody waits: which memories it is asked about, in which order, and when it is asked again. */

import type { Request } from '@crabtrail/core'
import { afterEach, describe, expect, test } from 'vitest'
import { handClock } from '../models/hand-clock.ts'
import { type ScriptedModel, scriptedModel } from './routing-model.ts'
import { openStage, type Stage } from './stage.ts'

const stages: Array<Stage> = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.leave()
})

const open = async (model: ScriptedModel | undefined, settings: Readonly<Record<string, number>> = {}, clock = handClock()) => {
  const stage = await openStage('empty', { clock, ...(model === undefined ? {} : { model: model.service }) })
  stages.push(stage)
  await stage.memory.init({ settings })
  return stage
}

const lines = (texts: ReadonlyArray<string>, source: string) => ({
  source,
  format: 'jsonl' as const,
  text: texts.map((text, i) => JSON.stringify({ id: `m${i}`, text })).join('\n'),
})
const read = ({ memory }: Stage, texts: ReadonlyArray<string>, source: string, more: Partial<Request.IngestRequest> = {}) =>
  memory.ingest({ documents: [lines(texts, source)], ...more })

const offered = ({ asked }: ScriptedModel): ReadonlyArray<ReadonlyArray<string>> =>
  asked.map(({ messages }) => {
    const { passages }: { readonly passages: ReadonlyArray<{ readonly text: string }> } = JSON.parse(messages.at(-1)?.content ?? '{}')
    return passages.map(({ text }) => text)
  })

/** Names one question for each passage. */
const naming = (): ScriptedModel => {
  const model: ScriptedModel = scriptedModel(() => ({
    aliases: (offered(model).at(-1) ?? []).map((text, i) => ({ id: `p${i + 1}`, questions: [`What of ${text.length} and ${i}?`] })),
  }))
  return model
}
/** An answer about every passage: each states nothing. */
const nothingStated = () => ({ aliases: Array.from({ length: 10 }, (_, i) => ({ id: `p${i + 1}`, questions: [] })) })
const shelves = Array.from({ length: 24 }, (_, i) => `Shelf ${'abcdefghijklmnopqrstuvwx'[i]} holds ${'jars pots lids'.split(' ')[i % 3]}.`)
const violin = 'The violin was made in Cremona.'

describe('which memories', () => {
  test('in turn the newest and the one that is recalled most, ten in a call, each once for its text', async () => {
    const model = naming()
    const clock = handClock()
    const stage = await open(model, {}, clock)
    await read(stage, [...shelves.slice(0, 23), violin], 'old.jsonl')
    clock.now += 1_000
    await read(stage, ['The boiler hums.', 'The stairs creak.'], 'new.jsonl')
    for (let i = 0; i < 2; i++) await stage.memory.recall({ question: 'Where was the violin made?' })

    const first = await stage.memory.nameAliases({})

    expect(first).toMatchObject({ calls: 1, failed: 0, passages: 10, left: 2 })
    expect(offered(model)[0]).toHaveLength(10)
    expect(offered(model)[0]?.slice(0, 3)).toEqual(['The stairs creak.', violin, 'The boiler hums.'])
    expect(await stage.memory.nameAliases({ calls: 9 })).toMatchObject({ calls: 2, passages: 16, left: 0 })
    expect(offered(model).flat().toSorted()).toEqual([...shelves.slice(0, 23), violin, 'The boiler hums.', 'The stairs creak.'].toSorted())
    expect(await stage.memory.nameAliases({})).toMatchObject({ calls: 0, left: 0 })

    await read(stage, ['The boiler hums at night.', 'The stairs creak.'], 'new.jsonl')
    await stage.memory.nameAliases({})
    expect(offered(model)[3]).toEqual(['The boiler hums at night.'])
    expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('none of others, none with a secret, none on probation, and none that is superseded', async () => {
    const model = naming()
    const stage = await open(model)
    await read(stage, ['A page says that the lift is free.'], 'page.jsonl', { origin: 'untrusted' })
    const held = 'My note: the key of the mill is ghp_16C7e42F292c6912E7710c838347Ae178B4a.'
    await read(stage, ['The choir meets on Monday.'], 'choir.jsonl')
    await stage.memory.note({ text: 'The choir meets on Friday.', supersedes: ['choir.jsonl#m0'] })
    await read(stage, [held], 'held.jsonl')

    await stage.memory.nameAliases({ calls: 5 })

    expect(offered(model).flat().join('\n')).toContain('The choir meets on Friday.')
    expect(offered(model).flat().join('\n')).not.toMatch(/Monday|lift|ghp_/)
  })

  test('stats tells how many wait and what that takes, at most before the first call and by the mean of the calls after it', async () => {
    const model = naming()
    const stage = await open(model)
    await read(stage, shelves, 'old.jsonl')

    const before = (await stage.memory.stats({})).aliases
    await stage.memory.nameAliases({})
    const after = (await stage.memory.stats({})).aliases

    expect(before).toEqual({
      named: 0,
      waiting: 24,
      expected: { calls: 3, costUsd: expect.closeTo((3 * (8_000 * 0.15 + 2_400 * 0.6)) / 1e6) },
    })
    expect(after).toEqual({ named: 10, waiting: 14, expected: { calls: 2, costUsd: expect.closeTo((2 * (700 * 0.15 + 60 * 0.6)) / 1e6) } })
  })
})

describe('a call', () => {
  test('INV-244 that got no answer holds nobody up: its passages are asked about the next day, or by the next process', async () => {
    const model = naming()
    const clock = handClock()
    const stage = await open(model, {}, clock)
    await read(stage, shelves.slice(0, 12), 'old.jsonl')
    model.does(() => 'no JSON')
    expect(await stage.memory.nameAliases({})).toMatchObject({ calls: 1, failed: 1, lastFailure: 'malformed', passages: 0 })
    model.does(nothingStated)

    await stage.memory.nameAliases({})
    expect(await stage.memory.nameAliases({})).toMatchObject({ calls: 0 })
    expect(offered(model)[1]).toHaveLength(2)
    clock.now += 86_400_000
    await stage.memory.nameAliases({})

    expect(offered(model)[2]?.toSorted()).toEqual(offered(model)[0]?.toSorted())
    model.does({ fails: 'failing' })
    await read(stage, ['The boiler hums.'], 'new.jsonl')
    await stage.memory.nameAliases({})
    await (await stage.store.memory()).nameAliases({})
    expect(offered(model).slice(3)).toEqual([['The boiler hums.'], ['The boiler hums.']])
  })

  test.each(['unreachable', 'rateLimited'] as const)('that was %s is left for the next run, however few memories wait', async (fails) => {
    const model = naming()
    const stage = await open(model)
    await read(stage, shelves.slice(0, 3), 'old.jsonl')
    model.does({ fails })

    expect(await stage.memory.nameAliases({})).toMatchObject({ calls: 1, failed: 1, left: 1, postponed: 0 })
    expect((await stage.memory.stats({})).aliases).toMatchObject({ waiting: 3 })
  })

  test.each<[string, Parameters<ScriptedModel['does']>[0]]>([
    ['was slow', { fails: 'slow' }],
    ['cannot be read', () => 'no JSON'],
  ])('whose answer %s is left for another day, and told', async (_, script) => {
    const model = naming()
    const clock = handClock()
    const stage = await open(model, {}, clock)
    await read(stage, shelves.slice(0, 3), 'old.jsonl')
    model.does(script)

    expect(await stage.memory.nameAliases({})).toMatchObject({ calls: 1, failed: 1, left: 0, postponed: 3 })
    expect(await stage.memory.nameAliases({})).toMatchObject({ calls: 0, left: 0, postponed: 3 })
    clock.now += 86_400_000
    model.does(nothingStated)
    expect(await stage.memory.nameAliases({})).toMatchObject({ calls: 1, failed: 0, left: 0, postponed: 0 })
  })

  test('that no server took gives no reason to ask again about those of another call', async () => {
    const model = naming()
    const stage = await open(model)
    await read(stage, shelves.slice(0, 3), 'old.jsonl')
    model.does(() => 'no JSON')
    await stage.memory.nameAliases({})
    await read(stage, ['The boiler hums.'], 'new.jsonl')
    model.does({ fails: 'unreachable' })

    expect(await stage.memory.nameAliases({})).toMatchObject({ calls: 1, left: 1, postponed: 3 })
    await stage.memory.nameAliases({})
    expect(offered(model).slice(1)).toEqual([['The boiler hums.'], ['The boiler hums.']])
  })

  test('INV-244 whose answer leaves passages out records only those that it has; the others are asked about once a day', async () => {
    const model = naming()
    const clock = handClock()
    const stage = await open(model, {}, clock)
    await read(stage, shelves.slice(0, 3), 'old.jsonl')
    model.does(() => ({ aliases: [{ id: 'p1', questions: ['Where are the preserves?'] }] }))

    expect(await stage.memory.nameAliases({ calls: 9 })).toMatchObject({ calls: 1, failed: 0, passages: 1, left: 0, postponed: 2 })
    expect((await stage.memory.stats({})).aliases).toMatchObject({ named: 1, waiting: 2 })
    // A model that remembers its answers would leave them out the next day, too.
    expect(model.forgotten()).toBe(1)
    clock.now += 86_400_000
    expect(await stage.memory.nameAliases({ calls: 9 })).toMatchObject({ calls: 1, passages: 1, postponed: 1 })
    expect(offered(model)[1]).toEqual(offered(model)[0]?.slice(1))
    expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('that no server took is repeated by the next one', async () => {
    const model = naming()
    const stage = await open(model)
    await read(stage, shelves.slice(0, 3), 'old.jsonl')
    model.does({ fails: 'unreachable' })

    for (let i = 0; i < 2; i++) await stage.memory.nameAliases({})

    expect(offered(model)[1]).toEqual(offered(model)[0])
  })

  test('is not made without a model, nor beyond the share of the day, which leaves half of it to what is said', async () => {
    const without = await open(undefined)
    await read(without, shelves, 'old.jsonl')
    expect(await without.memory.nameAliases({})).toMatchObject({ calls: 0, left: 3, stopped: 'no-model' })
    const model = naming()
    // A call is only made where the most that it may take is left: three attempts of 0.0026 dollars.
    const stage = await open(model, { 'model.dayUsd': 0.018 })
    await read(stage, shelves, 'old.jsonl')
    expect(await stage.memory.nameAliases({ calls: 9 })).toMatchObject({ calls: 3, left: 0 })
    const poor = await open(model, { 'model.dayUsd': 0.014 })
    await read(poor, shelves, 'old.jsonl')
    expect(await poor.memory.nameAliases({})).toMatchObject({ calls: 0, stopped: 'day-budget', left: 3 })
  })
})
