import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { eventsOf } from '../models/recorded-log.ts'
import { heldIn } from './bytes.ts'
import { openStage, type Stage } from './stage.ts'

const question = 'When does the night ferry leave for Ostmole?'
const old = 'The night ferry leaves for Ostmole at 21:40.'
const said = 'Small change: the night ferry leaves for Ostmole at 22:15.'
const session = 'agent:main:talk'

let stage: Stage
const read = (...documents: ReadonlyArray<readonly [source: string, text: string]>) =>
  stage.memory.ingest({ documents: documents.map(([source, text]) => ({ source, format: 'markdown' as const, text })) })
const say = async (text = said) => {
  const heard = await stage.memory.hear({ session, text })
  await stage.memory.learn({})
  return heard
}
const given = async (at?: string) =>
  (await stage.memory.recall({ question, record: false, ...(at === undefined ? {} : { at }) })).context.text
const verified = async () => (await stage.memory.verify({ rederive: true })).checks.filter(({ ok }) => !ok)
const superseding = async () => (await stage.memory.show({ what: 'ferry.md' })).nodes[0]?.supersededBy
const position = async () => String((await stage.memory.show({})).position)

beforeEach(async () => {
  stage = await openStage('empty')
  await read(['ferry.md', `# Ferry\n\n${old}\n`], ['kitchen.md', '# Kitchen\n\nThe fridge is emptied on Fridays.\n'])
})
afterEach(() => stage.leave())

