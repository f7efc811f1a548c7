/**
 * Turns text into the terms of the text index. The rules are the same for documents, cues and questions, and in every store.
 *
 * A term is one key of the index. A word gives at most 64 UTF-16 units of it. It is one of these:
 *
 * - the stem of a word in the language of its text in lower case without accents (`unicode.ts`), unless it is a function word
 *   (`function-words.ts`). Stems of another language than English begin with the language: `de:haus`
 * - an identifier as a whole, beside its words, or a picture such as an emoji
 * - a value with separators as a whole, beside its parts, such as `10.0.4.17` and `12500` (`separated-values.ts`), and what it begins with
 * - a character or a pair of characters of a script without spaces (`languages.ts`)
 * - two neighbouring words, with a space between
 * - a day that the text is about or speaks of, such as `@2026-11-17` (`days/days.ts`)
 * - a part of a run of letters and digits, and the two as neighbours: `6`, `pm` and `6 pm` for `6pm` (`stem.ts`)
 * - a possible half of a German or Dutch compound, such as `de+haus` (`languages.ts`)
 */

import type { Day } from '../days/calendar.ts'
import { type AskedDay, dayTermsOf } from '../days/days.ts'
import { coveredByFunctionWords, isAskingWord, type Language, languages } from '../languages/function-words.ts'
import { compounding, languageOf, likelyLanguages, runOnClass, splitsOf } from '../languages/languages.ts'
import { contentTermOf, isContent, isInflected, languageSign, partOf, runTerms, runWays, termOf } from '../languages/stem.ts'
import { beginningOf, fold, isAscii, lower } from '../languages/unicode.ts'
import { casedWords } from './names.ts'
import { type SeparatedValue, separatedValues, withoutCode } from './separated-values.ts'

/** Raise it with every change of the terms that a text has in a given language. Vectors of such terms are then those of another embedder. */
export const termsVersion = 3

/** Raise it with every change of the returned terms, and of the language or the names that a text is found to have. An index of another version is rebuilt when its brain is opened. */
export const tokeniserVersion = 6

export interface IndexedText {
  readonly title?: string | undefined
  readonly text: string
  /** The day that the text is about, in days since 1970-01-01; null for none. Absent: no days are read. */
  readonly day?: Day | null | undefined
}

export interface IndexTerms {
  /** Weighted occurrences of each term. Two-word terms contain a space, which no word contains. */
  readonly counts: ReadonlyMap<string, number>
  /** Length of the document for BM25: the sum of `counts` without days, single characters of runs without spaces and parts of words and values. */
  readonly length: number
  /** Number of words, identifiers and pictures in title and text, without function words. k1 and b are derived from it. */
  readonly words: number
}

export interface QuestionTerms {
  /** Stems in the language of the question. */
  readonly words: ReadonlyArray<string>
  readonly bigrams: ReadonlyArray<string>
  /** Returns the terms under which texts of any language index a word of `words`: the word and its stem in each language, without duplicates. */
  readonly ways: (word: string) => ReadonlyArray<string>
  /** Returns the spellings of a word in the question, in lower case; empty if the question does not have the word. */
  readonly spelled: (word: string) => ReadonlyArray<string>
  /** Returns the terms under which texts index a word as a part of a compound. */
  readonly within: (word: string) => ReadonlyArray<string>
  /** Returns the words that say a day, each as its terms in other questions; none for a word that is no day. Some of them alone may mean another day. */
  readonly sayings: (word: string) => ReadonlyArray<ReadonlyArray<string>>
  /** Returns the halves of a word that may be a compound. For words that no text has. */
  readonly splits: (word: string) => ReadonlyArray<readonly [front: HalfWord, back: HalfWord]>
}

/** A possible half of a compound, with the terms under which texts index it by itself (`ways`) and within another word (`within`). */
export interface HalfWord {
  readonly word: string
  readonly ways: ReadonlyArray<string>
  readonly within: ReadonlyArray<string>
}

