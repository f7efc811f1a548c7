import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { dayOfIso, isoDay } from './calendar.ts'
import { type DaySigns, dayOfPassage, dayOfPath, dayOfStamp, daysAsked, dayTermsOf, rangeMost, speaksOfNearDay } from './days.ts'
import { readMost } from './mentions.ts'

/** A Saturday. */
const today = dayOfIso('2026-11-28') ?? 0
const termsOf = (...of: Parameters<typeof dayTermsOf>) => dayTermsOf(...of).map(({ term }) => term)
const printed = (day: number | undefined) => (day === undefined ? undefined : isoDay(day))
const asked = (question: string) =>
  daysAsked(question, today).map(({ from, terms, to }) => {
    const days = terms.filter((term) => term.length === '@2026-11-17'.length).map((term) => term.slice(1))
    return `${question.slice(from, to)} = ${days.length > 2 ? `${days[0]}..${days.at(-1)}` : days.join(' ')}`
  })

describe('the days that a question asks for', () => {
  it.each([
    ['What happened on 17 November?', '17 November = 2026-11-17 2027-11-17'],
    ['What happened on Tuesday, November 17th, 2026?', 'Tuesday, November 17th, 2026 = 2026-11-17'],
    ['the 17th of November', '17th of November = 2026-11-17 2027-11-17'],
    ['yesterday', 'yesterday = 2026-11-27'],
    ['last Tuesday', 'last Tuesday = 2026-11-24'],
    ['next Friday', 'next Friday = 2026-12-04'],
    ['last week', 'last week = 2026-11-16..2026-11-22'],
    ['3 days ago', '3 days ago = 2026-11-25'],
    ['two weeks ago', 'two weeks ago = 2026-11-11..2026-11-17'],
    ['in March 2025', 'March 2025 = 2025-03-01..2025-03-31'],
    ['2026-11-17 10:30', '2026-11-17 = 2026-11-17'],
    ['Was war am 17.11.2026?', '17.11.2026 = 2026-11-17'],
    ['Was war am 17.11. los?', '17.11. = 2026-11-17 2027-11-17'],
    ['Was war am 3.4. los?', '3.4. = 2026-04-03 2027-04-03'],
    ['Was war am 03.09.12 und danach?', '03.09.12 = 2012-09-03'],
    ['Was kam vom 17.11.26 an?', '17.11.26 = 2026-11-17'],
    ['What happened on 2026.11.17?', '2026.11.17 = 2026-11-17'],
    ['what did i do on november 17?', 'november 17 = 2026-11-17 2027-11-17'],
    ['what did i do on 17 november?', '17 november = 2026-11-17 2027-11-17'],
    ['On November 17 dentist came', 'November 17 = 2026-11-17 2027-11-17'],
    ['march 3rd miles', 'march 3rd = 2026-03-03 2027-03-03'],
    ['May the 5th be', 'May the 5th = 2026-05-05 2027-05-05'],
    ['they march 3, 2026 to the sea', 'march 3, 2026 = 2026-03-03'],
    ['le 5 mai réunion', '5 mai = 2026-05-05 2027-05-05'],
    ['vom letzten Dienstag', 'letzten Dienstag = 2026-11-24'],
    ['in der letzten Woche', 'letzten Woche = 2026-11-16..2026-11-22'],
    ['übermorgen', 'übermorgen = 2026-11-30'],
    ['heute Morgen', 'heute = 2026-11-28'],
    ['vor zwei Wochen', 'vor zwei Wochen = 2026-11-11..2026-11-17'],
    ['avant-hier', 'avant-hier = 2026-11-26'],
    ['la semaine dernière', 'semaine dernière = 2026-11-16..2026-11-22'],
    ['il y a trois jours', 'il y a trois jours = 2026-11-25'],
    ['el viernes próximo', 'viernes próximo = 2026-12-04'],
    ['pasado mañana', 'pasado mañana = 2026-11-30'],
    ['scorso martedì', 'scorso martedì = 2026-11-24'],
    ['l’altro ieri', 'l’altro ieri = 2026-11-26'],
    ['depois de amanhã', 'depois de amanhã = 2026-11-30'],
    ['terça passada', 'terça passada = 2026-11-24'],
    ['eergisteren', 'eergisteren = 2026-11-26'],
    ['vorige week', 'vorige week = 2026-11-16..2026-11-22'],
    ['先週の火曜日', '先週の火曜日 = 2026-11-17'],
    ['３日前', '３日前 = 2026-11-25'],
    ['上周二', '上周二 = 2026-11-17'],
    ['十一月十七日', '十一月十七日 = 2026-11-17 2027-11-17'],
    ['What did I do the day before yesterday?', 'day before yesterday = 2026-11-26'],
    ['Who comes the day after tomorrow?', 'day after tomorrow = 2026-11-30'],
    ['¿Qué hice antes de ayer?', 'antes de ayer = 2026-11-26'],
    ['O que eu fiz antes de ontem?', 'antes de ontem = 2026-11-26'],
    ['¿Qué hice hace dos días?', 'hace dos días = 2026-11-26'],
    ['on Tuesday the 17th?', 'Tuesday the 17th = 2026-11-17'],
    ['on Tuesday the 17th of November', 'Tuesday the 17th of November = 2026-11-17 2027-11-17'],
    ['am Dienstag, den 17. November, war was?', 'Dienstag, den 17. November = 2026-11-17 2027-11-17'],
    ['am Dienstag, den 17.', 'Dienstag, den 17. = 2026-11-17'],
    ['que s’est-il passé mardi 17 ?', 'mardi 17 = 2026-11-17'],
    ['on Tuesday, 2026-11-17', 'Tuesday, 2026-11-17 = 2026-11-17'],
    ['last Tuesday, 17 November', 'Tuesday, 17 November = 2026-11-17 2027-11-17'],
    ['What did I do on 03/04/2026?', '03/04/2026 = 2026-03-04 2026-04-03'],
    ['What did I do on 03-04-2026?', '03-04-2026 = 2026-04-03 2026-03-04'],
    ['What did I do on 17/04/2026?', '17/04/2026 = 2026-04-17'],
    ['Qu’est-ce que j’ai fait le 03/04/2026 ?', '03/04/2026 = 2026-04-03'],
    ['Was war am Termin: 17.11.26', '17.11.26 = 2026-11-17'],
    ['Termin: 17.11.26', '17.11.26 = 2026-11-17'],
    ['what was planned for March?', 'March = 2026-03-01..2027-03-31'],
    ['en mars, que faire ?', 'mars = 2026-03-01..2027-03-31'],
  ])('%s', (question, expected) => {
    expect(asked(question)).toEqual([expected])
  })

  const inNovember = '@11-16..11-24'
  it.each([
    ['what happened from 16 to 24 November?', '16 to 24 November', inNovember],
    ['what happened 16-24 November?', '16-24 November', inNovember],
    ['what happened 16 – 24 November 2026?', '16 – 24 November 2026', '@2026-11-16..2026-11-24'],
    ['what happened between 16 and 24 November?', 'between 16 and 24 November', inNovember],
    ['Between the 16th and the 24th of November', '16th and the 24th of November', inNovember],
    ['what happened between 2026-11-16 and 2026-11-24?', 'between 2026-11-16 and 2026-11-24', '@2026-11-16..2026-11-24'],
    ['from 2026-11-16 to 2026-11-24', '2026-11-16 to 2026-11-24', '@2026-11-16..2026-11-24'],
    ['2026-11-16 - 2026-11-24', '2026-11-16 - 2026-11-24', '@2026-11-16..2026-11-24'],
    ['what happened November 16-24?', 'November 16-24', inNovember],
    ['what happened from November 16 to 24, 2026?', 'November 16 to 24, 2026', '@2026-11-16..2026-11-24'],
    ['what happened from 28 October to 3 November 2026', '28 October to 3 November 2026', '@2026-10-28..2026-11-03'],
    ['from 28 December to 3 January 2027', '28 December to 3 January 2027', '@2026-12-28..2027-01-03'],
    ['Was war vom 16. bis 24. November?', '16. bis 24. November', inNovember],
    ['Was war vom 16. bis zum 24. November?', '16. bis zum 24. November', inNovember],
    ['Was war zwischen dem 16. und dem 24. November?', '16. und dem 24. November', inNovember],
    ['Was war vom 16.–24.11.2026?', '16.–24.11.2026', '@2026-11-16..2026-11-24'],
    ['Was war vom 16.11. bis 24.11. hier?', '16.11. bis 24.11.', inNovember],
    ['du 16 au 24 novembre', '16 au 24 novembre', inNovember],
    ['del 16 al 24 de noviembre', '16 al 24 de noviembre', inNovember],
    ['dal 16 al 24 novembre', '16 al 24 novembre', inNovember],
    ['de 16 a 24 de novembro', '16 a 24 de novembro', inNovember],
    ['wat gebeurde er van 16 tot 24 november?', '16 tot 24 november', inNovember],
    ['11月16日から24日まで何をした？', '11月16日から24日', inNovember],
    ['11月16日到24日我做了什么？', '11月16日到24日', inNovember],
    ['11月16日～24日', '11月16日～24日', inNovember],
  ])('reads a stretch: %s', (question, said, word) => {
    expect(daysAsked(question, today).map((one) => [question.slice(one.from, one.to), one.word])).toEqual([[said, word]])
    const inYear = word.includes('@2026') ? [] : ['@11-16', '@11-20', '@11-24']
    const [{ terms } = { terms: [] }] = daysAsked(question, today)
    if (word.includes('11-16')) expect(terms).toEqual(expect.arrayContaining(['@2026-11-16', '@2026-11-20', '@2026-11-24', ...inYear]))
  })

  it.each([
    ['what happened on 16 and 24 November?', '16 and 24 November', '@11-16|11-24'],
    ['what happened on 16, 17 and 24 November?', '16, 17 and 24 November', '@11-16|11-17|11-24'],
    ['what happened on 16 or 24 November?', '16 or 24 November', '@11-16|11-24'],
    ['on 16 November and 24 November 2026', '16 November and 24 November 2026', '@2026-11-16|2026-11-24'],
    ['on November 16 and 24?', 'November 16 and 24', '@11-16|11-24'],
    ['am 16. oder 24. November', '16. oder 24. November', '@11-16|11-24'],
    ['11月16日和24日', '11月16日和24日', '@11-16|11-24'],
  ])('reads several days: %s', (question, said, word) => {
    expect(daysAsked(question, today).map((one) => [question.slice(one.from, one.to), one.word])).toEqual([[said, word]])
  })

  it.each([
    ['on November 16 at 20', '@11-16'],
    ['I owe 5, 24 November', '@11-24'],
    ['3 of 24 November', '@11-24'],
    ['the 5 guests on 24 November', '@11-24'],
    ['on November 16 and 24 people', '@11-16'],
    ['from 24 to 16 November', '@11-16'],
    ['Tuesday at 5', '@2026-11-24..2026-12-01'],
    ['am Dienstag um 17 Uhr', '@2026-11-24..2026-12-01'],
    ['Dienstag 17 Uhr', '@2026-11-24..2026-12-01'],
    ['Tuesday the 5 people', '@2026-11-24..2026-12-01'],
  ])('takes no other number for a day: %s', (question, word) => {
    expect(daysAsked(question, today).map((one) => one.word)).toEqual([word])
  })

  it('does not read a part of a stretch that is too long', () => {
    expect(daysAsked('from 2026-01-16 to 2026-11-24', today)).toEqual([])
  })

  it.each([
    'What is May?',
    'who is May, the cat?',
    'May I use the oak table?',
    'who are the March brothers?',
    'Wo steht der Mai-Baum?',
    'Wer kommt im Mai-Kleid?',
    'qui est Mai ?',
    'who wrote "Tomorrow never dies"?',
    'Who directed *Tomorrow never dies*?',
    'Wer schrieb „Letzte Woche war alles anders“?',
    'What is the name of the roofer?',
    'I have 12 apples and 3 pears',
    'May I ask?',
    'version 3.14.15 of node',
    '2025',
    'Was war hier los?',
    'Wir treffen uns am Morgen',
    'por la mañana',
    '8 out of 10',
    'march to the sea',
    'We march 3 times a week',
    'march 3 miles',
    'March 3 times a week',
    'you may 5 times',
    'Of the 10 you may keep 3',
    'The other 5 may come',
    'May to 5 people',
    'el mar 3 veces',
    'più di mai 3 volte',
    'sat 3 hours in the sun 5 times, one second 2 late',
    'Python 3.9.12',
    'Läuft hier Python 3.9.12 oder ist es Postgres 9.6.24?',
    'Ist das Ubuntu 22.04.03?',
    'section 1.2.20',
    'Was steht in Abschnitt 1.2. und in Version 3.4.?',
    'Ist es seit 3.9.12 (2024) so?',
    'Is it OpenClaw 2026.11.1 or 2026.9.6?',
    'Ist 192.168.1.20 oder 10.1.12.5 die Adresse?',
    'Ist die Nummer 030 12 11 20 oder 01-02-03-04?',
    'Es kostet 1.5 oder 12.50 Euro, 3/4 davon, 3-4 Stück, 24/7, in 2026-W47.',
  ])('has no day: %s', (question) => {
    expect(asked(question)).toEqual([])
  })

  it('keeps the words of a weekday or a month, which a text may have as well, and does not insist on today', () => {
    const flags = (question: string) => daysAsked(question, today).map(({ isOptional, keepsWords }) => ({ isOptional, keepsWords }))

    expect(flags('What happens on Tuesday?')).toEqual([{ isOptional: false, keepsWords: true }])
    expect(flags('What is planned in September?')).toEqual([{ isOptional: false, keepsWords: true }])
    expect(flags('What is the password today?')).toEqual([{ isOptional: true, keepsWords: false }])
    expect(flags('What did I do yesterday?')).toEqual([{ isOptional: false, keepsWords: false }])
  })

  it('names a stretch by its first and its last day', () => {
    const monday = dayOfIso('2026-11-30') ?? 0
    const names = daysAsked('this week, not today, but in December, on 1 December, 1 December 2026', monday).map(({ word }) => word)

    expect(names).toEqual(['@2026-11-30..2026-12-06', '@2026-11-30', '@2025-12-01..2026-12-31', '@12-01', '@2026-12-01'])
  })

  it('finds a day whose year a text leaves out', () => {
    expect(daysAsked('on 3 December', today).flatMap(({ terms }) => terms)).toEqual(['@2025-12-03', '@2026-12-03', '@12-03'])
    expect(termsOf('The fair is on 3 December.', 'en', undefined)).toEqual(['@12-03'])
  })
})