describe('what the owner states otherwise in a conversation', () => {
  test('is given in the place of what it supersedes, and both tell of each other', async () => {
    const before = await position()
    const { feedback, kept, superseded } = await say()

    expect(superseded).toEqual(['ferry.md'])
    expect(await given()).toContain('22:15')
    expect(await given()).not.toContain('21:40')
    expect(await given(before)).toContain('21:40')
    const [shown] = (await stage.memory.show({ what: 'ferry.md' })).nodes
    expect(shown?.supersededBy).toEqual([{ by: kept, rule: 'same-words', reason: 'said', feedback }])
    const { context, items } = await stage.memory.recall({ question, record: false })
    expect(items.map(({ node }) => node).slice(0, 2)).toEqual([kept, 'ferry.md'])
    expect(context.dropped).toContainEqual({ node: 'ferry.md', reason: 'superseded' })
    expect(await verified()).toEqual([])
  })

  const ferryAt = (minute: number) => `Small change: the night ferry leaves for Ostmole at 22:${String(minute).padStart(2, '0')}.`

  test('is kept five times before one turn, and the refusal of the next is recorded', async () => {
    for (let minute = 10; minute < 15; minute++) expect((await say(ferryAt(minute))).kept).not.toBeNull()

    expect(await say(ferryAt(15))).toMatchObject({ kept: null, superseded: [], reason: 'limit', feedback: null })
    expect(eventsOf(await stage.log(), 'OutcomeGiven').at(-1)?.data).toMatchObject({ reason: 'limit' })
    expect(await given()).toContain('22:14')
    await stage.memory.recall({ question, session })
    expect((await say(ferryAt(16))).kept).not.toBeNull()
    expect(await verified()).toEqual([])
  })

  test('is kept fifty times a day in one conversation', async () => {
    const hear = (minute: number, talk = session) => stage.memory.hear({ session: talk, text: ferryAt(minute) })
    for (let minute = 0; minute < 50; minute++) {
      if (minute % 5 === 0) await stage.memory.recall({ question, session })
      expect((await hear(minute)).kept).not.toBeNull()
    }
    await stage.memory.recall({ question, session })

    expect(await hear(50)).toMatchObject({ kept: null, reason: 'limit' })
    expect((await hear(51, 'agent:main:other')).kept).not.toBeNull()
  })

  test('is no verdict that undo takes back, which says what does', async () => {
    const { feedback } = await say()
    const hint = expect.stringMatching(new RegExp(`unlearn --feedback ${feedback}$`))

    await expect(stage.memory.undo({})).rejects.toMatchObject({ _tag: 'NotFound', what: 'signal', hint })
    await expect(stage.memory.undo({ session })).rejects.toMatchObject({ hint })
    await stage.memory.unlearn({ ofFeedback: String(feedback) })
    await expect(stage.memory.undo({ session })).rejects.toMatchObject({ hint: expect.not.stringContaining('--feedback') })
  })

  test('is taken back with what the conversation said, and holds again when that is withdrawn', async () => {
    const { feedback, kept } = await say()
    const then = await stage.memory.show({})

    const { nodes, request } = await stage.memory.unlearn({ ofFeedback: String(feedback) })
    expect(nodes).toEqual([kept])
    expect(await given()).toContain('21:40')
    expect(await given()).not.toContain('22:15')
    expect((await stage.memory.show({ what: 'ferry.md' })).nodes[0]?.supersededBy).toEqual([])
    expect(await verified()).toEqual([])
    await stage.memory.unlearn({ undo: String(request) })

    expect(await given()).not.toContain('21:40')
    expect((await stage.memory.show({})).digest).toBe(then.digest)
    expect(await verified()).toEqual([])
  })

  test('says from which message a value alone is, and all of it is taken back with that message', async () => {
    const talk = { session, sessionKind: 'interactive' } as const
    await stage.memory.recall({ ...talk, question, key: 'asked' })
    await stage.memory.complete({ ...talk, recallKey: 'asked', outcome: 'success', durationMs: 1, reply: old })
    await stage.memory.learn({})
    const then = await stage.memory.recall({ question, record: false })
    await stage.memory.recall({ ...talk, question: 'No, 22:15.', key: 'said' })

    const { feedback, kept, superseded, turn } = await stage.memory.hear({ ...talk, text: 'No, 22:15.', recallKey: 'said' })
    await stage.memory.learn({})
    expect([turn, superseded]).toEqual(['t1', ['ferry.md']])
    const { context, items, turn: next } = await stage.memory.recall({ ...talk, question })
    expect(items[0]?.node).toBe(kept)
    expect(context.text).toContain('22:15')
    expect(context.text).not.toContain('21:40')
    const why = await stage.memory.why({ turn: String(next), node: String(kept) })
    expect(why.items[0]?.path.at(-1)?.history).toContainEqual(expect.objectContaining({ feedback }))
    expect(await verified()).toEqual([])

    await stage.memory.unlearn({ ofFeedback: String(feedback) })
    const now = await stage.memory.recall({ question, record: false })
    expect(now.items.map(({ node, score }) => [node, score])).toEqual(then.items.map(({ node, score }) => [node, score]))
    expect(await verified()).toEqual([])
  })

  test('is heard of its owner alone', async () => {
    for (const actorKind of ['agent', 'other', 'tool', 'host'] as const) {
      expect(await stage.memory.hear({ session, actorKind, text: said })).toMatchObject({ kept: null, superseded: [] })
    }
  })

  test('may be a note of the owner, which holds again where he notes it again', async () => {
    const { node } = await stage.memory.note({ text: 'The night ferry leaves for Ostmole at 22:15.' })
    expect(await superseding()).toEqual([{ by: node, rule: 'same-words', reason: 'later' }])
    expect(await given()).not.toContain('21:40')
    await stage.memory.note({ text: 'The night ferry leaves for Ostmole at 23:30.' })
    expect(await given()).toContain('23:30')

    await stage.memory.note({ text: 'The night ferry leaves for Ostmole at 22:15.' })

    expect(await given()).toContain('22:15')
    expect(await given()).not.toContain('23:30')
    expect(await verified()).toEqual([])
  })

  test('stays where another sentence of an older note is edited', async () => {
    const log = (eaters: string) => ['log.md', `# Log\n\nLunch was soup with ${eaters}. ${old}\n`] as const
    await read(log('Priya'))
    await read(['ferry.md', '# Ferry\n\nThe night ferry leaves for Ostmole at 22:15.\n'])
    expect(await given()).not.toContain('21:40')

    await read(log('Priya and Tomas'))

    expect(await superseding()).toEqual([])
    expect(await given()).toContain('22:15')
  })

  test('goes and comes with a rollback back and forward', async () => {
    const before = await position()
    await say()
    const after = await position()

    await stage.memory.rollback({ to: before })
    expect(await given()).toContain('21:40')
    await stage.memory.rollback({ to: after })

    expect(await given()).not.toContain('21:40')
    expect(await verified()).toEqual([])
  })

  test('holds in another store and for a process that has just begun', async () => {
    await say()
    const now = await given()

    expect(now).toContain('22:15')
    expect((await (await stage.store.memory()).recall({ question, record: false })).context.text).toBe(now)
  })

  test('is said again as it was, and then that holds', async () => {
    await say()
    await say('No, the night ferry leaves for Ostmole at 21:40.')

    expect(await given()).toContain('21:40')
    expect(await given()).not.toContain('22:15')
  })

  test.each([
    'Forwarded from Nadia\nThe night ferry leaves for Ostmole at 22:15.',
    'On 3 March Nadia wrote:\nThe night ferry leaves for Ostmole at 22:15.',
    'The night ferry leaves for Ostmole at 22:15. In German, please.',
    'The night ferry leaves for Ostmole at 22:15. Just kidding!',
  ])('does nothing where the lines around it say that it is no statement: %s', async (text) => {
    expect(await say(text)).toMatchObject({ kept: null, superseded: [] })
    expect(await given()).toContain('21:40')
  })

  test('is stated below a line that announces a change', async () => {
    expect((await say('New times:\nThe night ferry leaves for Ostmole at 22:15.')).superseded).toEqual(['ferry.md'])
  })

  test('does nothing where others say it, a question asks it or nothing states otherwise', async () => {
    for (const text of ['Nadia claims the night ferry leaves for Ostmole at 22:15.', 'The night ferry leaves for Ostmole at 22:15?', old])
      expect(await say(text)).toMatchObject({ kept: null, superseded: [] })
    expect(await stage.memory.hear({ session, text: said, origin: 'untrusted' })).toMatchObject({ kept: null })
    expect(await given()).toContain('21:40')
  })

  test.each([
    ['the conversation', { session }],
    ['the memory that keeps it', undefined],
    ['its words', { subject: 'leaves for Ostmole at 22:15' }],
  ])('INV-152 is forgotten with %s, and the memory that it superseded holds again', async (_, what) => {
    const { kept } = await say()
    await stage.memory.recall({ question, session: 'agent:other:talk' })
    expect(heldIn(stage.path, ['22:15'])).not.toEqual([])

    const would = await stage.memory.forget({ ...(what ?? { node: kept ?? '' }), dryRun: true })
    expect(would.returns).toEqual(['ferry.md'])
    const done = await stage.memory.forget(what ?? { node: kept ?? '' })

    expect(done.returns).toEqual(['ferry.md'])
    expect(heldIn(stage.path, ['22:15'])).toEqual([])
    expect(await given()).toContain('21:40')
    expect(await given()).not.toContain('no longer true')
    expect(await superseding()).toEqual([])
    expect(await verified()).toEqual([])
  })

  test('once erased, comes back neither with a rollback nor with a withdrawal', async () => {
    const { feedback, kept } = await say()
    const after = await position()
    const { request } = await stage.memory.unlearn({ ofFeedback: String(feedback) })
    await stage.memory.forget({ node: kept ?? '' })

    await stage.memory.rollback({ to: after })
    expect(await superseding()).toEqual([])
    await stage.memory.unlearn({ undo: String(request) })

    expect(await superseding()).toEqual([])
    expect(await given()).toContain('21:40')
    expect(await verified()).toEqual([])
  })

  test('holds on where the memory that it superseded is erased, or where a later word superseded it', async () => {
    const { kept: first } = await say()
    const { kept } = await say('Small change: the night ferry leaves for Ostmole at 22:50.')
    const would = await stage.memory.forget({ node: first ?? '' })
    expect(would.returns).toBeUndefined()
    expect(await given()).toContain('22:50')
    expect(await given()).not.toContain('21:40')

    await stage.memory.forget({ node: 'ferry.md' })

    expect(await given()).toContain('22:50')
    expect((await stage.memory.show({ what: kept ?? '' })).nodes[0]?.supersededBy).toEqual([])
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

    await stage.memory.forget({ subject: 'leaves for Ostmole at 22:15' })

    expect(heldIn(stage.path, ['22:15'])).toEqual([])
    const { context } = await stage.memory.recall({ brain: 'local/main/branch', question, record: false })
    expect(context.text).toContain('21:40')
  })
})