/** Weight of an occurrence in the title. Results with 3 to 6 are within half a point of each other on every measured question set. */
const titleWeight = 4
/** In UTF-16 code units. Longer words, mostly encoded data, are cut, so that a term fits on an index page. */
const longestTerm = 64
const shortestGrammedWord = 4
const gramSize = 4

/** Returns all terms of a text in a language: its words in order, then its whole identifiers and its pictures in order. */
export const terms = (text: string, language: Language = 'en'): ReadonlyArray<string> => {
  if (plainWord.test(text)) {
    const term = contentTermOf(text, language)
    return term === '' ? [] : [term]
  }
  const { words, wholes } = read(text, language)
  return wholes.length === 0 ? words : [...words, ...wholes]
}

/** A text of one word that is a token as it stands. Texts are compared word by word, and reading one as a text takes many times as long. */
const plainWord = new RegExp(`^[a-z]{1,${longestTerm}}$`)

/**
 * Returns the words of a text without its title, in order, as {@link indexTerms} counts them: without whole identifiers, values, days and parts of
 * words. Neighbours in the list are two-word terms of the index.
 */
export const wordSequence = ({ text, title }: IndexedText): ReadonlyArray<string> =>
  contentOf(scan(fold(text)).words, languageOf(title === undefined ? text : `${title}\n${text}`)).found

/** Stems in `language`, by default the detected language of title and text together. */
export const indexTerms = ({ day, title, text }: IndexedText, language?: Language): IndexTerms => {
  const counts = new Map<string, number>()
  const own = language ?? languageOf(title === undefined ? text : `${title}\n${text}`)
  const body = read(text, own)
  const heading = read(title ?? '', own)
  const length = tally(counts, body, 1) + tally(counts, heading, titleWeight)
  // Days do not count in lengths, so they do not change the scores of words. The own day weighs as much as a word of the title.
  if (day !== undefined) for (const { isOwn, term } of dayTermsOf(text, own, day ?? undefined)) counts.set(term, isOwn ? titleWeight : 1)
  return { counts, length, words: sizeOf(body) + sizeOf(heading) }
}

/**
 * Returns distinct terms in the order of the question, without function words of its language. `sought` lists the languages of the texts
 * that are searched; English is always included. A day that the question asks for is one word, in the place of the words that say it; days
 * stand behind the words.
 */
export const questionTerms = (
  question: string,
  sought: ReadonlyArray<Language> = languages,
  days: ReadonlyArray<AskedDay> = [],
): QuestionTerms => (days.length === 0 ? wordedTerms(question, sought) : datedTerms(question, sought, days))

const datedTerms = (question: string, sought: ReadonlyArray<Language>, days: ReadonlyArray<AskedDay>): QuestionTerms => {
  let [rest, end] = ['', 0]
  for (const { from, to } of days) {
    rest += `${question.slice(end, from)} `
    end = to
  }
  const worded = wordedTerms(rest + question.slice(end), sought, languageOf(question))
  const asked = new Map(
    days.map((day) => {
      const said = question.slice(day.from, day.to)
      const { ways, words } = wordedTerms(said, sought)
      const sayings = words.map(ways)
      // Of "May 2026" a text with the word "May" may answer as well, not one with the number.
      const kept = day.keepsWords ? sayings.flat().filter((term) => !/^\p{Nd}+$/u.test(term)) : []
      return [day.word, { said: lower(fold(said)), sayings, ways: [...day.terms, ...kept] }]
    }),
  )
  return {
    words: [...worded.words, ...asked.keys()],
    bigrams: worded.bigrams,
    ways: (word) => asked.get(word)?.ways ?? worded.ways(word),
    spelled: (word) => (asked.has(word) ? [asked.get(word)?.said ?? ''] : worded.spelled(word)),
    within: (word) => (asked.has(word) ? [] : worded.within(word)),
    sayings: (word) => asked.get(word)?.sayings ?? [],
    splits: (word) => (asked.has(word) ? [] : worded.splits(word)),
  }
}

