import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { hearVerdict, isSevere } from './spoken-verdict.ts'

interface Line {
  readonly language: string
  readonly wrong: boolean
  readonly set: string
  readonly text: string
}

const lines = readFileSync(new URL('spoken-verdict.tsv', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('# '))
  .map((line): Line => {
    const [language = '', label, set = '', text = ''] = line.split('\t')
    return { language, wrong: label === 'wrong', set, text: text.replaceAll('\\n', '\n') }
  })

const isHeard = (text: string): boolean => hearVerdict(text) !== undefined
const corrections = lines.filter(({ wrong }) => wrong)
const heard = corrections.filter(({ text }) => isHeard(text))
const languages = [...new Set(lines.map(({ language }) => language))]

/** Returns the share of the corrections that are heard, and the missed ones for the message of a failed test. */
const recall = (some: ReadonlyArray<Line>) => {
  const missed = some.filter(({ text }) => !isHeard(text)).map(({ text }) => text)
  return { share: 1 - missed.length / some.length, missed }
}
const enough = { share: expect.toSatisfy((share: number) => share >= 0.8), missed: expect.anything() }

describe('hearing that the last answer was wrong', () => {
  test('never takes a line of the table for a correction that is none', () => {
    const mistaken = lines.filter(({ text, wrong }) => !wrong && isHeard(text))

    expect(mistaken.map(({ text }) => `${text} (${hearVerdict(text)?.rule})`)).toEqual([])
  })

  test.each(languages)('hears four of five corrections, lines held back and looked at, in %s', (language) => {
    const own = corrections.filter((line) => line.language === language)

    expect(recall(own)).toEqual(enough)
  })

  test.each(['seen', 'held'])('hears four of five corrections that were %s while the rules were made', (set) => {
    expect(recall(corrections.filter((line) => line.set === set))).toEqual(enough)
  })

  test('tells the language and the kind of saying', () => {
    expect(hearVerdict('You misread my question.')).toEqual({ verdict: 'correction', rule: 'en:misread', isSevere: false })
    expect(hearVerdict('不对，端口是5433。')).toEqual({ verdict: 'correction', rule: 'zh:not-so', isSevere: false })
  })

  test('does not mind case, missing accents, typographic apostrophes and what stands before the words', () => {
    for (const { text } of heard) {
      expect(isHeard(text.toUpperCase()), text).toBe(true)
      expect(isHeard(text.normalize('NFD')), text).toBe(true)
      expect(isHeard(text.replaceAll("'", '\u2019')), text).toBe(true)
      expect(isHeard(`\u{1f624} @assistant ${text}`), text).toBe(true)
    }
  })

  test('hears nothing in quoted lines, quotation marks, code, headers and text to work on', () => {
    for (const { text } of heard) {
      const oneLine = text.replaceAll('\n', ' ')

      expect(isHeard(`> ${oneLine}\nWhat is meant here`), text).toBe(false)
      expect(isHeard(`"${oneLine}" is what I read`), text).toBe(false)
      expect(isHeard(`\u201c${oneLine}\u201d`), text).toBe(false)
      expect(isHeard(`\`\`\`\n${text}\n\`\`\``), text).toBe(false)
      expect(isHeard(`\`${oneLine}\``), text).toBe(false)
      expect(isHeard(`From: Bob\nSubject: Re: plan\n\n${text}`), text).toBe(false)
      expect(isHeard(`Translate: ${oneLine}`), text).toBe(false)
      expect(isHeard(`Bob: ${oneLine}`), text).toBe(false)
    }
  })

  test('hears the own words around a quotation', () => {
    expect(isHeard('> The port is 5432.\n\nNo, that is wrong.')).toBe(true)
    expect(isHeard('No, that is wrong.\n```\nport = 5433\n```')).toBe(true)
    expect(isHeard('```\nport = 5433\n```\nNo, that is wrong.')).toBe(false)
  })

  test('hears only what stands in the first 200 signs', () => {
    const hesitation = (times: number) => `Hm${', hm'.repeat(times)}, no, that's wrong.`

    expect(isHeard(hesitation(2))).toBe(true)
    expect(isHeard(`Hm${'.'.repeat(100)} no, that's wrong.`)).toBe(true)
    expect(isHeard(`Hm${'.'.repeat(200)} no, that's wrong.`)).toBe(false)
    expect(isHeard(`Hm${'.'.repeat(190)} that's wrong.`)).toBe(false)
    expect(isHeard(hesitation(60))).toBe(false)
  })

  test('does not mind what long text follows, except a question mark that ends the sentence', () => {
    const pasted = 'line of a log\n'.repeat(100_000)

    for (const text of ["That's wrong.", 'Das stimmt nicht, der Port ist 5433.', "C'est faux !", '你搞错了。']) {
      expect(isHeard(`${text}\n\n${pasted}`), text).toBe(true)
    }
    expect(isHeard(`That's wrong, as far as I know?\n${pasted}`)).toBe(false)
  })

  test('ends on any text, however long and repetitive', () => {
    const pieces = [
      'no ',
      'no, ',
      'that is ',
      'you have the ',
      '```',
      '>\n',
      '@',
      '.',
      ' ',
      '\u{1f624}',
      'nein du hast ',
      '\u0301',
      '\ud800',
      '不',
      'いや',
    ]
    for (const piece of pieces) expect(isHeard(piece.repeat(100_000))).toBe(false)
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), { maxLength: 400 }), (some) => {
        expect(typeof isHeard(some.join(''))).toBe('boolean')
      }),
    )
  })
})

test.each([
  'That is completely wrong.',
  'No no no, I meant the other server',
  'No, no, no. The port is 5433.',
  'Wrong!! Look again',
  'Sorry. That makes no sense, it is total nonsense.',
  "THAT'S NOT WHAT I ASKED FOR",
  'Nein, das ist völlig falsch.',
  'Nein, das stimmt überhaupt nicht',
  'Non, ce n’est pas du tout ça.',
  'Eso está completamente mal',
  'No, è del tutto sbagliato',
  'Não tem nada a ver',
  'Dat klopt helemaal niet',
  '不不不，端口是5433。',
  '完全错了',
  '違う違う違う、',
  'まったく違います',
])('%s is said with force', (text) => {
  expect(isSevere(text)).toBe(true)
})

test.each([
  '',
  "No, that's wrong.",
  'Not what I meant!',
  'no, I meant the other server',
  'Wrong. It is in docs. Please read it again. It is completely different there.',
  'No, the NAS is in the cellar',
  'NO.',
  'No, nothing of that: the note number is 3',
  "Mmm, that's wrong",
  'No, I meant the total amount',
  'No, I meant the completely new one',
  'No, I asked about disparate systems',
  'Nein, ich meinte den absoluten Pfad',
  'Das ist falsch.',
  'Das ist der totale Stundensatz',
  '不对，端口是5433。',
  '違います。',
])('%s is not', (text) => {
  expect(isSevere(text)).toBe(false)
})