describe('what is superseded is told', () => {
  test('by show, why and why-not, by a recall and by counts', async () => {
    const { feedback, kept } = await say()
    const told = { by: kept, rule: 'same-words', reason: 'said', feedback }
    const { items, turn } = await stage.memory.recall({ question, session })

    expect(items.map(({ node, supersededBy }) => [node, supersededBy]).slice(0, 2)).toEqual([
      [kept, undefined],
      ['ferry.md', [kept]],
    ])
    expect((await stage.memory.show({ what: kept ?? '' })).nodes[0]).toMatchObject({ supersededBy: [], inPlaceOf: ['ferry.md'] })
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
      byRule: { 'same-words': 1 },
      withoutHolder: 0,
      lifted: 0,
      kept: 1,
    })
  })

  test('by diff in both directions, by the log, and by an unlearning', async () => {
    const before = await position()
    const { feedback, kept } = await say()
    const pair = { node: 'ferry.md', by: kept }

    const { counts, superseded } = await stage.memory.diff({ a: before })
    expect([counts['supersededAdded'], superseded.added]).toEqual([1, [{ ...pair, rule: 'same-words', reason: 'said', feedback }]])
    expect((await stage.memory.diff({ a: await position(), b: before })).superseded.removed).toMatchObject([pair])
    const { events } = await stage.memory.log({ type: 'NodeSuperseded', names: true })
    expect(events.map(({ names }) => names)).toMatchObject([{ node: ['ferry.md'], by: [kept] }])
    const would = await stage.memory.rollback({ to: before, dryRun: true })
    expect(would.superseded).toEqual([{ ...pair, holds: true }])

    const { request, superseded: lifted } = await stage.memory.unlearn({ ofFeedback: String(feedback) })

    expect(lifted).toEqual([{ ...pair, holds: true }])
    expect((await stage.memory.unlearn({ undo: String(request) })).superseded).toEqual([{ ...pair, holds: false }])
    expect((await stage.memory.stats({})).superseding).toMatchObject({ superseded: 1, lifted: 1 })
  })

  test('by an unlearning of one of two words on it, with the one that still stands', async () => {
    const { kept } = await say()
    const later = await say('Small change again: the night ferry leaves for Ostmole at 22:40.')
    const ofFeedback = String(later.feedback)
    const told = { node: 'ferry.md', by: later.kept, holds: true, still: [kept] }

    expect((await stage.memory.unlearn({ ofFeedback, dryRun: true })).superseded).toContainEqual(told)
    expect((await stage.memory.unlearn({ ofFeedback })).superseded).toContainEqual(told)
    expect(await given()).not.toContain('21:40')
  })

  test('by the reading that does it', async () => {
    const { superseded } = await read(['news.md', '# News\n\nThe night ferry leaves for Ostmole at 22:15.\n'])

    expect(superseded).toEqual([{ node: 'ferry.md', by: 'news.md', rule: 'same-words', reason: 'later' }])
    expect((await read(['other.md', '# Other\n\nThe door is green.\n'])).superseded).toBeUndefined()
  })

  test('of a part, where the rest of the memory is given', async () => {
    await read(['harbour.md', '# Harbour\n\nThe crane lifts 40 tons. The gate closes at 18:30. Dogs stay outside.\n'])
    await say('From now on the gate closes at 19:15.')
    const about = async (question: string) => (await stage.memory.recall({ question, record: false })).context.text

    expect(await about('How many tons does the crane lift?')).toContain('no longer true: "The gate closes at 18:30."')
    expect(await about('When does the gate close?')).toContain('19:15')
    expect(await about('When does the gate close?')).not.toContain('18:30')
  })
})