const wordedTerms = (question: string, sought: ReadonlyArray<Language>, language = languageOf(question)): QuestionTerms => {
  const { rest, values } = withoutValues(fold(question), language)
  const scanned = scan(rest, 'asked')
  const asked = scanned.words.filter((word) => isContent(word, language))
  const spellings = new Map<string, Set<string>>()
  for (const word of [...asked, ...scanned.wholes]) {
    const term = termOf(word, language)
    const known = spellings.get(term)
    if (known === undefined) spellings.set(term, new Set([word]))
    else known.add(word)
  }
  for (const [value, { spelled }] of values) spellings.set(value, new Set([spelled]))
  const joining = compounding.filter((one) => sought.includes(one))
  const inEach = (term: string, termsOf: (word: string) => ReadonlyArray<string>) => [
    ...new Set([...(spellings.get(term) ?? [])].filter(isInflected).flatMap(termsOf)),
  ]
  return {
    words: [...spellings.keys()],
    bigrams: [...new Set(bigrams(asked.map((word) => termOf(word, language))))],
    ways: (term) => {
      const { forms = [], sought: more = [] } = values.get(term) ?? {}
      const joined = values.has(term)
        ? []
        : [...(spellings.get(term) ?? [])].flatMap((word) => [...runWays(word, sought), ...withoutCode(word)])
      return [...new Set([term, ...forms, ...more, ...joined, ...inEach(term, (word) => waysOf(word, sought))])]
    },
    spelled: (term) => [...(spellings.get(term) ?? [])],
    within: (term) => inEach(term, (word) => joining.map((one) => partOf(word, one))),
    sayings: () => [],
    splits: (term) =>
      joining.length === 0 || values.has(term)
        ? halvesOf(values.get(term))
        : inEach(term, (word) => [word])
            .flatMap(splitsOf)
            .map(([front, back]) => [halfOf(front, joining), halfOf(back, joining)]),
  }
}

interface AskedValue extends SeparatedValue {
  /** The value as the question spells it, in lower case. */
  readonly spelled: string
}

/** Takes the values out of a question: one is asked for as a whole, because others share its parts. */
const withoutValues = (folded: string, language: Language) => {
  const values = new Map<string, AskedValue>()
  let [rest, end] = ['', 0]
  for (const value of separatedValues(folded, language)) {
    values.set(value.forms[0], { ...value, spelled: lower(folded.slice(value.from, value.to)) })
    rest += `${folded.slice(end, value.from)} `
    end = value.to
  }
  return { rest: rest + folded.slice(end), values }
}

const halvesOf = (value: SeparatedValue | undefined): ReadonlyArray<readonly [HalfWord, HalfWord]> => {
  const [front, back] = (value?.halves ?? []).map((word): HalfWord => ({ word, ways: [word], within: [] }))
  return front === undefined || back === undefined ? [] : [[front, back]]
}

const waysOf = (word: string, sought: ReadonlyArray<Language>): ReadonlyArray<string> =>
  languages.filter((one) => one === 'en' || sought.includes(one)).flatMap((one) => contentTermOf(word, one) || [])

const halfOf = (word: string, joining: ReadonlyArray<Language>): HalfWord => ({
  word,
  ways: joining.map((one) => termOf(word, one)),
  within: joining.map((one) => partOf(word, one)),
})

/** Prefixes of terms by language. A text is in an inflected language other than English if one of its terms has the prefix. */
export const languageMarks: ReadonlyArray<readonly [language: Language, beginning: string]> = languages
  .filter((language) => language !== 'en')
  .map((language) => [language, `${language}${languageSign}`])

/**
 * Returns the words that can make a question similar to another: no function words and no asking words of any of its likely languages. A word
 * with a capital within a sentence is a name, as in "la sede Sur", unless its own language uses it so.
 */
