/** Aliases that are forgotten with what named them, where their memory stays: they are in no export any more, and are not read in again. */

import { afterEach, describe, expect, test } from 'vitest'
import { held } from './routing-model.ts'
import { openStage, type Stage } from './stage.ts'

const stages: Array<Stage> = []
afterEach(async () => {
  for (const stage of stages.splice(0)) await stage.leave()
})

const open = async (setup: Parameters<typeof openStage>[1] = {}) => {
  const stage = await openStage('empty', setup)
  stages.push(stage)
  return stage
}
const invoice = 'The invoice of the carpenter is due on the tenth of each month.'
const garden = 'The apple trees are cut in February.'
const note = (source: string, aliases: ReadonlyArray<string>, ...texts: ReadonlyArray<string>) => ({
  source,
  format: 'markdown' as const,
  text: `---\naliases: [${aliases.join(', ')}]\n---\n# Note\n\n${texts.map((text, i) => (i === 0 ? text : `## Part ${i}\n\n${text}`)).join('\n\n')}\n`,
})
type Note = ReturnType<typeof note>
const read = ({ memory }: Stage, ...documents: ReadonlyArray<Note>) => memory.ingest({ documents })
const says = async ({ memory }: Stage, word: string) => (await memory.export({})).lines.some((line) => line.includes(word))
const namesOf = async ({ memory }: Stage, node: string) =>
  ((await memory.show({ what: node })).nodes[0]?.aliases ?? []).map(({ by, text }) => `${by} ${text}`)
const holds = async ({ memory }: Stage) => expect(await memory.verify({ rederive: true })).toMatchObject({ ok: true })

describe('a document that is forgotten takes the aliases that it gave', () => {
  test.each([
    ['none', []],
    ['its own', ['the joiner']],
  ])('to a passage that moved into another one, which gives %s', async (_, own) => {
    const stage = await open()
    await read(stage, note('a.md', ['Zugspitze'], invoice), note('b.md', own, garden))
    await read(stage, note('a.md', ['Zugspitze'], 'Nothing is left here.'), note('b.md', own, invoice))
    const before = await namesOf(stage, 'b.md')

    await stage.memory.forget({ source: 'a.md' })

    expect(await says(stage, 'Zugspitze')).toBe(false)
    expect([before, await namesOf(stage, 'b.md')]).toEqual([own.map((one) => `document ${one}`), own.map((one) => `document ${one}`)])
    expect((await stage.memory.recall({ question: 'carpenter invoice' })).items[0]?.content).toBe(invoice)
    await holds(stage)
  })

  test('also where a document that is not read has the passage, too, and its node goes on there', async () => {
    const stage = await open()
    await read(stage, note('a.md', ['Zugspitze'], invoice), note('b.md', ['the joiner'], invoice))
    await stage.memory.protect({ node: 'a.md' })
    await read(stage, note('a.md', ['Zugspitze'], 'Nothing is left here.'))
    expect((await stage.memory.show({ what: 'b.md' })).nodes[0]?.state).toBe('protected')

    await stage.memory.forget({ source: 'a.md' })

    expect(await says(stage, 'Zugspitze')).toBe(false)
    expect(await namesOf(stage, 'b.md')).toEqual(['document the joiner'])
    await holds(stage)
  })
})

