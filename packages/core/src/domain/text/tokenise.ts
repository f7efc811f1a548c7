/**
 * Turns text into the terms of the text index. It is the same for documents, cues and questions, and in every store.
 *
 * A term is one key of the index. A word gives at most 64 UTF-16 units of it. It is one of these:
 *
 * - the stem of a word in the language of its text (`stems.ts`), in lower case without accents (`fold.ts`), unless it is a function word
 *   (`function-words.ts`). Stems of another language than English begin with the language: `de:haus`
 * - an identifier as a whole, beside its words, or a picture such as an emoji
 * - a character or a pair of characters of a script without spaces (`cjk.ts`)
 * - two neighbouring words, with a space between
 * - a possible half of a German or Dutch compound, such as `de+haus` (`compounds.ts`)
 */
import { runOnClass } from './cjk.ts'
import { coveredByFunctionWords } from './cjk-function-words.ts'
import { compounding, splitsOf } from './compounds.ts'
import { fold, isAscii, lower } from './fold.ts'
import { isAskingWord, isFunctionWord } from './function-words.ts'
import { languageOf, likelyLanguages } from './language.ts'
import { type Language, languages } from './languages.ts'
import { stem, stemIn } from './stems.ts'

/** Raised with every change in what is returned here: an index that another tokeniser made is built anew when its brain is opened. */
export const tokeniserVersion = 1

export interface IndexedText {
  readonly title?: string | undefined
  readonly text: string
}

export interface IndexTerms {
  /** Weighted occurrences of every term; two-word terms are spelled with a space, which no word holds. */
  readonly counts: ReadonlyMap<string, number>
  /** What the index counts as the document's length: the sum of `counts`, but for the single characters of runs without spaces. */
  readonly length: number
  /** Stemmed words without stop words, title and text, each once: the measure that k1 and b are taken from. */
  readonly words: number
}

export interface QuestionTerms {
  /** Stems in the language of the question. */
  readonly words: ReadonlyArray<string>
  readonly bigrams: ReadonlyArray<string>
  /** The terms by which texts of any language have a word of `words`, itself among them: the word's stem in each language, each once. */
  readonly ways: (word: string) => ReadonlyArray<string>
  /** The spellings of a word in the question, in lower case; none for a word that the question does not have. */
  readonly spelled: (word: string) => ReadonlyArray<string>
  /** The terms by which texts have it within a longer word. */
  readonly within: (word: string) => ReadonlyArray<string>
  /** The halves that it may be made of in a language that writes several words as one: to be asked where no text has the word. */
  readonly splits: (word: string) => ReadonlyArray<readonly [front: HalfWord, back: HalfWord]>
}

/** A half of a word as texts may have it, by itself and within another. */
export interface HalfWord {
  readonly word: string
  readonly ways: ReadonlyArray<string>
  readonly within: ReadonlyArray<string>
}

/** Between the language of a text and a stem of its words. No word holds it. */
const languageSign = ':'

/** How many times an occurrence in the title counts. 3 to 6 are within half a point of each other on every set measured. */
const titleWeight = 4
/** In code units. Longer words (encoded data, mostly) are cut, so that no term outgrows an index page. */
const longestTerm = 64
const shortestGrammedWord = 4
const gramSize = 4

/** All terms of a text in a language: its words in order, then its identifiers as wholes and its pictures in order. */
export const terms = (text: string, language: Language = 'en'): ReadonlyArray<string> => {
  const { words, wholes } = read(text, language)
  return wholes.length === 0 ? words : [...words, ...wholes]
}

/** In the language of title and text together, unless another is given. */
export const indexTerms = ({ title, text }: IndexedText, language?: Language): IndexTerms => {
  const counts = new Map<string, number>()
  const own = language ?? languageOf(title === undefined ? text : `${title}\n${text}`)
  const body = read(text, own)
  const heading = read(title ?? '', own)
  const length = tally(counts, body, 1) + tally(counts, heading, titleWeight)
  return { counts, length, words: sizeOf(body) + sizeOf(heading) }
}

/**
 * Distinct terms in the order in which the question brings them, without what says nothing in the question's language. `sought` are the languages
 * of the texts that are searched; English is always among them.
 */