describe('the days of a passage', () => {
  it('are its own and those that it speaks of', () => {
    const text = 'Tomorrow we go to the fair of 3 January; the ticket came on 2026-12-04, and the cat was ill last week.'

    expect(termsOf(text, 'en', dayOfIso('2026-12-20'))).toEqual([
      ...['@2026-12-20', '@2026-12-21', '@2027-01-03', '@2026-12-04'],
      ...Array.from({ length: 7 }, (_, i) => `@2026-12-${String(7 + i).padStart(2, '0')}`),
    ])
    expect(termsOf('Tomorrow, or on Tuesday, or in May.', 'en', undefined)).toEqual([])
  })

  it('are those of a stretch, of each reading of a date, and none of a title', () => {
    const own = dayOfIso('2026-11-28')

    expect(termsOf('Away from 2 to 4 December.', 'en', own)).toEqual(['@2026-11-28', '@2026-12-02', '@2026-12-03', '@2026-12-04'])
    expect(termsOf('Away from 2 to 4 December.', 'en', undefined)).toEqual(['@12-02', '@12-03', '@12-04'])
    expect(termsOf('Away from 2026-01-02 to 2026-12-04.', 'en', undefined)).toEqual(['@2026-01-02', '@2026-12-04'])
    expect(termsOf('Paid on 03/04/2026.', 'en', undefined)).toEqual(['@2026-03-04', '@2026-04-03'])
    expect(termsOf('We met on Tuesday the 17th.', 'en', own)).toEqual(['@2026-11-28', '@2026-11-17'])
    expect(termsOf('Film of Paco is called "Tomorrow never dies".', 'en', own)).toEqual(['@2026-11-28'])
  })

  it.each([
    ['2026-11-17.md', '2026-11-17'],
    ['notes/2026-11-17-1430.md', '2026-11-17'],
    ['20261117.md', '2026-11-17'],
    ['weekly-2026-11-17.md', '2026-11-17'],
    ['2026/11/17.md', '2026-11-17'],
    ['17-november-2026.md', '2026-11-17'],
    ['2026/17 November.md', '2026-11-17'],
    ['2026-05-01-1430.md', '2026-05-01'],
    ['2026-11-23-to-2026-11-25.md', '2026-11-25'],
    ['23-november-2026 to 25-november-2026.md', '2026-11-25'],
    ['2026.11.17.md', '2026-11-17'],
    ['202611171430.md', '2026-11-17'],
    ['zettel/20261117143055 Crane.md', '2026-11-17'],
    ['20261117T1430-crane.md', '2026-11-17'],
    ['202611172561.md', undefined],
    ['202613451430.md', undefined],
    ['482611171430.md', undefined],
    ['2026111714.md', undefined],
    ['v1.2.3.md', undefined],
    ['release-1.9.12.md', undefined],
    ['release-2026.9.6.md', undefined],
    ['openclaw/2026.11.1/notes.md', undefined],
    ['2026-13-45.md', undefined],
    ['notes.md', undefined],
  ])('the file %s has the day %s', (path, expected) => {
    expect(printed(dayOfPath(path))).toBe(expected)
  })

  const signs = (fields: Partial<DaySigns>): DaySigns => ({ path: 'a.md', headings: [], text: 'The cat is well.', ...fields })

  it.each<readonly [string, DaySigns, string | undefined]>([
    ['a heading', signs({ headings: ['Notes', 'Tuesday 17 November 2026'] }), '2026-11-17'],
    ['the later of two days in a heading', signs({ headings: ['2026-11-23 to 2026-11-25'] }), '2026-11-25'],
    ['the nearest of two headings', signs({ headings: ['2026-11-25', '2026-11-23'] }), '2026-11-23'],
    ['a heading of a version', signs({ headings: ['3.9.12 (2024-03-01)'] }), '2024-03-01'],
    ['a padded version beside a date', signs({ headings: ['12.10.26 (2024-03-01)'] }), '2024-03-01'],
    ['a heading in the year of its file', signs({ path: '2025.md', headings: ['17. November'] }), '2025-11-17'],
    ['a heading below a dated one', signs({ headings: ['2026-11-17', 'Lunch'] }), '2026-11-17'],
    ['its document', signs({ document: today }), '2026-11-28'],
    ['the name of its file rather than its document', signs({ path: '2026-11-17.md', document: today }), '2026-11-17'],
    ['a heading rather than its document', signs({ headings: ['Crane', '2026-11-17'], document: today }), '2026-11-17'],
    ['a heading in the year of its document', signs({ headings: ['17 November'], document: today }), '2026-11-17'],
    ['a line rather than its document', signs({ text: '2026-11-17: the cat', document: today }), '2026-11-17'],
    ['a line', signs({ text: '- **17.11.2026**: the cat' }), '2026-11-17'],
    ['a line rather than its file', signs({ path: '2026-11-17.md', text: '2026-11-19: the cat' }), '2026-11-19'],
    ['a line in the year of its heading', signs({ headings: ['November 2026'], text: '| 19 November | the cat |' }), '2026-11-19'],
    ['a message rather than anything else', signs({ path: '2026-11-17.md', said: today }), '2026-11-28'],
    ['none, for a text without a day', signs({}), undefined],
    ['none, for a text of a near day', signs({ text: 'The cat comes home tomorrow.' }), undefined],
    ['none, for a day within a line', signs({ text: 'The cat came on 17 November 2026.' }), undefined],
  ])('is told by %s', (_, given, expected) => {
    expect(printed(dayOfPassage(given))).toBe(expected)
  })

  it.each([
    ['The cat comes home tomorrow.', true],
    ['Nächsten Dienstag kommt die Katze.', true],
    ['The cat came on 17 November.', false],
    ['On Tuesdays the cat sleeps.', false],
    ['Wir treffen uns am Morgen.', false],
    ['- Film of Paco is called "Tomorrow never dies".', false],
    ['**Tomorrow**: the cat comes home.', true],
    ['*Tomorrow* the cat comes home.', true],
  ])('speaks of a near day: %s', (text, expected) => {
    expect(speaksOfNearDay(text)).toBe(expected)
  })

  it('reads the day of a time stamp', () => {
    expect(printed(dayOfStamp('2026-05-04T23:00:10.000Z'))).toBe('2026-05-04')
    expect([1_777_890_000, 1_777_890_000_000, '1:56 pm on 4 May, 2026'].map((stamp) => printed(dayOfStamp(String(stamp))))).toEqual(
      Array.from({ length: 3 }, () => '2026-05-04'),
    )
    expect(['20260504', '202605041430', '20260504T143000Z'].map((stamp) => printed(dayOfStamp(stamp)))).toEqual(
      Array.from({ length: 3 }, () => '2026-05-04'),
    )
    expect([dayOfStamp('17'), dayOfStamp('1777890000000000')]).toEqual([undefined, undefined])
    expect(dayOfStamp('yesterday')).toBeUndefined()
  })
})

