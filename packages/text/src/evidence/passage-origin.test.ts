import { describe, expect, test } from 'vitest'
import { type Background, bringsWords, isOthers, isOthersHeading, marksOfRead, marksOfSaid } from './passage-origin.ts'

const nothing = new Set<number>()
/** The background of an agent that read and heard nothing, after the owner spoke again. */
const blank: Background = { afterOthers: false, others: nothing, owner: [] }
const afterReading = (page: string): Background => ({ ...blank, others: marksOfRead(page) })
const besideHeld = (passage: string): Background => ({ ...blank, held: marksOfRead(passage) })
/** The background after text of others: every sentence that the owner did not say counts as theirs. */
const hearing = (said: ReadonlyArray<string>, known: Partial<Background> = {}): Background => ({
  ...blank,
  afterOthers: true,
  owner: said.map(marksOfSaid),
  ...known,
})

describe('words of others', () => {
  test.each([
    ['alfa bravo charlie delta echo foxtrot golf', false],
    ['alfa bravo charlie delta echo foxtrot golf hotel', true],
    [Array.from({ length: 8 }, (_, at) => `${'long'.repeat(100)}${at}`).join(' '), true],
  ])('are brought by eight of them and no fewer', (text, brings) => {
    expect(bringsWords(text)).toBe(brings)
  })

  // A sentence of n words has n - 2 runs of three.
  test.each([
    ['three words that were read', 'alfa bravo charlie', true],
    ['half of the runs', 'alfa bravo charlie delta yankee zulu', true],
    ['fewer than half of the runs', 'alfa bravo charlie delta victor yankee zulu', false],
    ['pairs of words alone', 'alfa bravo delta echo', false],
    ['the same words in another order', 'charlie bravo alfa delta', false],
    ['words that nobody wrote', 'victor whiskey yankee zulu', false],
  ])('are repeated by %s', (_, sentence, repeats) => {
    expect(isOthers(sentence, afterReading('alfa bravo charlie delta echo foxtrot golf'))).toBe(repeats)
    expect(isOthers(sentence, besideHeld('alfa bravo charlie delta echo foxtrot golf'))).toBe(repeats)
  })

  test.each([
    ['123456', true],
    ['12345', false],
    ['sixsix', false],
  ])('are repeated by a number of six digits alone: %s', (number, repeats) => {
    const page = `Call ${number} today.`

    expect(isOthers(`Ask Ida about ${number}.`, afterReading(page))).toBe(repeats)
    expect(isOthers(`Ask Ida about ${number}.`, besideHeld(page))).toBe(repeats)
    expect(isOthers(`Ask Ida about ${number}.`, blank)).toBe(false)
  })

  test.each([
    ['two words that say something name a subject', 'zulu painted the alfa of the bravo', 'the alfa of the bravo', false],
    ['three say more, the last of them at the end', 'zulu saw the alfa of bravo charlie', 'the alfa of bravo charlie', true],
    ['three say more, the first of them at the beginning', 'alfa of bravo charlie pleases zulu', 'alfa of bravo charlie', true],
    ['two are enough where the sentence says nothing else', 'the alfa of the bravo', 'the alfa of the bravo', true],
    ['function words say nothing', 'it is', 'it is', false],
  ])('that only the memory holds: %s', (_, sentence, held, repeats) => {
    expect(isOthers(sentence, besideHeld(held))).toBe(repeats)
  })

  test('that the agent read are theirs by the name of a subject too', () => {
    expect(isOthers('zulu painted the alfa of the bravo', afterReading('the alfa of the bravo'))).toBe(true)
  })
})

describe('words of the owner', () => {
  test.each([
    ['of one word nobody can be told from anybody', 'alfa', ['alfa bravo'], true],
    ['two words are the owner’s', 'alfa bravo', ['alfa bravo'], false],
    ['three fifths of what is said are enough', 'alfa bravo charlie yankee zulu', ['alfa bravo charlie'], false],
    ['two fifths are too little', 'alfa bravo xray yankee zulu', ['alfa bravo charlie'], true],
    ['parts of two messages are no message', 'alfa bravo charlie delta', ['alfa bravo', 'charlie delta'], true],
    ['any message counts', 'alfa bravo', ['yankee zulu', 'alfa bravo'], false],
    ['a word may be inflected', 'planting alfa', ['planted alfa'], false],
    ['a word that differs in its first five letters is another', 'wintry alfa', ['winter alfa'], true],
    ['a report of them is theirs too', 'The user said: alfa bravo', ['alfa bravo'], false],
    ['single letters say nothing', 'alfa bravo q z k', ['alfa bravo'], false],
    ['a sentence without a word that says something is nobody’s own', 'he is in it', ['he is in it'], true],
  ])('%s', (_, sentence, said, others) => {
    expect(isOthers(sentence, hearing(said))).toBe(others)
  })

  test.each([
    ['a word', 'alfa bravo charlie mallory', 'Pay mallory.'],
    ['a negation', 'alfa bravo charlie not', 'Do not pay.'],
    ['a digit', 'alfa bravo charlie 7', 'Pay 7 coins.'],
    ['a code that begins alike', 'alfa bravo charlie roast2027', 'Enter roast2027.'],
  ])('are not the owner’s with %s that others wrote', (_, sentence, page) => {
    const said = ['alfa bravo charlie roast2026']

    expect(isOthers(sentence, hearing(said))).toBe(false)
    expect(isOthers(sentence, hearing(said, { others: marksOfRead(page) }))).toBe(true)
    expect(isOthers(sentence, hearing(said, { held: marksOfRead(page) }))).toBe(true)
  })

  test('stay the owner’s where others wrote the same', () => {
    const said = 'alfa bravo charlie delta'

    expect(isOthers(said, hearing([said], { afterOthers: false, others: marksOfRead(said) }))).toBe(false)
  })
})

test('without a word a sentence is nobody’s', () => {
  expect(isOthers('---', hearing([]))).toBe(false)
})

describe('a heading', () => {
  test.each([
    ['two words name a place', 'Alfa bravo', false],
    ['numbers add nothing to them', '12 alfa bravo 2026', false],
    ['three words say something', 'Alfa bravo charlie', true],
    ['a telephone number does', 'Alfa 5550199', true],
  ])('that repeats what was read: %s', (_, heading, others) => {
    expect(isOthersHeading(heading, afterReading('12 alfa bravo 2026 and alfa bravo charlie. Alfa 5550199.'))).toBe(others)
  })

  test.each([
    ['four words that say something name a subject', 'The alfa bravo of charlie delta', false],
    ['five say more', 'The alfa bravo of charlie delta echo', true],
  ])('that repeats what only the memory holds: %s', (_, heading, others) => {
    expect(isOthersHeading(heading, besideHeld(heading))).toBe(others)
    expect(isOthersHeading(heading, afterReading(heading))).toBe(true)
  })
})