describe('INV-153 only its owner is heard', () => {
  test.each([
    ['an agent', { origin: 'agent' }],
    ['a stranger', { origin: 'untrusted' }],
    ['the program', { origin: 'system' }],
    ['a heartbeat', { session: 'agent:main:heartbeat', sessionKind: 'heartbeat' }],
  ] as const)('%s supersedes nothing', async (_, who) => {
    const heard = await stage.memory.hear({ session, text: said, ...who })

    expect(heard).toMatchObject({ kept: null, superseded: [] })
    expect(await given()).toContain('21:40')
  })

  test('and in his own brain alone', async () => {
    const brain = 'local/main/other'
    await stage.memory.init({ brain })
    await stage.memory.ingest({ brain, documents: [{ source: 'ferry.md', format: 'markdown', text: `# Ferry\n\n${old}\n` }] })
    await stage.memory.hear({ brain, session, text: said })

    expect(await given()).toContain('21:40')
    expect((await stage.memory.stats({})).superseding.kept).toBe(0)
  })

  test('secrets of what he states are kept nowhere', async () => {
    await read(['lock.md', '# Lock\n\nThe gate of the quay opens at 6:30.\n'])
    const secret = 'sk-live-4eC39HqLyjWDarjtT1zdp7dcAbCdEf012345'
    const { kept } = await say(`From now on the gate of the quay opens at 7:15. The API key is ${secret}`)

    expect(heldIn(stage.path, [secret])).toEqual([])
    expect((await stage.memory.show({ what: kept ?? '' })).nodes[0]?.content).toMatch(/opens at 7:15\. The API key is \[redacted/)
  })
})

describe('what a later note states otherwise', () => {
  test('is given in the place of the older one, whatever copies of that are read in later', async () => {
    await read(['news.md', '# News\n\nThe night ferry leaves for Ostmole at 22:15.\n'])
    await read(['old/ferry.md', `# Ferry\n\n${old}\n`])

    expect(await given()).toContain('22:15')
    expect(await given()).not.toContain('21:40')
    expect(await verified()).toEqual([])
  })

  test('supersedes nothing of the same reading, and of two dated notes the later counts', async () => {
    const [first, second] = ['The bakery opens at 6:30.', 'The bakery opens at 7:15.']
    const bakery = async () => (await stage.memory.recall({ question: 'When does the bakery open?', record: false })).context.text
    await read(['a.md', `# A\n\n${first}\n`], ['b.md', `# B\n\n${second}\n`])
    expect(await bakery()).toMatch(/6:30[\s\S]*7:15|7:15[\s\S]*6:30/)

    await read(['2026-05-04.md', '# Log\n\nThe library closes at 19:30.\n'])
    await read(['2026-03-01.md', '# Log\n\nThe library closes at 18:15.\n'])
    const library = (await stage.memory.recall({ question: 'When does the library close?', record: false })).context.text
    expect(library).toContain('19:30')
    expect(library).not.toContain('18:15')
  })

  test('supersedes nothing where others wrote it', async () => {
    await stage.memory.ingest({
      documents: [{ source: 'mail.md', format: 'markdown', text: '# Mail\n\nThe night ferry leaves for Ostmole at 22:15.\n' }],
      origin: 'untrusted',
    })
    expect(await given()).toContain('21:40')
  })
})

test('a memory that its owner calls right again holds again', async () => {
  const { kept } = await say()
  const { turn } = await stage.memory.recall({ question, session })
  await stage.memory.feedback({ verdict: 'wrong', session, turn: turn ?? '', nodes: [kept ?? ''], instead: ['ferry.md'] })

  expect(await given()).toContain('21:40')
  expect(await given()).not.toContain('22:15')
  expect(await verified()).toEqual([])
})

test('a memory of one statement is wrong as a whole where a list is named instead of it', async () => {
  await read(['news.md', '# News\n\nAt 22:15 one goes on board for Ostmole by night.\n'])
  await read(['timetable.md', '# Night ferry\n\n- Line: Ostmole\n- Departure: 21:40\n- Deck: 4\n'])
  const { turn } = await stage.memory.recall({ question, session })
  await stage.memory.feedback({ verdict: 'wrong', session, turn: turn ?? '', nodes: ['news.md'], instead: ['timetable.md'] })

  const [news] = (await stage.memory.show({ what: 'news.md' })).nodes
  expect(news?.supersededBy).toEqual([expect.objectContaining({ rule: 'named' })])
  expect(await given()).not.toContain('22:15')
  expect(await verified()).toEqual([])
})

test('of messages that state a value anew, one after the other, the newest is found alone; without it the one before is', async () => {
  const times = ['10:15', '11:20', '12:25', '13:30', '14:35', '15:40', '16:45', '17:50']
  const kept: Array<string | null> = []
  let before = ''
  for (const time of times) {
    before = await position()
    await stage.memory.recall({ question: 'What is for lunch?', session })
    const heard = await say(`Small change: the night ferry leaves for Ostmole at ${time}.`)
    kept.push(heard.kept)
  }
  const found = async (at?: string) =>
    (await stage.memory.recall({ question, record: false, ...(at === undefined ? {} : { at }) })).items.map(({ node }) => node)

  expect((await found()).filter((node) => kept.includes(node))).toEqual([kept.at(-1)])
  expect(await given(before)).toContain('16:45')
  expect((await found(before)).filter((node) => kept.includes(node))).toEqual([kept.at(-2)])
  await stage.memory.forget({ node: kept.at(-1) ?? '' })
  expect(await given()).toContain('16:45')
  expect(await verified()).toEqual([])
})
