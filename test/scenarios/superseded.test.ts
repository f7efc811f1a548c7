import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { eventsOf } from '../models/recorded-log.ts'
import { heldIn } from './bytes.ts'
import { memoriesIn } from './given.ts'
import { openStage, type Stage } from './stage.ts'

const question = 'When does the night ferry leave for Ostmole?'
const old = 'Night ferry to Ostmole: 21:40'
const said = 'Night ferry to Ostmole: 22:15'
const session = 'agent:main:talk'

let stage: Stage
const read = (...documents: ReadonlyArray<readonly [source: string, text: string]>) =>
  stage.memory.ingest({ documents: documents.map(([source, text]) => ({ source, format: 'markdown' as const, text })) })
const say = async (text = said, source = 'news.md') => {
  await read([source, `# Ferry\n\n${text}\n`])
  return { kept: source }
}
const given = async (at?: string) =>
  memoriesIn((await stage.memory.recall({ question, record: false, ...(at === undefined ? {} : { at }) })).context.text)
const verified = async () => (await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)
const superseding = async () => (await stage.memory.show({ what: 'ferry.md' })).nodes[0]?.supersededBy
const position = async () => String((await stage.memory.show({})).position)

beforeEach(async () => {
  stage = await openStage('empty')
  await read(['ferry.md', `# Ferry\n\n${old}\n`], ['kitchen.md', '# Kitchen\n\nThe fridge is emptied on Fridays.\n'])
})
afterEach(() => stage.leave())