export const likenessTerms = (question: string): ReadonlyArray<string> => {
  const { spelled, words } = questionTerms(question)
  const likely = likelyLanguages(question)
  const names = new Set(casedWords(question).flatMap(({ begins, capital, word }) => (capital && !begins ? [word] : [])))
  if (monthOfMay.test(question)) names.add('may')
  return words.filter((word) =>
    spelled(word).some((one) => names.has(one) || likely.every((language) => isContent(one, language) && !isAskingWord(one, language))),
  )
}

/** The month in small letters, beside a day or a year: "on may 3". Elsewhere the word helps a verb. */
const monthOfMay = /\bmay,? \d|\d(?:st|nd|rd|th)?(?: of)? may\b/

/** Returns the character four-grams of words of at least four letters. Words with a similar spelling share them. No index holds them. */
export const gramTerms = ({ title, text }: IndexedText): Pick<IndexTerms, 'counts' | 'length'> => {
  const counts = new Map<string, number>()
  let length = 0
  for (const part of [text, title ?? '']) {
    for (const gram of read(part, 'en').words.flatMap(grams)) {
      add(counts, gram, 1)
      length += 1
    }
  }
  return { counts, length }
}

/** Words as the text spells them, in lower case. {@link read} turns them into terms. */
interface Scanned {
  /** Words in text order. Neighbours in the text are neighbours in the list. */
  readonly words: Array<string>
  /** Identifiers of several words, written as one (`getUser` and `get_user` give `getuser`), and pictures, which do not separate neighbours. */
  readonly wholes: Array<string>
  /**
   * The characters of runs without spaces, for questions of one character. A run of one character adds none. They do not count in lengths,
   * so they do not change the scores of longer words.
   */
  readonly characters: Array<string>
}

interface Read extends Scanned {
  /** Possible parts of compounds and of runs of letters and digits, what values begin with, and their other forms. They do not count in lengths either. */
  readonly parts: ReadonlyArray<string>
}

const asciiToken = /\w+/g
const asciiWord = /^[A-Za-z0-9][a-z0-9]*$/
const picture = String.raw`\p{Regional_Indicator}{2}|[\p{Extended_Pictographic}--[©®]]`
export const token = new RegExp(String.raw`[\p{L}\p{N}_][\p{L}\p{N}\p{M}_]*|${picture}`, 'gv')
const onePicture = new RegExp(`^(?:${picture})$`, 'v')
const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const plain = /^[\p{Ll}\p{Lo}\p{N}\p{M}]*$/u
export const wordBoundary = /(?<=[\p{Ll}\p{Nd}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll}{2})|_+/gu
const anyRunOn = new RegExp(runOnClass, 'v')
const runs = new RegExp(`(?:${runOnClass}\\p{M}*)+|[^${runOnClass}]+`, 'gv')
const characterWithMarks = /\P{M}\p{M}*/gu

const read = (text: string, language: Language): Read => {
  const folded = fold(text)
  const { characters, wholes, words } = scan(folded)
  const values = separatedValues(folded, language)
  const { content, found } = contentOf(words, language)
  return {
    words: found,
    wholes: [...wholes.map((whole) => termOf(whole, language)), ...values.flatMap(({ forms }) => forms)],
    characters,
    parts: [
      ...(compounding.includes(language) ? content.filter(isInflected).flatMap((word) => partsOf(word, language)) : []),
      ...values.flatMap(({ also, beginnings }) => [...beginnings, ...also]),
      // Once a text, however often: `iPhone15` is a run itself and has another one in it.
      ...new Set([...content, ...wholes].flatMap((word) => runTerms(word, language))),
    ],
  }
}

/** Returns the words that are no function words, and their terms. */
const contentOf = (words: ReadonlyArray<string>, language: Language) => {
  const content: Array<string> = []
  const found: Array<string> = []
  for (const word of words) {
    const term = contentTermOf(word, language)
    if (term === '') continue
    content.push(word)
    found.push(term)
  }
  return { content, found }
}

