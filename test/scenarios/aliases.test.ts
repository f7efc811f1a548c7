/** Other words by which a memory is asked for: they find it, they are never given, and they end with its text. */

import { type BrainKey, type IndexSpace, InvalidRequest, SearchIndex } from '@crabtrail/core'
import { layerInMemory } from '@crabtrail/store/in-memory'
import * as Context from 'effect/Context'
import { afterEach, describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { openStage, type Stage } from './stage.ts'

const stages: Array<Stage> = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.leave()
})

const document = (source: string, text: string) => ({ source, format: 'markdown' as const, text })
const invoice = 'The invoice of the carpenter is due on the tenth of each month.'
const documents = [
  document('carpenter.md', `# Carpenter\n\n${invoice}\n`),
  document('garden.md', '# Garden\n\nThe apple trees are cut in February.\n'),
  document('boat.md', '# Boat\n\nThe varnish of the deck needs two coats.\n'),
]
const question = 'Wann muss ich den Handwerker bezahlen?'
const alias = 'Bis wann muss ich den Handwerker bezahlen?'

const open = async () => {
  const stage = await openStage('empty')
  stages.push(stage)
  await stage.memory.ingest({ documents })
  return stage
}
const found = async ({ memory }: Stage, asked = question) => (await memory.recall({ question: asked })).items.map(({ node }) => node)

const says = async ({ memory }: Stage, word: string) => (await memory.export({})).lines.some((line) => line.includes(word))