describe('what a later note states otherwise in a labelled line', () => {
  test('is given in the place of what it supersedes, and both tell of each other', async () => {
    const before = await position()
    const { kept } = await say()

    expect(await given()).toContain('22:15')
    expect(await given()).not.toContain('21:40')
    expect(await given(before)).toContain('21:40')
    const [shown] = (await stage.memory.show({ what: 'ferry.md' })).nodes
    expect(shown?.supersededBy).toEqual([{ by: kept, rule: 'same-label', reason: 'later' }])
    const { context, items } = await stage.memory.recall({ question, record: false })
    expect(items.map(({ node }) => node).slice(0, 2)).toEqual([kept, 'ferry.md'])
    expect(context.dropped).toContainEqual({ node: 'ferry.md', reason: 'superseded' })
    expect(await verified()).toEqual([])
  })

  test('stays where another sentence of an older note is edited', async () => {
    const log = (eaters: string) => ['log.md', `# Ferry\n\nLunch was soup with ${eaters}.\n\n${old}\n`] as const
    await read(log('Priya'))
    await read(['ferry.md', '# Ferry\n\nNight ferry to Ostmole: 22:15\n'])
    expect(await given()).not.toContain('21:40')

    await read(log('Priya and Tomas'))

    expect(await superseding()).toEqual([])
    expect(await given()).toContain('22:15')
    expect((await stage.memory.show({ what: 'log.md' })).nodes[0]?.supersededBy).toMatchObject([{ by: 'ferry.md', part: old }])
  })

  test('holds in another store and for a process that has just begun', async () => {
    await say()
    const now = await given()

    expect(now).toContain('22:15')
    expect((await (await stage.store.memory()).recall({ question, record: false })).context.text).toBe(now)
  })

  test('holds on where the memory that it superseded is erased, or where a later word superseded it', async () => {
    const { kept: first } = await say()
    const { kept } = await say('Night ferry to Ostmole: 22:50', 'night-ferry.md')
    const would = await stage.memory.forget({ node: first ?? '' })
    expect(would.returns).toBeUndefined()
    expect(await given()).toContain('22:50')
    expect(await given()).not.toContain('21:40')

    await stage.memory.forget({ node: 'ferry.md' })

    expect(await given()).toContain('22:50')
    expect((await stage.memory.show({ what: kept })).nodes[0]?.supersededBy).toEqual([])
    expect(await verified()).toEqual([])
  })

  test('is carried by export and import and by a branch, and forgotten with the branch', async () => {
    await say()
    const { digest } = await stage.memory.show({})
    const other = openStore()
    try {
      const copy = await other.memory()
      await copy.import({ lines: (await stage.memory.export({})).lines })

      expect((await copy.show({})).digest).toBe(digest)
      expect((await copy.recall({ question, record: false })).context.text).toBe(await given())
      expect((await copy.verify({ rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])
    } finally {
      await other.close()
    }
    await stage.memory.replay({ saveAs: 'branch' })
    const branch = await stage.memory.recall({ brain: 'local/main/branch', question, record: false })
    expect(branch.context.text).toContain('22:15')
    expect(branch.context.text).not.toContain('21:40')
    expect((await stage.memory.verify({ brain: 'local/main/branch', rederive: true })).checks.filter(({ ok }) => !ok)).toEqual([])

    await stage.memory.forget({ subject: 'Ostmole: 22:15' })

    expect(heldIn(stage.path, ['22:15'])).toEqual([])
    const { context } = await stage.memory.recall({ brain: 'local/main/branch', question, record: false })
    expect(context.text).toContain('21:40')
  })
})

describe('what is superseded is told', () => {
  test('by show, why and why-not, by a recall and by counts', async () => {
    const { kept } = await say()
    const told = { by: kept, rule: 'same-label', reason: 'later' }
    const { items, turn } = await stage.memory.recall({ question, session })

    expect(items.map(({ node, supersededBy }) => [node, supersededBy]).slice(0, 2)).toEqual([
      [kept, undefined],
      ['ferry.md', [kept]],
    ])
    expect((await stage.memory.show({ what: kept })).nodes[0]).toMatchObject({ supersededBy: [], inPlaceOf: ['ferry.md'] })
    const why = await stage.memory.why({ turn: turn ?? '' })
    expect(why.items.find(({ node }) => node === 'ferry.md')).toMatchObject({ included: false, supersededBy: [told] })
    expect(why.items.find(({ node }) => node === kept)).toMatchObject({ included: true, inPlaceOf: ['ferry.md'] })
    expect(await stage.memory.whyNot({ question, node: 'ferry.md' })).toMatchObject({
      reason: 'superseded',
      detail: `it is superseded: ${kept} states what is true now`,
      supersededBy: [told],
    })
    expect((await stage.memory.stats({})).superseding).toEqual({
      superseded: 1,
      byRule: { 'same-label': 1 },
      withoutHolder: 0,
      lifted: 0,
      kept: 0,
    })
  })

  test('by diff in both directions and by the log', async () => {
    const before = await position()
    const { kept } = await say()
    const pair = { node: 'ferry.md', by: kept }

    const { counts, superseded } = await stage.memory.diff({ a: before })
    expect([counts['supersededAdded'], superseded.added]).toEqual([1, [{ ...pair, rule: 'same-label', reason: 'later' }]])
    expect((await stage.memory.diff({ a: await position(), b: before })).superseded.removed).toMatchObject([pair])
    const { events } = await stage.memory.log({ type: 'NodeSuperseded', names: true })
    expect(events.map(({ names }) => names)).toMatchObject([{ node: ['ferry.md'], by: [kept] }])
  })

  test('by the reading that does it', async () => {
    const { superseded } = await read(['news.md', '# Ferry\n\nNight ferry to Ostmole: 22:15\n'])

    expect(superseded).toEqual([{ node: 'ferry.md', by: 'news.md', rule: 'same-label', reason: 'later' }])
    expect((await read(['other.md', '# Other\n\nThe door is green.\n'])).superseded).toBeUndefined()
  })
})

describe('what a later note states otherwise', () => {
  test('is given in the place of the older one, whatever copies of that are read in later', async () => {
    await read(['news.md', '# Ferry\n\nNight ferry to Ostmole: 22:15\n'])
    await read(['old/ferry.md', `# Ferry\n\n${old}\n`])

    expect(await given()).toContain('22:15')
    expect(await given()).not.toContain('21:40')
    expect(await verified()).toEqual([])
  })

  test('supersedes nothing of the same reading', async () => {
    const [first, second] = ['Bakery opens: 6:30', 'Bakery opens: 7:15']
    const bakery = async () => (await stage.memory.recall({ question: 'When does the bakery open?', record: false })).context.text
    await read(['a.md', `# Bakery\n\n${first}\n`], ['b.md', `# Bakery\n\n${second}\n`])
    expect(await bakery()).toMatch(/6:30[\s\S]*7:15|7:15[\s\S]*6:30/)
  })

  test('supersedes nothing where others wrote it', async () => {
    await stage.memory.ingest({
      documents: [{ source: 'mail.md', format: 'markdown', text: '# Mail\n\nNight ferry to Ostmole: 22:15\n' }],
      origin: 'untrusted',
    })
    expect(await given()).toContain('21:40')
  })
})

test('a memory that its owner calls right again holds again', async () => {
  const { kept } = await say()
  const { turn } = await stage.memory.recall({ question, session })
  await stage.memory.feedback({ verdict: 'wrong', session, turn: turn ?? '', nodes: [kept], instead: ['ferry.md'] })

  expect(await given()).toContain('21:40')
  expect(await given()).not.toContain('22:15')
  const { guardrails } = await stage.memory.recall({ question, record: false })
  expect(guardrails).toEqual([expect.objectContaining({ node: kept, text: expect.stringMatching(/^Not “.*22:15.*”, but “.*21:40.*”$/) })])
  expect(await verified()).toEqual([])
})

test('a memory of one statement is wrong as a whole where a list is named instead of it', async () => {
  await read(['news.md', '# News\n\nAt 22:15 the night ferry leaves for Ostmole.\n'])
  await read(['timetable.md', '# Night ferry\n\n- Line: Ostmole\n- Departure: 21:40\n- Deck: 4\n'])
  const { turn } = await stage.memory.recall({ question, session })
  await stage.memory.feedback({ verdict: 'wrong', session, turn: turn ?? '', nodes: ['news.md'], instead: ['timetable.md'] })

  const [news] = (await stage.memory.show({ what: 'news.md' })).nodes
  expect(news?.supersededBy).toEqual([expect.objectContaining({ rule: 'named' })])
  expect(await given()).not.toContain('22:15')
  expect(await verified()).toEqual([])
})

test('of several memories that are called wrong together none is untrue: each answers its own question as before', async () => {
  const hours = ['The pool opens at nine.', 'The sauna opens at ten.', 'The gym opens at seven.']
  const documents = [...hours, 'The library opens at eight.'].map((text, at) => ({
    source: `hours-${at}.md`,
    format: 'markdown' as const,
    text,
  }))
  await stage.memory.ingest({ documents })
  const { turn } = await stage.memory.recall({ question: 'When do the pool, the sauna and the gym open?', session })

  await stage.memory.feedback({
    verdict: 'correction',
    session,
    turn: turn ?? '',
    nodes: ['hours-0.md', 'hours-1.md', 'hours-2.md'],
    instead: ['hours-3.md'],
  })

  expect(eventsOf(await stage.log(), 'NodeSuperseded')).toEqual([])
  expect((await stage.memory.recall({ question: 'When does the sauna open?', record: false })).items[0]).toMatchObject({
    node: 'hours-1.md',
  })
})
