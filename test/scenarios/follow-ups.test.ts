/** A question without a subject of its own goes on with what its session was given last, and with nothing else. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type HandClock, handClock } from '../models/hand-clock.ts'
import { type AskedMemory, type OpenStore, openStore } from '../models/open-store.ts'

const notes = [
  'The staging server listens on port 8443, the database behind it on 5433.',
  'The boat lies in the port of Lorient; Ben tars it in April.',
  'Marta signs the contract of the brewery, and the brewer pays for the logo.',
  'Bread is baked on Mondays in the old oven behind the mill.',
  'The ferry to the island leaves at seven from the northern pier.',
]
const first = 'Where does the staging server listen, and the database?'
const about = 'note-0.md'

let clock: HandClock
let store: OpenStore
let memory: AskedMemory
beforeEach(async () => {
  clock = handClock()
  store = openStore({ clock })
  memory = await store.memory()
  await memory.ingest({ documents: notes.map((text, at) => ({ source: `note-${at}.md`, format: 'markdown' as const, text: `${text}\n` })) })
})
afterEach(() => store.close())

const given = async (question: string, session?: string) =>
  (await memory.recall({ question, ...(session === undefined ? {} : { session }) })).context.items

describe('a follow-up', () => {
  test.each(['And who was happy about it?', 'and when?', 'Und wann?', 'Why is that?'])('%s', async (question) => {
    expect(await given(first, 'talk')).toEqual([about])

    expect(await given(question, 'talk')).toEqual([about])
  })

  test('that names something of it is given it by its words', async () => {
    await given(first, 'talk')

    expect(await given('the port again?', 'talk')).toContain(about)
  })

  test('says where it comes from', async () => {
    await given(first, 'talk')
    const { items } = await memory.recall({ question: 'and when?', session: 'talk' })

    expect(items.map(({ node, why }) => [node, why])).toEqual([[about, expect.stringContaining('it was given in a turn before')]])
  })

  test('goes on with its own session, and only where it names one', async () => {
    await given(first, 'talk')

    expect(await given('and when?', 'another')).toEqual([])
    expect(await given('and when?')).toEqual([])
    const look = await memory.recall({ question: 'and when?', session: 'talk', record: false })
    expect(look.items).toEqual([])
  })

  test.each(['Thanks!', 'ok', 'Super, danke!', '👍', 'That helps.'])('goes on over one remark: %s', async (remark) => {
    await given(first, 'talk')
    expect(await given(remark, 'talk')).toEqual([])

    expect(await given('And who was happy about it?', 'talk')).toEqual([about])
  })

  test('does not go on over two remarks, nor over a question or a request', async () => {
    for (const between of [['Thanks!', 'ok'], ['What is 17 times 23?'], ['Translate the weather report.'], ['How are you?']]) {
      await given(first, 'talk')
      for (const message of between) await given(message, 'talk')

      expect(await given('and when?', 'talk'), between.join()).toEqual([])
    }
  })

  test('goes on with the last turn, not with one before it', async () => {
    await given(first, 'talk')
    expect(await given('When is bread baked in the oven?', 'talk')).toEqual(['note-3.md'])

    expect(await given('and where?', 'talk')).toEqual(['note-3.md'])
  })

  test('does not go on with a session of the same key that has ended', async () => {
    await given(first, 'talk')
    await memory.session({ session: 'talk', event: 'ended' })

    expect(await given('and when?', 'talk')).toEqual([])
  })

  test('goes on for fifteen minutes and no longer', async () => {
    await given(first, 'talk')
    clock.now += 900_000
    expect(await given('and when?', 'talk')).toEqual([about])

    clock.now += 900_001
    expect(await given('and where?', 'talk')).toEqual([])
  })
})

describe('the notes of the turn before are not given', () => {
  test.each([
    'ok',
    'Thanks a lot!',
    'yes',
    'How are you?',
    'Wie geht es dir?',
    'Ça va ?',
    'And you?',
    'Who are you?',
    'What is 17 times 23?',
    'Which films are shown at the cinema tonight?',
  ])('to %s', async (message) => {
    await given(first, 'talk')

    expect(await given(message, 'talk')).toEqual([])
  })

  test('to a question on another subject', async () => {
    await given(first, 'talk')

    expect(await given('When does the ferry to the island leave?', 'talk')).toEqual(['note-4.md'])
  })
})

/** A hundred notes: what is said of things often is said of each of them once. */
const things = ['boiler', 'Dachboden', 'chaudière', 'router', 'Zaun']
const many = things.flatMap((thing, i) =>
  Array.from(
    { length: 20 },
    (_, k) => `- Entry ${i}-${k}: the price, der Preis, le prix of ${k === 7 ? thing : `part ${i}x${k}`} is ${i}${k} euros.`,
  ),
)
const others = ['Petra is an aunt from the coast.', 'Hamburg has a ferry.', 'The weather station stands on the roof.']