const partsOf = (word: string, language: Language): ReadonlyArray<string> => [
  ...new Set(splitsOf(word).flatMap((halves) => halves.map((half) => partOf(half, language)))),
]

/** Expects folded text. `asked` drops pairs of characters that function words cover. Texts keep these pairs for questions about a part of a word. */
const scan = (folded: string, reading: 'whole' | 'asked' = 'whole'): Scanned => {
  const scanned: Scanned = { words: [], wholes: [], characters: [] }
  if (isAscii(folded)) {
    for (const found of folded.match(asciiToken) ?? []) scanIdentifier(found, scanned)
    return scanned
  }
  for (const found of folded.match(token) ?? []) {
    if (isAscii(found)) scanIdentifier(found, scanned)
    else if (onePicture.test(found)) scanned.wholes.push(found)
    else if (!anyRunOn.test(found)) scanIdentifier(found, scanned)
    else {
      for (const [run] of found.matchAll(runs)) {
        if (anyRunOn.test(run)) scanRun(run, scanned, reading)
        else scanIdentifier(run, scanned)
      }
    }
  }
  return scanned
}

const scanIdentifier = (identifier: string, { wholes, words }: Scanned): void => {
  // Short cut for most words: the code below gives the same result in five times the time.
  if (asciiWord.test(identifier)) {
    pushWord(identifier.toLowerCase(), words)
    return
  }
  if (plain.test(identifier.slice(1)) && identifier[0] !== '_') {
    pushWord(lower(identifier), words)
    return
  }
  const parts = identifier.replace(wordBoundary, ' ').match(word) ?? []
  for (const part of parts) pushWord(lower(part), words)
  const whole = parts.length > 1 ? lower(parts.join('')) : ''
  if (whole !== '' && whole.length <= longestTerm) wholes.push(whole)
}

const pushWord = (lowered: string, words: Array<string>): void => {
  words.push(beginningOf(lowered, longestTerm))
}

/** Adds overlapping pairs of characters: without a dictionary they are the terms that find a word inside a run. */
const scanRun = (run: string, { characters, words }: Scanned, reading: 'whole' | 'asked'): void => {
  const found = lower(run).match(characterWithMarks) ?? []
  const covered = reading === 'asked' && found.length > 1 ? coveredByFunctionWords(found) : []
  for (const [at, term] of (found.length === 1 ? found : pairs(found, '')).entries()) {
    if (covered[at] !== true || covered[at + 1] !== true) words.push(term)
  }
  if (found.length > 1) for (const character of found) characters.push(character)
}

const bigrams = (words: ReadonlyArray<string>): ReadonlyArray<string> => pairs(words, ' ')

const pairs = (items: ReadonlyArray<string>, separator: string): ReadonlyArray<string> => {
  const found: Array<string> = []
  let before: string | undefined
  for (const item of items) {
    if (before !== undefined) found.push(before + separator + item)
    before = item
  }
  return found
}

const grams = (stemmed: string): ReadonlyArray<string> => {
  const characters = [...stemmed]
  if (characters.length < shortestGrammedWord) return []
  const framed = ['^', ...characters, '$']
  return framed.slice(0, 1 - gramSize).map((_, start) => framed.slice(start, start + gramSize).join(''))
}

const tally = (counts: Map<string, number>, { characters, parts, wholes, words }: Read, weight: number): number => {
  const pairsOfWords = bigrams(words)
  for (const list of [words, wholes, pairsOfWords, characters, parts]) for (const term of list) add(counts, term, weight)
  return (words.length + wholes.length + pairsOfWords.length) * weight
}

const add = (counts: Map<string, number>, term: string, by: number): void => {
  counts.set(term, (counts.get(term) ?? 0) + by)
}

const sizeOf = ({ words, wholes }: Scanned): number => words.length + wholes.length
