/** Forms of a memory's text: with the corrections said of it, as word sets for comparison, and as an entry of a context. */

import { type Day, isoDay } from '../days/calendar.ts'
import { dayOfPassage } from '../days/days.ts'
import { noteSentences } from '../documents/note-sentences.ts'
import { fnv1aOfMore, fnv1aOfNothing } from '../fnv1a.ts'
import { indented, measure, onOneLine, type TextMeasure, withImitationsMarked } from '../text/context-fence.ts'
import { languageOf } from '../text/language.ts'
import { speakerOf, type ValueKind, valuesIn, wordsOf } from '../text/phrases.ts'
import { indexTerms, questionTerms, terms } from '../text/tokenise.ts'

/* A memory that its owner called wrong is given with a mark: the day and his words, until another memory holds the correction. */

/** The words said against a memory, and the day on which they were said, as in 2026-11-23. */
export interface SaidOtherwise {
  readonly said: string
  readonly day: string
  /** True where the words say no more than that the memory is wrong. */
  readonly isBare: boolean
}

/** The number of characters of a correction that are given, from its beginning. */
const saidMost = 240

/** Returns the text of a memory with its corrections behind it, each on a line. */
export const withCorrections = (text: string, corrections: ReadonlyArray<SaidOtherwise>): string =>
  [text, ...corrections.map(markOf)].join('\n')

const markOf = ({ day, isBare, said }: SaidOtherwise): string => doubtMark(isBare, day, `"${beginningOf(onOneLine(said))}"`)

/** Returns the mark on a memory that its owner called wrong: the day, and the words `quoted`, unless they say no more than that. */
export const doubtMark = (isBare: boolean, day: string, quoted: string): string =>
  isBare ? `called wrong by its owner on ${day}` : `corrected in conversation on ${day}: ${quoted}`

const beginningOf = (said: string): string =>
  said.length <= saidMost
    ? said
    : `${said
        .slice(0, saidMost)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`

/** The least number of words that a memory and the one that holds its correction must have in common, to be about the same thing. */
const sharedLeast = 2

/**
 * True where `other` holds the correction of `memory` and all words of the question that `memory` has: it then says the same, up to date.
 */
export const isHeldBy = (memory: string, corrections: ReadonlyArray<SaidOtherwise>, other: string, question: string): boolean => {
  const [own, held] = [new Set(wordsOf(memory)), new Set(wordsOf(other))]
  const shared = [...own].filter((word) => held.has(word)).length
  if (shared < sharedLeast || wordsOf(question).some((word) => own.has(word) && !held.has(word))) return false
  const newest = corrections.at(-1)
  if (newest === undefined || newest.isBare) return false
  const fresh = wordsOf(newest.said).filter((word) => !own.has(word))
  const values = fresh.filter((word) => isValue.test(word))
  const needed = values.length > 0 ? values : fresh
  return needed.length > 0 && needed.every((word) => held.has(word))
}

const isValue = /\p{N}/u

/** From this many lines and sentences on, a memory states much, and stays where one of its statements is wrong. */
const manyStatements = 3

export const holdsManyStatements = (text: string): boolean =>
  statementsOf(text).filter((statement) => !heading.test(statement)).length >= manyStatements

const heading = /^#{1,6}\s/u

/** The least share of the words of a text that a memory must have for the text to repeat it. */
const repeated = 0.75

/** True where `other` says the same as `memory` and nothing of its correction: given beside it, it would repeat the doubted statement. */
export const repeats = (memory: string, corrections: ReadonlyArray<SaidOtherwise>, other: string): boolean => {
  if (corrections.every(({ isBare }) => isBare)) return false
  const [own, words] = [new Set(wordsOf(memory)), [...new Set(wordsOf(other))]]
  const fresh = new Set(corrections.flatMap(({ isBare, said }) => (isBare ? [] : wordsOf(said))).filter((word) => !own.has(word)))
  return words.filter((word) => own.has(word)).length >= repeated * words.length && !words.some((word) => fresh.has(word))
}

/*
 * Compares the words of two texts: the Jaccard index of their distinct words, from 0 to 1.
 *
 * It takes one pass over the code units, a twentieth of the tokeniser's time, because every memory that may be put before a model is compared.
 * A word is a run of letters and digits; the case of ASCII letters is ignored. Scripts without spaces are compared by pairs of characters.
 */

/**
 * The marks of the distinct words of a text, four bytes each, rising. Two words with the same mark count as one; this happens in one text
 * of a hundred words in a million, which is precise enough to find duplicates.
 */
export type WordMarks = Uint32Array