describe('a conversation that is forgotten takes the aliases that a person named in it', () => {
  const session = { session: 'private', sessionKind: 'interactive' } as const

  test('and what was named later beside them, for it repeats them', async () => {
    const stage = await open()
    await read(stage, note('a.md', [], invoice))
    await stage.memory.alias({ node: 'a.md', aliases: ['Zugspitze affair'], ...session })
    await stage.memory.alias({ node: 'a.md', aliases: ['the joiner'], session: 'other', sessionKind: 'interactive' })

    await stage.memory.forget({ session: 'private' })

    expect(await says(stage, 'Zugspitze')).toBe(false)
    expect((await stage.memory.recall({ question: 'carpenter invoice' })).items.map(({ node }) => node)).toEqual(['a.md'])
    await holds(stage)
  })

  test('not those that another conversation named after they were taken back, nor those of a document', async () => {
    const stage = await open()
    await read(stage, note('a.md', ['invoice day'], invoice))
    await stage.memory.alias({ node: 'a.md', aliases: ['Zugspitze affair'], ...session })
    await stage.memory.alias({ node: 'a.md', remove: true })
    await stage.memory.alias({ node: 'a.md', aliases: ['the joiner'], session: 'other', sessionKind: 'interactive' })

    await stage.memory.forget({ session: 'private' })

    expect(await says(stage, 'Zugspitze')).toBe(false)
    expect(await namesOf(stage, 'a.md')).toEqual(['person the joiner', 'document invoice day'])
    await holds(stage)
  })
})

test('INV-245 an answer that arrives after an erasure names nothing, and its passages are asked about anew', async () => {
  const about = 'Which Zugspitze business is it?'
  const model = held({ aliases: ['p1', 'p2'].map((id) => ({ id, questions: [about] })) })
  const stage = await open({ model: model.slow })
  await stage.memory.init({})
  await read(stage, note('a.md', [], invoice), note('b.md', [], 'The cabin on the Zugspitze is let in June.'))

  const naming = stage.memory.nameAliases({})
  await model.isAsked()
  await stage.memory.forget({ subject: 'Zugspitze' })
  model.model.does(() => ({ aliases: [{ id: 'p1', questions: ['When does the joiner get his money?'] }] }))
  model.letGo()

  expect(await naming).toMatchObject({ calls: 1, passages: 0, left: 1 })
  expect(await says(stage, 'Zugspitze')).toBe(false)
  expect(await namesOf(stage, 'a.md')).toEqual([])
  expect(await stage.memory.nameAliases({})).toMatchObject({ calls: 1, passages: 1, left: 0 })
  expect(await namesOf(stage, 'a.md')).toEqual(['model When does the joiner get his money?'])
  await holds(stage)
})

describe('an alias of a document that is forgotten', () => {
  const names = ['Handwerker bezahlen', 'the joiner']

  test('as a subject is not read in again, and the others are, until somebody says so', async () => {
    const stage = await open()
    await read(stage, note('a.md', names, invoice, garden))
    await stage.memory.forget({ subject: 'Handwerker' })

    const { skipped } = await read(stage, note('a.md', names, invoice, 'The apple trees are cut in March.'))
    expect([skipped, await says(stage, 'Handwerker')]).toEqual([[{ path: 'a.md', reason: 'forgotten in part' }], false])
    expect(await namesOf(stage, 'a.md')).toEqual(['document the joiner'])
    await read(stage, note('a.md', names, 'He was paid.', garden))
    expect([await says(stage, 'Handwerker'), await namesOf(stage, 'a.md')]).toEqual([false, ['document the joiner']])
    await holds(stage)

    await stage.memory.ingest({ documents: [note('a.md', names, 'He was paid.', garden)], again: true })
    expect(await namesOf(stage, 'a.md')).toEqual(names.map((one) => `document ${one}`))
  })

  test('with its memory goes to no other passage of the document', async () => {
    const stage = await open()
    await read(stage, note('a.md', names, invoice, garden))
    await stage.memory.forget({ node: 'a.md' })

    await read(stage, note('a.md', [...names, 'paying day'], 'He was paid.', garden))

    expect(await says(stage, 'Handwerker')).toBe(false)
    expect(await namesOf(stage, 'a.md')).toEqual(['document paying day'])
    await holds(stage)
  })

  test('keeps out no text that says the same', async () => {
    const stage = await open()
    await read(stage, note('a.md', names, invoice, garden))
    await stage.memory.forget({ subject: 'Handwerker' })

    await read(stage, note('a.md', [], invoice, 'Handwerker bezahlen'))

    expect((await stage.memory.recall({ question: 'Handwerker' })).items.map(({ content }) => content)).toEqual(['Handwerker bezahlen'])
  })
})
