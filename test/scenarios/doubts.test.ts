import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { eventsOf, readLog } from '../models/recorded-log.ts'
import { heldIn } from './bytes.ts'
import { openStage, type Stage } from './stage.ts'

const question = 'When is low tide in the harbour of Ostmole?'
const text = 'Low tide in the harbour of Ostmole is at 06:40, and Bert counts the crabs.'
const correction = 'No, that is wrong: low tide in the harbour of Ostmole is at 07:15, says quahogmeister.'
const session = 'agent:main:talk'
const words = ['quahogmeister', '07:15']

let stage: Stage
const ingest = (says = text) =>
  stage.memory.ingest({
    documents: [
      { source: 'tides.md', format: 'markdown', text: `# Tides\n\n${says}\n` },
      { source: 'kitchen.md', format: 'markdown', text: '# Kitchen\n\nThe fridge is emptied on Fridays.\n' },
    ],
  })
const answered = async (reply = text, more: object = {}) => {
  const { turn } = await stage.memory.recall({ question, session, ...more })
  await stage.memory.complete({ session, turn: turn ?? '', outcome: 'success', durationMs: 1, reply })
  return turn ?? ''
}
const say = async (said = correction) => {
  const heard = await stage.memory.hear({ session, text: said })
  await stage.memory.learn({})
  return heard
}
const given = async (at?: string) =>
  (await stage.memory.recall({ question, record: false, ...(at === undefined ? {} : { at }) })).context.text
const verified = async () => (await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)
const position = async () => String((await stage.memory.show({})).position)

beforeEach(async () => {
  stage = await openStage('empty')
  await ingest()
})
afterEach(() => stage.leave())