export const wordMarks = (text: string): WordMarks => {
  const marks = new Set<number>()
  let word = fnv1aOfNothing
  for (let at = 0; at < text.length; at++) {
    const unit = lowered(text.charCodeAt(at))
    if (isRunOn(unit)) {
      const next = text.charCodeAt(at + 1)
      marks.add(fnv1aOfMore(fnv1aOfMore(fnv1aOfNothing, unit), isRunOn(next) ? next : 0) >>> 0)
    }
    if (isInWord(unit)) word = fnv1aOfMore(word, unit)
    else if (word !== fnv1aOfNothing) {
      marks.add(word >>> 0)
      word = fnv1aOfNothing
    }
  }
  if (word !== fnv1aOfNothing) marks.add(word >>> 0)
  return new Uint32Array([...marks]).sort()
}

/** Returns the Jaccard index of two texts, 0 to 1: symmetric, 1 for the same words, 0 where neither has words. */
export const overlap = (one: WordMarks, other: WordMarks): number => {
  let shared = 0
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    const [a = 0, b = 0] = [one[i], other[j]]
    if (a === b) shared++
    if (a <= b) i++
    if (b <= a) j++
  }
  const all = one.length + other.length - shared
  return all === 0 ? 0 : shared / all
}

const capitalA = 0x41

const capitalZ = 0x5a

const lowered = (unit: number): number => (unit >= capitalA && unit <= capitalZ ? unit + 0x20 : unit)

/** True for scripts without spaces between words: Thai to Burmese, Khmer, and all from Chinese and Japanese on. */
const isRunOn = (unit: number): boolean => unit >= 0x2e80 || (unit >= 0xe00 && unit < 0x10a0) || (unit >= 0x1780 && unit < 0x1800)

/** True for digits and lower-case ASCII letters, and for other code units up to the general punctuation. */
const isInWord = (unit: number): boolean =>
  unit < 0x80 ? (unit >= 0x61 && unit <= 0x7a) || (unit >= 0x30 && unit <= 0x39) : unit >= 0xaa && unit < 0x2000 && !isRunOn(unit)

const squeezed = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Prepares one text for many searches. Spaces are normalised. An empty text is never found. */
export const standsIn = (whole: string): ((text: string) => boolean) => {
  const within = squeezed(whole)
  return (text) => {
    const wanted = squeezed(text)
    return wanted !== '' && within.includes(wanted)
  }
}

/*
 * Memories and questions in the forms by which a context is chosen. Each form is computed on its first use and reused: a question compares
 * the same few memories many times, and the next question often finds the same ones.
 */

export interface Worded {
  readonly id: string
  readonly title: string
  readonly text: string
  /** The day that it is about, in days since 1970-01-01. Absent: it has none. */
  readonly day?: Day | undefined
  /** A line behind the text that says what of it is no longer true. Absent: nothing is known to be. */
  readonly outdated?: string
}

export type Terms = ReadonlySet<string>

/** The entry of a memory in a context, with its size. */
export interface Entry {
  readonly text: string
  readonly size: TextMeasure
}

/** The forms of a memory. They depend on the memory alone, not on corrections said of it in conversations. */
export class MemoryReading {
  readonly #memory: Worded
  #statements: ReadonlyArray<Terms> | undefined
  #terms: Terms | undefined
  #words: ReadonlySet<string> | undefined
  #values: ReadonlyMap<string, ValueKind> | undefined
  #marks: WordMarks | undefined
  #entry: Entry | undefined
  #onlyAsks: boolean | undefined
  #titleParts: ReadonlyArray<Terms> | undefined

  constructor(memory: Worded) {
    this.#memory = memory
  }

  /** The index terms of each statement of the text, in order; statements are lines and sentences. */
  get statements(): ReadonlyArray<Terms> {
    this.#statements ??= statementTerms(this.#memory)
    return this.#statements
  }

  /** The index terms of title and text. */
  get terms(): Terms {
    this.#terms ??= new Set(indexTerms(this.#memory).counts.keys())
    return this.#terms
  }

  /** The index terms of the words of each part of the title. */
  get titleParts(): ReadonlyArray<Terms> {
    this.#titleParts ??= titleTerms(this.#memory)
    return this.#titleParts
  }

  /** True for what somebody said in a talk and only asked: it answers nothing. */
  get onlyAsks(): boolean {
    this.#onlyAsks ??= speakerOf(this.#memory.text) !== undefined && statementsOf(this.#memory.text).every((one) => asks.test(one))
    return this.#onlyAsks
  }

