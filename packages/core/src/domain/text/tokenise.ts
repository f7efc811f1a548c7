/** Turns text into the terms of the text index. The same for documents, cues and questions, in every store. */
import { runOnClass } from './cjk.ts'
import { fold, isAscii, lower } from './fold.ts'
import { stem } from './stemmer.ts'
import { isStopWord } from './stop-words.ts'

/** Raised with every change in what is returned here: an index that another tokeniser made is built anew when its brain is opened. */
export const tokeniserVersion = 4

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
  readonly words: ReadonlyArray<string>
  readonly bigrams: ReadonlyArray<string>
}

/** How many times an occurrence in the title counts. 3 to 6 are within half a point of each other on every set measured. */
const titleWeight = 4
/** In code units. Longer words (encoded data, mostly) are cut, so that no term outgrows an index page. */
const longestTerm = 64
const shortestGrammedWord = 4
const gramSize = 4

/** All terms of a text: its words in order, then its identifiers as wholes and its pictures in order. */
export const terms = (text: string): ReadonlyArray<string> => {
  const { words, wholes } = scan(text)
  return wholes.length === 0 ? words : [...words, ...wholes]
}

export const indexTerms = ({ title, text }: IndexedText): IndexTerms => {
  const counts = new Map<string, number>()
  const body = scan(text)
  const heading = scan(title ?? '')
  const length = tally(counts, body, 1) + tally(counts, heading, titleWeight)
  return { counts, length, words: sizeOf(body) + sizeOf(heading) }
}

/** Distinct terms in the order in which the question brings them. */
export const questionTerms = (question: string): QuestionTerms => {
  const scanned = scan(question)
  return { words: [...new Set([...scanned.words, ...scanned.wholes])], bigrams: [...new Set(bigrams(scanned.words))] }
}

/** The character four-grams of the words longer than three letters, which words that are spelled alike share. No index holds them. */
export const gramTerms = ({ title, text }: IndexedText): Pick<IndexTerms, 'counts' | 'length'> => {
  const counts = new Map<string, number>()
  let length = 0
  for (const part of [text, title ?? '']) {
    for (const gram of scan(part).words.flatMap(grams)) {
      add(counts, gram, 1)
      length += 1
    }
  }
  return { counts, length }
}

interface Scanned {
  /** Stemmed words, neighbours in the text being neighbours here. */
  readonly words: Array<string>
  /** Identifiers of several words, written as one: `getUser`, `get_user` and `getuser` meet in `getuser`. Pictures, which part no neighbours. */
  readonly wholes: Array<string>
  /**
   * The characters of runs without spaces that are longer than one, for whoever asks for one of them. They are half as many as pairs, or fewer, and
   * count in no length: a document is as long as its pairs say, and no score of a longer word changes.
   */
  readonly characters: Array<string>
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

const scan = (text: string): Scanned => {
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
        if (anyRunOn.test(run)) scanRun(run, scanned)
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
  if (whole !== '' && whole.length <= longestTerm) wholes.push(stem(whole))
}

const pushWord = (lowered: string, words: Array<string>): void => {
  if (!isStopWord(lowered)) words.push(stem(cut(lowered)))
}

const cut = (lowered: string): string =>
  lowered.length <= longestTerm
    ? lowered
    : lowered
        .slice(0, longestTerm)
        .toWellFormed()
        .replace(/\ufffd$/, '')

/** Without a dictionary, overlapping pairs are what finds a word inside a run of characters. */
const scanRun = (run: string, { characters, words }: Scanned): void => {
  const found = lower(run).match(characterWithMarks) ?? []
  for (const term of found.length === 1 ? found : pairs(found, '')) words.push(term)
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

const tally = (counts: Map<string, number>, { characters, wholes, words }: Scanned, weight: number): number => {
  const pairsOfWords = bigrams(words)
  for (const list of [words, wholes, pairsOfWords, characters]) for (const term of list) add(counts, term, weight)
  return (words.length + wholes.length + pairsOfWords.length) * weight
}

const add = (counts: Map<string, number>, term: string, by: number): void => {
  counts.set(term, (counts.get(term) ?? 0) + by)
}

const sizeOf = ({ words, wholes }: Scanned): number => words.length + wholes.length