export const questionTerms = (question: string, sought: ReadonlyArray<Language> = languages): QuestionTerms => {
  const language = languageOf(question)
  const scanned = scan(question, 'asked')
  const asked = scanned.words.filter((word) => isContent(word, language))
  const spellings = new Map<string, Set<string>>()
  for (const word of [...asked, ...scanned.wholes]) {
    const term = termOf(word, language)
    const known = spellings.get(term)
    if (known === undefined) spellings.set(term, new Set([word]))
    else known.add(word)
  }
  const joining = compounding.filter((one) => sought.includes(one))
  const inEach = (term: string, termsOf: (word: string) => ReadonlyArray<string>) => [
    ...new Set([...(spellings.get(term) ?? [])].filter(isInflected).flatMap(termsOf)),
  ]
  return {
    words: [...spellings.keys()],
    bigrams: [...new Set(bigrams(asked.map((word) => termOf(word, language))))],
    ways: (term) => [...new Set([term, ...inEach(term, (word) => waysOf(word, sought))])],
    spelled: (term) => [...(spellings.get(term) ?? [])],
    within: (term) => inEach(term, (word) => joining.map((one) => partOf(word, one))),
    splits: (term) =>
      joining.length === 0
        ? []
        : inEach(term, (word) => [word])
            .flatMap(splitsOf)
            .map(([front, back]) => [halfOf(front, joining), halfOf(back, joining)]),
  }
}

const waysOf = (word: string, sought: ReadonlyArray<Language>): ReadonlyArray<string> =>
  languages.filter((one) => (one === 'en' || sought.includes(one)) && isContent(word, one)).map((one) => termOf(word, one))

const halfOf = (word: string, joining: ReadonlyArray<Language>): HalfWord => ({
  word,
  ways: joining.map((one) => termOf(word, one)),
  within: joining.map((one) => partOf(word, one)),
})

/** Languages of texts as the terms of an index tell them: those with a term that begins so. */
export const languageMarks: ReadonlyArray<readonly [language: Language, beginning: string]> = languages
  .filter((language) => language !== 'en')
  .map((language) => [language, `${language}${languageSign}`])

/** The words of a question that it can be like another by: without what says nothing, or only asks, in any language that it may be in. */
export const likenessTerms = (question: string): ReadonlyArray<string> => {
  const { spelled, words } = questionTerms(question)
  const likely = likelyLanguages(question)
  return words.filter((word) =>
    spelled(word).some((one) => likely.every((language) => isContent(one, language) && !isAskingWord(one, language))),
  )
}

/** The character four-grams of the words longer than three letters, which words that are spelled alike share. No index holds them. */
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

/** Words as the text spells them, in lower case; {@link read} makes terms of them. */
interface Scanned {
  /** Words, neighbours in the text being neighbours here. */
  readonly words: Array<string>
  /** Identifiers of several words, written as one: `getUser`, `get_user` and `getuser` meet in `getuser`. Pictures, which part no neighbours. */
  readonly wholes: Array<string>
  /**
   * The characters of runs without spaces that are longer than one, for whoever asks for one of them. They are half as many as pairs, or fewer, and
   * count in no length: a document is as long as its pairs say, and no score of a longer word changes.
   */
  readonly characters: Array<string>
}

interface Read extends Scanned {
  /** The parts that long words may be made of. They count in no length either. */
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
  const { characters, wholes, words } = scan(text)
  const content = words.filter((word) => isContent(word, language))
  return {
    words: content.map((word) => termOf(word, language)),
    wholes: wholes.map((whole) => termOf(whole, language)),
    characters,
    parts: compounding.includes(language) ? content.filter(isInflected).flatMap((word) => partsOf(word, language)) : [],
  }
}

const partsOf = (word: string, language: Language): ReadonlyArray<string> => [
  ...new Set(splitsOf(word).flatMap((halves) => halves.map((half) => partOf(half, language)))),
]

/** A word that stands within a longer one. No word holds its mark. */
const partOf = (word: string, language: Language): string => `${language}+${stemIn(word, language)}`

const isContent = (word: string, language: Language): boolean =>
  !isFunctionWord(word, 'en') && (language === 'en' || !isFunctionWord(word, language))

/** Languages are kept apart, since what is one stem here are two words there; English and what no language inflects has no mark. */
const termOf = (word: string, language: Language): string =>
  language === 'en' || !isInflected(word) ? stem(word) : `${language}${languageSign}${stemIn(word, language)}`

const latin = /^(?:[a-z]+|\p{sc=Latin}+)$/u

/** True for a word that each language stems in its own way: Latin letters only, no number, code or other script. */
const isInflected = (word: string): boolean => latin.test(word)

/** Questions lose the pairs of characters that say nothing; texts keep them, for questions about a part of a word. */
const scan = (text: string, reading: 'whole' | 'asked' = 'whole'): Scanned => {
  const scanned: Scanned = { words: [], wholes: [], characters: [] }
  const folded = fold(text)
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
  // Most words by far; all that follows says the same of them, in five times the time.
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
  words.push(cut(lowered))
}

const cut = (lowered: string): string =>
  lowered.length <= longestTerm
    ? lowered
    : lowered
        .slice(0, longestTerm)
        .toWellFormed()
        .replace(/\ufffd$/, '')

/** Without a dictionary, overlapping pairs are what finds a word inside a run of characters. */
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