  /** The stemmed words of the text. */
  get words(): ReadonlySet<string> {
    this.#words ??= new Set(wordsOf(this.#memory.text))
    return this.#words
  }

  /** The numbers, days and names among `words`. */
  get values(): ReadonlyMap<string, ValueKind> {
    this.#values ??= valuesIn(this.#memory.text)
    return this.#values
  }

  /** The words of the text, to find near duplicates by. */
  get marks(): WordMarks {
    this.#marks ??= wordMarks(this.#memory.text)
    return this.#marks
  }

  /** The entry of the memory in a context, without corrections. */
  get entry(): Entry {
    this.#entry ??= entryOf(this.#memory)
    return this.#entry
  }
}

/** The index terms, in all languages, under which texts file one word of a question. */
export type LookUp = ReadonlyArray<string>

/** The forms of a question. They depend on its text alone. */
export class QuestionReading {
  readonly #text: string
  #words: ReadonlyArray<LookUp> | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** The words of the question, in order. Each is stemmed in every language, which is slow. */
  get words(): ReadonlyArray<LookUp> {
    this.#words ??= lookUpsOf(this.#text)
    return this.#words
  }
}

const lookUpsOf = (question: string): ReadonlyArray<LookUp> => {
  const { ways, within, words } = questionTerms(question)
  return words.map((word) => [...ways(word), ...within(word)])
}

/** True where a word stands in a text, in any of its forms. */
export const stands = (word: LookUp, terms: Terms): boolean => word.some((term) => terms.has(term))

/** The entry of a memory with the corrections that were said of it, and its size. */
export const entryOf = (memory: Worded, corrections?: ReadonlyArray<SaidOtherwise>): Entry => {
  const text = renderEntry(memory, corrections)
  return { text, size: measure(text) }
}

/**
 * Renders a head at the margin and the text indented by two spaces, so that no line of the text looks like a head or begins with a role.
 */
export const renderEntry = (memory: Worded, corrections: ReadonlyArray<SaidOtherwise> = []): string => {
  const { id, outdated, text, title } = memory
  const known = outdated === undefined ? text : `${text}\n${outdated}`
  const heading = title === id ? '' : ` ${headText(title)}`
  return `\n[${headText(id)}]${heading}${dayOfEntry(memory)}\n${indented(withImitationsMarked(withCorrections(known, corrections)))}\n`
}

/** The day of a memory in its head, unless its id, its title or its first line tells it: a model must know what "tomorrow" means. */
const dayOfEntry = ({ day, id, text, title }: Worded): string =>
  day === undefined || dayOfPassage({ path: id.replace(/[#~].*$/, ''), headings: title.split(' › '), text }) === day
    ? ''
    : ` (${isoDay(day)})`

/** Marks the beginning of a tag at its end, too: the text of the memory could finish it. */
const headText = (text: string): string => onOneLine(withImitationsMarked(text)).replace(openTag, '$&\\')
const openTag = /[<＜]\s*\/?\s*$/u

const titleTerms = ({ text, title }: Worded): ReadonlyArray<Terms> => {
  const language = languageOf(`${title}\n${text}`)
  return title.split(' › ').flatMap((part) => {
    const found = terms(part, language)
    return found.length === 0 ? [] : [new Set(found)]
  })
}

const statementTerms = ({ text, title }: Worded): ReadonlyArray<Terms> => {
  const language = languageOf(`${title}\n${text}`)
  return statementsOf(text).map((statement) => new Set(indexTerms({ text: statement }, language).counts.keys()))
}

/** A line of at least this many characters, without an end mark, goes on in the next line. */
const brokenLeast = 60

const begins = /^\s*(?:[-*+•|>]|\d+[.)])/u

const asks = /[?？]["'”’»)\]]*\s*$/u

const ends = /[.!?…。！？:：]["'”’»)\]]*\s*$/u

/** Splits a text into statements: sentences, where a line is a statement by itself unless it goes on from a long one. */
export const statementsOf = (text: string): ReadonlyArray<string> => {
  const statements: Array<string> = []
  let [line, paragraph, isOpen] = [0, 0, false]
  for (const sentence of noteSentences(text)) {
    const goesOn = isOpen && sentence.line === line + 1 && sentence.paragraph === paragraph && !begins.test(sentence.text)
    if (goesOn) statements.push(`${statements.pop() ?? ''} ${sentence.text}`)
    else statements.push(sentence.text)
    ;[line, paragraph] = [sentence.line, sentence.paragraph]
    isOpen = sentence.text.length >= brokenLeast && !ends.test(sentence.text)
  }
  return statements
}