describe('reading days', () => {
  const zone = process.env['TZ']
  afterEach(() => {
    if (zone === undefined) delete process.env['TZ']
    else process.env['TZ'] = zone
  })
  const parts = [
    '17',
    'November',
    'last',
    'Tuesday',
    'gestern',
    'to',
    'and',
    '-',
    '24',
    '03/04/2026',
    '先週の',
    '火曜日',
    '2026-11-17',
    '17.11.',
    '3',
    'days',
    'ago',
    'hier',
    '.',
    ' ',
    '\n',
    '十',
    '月',
    'ß',
    '\u0301',
  ]
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(fc.constantFrom(...parts)).map((some) => some.join(' ')),
    fc.array(fc.constantFrom(...parts)).map((some) => some.join('')),
  )

  it('bears any text, and no stretch is longer than two months', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: -30_000, max: 90_000 }), (text, day) => {
        let before = 0
        for (const { from, terms, to } of daysAsked(text, day)) {
          expect(from).toBeGreaterThanOrEqual(before)
          expect(to).toBeGreaterThan(from)
          expect(terms.length).toBeLessThanOrEqual(2 * rangeMost)
          for (const term of terms) expect(term).toMatch(/^@(?:\d{4}-)?\d\d-\d\d$/)
          before = to
        }
        for (const term of termsOf(text, 'en', day)) expect(term).toMatch(/^@(?:\d{4}-)?\d\d-\d\d$/)
        dayOfPassage({ path: text, headings: [text], text })
      }),
    )
  })

  it('INV-162 gives the same in every time zone of the process', () => {
    const all = () => parts.flatMap((one) => parts.map((two) => JSON.stringify(daysAsked(`${one} ${two}`, today))))
    const results = ['UTC', 'Pacific/Kiritimati', 'Pacific/Apia', 'America/St_Johns'].map((name) => {
      process.env['TZ'] = name
      return all()
    })

    for (const one of results) expect(one).toEqual(results[0])
  })

  it('reads a limited beginning', () => {
    const behind = `${'x '.repeat(readMost / 2)}17 November`

    expect(daysAsked(behind, today)).toEqual([])
    expect(daysAsked('17 November '.repeat(100_000), today).length).toBeLessThanOrEqual(64)
  })
})