describe('a person names aliases', () => {
  test('a question in these words finds the memory, and is answered with its text alone', async () => {
    const stage = await open()
    expect(await found(stage)).toEqual([])

    const answer = await stage.memory.alias({ node: 'carpenter.md', aliases: [alias, 'when do we pay the joiner'] })

    expect(answer).toMatchObject({ node: 'carpenter.md', aliases: [{ text: alias, by: 'person' }, { by: 'person' }] })
    const { context, items } = await stage.memory.recall({ question })
    expect(items.map(({ node, why }) => [node, why])).toEqual([['carpenter.md', expect.stringMatching(/^its aliases have .*Handwerker/)]])
    expect(context.text).toContain(invoice)
    expect(context.text).not.toContain('Handwerker')
    expect((await stage.memory.show({ what: 'carpenter.md' })).nodes[0]?.aliases).toEqual(answer.aliases)
    expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('some of them, or all, are taken away again, and a second naming of the same records nothing', async () => {
    const stage = await open()
    await stage.memory.alias({ node: 'carpenter.md', aliases: [alias, 'the joiner'] })

    const again = await stage.memory.alias({ node: 'carpenter.md', aliases: [` ${alias} `] })
    const one = await stage.memory.alias({ node: 'carpenter.md', aliases: [alias], remove: true })
    const none = await stage.memory.alias({ node: 'carpenter.md', remove: true })

    expect([again, one, none].map(({ aliases, position }) => [aliases.length, position - again.position])).toEqual([
      [2, 0],
      [1, 1],
      [0, 2],
    ])
    expect(await found(stage)).toEqual([])
  })

  test('a text that is blank is refused, and takes nothing away', async () => {
    const { memory } = await open()
    await memory.alias({ node: 'carpenter.md', aliases: [alias] })

    for (const aliases of [['  '], ['the joiner', '\n\t']]) {
      await expect(memory.alias({ node: 'carpenter.md', aliases, remove: true })).rejects.toThrow(/blank/)
      await expect(memory.alias({ node: 'carpenter.md', aliases })).rejects.toThrow(/blank/)
    }
    expect(await memory.alias({ node: 'carpenter.md', aliases: [], remove: true })).toMatchObject({ aliases: [{ text: alias }] })
    expect(await memory.alias({ node: 'carpenter.md' })).toMatchObject({ aliases: [{ text: alias }] })
  })

  test('whoever names none is told them, whoever asks, and nothing is recorded', async () => {
    const { memory } = await open()
    const { position } = await memory.alias({ node: 'carpenter.md', aliases: [alias] })

    expect(await memory.alias({ node: 'carpenter.md', origin: 'agent' })).toMatchObject({ aliases: [{ text: alias }], position })
    await expect(memory.alias({ node: 'carpenter.md', remove: true, origin: 'agent' })).rejects.toThrow(InvalidRequest)
  })

  test('only the owner does, of memories alone, and an alias has a length', async () => {
    const { memory } = await open()

    await expect(memory.alias({ node: 'carpenter.md', aliases: [alias], origin: 'agent' })).rejects.toThrow(InvalidRequest)
    await expect(memory.alias({ node: 'carpenter.md', aliases: ['x'.repeat(201)] })).rejects.toThrow(/200 are kept/)
    await expect(memory.alias({ node: 'nothing.md', aliases: [alias] })).rejects.toThrow()
  })
})

describe('a document names aliases', () => {
  const note = (front: string, text = 'The varnish needs two coats.') => document('boat.md', `---\n${front}\n---\n# Boat\n\n${text}\n`)
  const aliasesOf = async ({ memory }: Stage) => (await memory.show({ what: 'boat.md' })).nodes[0]?.aliases ?? []

  test('in its front matter: they change with it, and stand beside those of a person', async () => {
    const stage = await open()
    const positions: Array<number> = []
    const seen: Array<ReadonlyArray<string>> = []
    for (const one of [
      note('aliases: [dory, skiff]'),
      note('aliases: [dory, skiff]'),
      note('aliases: dory'),
      note('aliases: dory', 'It was sold.'),
      note('title: Boat', 'It was sold.'),
    ]) {
      positions.push((await stage.memory.ingest({ documents: [one] })).position)
      if (positions.length === 1) await stage.memory.alias({ node: 'boat.md', aliases: ['the ship'] })
      seen.push((await aliasesOf(stage)).map(({ by, text }) => `${by} ${text}`))
    }

    expect(seen).toEqual([
      ['person the ship', 'document dory', 'document skiff'],
      ['person the ship', 'document dory', 'document skiff'],
      ['person the ship', 'document dory'],
      ['person the ship', 'document dory'],
      ['person the ship'],
    ])
    expect(positions[1]).toBe((positions[0] ?? 0) + 1)
    expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })

  test('more than count are told with the reading, and not again where the note is as it was', async () => {
    const stage = await open()
    const many = Array.from({ length: 34 }, (_, i) => `boat ${i}`)
    const long = 'b'.repeat(201)

    const { withoutEffect } = await stage.memory.ingest({ documents: [note(`aliases: [${[long, ...many, 'boat 3'].join(', ')}]`)] })
    const again = await stage.memory.ingest({ documents: [note(`aliases: [${[long, ...many, 'boat 3'].join(', ')}]`)] })

    expect(await aliasesOf(stage)).toHaveLength(32)
    expect(withoutEffect).toEqual([
      { node: 'boat.md', name: long, reason: 'too-long', candidates: [] },
      { node: 'boat.md', name: 'boat 32', reason: 'too-many', candidates: [] },
      { node: 'boat.md', name: 'boat 33', reason: 'too-many', candidates: [] },
    ])
    expect(again.withoutEffect).toBeUndefined()
  })

  test('INV-259 those of a person stand, whatever becomes of the front matter, until he takes them back', async () => {
    const stage = await open()
    const ofPerson = async () => (await aliasesOf(stage)).flatMap(({ by, text }) => (by === 'person' ? [text] : []))
    const whole = document('boat.md', '---\naliases: dory\n---\nThe varnish needs two coats.\n')
    await stage.memory.ingest({ documents: [whole] })
    await stage.memory.alias({ node: 'boat.md', aliases: ['the ship'] })
    const broken = document('boat.md', '---\naliases: [dory\nThe varnish needs two coats.\n')

    const { lacks } = await stage.memory.ingest({ documents: [broken] })
    const found = (await stage.memory.recall({ question: 'the ship', record: false })).items.map(({ node }) => node)
    expect([lacks?.[0]?.kind, await ofPerson(), found]).toEqual(['front matter', ['the ship'], ['boat.md']])
    await stage.memory.ingest({ documents: [whole] })
    expect(await ofPerson()).toEqual(['the ship'])
    await stage.memory.alias({ node: 'boat.md', remove: true })
    await stage.memory.ingest({ documents: [broken] })
    expect(await ofPerson()).toEqual([])
    expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
  })
})

describe('aliases end', () => {
  test('with the text: another one has none, and the text that moved keeps them', async () => {
    const stage = await open()
    await stage.memory.alias({ node: 'carpenter.md', aliases: [alias] })

    await stage.memory.ingest({ documents: [document('carpenter.md', `# Carpenter\n\nIntroduction.\n\n## Bills\n\n${invoice}\n`)] })
    const moved = await found(stage)
    await stage.memory.ingest({ documents: [document('carpenter.md', '# Carpenter\n\nHe has moved to another town.\n')] })

    expect(moved).toEqual(['carpenter.md#bills'])
    expect(await found(stage)).toEqual([])
    expect(await stage.memory.verify({})).toMatchObject({ ok: true })
  })

  test('with the memory: what is forgotten leaves no word of them', async () => {
    const stage = await open()
    await stage.memory.alias({ node: 'carpenter.md', aliases: [alias] })

    await stage.memory.forget({ node: 'carpenter.md' })

    expect(await says(stage, 'Handwerker')).toBe(false)
    expect(await stage.memory.verify({})).toMatchObject({ ok: true })
  })

  test('words that are forgotten as a subject take the aliases that say them, and the memory stays', async () => {
    const stage = await open()
    await stage.memory.alias({ node: 'carpenter.md', aliases: [alias] })

    await stage.memory.forget({ subject: 'Handwerker' })

    expect(await says(stage, 'Handwerker')).toBe(false)
    expect(await found(stage)).toEqual([])
    expect(await found(stage, 'carpenter invoice')).toEqual(['carpenter.md'])
    expect(await stage.memory.verify({})).toMatchObject({ ok: true })
  })

  test('while the memory is retired: it comes back with them', async () => {
    const stage = await open()
    await stage.memory.alias({ node: 'carpenter.md', aliases: [alias] })

    await stage.memory.ingest({ documents: [document('carpenter.md', '')] })
    const gone = await found(stage)
    await stage.memory.ingest({ documents })

    expect([gone, await found(stage)]).toEqual([[], ['carpenter.md']])
    expect(await stage.memory.verify({})).toMatchObject({ ok: true })
  })
})

test('they move with an export, are known at earlier positions, and go with what is unlearned', async () => {
  const stage = await open()
  const before = (await stage.memory.show({})).position
  const said = await stage.memory.alias({ node: 'carpenter.md', aliases: [alias] })
  const store = openStore({ layer: layerInMemory })
  const copy = await store.memory()
  await copy.import({ lines: (await stage.memory.export({})).lines })

  expect((await copy.recall({ question })).items.map(({ node }) => node)).toEqual(['carpenter.md'])
  expect((await stage.memory.show({ what: 'carpenter.md', at: String(before) })).nodes[0]?.aliases).toBeUndefined()

  const gone = [{ node: 'carpenter.md', by: 'person', text: alias }]
  const stretch = { since: String(before), until: String(said.position) }
  expect((await stage.memory.unlearn({ ...stretch, dryRun: true })).aliases).toEqual({ added: [], removed: gone })
  expect((await stage.memory.diff({ a: String(before) })).aliases).toEqual({ added: gone, removed: [] })
  expect((await stage.memory.forget({ node: 'carpenter.md', dryRun: true })).aliases).toEqual(gone)
  expect((await stage.memory.forget({ node: 'garden.md', dryRun: true })).aliases).toBeUndefined()

  const taken = await stage.memory.unlearn({ ...stretch, key: 'once' })
  expect([taken.idle, (await stage.memory.unlearn({ ...stretch, key: 'once' })).idle]).toEqual([undefined, undefined])
  const unlearned = await found(stage)
  const back = await stage.memory.unlearn({ undo: String(taken.request) })
  expect([taken.aliases, back.aliases]).toEqual([
    { added: [], removed: gone },
    { added: gone, removed: [] },
  ])

  expect([unlearned, await found(stage)]).toEqual([[], ['carpenter.md']])
  expect(await stage.memory.verify({ rederive: true })).toMatchObject({ ok: true })
  await store.close()
})

test('INV-240 a recall in a brain without aliases reads nothing of them', async () => {
  const asked: Array<string> = []
  const store = openStore({
    layer: layerInMemory,
    between: (stores) => {
      const index = Context.get(stores, SearchIndex)
      const heard =
        <Rest extends ReadonlyArray<unknown>, A>(read: (brain: BrainKey, space: IndexSpace, ...rest: Rest) => A) =>
        (brain: BrainKey, space: IndexSpace, ...rest: Rest): A => {
          asked.push(space)
          return read(brain, space, ...rest)
        }
      const { begins, postings, statistics, statisticsOf } = index
      return Context.add(stores, SearchIndex, {
        ...index,
        ...{ begins: heard(begins), postings: heard(postings), statistics: heard(statistics), statisticsOf: heard(statisticsOf) },
      })
    },
  })
  const memory = await store.memory()
  await memory.ingest({ documents })
  asked.length = 0
  await memory.recall({ question })
  const without = new Set(asked)
  await memory.alias({ node: 'boat.md', aliases: ['ship'] })
  asked.length = 0
  await memory.recall({ question })

  expect([without.has('document'), without.has('alias'), asked.includes('alias')]).toEqual([true, false, true])
  await store.close()
})
