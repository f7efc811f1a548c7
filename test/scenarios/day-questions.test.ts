/** Questions that ask for nothing but days are answered by the notes of those days; words that only look like days are words. */
import { describe, expect, test } from 'vitest'
import { openStore } from '../models/open-store.ts'
import { dayOfAsking } from './days/questions.ts'

const household = {
  'wifi.md': 'The wifi password is on the fridge.',
  'roof.md': 'The roofer is called Olsen.',
  'car.md': 'The car has 4 winter tyres in the cellar.',
  'bread.md': 'Our sourdough needs 500 grams of rye flour.',
  'bank.md': 'The bank closes at four.',
}

const english = {
  ...household,
  '2026-03-04.md': 'Sold the piano.',
  '2026-04-03.md': 'Bought a scooter.',
  '2026-11-16.md': 'Called the plumber about the boiler.',
  '2026-11-17.md': 'Moved the bikes into the shed.',
  '2026-11-24.md': 'Fixed the fence with Tom.',
  '2026-11-26.md': 'Swept the yard.',
  '2026-11-27.md': 'Signed the lease.',
  '2026-11-28.md': 'Planted tulips.',
}

const german = {
  'bank.md': 'Die Bank schließt um vier.',
  'dach.md': 'Der Dachdecker heißt Olsen.',
  'baum.md': 'Der Mai-Baum steht auf dem Dorfplatz.',
  'zahn.md': 'Termin: 17.11.26 beim Zahnarzt',
  '2026-03-06.md': 'Fenster geputzt.',
  '2026-05-10.md': 'Tomaten gepflanzt.',
  '2026-11-06.md': 'Den Ofen repariert.',
  '2026-11-26.md': 'Hof gekehrt.',
  '2026-11-28.md': 'Äpfel gepflückt.',
}

const names = {
  ...household,
  '2026-03-10.md': 'Cut the hedge.',
  '2026-05-10.md': 'Planted tomatoes and beans.',
  'names.md': '# Names\n\n- May is the name of our cat.\n- The March brothers run the bakery.\n- The oak table stands in the shed.',
}

const opened = async (notes: Readonly<Record<string, string>>, said: ReadonlyArray<string> = []) => {
  const store = openStore()
  const memory = await store.memory()
  const documents = Object.entries(notes).map(([source, text]) => ({ source, format: 'markdown' as const, text }))
  await memory.ingest({ documents, today: dayOfAsking })
  for (const text of said) await memory.note({ text, today: dayOfAsking })
  const given = async (question: string) => {
    const { context } = await memory.recall({ question, today: dayOfAsking, record: false })
    return context.items.toSorted()
  }
  return { given, memory, close: () => store.close() }
}

type Cases = ReadonlyArray<readonly [question: string, given: ReadonlyArray<string>]>

const allOf = async (notes: Readonly<Record<string, string>>, cases: Cases) => {
  const { close, given } = await opened(notes)
  const answers: Array<readonly [string, ReadonlyArray<string>]> = []
  for (const [question] of cases) answers.push([question, await given(question)])
  await close()
  expect(answers).toEqual(cases)
}

const inNovember = ['2026-11-16.md', '2026-11-17.md', '2026-11-24.md']

describe('a question for nothing but days', () => {
  test('is given every day of a stretch, and both days of a date of two readings', async () => {
    await allOf(english, [
      ['what happened from 16 to 24 November?', inNovember],
      ['what happened 16-24 November?', inNovember],
      ['what happened between 16 and 24 November?', inNovember],
      ['what happened between 2026-11-16 and 2026-11-24?', inNovember],
      ['was geschah vom 16. bis 24. November?', inNovember],
      ['what did I do on 16 and 24 November?', ['2026-11-16.md', '2026-11-24.md']],
      ['what did I do on 03/04/2026?', ['2026-03-04.md', '2026-04-03.md']],
      ['what did I do the day before yesterday?', ['2026-11-26.md']],
      ['what happened on Tuesday the 17th?', ['2026-11-17.md']],
    ])
  })

  test('is answered with and without a question mark, with or without a verb', async () => {
    await allOf(english, [
      ['what happened today?', ['2026-11-28.md']],
      ['what did I do today', ['2026-11-28.md']],
      ['in April', ['2026-04-03.md']],
      ['What happened on 17 November?', ['2026-11-17.md']],
      ['what did I do yesterday', ['2026-11-27.md']],
      ['I am back from lunch. What did I do yesterday?', ['2026-11-27.md']],
    ])
    await allOf(german, [
      ['Was ist am 6. November passiert?', ['2026-11-06.md']],
      ['Was war am 6. November?', ['2026-11-06.md']],
      ['Was habe ich heute gemacht?', ['2026-11-28.md']],
      ['im März', ['2026-03-06.md']],
      ['vorgestern', ['2026-11-26.md']],
      ['Was ist am 17. November?', ['zahn.md']],
    ])
  })

  test('is not one about today with a subject that no memory has, nor a farewell', async () => {
    await allOf(english, [
      ['what is the weather today?', []],
      ['When does the sun set today?', []],
      ['see you tomorrow', []],
      ['do it today', []],
    ])
    await allOf(german, [
      ['Wann geht heute die Sonne unter?', []],
      ['Wie wird das Wetter heute?', []],
    ])
  })
})

describe('a word that looks like a day', () => {
  test('is a word where nothing makes it a day', async () => {
    await allOf(names, [
      ['what is May?', ['names.md']],
      ['May I use the oak table?', ['names.md']],
      ['who is May, the cat?', ['names.md']],
      ['who are the March brothers?', ['names.md']],
      ['what happened in May?', ['2026-05-10.md', 'names.md']],
      ['what happened in May 2026?', ['2026-05-10.md', 'names.md']],
    ])
    await allOf(german, [['Wo steht der Mai-Baum?', ['baum.md']]])
  })

  test('gives a title no day, and a day is no evidence beside another subject', async () => {
    const film = '# Films\n\n- Film of Paco is called "Tomorrow never dies".\n- The dentist is Dr. Ruiz.'
    const { close, given } = await opened({ ...household, 'films.md': film }, ['Tomorrow the chimney sweep comes at eight.'])

    expect(await given('when is the dentist? tomorrow?')).toEqual(['films.md'])
    expect(await given('what is tomorrow?')).toEqual([expect.stringContaining('note:')])
    await close()
  })
})

test('a memory is told to have the day that it has, of those that a question may mean', async () => {
  const { close, memory } = await opened(names, ['Tomorrow the chimney sweep comes at eight.'])
  const told = async (question: string) => {
    const { items } = await memory.recall({ question, today: dayOfAsking, record: false })
    return items.map(({ why }) => why)
  }

  expect(await told('who comes on 29 November?')).toEqual([expect.stringContaining('its text has comes, 2026-11-29')])
  expect(await told('what happened in May?')).toEqual([
    expect.stringContaining('its text has 2026-05-10'),
    expect.stringContaining('its text has may'),
  ])
  await close()
})