describe('a question of one content word', () => {
  const shown = async (session: string, ...questions: ReadonlyArray<string>) => {
    let items: Awaited<ReturnType<AskedMemory['recall']>>['items'] = []
    for (const question of questions) ({ items } = await memory.recall({ question, session }))
    return items
  }
  const continued = async () => (await memory.log({ type: 'TurnStarted' })).events.map(({ data }) => data['continues'] ?? [])
  beforeEach(() =>
    memory.ingest({
      documents: [...many, ...others].map((text, at) => ({ source: `n${at}.md`, format: 'markdown' as const, text: `${text}\n` })),
    }),
  )

  test.each([
    ['Where does the boiler stand?', 'What price?', 'boiler'],
    ['Wo ist der Dachboden?', 'Und welcher Preis?', 'Dachboden'],
    ['Où est la chaudière ?', 'Quel prix ?', 'chaudière'],
  ])('goes on: "%s" "%s"', async (before, question, about) => {
    const [best] = await shown('talk', before, question)

    expect(best?.content).toContain(about)
  })

  test.each(['Who is Petra?', 'Where is Hamburg?', 'Weather?', 'Wer ist Petra?', 'Wo ist Hamburg?', 'Qui est Petra ?', 'Où est Hamburg ?'])(
    'does not go on where that is a subject: %s',
    async (question) => {
      const alone = await shown('alone', question)
      const after = await shown('talk', 'What is the price of the boiler?', question)

      expect(after.map(({ node, score }) => [node, score])).toEqual(alone.map(({ node, score }) => [node, score]))
      expect(await continued()).toEqual([[], [], []])
    },
  )
})

describe('a question that goes on, looked up again', () => {
  const question = { question: 'And what price?', session: 'talk', key: 'asked once' }
  const ask = async () => {
    await memory.ingest({ documents: many.map((text, at) => ({ source: `n${at}.md`, format: 'markdown' as const, text: `${text}\n` })) })
    await memory.recall({ question: 'Where does the boiler stand?', session: 'talk' })
    return memory.recall(question)
  }

  test('INV-15 explains each memory as the first answer did', async () => {
    const first = await ask()
    const again = await memory.recall(question)

    expect(first.items.some(({ why }) => why.includes('boiler'))).toBe(true)
    expect(again.items).toEqual(first.items)
  })

  test('tells the words of both questions of a memory that it did not list', async () => {
    const alike = Array.from({ length: 60 }, (_, k) => `- The price of the boiler in house ${k} is ${k} euros.`)
    await memory.ingest({ documents: alike.map((text, k) => ({ source: `alike${k}.md`, format: 'markdown' as const, text: `${text}\n` })) })
    const { turn } = await ask()

    const { not } = await memory.why({ turn: turn ?? '', node: 'alike59.md' })

    expect(not?.words).toEqual(['price', 'boiler'])
  })

  test('stays as walked where the question before was erased', async () => {
    await ask()
    expect((await memory.replay({ rewalk: true })).walks).toMatchObject({ turns: 2, erased: 0 })
    await memory.forget({ turn: 't1' })

    expect((await memory.replay({ rewalk: true })).walks).toMatchObject({ turns: 0, erased: 2 })
  })
})

test('words of the question before add no more than the words of the question', async () => {
  const first = 'Where does the boiler stand beside the weather station, the roof and the router?'
  const both = 'The price of the boiler, the weather station, the roof and the router is 7.'
  const texts = [both, ...many, ...others]
  await memory.ingest({ documents: texts.map((text, at) => ({ source: `n${at}.md`, format: 'markdown' as const, text: `${text}\n` })) })
  const scoreIn = async (session: string) =>
    (await memory.recall({ question: 'What price?', session })).items.find(({ node }) => node === 'n0.md')?.score ?? 0

  const alone = await scoreIn('alone')
  await memory.recall({ question: first, session: 'talk' })
  const after = await scoreIn('talk')

  expect(after).toBeGreaterThan(alone)
  expect(after).toBeLessThanOrEqual(2 * alone)
})

describe('what another search found', () => {
  const hits = [{ source: about, text: notes[0] ?? '' }]

  test('does not join a question on another subject', async () => {
    const { items } = await memory.recall({ question: 'When does the ferry to the island leave?', hits })

    expect(items.map(({ node }) => node)).not.toContain(about)
  })

  test('is given to a question without a subject of its own', async () => {
    expect((await memory.recall({ question: 'and when?', hits })).context.items).toEqual([about])
  })
})