describe('a memory that the owner said to be otherwise, while no other holds it', () => {
  test('INV-97 is given with his words behind it, in the context and among the items, with the day', async () => {
    await answered()
    const heard = await say()

    const { context, items } = await stage.memory.recall({ question, record: false })
    expect(heard).toMatchObject({ reason: null, doubted: ['tides.md'] })
    expect(context.text).toMatch(/06:40[^\n]*\n {2}corrected in conversation on \d{4}-\d\d-\d\d: "No, that is wrong: low tide .* 07:15/)
    expect(items[0]?.content).toContain('corrected in conversation on')
    expect((await stage.memory.show({ what: 'tides.md' })).nodes[0]?.doubts).toMatchObject([{ feedback: heard.feedback }])
    const { items: explained } = await stage.memory.why({ turn: heard.turn ?? '' })
    expect(explained.find(({ node }) => node === 'tides.md')?.doubts).toMatchObject([{ feedback: heard.feedback, said: correction }])
    expect(await verified()).toEqual([])
  })

  test('INV-280 is not, by these words alone, where he said them while a reply was being written', async () => {
    await answered()

    const heard = await stage.memory.hear({ session, text: correction, meanwhile: true })

    expect(heard).toMatchObject({ feedback: null, turn: null, doubted: [] })
    expect(await given()).not.toContain('corrected')
  })

  test('counts with what it adds against the budget', async () => {
    const before = (await stage.memory.recall({ question, record: false })).context.tokens
    await answered()
    await say()

    const { context } = await stage.memory.recall({ question, record: false })
    expect(context.tokens).toBeGreaterThan(before)
    expect((await stage.memory.recall({ question, record: false, budget: before })).context).toMatchObject({ items: [], text: '' })
  })

  test('is as it was at the position before, and when its recall is asked for again by its key', async () => {
    await answered(text, { key: 'first' })
    const before = await position()
    const first = await stage.memory.recall({ question, session, key: 'first' })
    await say()
    const second = await stage.memory.recall({ question, session, key: 'second' })

    expect(await given(before)).not.toContain('corrected')
    expect((await stage.memory.recall({ question, session, key: 'first' })).context).toEqual(first.context)
    expect((await stage.memory.recall({ question, session, key: 'second' })).context).toEqual(second.context)
    expect(second.context.text).toContain('corrected')
  })

  test.each([
    ['it says something else', () => ingest('Low tide in the harbour of Ostmole is at 07:15 now.')],
    [
      'its owner says that it served',
      async () => stage.memory.feedback({ verdict: 'used', session, turn: await answered(), nodes: ['tides.md'] }),
    ],
    [
      'its owner names it as the right one',
      async () => {
        const { turn } = await stage.memory.recall({ question: 'When is the fridge emptied?', session })
        return stage.memory.feedback({ verdict: 'not-relevant', session, turn: turn ?? '', nodes: ['kitchen.md'], instead: ['tides.md'] })
      },
    ],
  ])('INV-97 is as it was once %s', async (_, end) => {
    await answered()
    await say()
    await end()

    expect(await given()).not.toContain('corrected')
    expect(await verified()).toEqual([])
  })

  test('stays so where an agent says that it served, or another text is read in', async () => {
    await answered()
    await say()
    await stage.memory.feedback({ verdict: 'used', session, turn: await answered(), nodes: ['tides.md'], tier: 'agent', origin: 'agent' })
    await ingest()

    expect(await given()).toContain('corrected')
  })

  test('is so again or not after going back and forth, with the day of then', async () => {
    await answered()
    const before = await position()
    await say()
    const after = await position()
    const corrected = await given()

    await stage.memory.rollback({ to: before })
    expect(await given()).not.toContain('corrected')
    await stage.memory.rollback({ to: after })

    expect(await given()).toBe(corrected)
    expect(await verified()).toEqual([])
  })

  test('is so in another store too, and for a process that has just begun', async () => {
    await answered()
    await say()
    const corrected = await given()

    const again = await stage.store.memory()
    expect((await again.recall({ question, record: false })).context.text).toBe(corrected)
    const { digest } = await stage.memory.show({})
    expect((await again.show({})).digest).toBe(digest)
  })
})

describe('what was said of a memory', () => {
  test.each([
    ['the memory', { node: 'tides.md' }],
    ['the conversation', { session }],
  ])('INV-97 is forgotten with %s', async (_, what) => {
    await answered()
    await say()
    await stage.memory.recall({ question, session: 'agent:main:other' })
    expect(heldIn(stage.path, words)).not.toEqual([])

    const { unfinished } = await stage.memory.forget(what)

    expect(unfinished).toBeUndefined()
    expect(heldIn(stage.path, words)).toEqual([])
    expect(await given()).not.toContain('corrected')
    expect(await verified()).toEqual([])
  })
})

describe('another memory that holds what was said', () => {
  test('takes the place of the one that is doubted, where it says as much of the question', async () => {
    await answered()
    await say()
    await stage.memory.ingest({
      documents: [
        { source: 'newer.md', format: 'markdown', text: '# Newer\n\nLow tide in the harbour of Ostmole is around 07:15 since May.\n' },
      ],
    })

    const { context } = await stage.memory.recall({ question, record: false })
    expect(context.items).toEqual(['newer.md'])
    expect(context.dropped).toContainEqual({ node: 'tides.md', reason: 'inhibited' })
  })
})

describe('that an agent found a memory used', () => {
  test('is taken back by what the next message corrects, to the unit, and derived again', async () => {
    // An owner's word makes the edge that use can strengthen.
    await stage.memory.feedback({ verdict: 'used', session, turn: await answered(), nodes: ['tides.md'] })
    const before = (await stage.memory.show({ what: 'tides.md' })).edges
    await answered()
    await stage.memory.learn({})
    const used = (await stage.memory.show({ what: 'tides.md' })).edges
    await say()

    const after = (await stage.memory.show({ what: 'tides.md' })).edges
    const withdrawn = eventsOf(readLog((await stage.memory.export({})).lines), 'StrengthAdjusted').filter(
      ({ data }) => data.reason === 'use-withdrawn',
    )
    expect(used).not.toEqual(before)
    expect(after.map(({ strength }) => strength)).toEqual(before.map(({ strength }) => strength))
    expect(withdrawn.length).toBeGreaterThan(0)
    expect(await verified()).toEqual([])
  })
})
