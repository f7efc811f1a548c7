/** Forms of a memory's text: with the corrections said of it, as word sets for comparison, and as an entry of a context. */

import { type Day, isoDay } from '../days/calendar.ts'
import { dayOfPassage, speaksOfNearDay } from '../days/days.ts'
import { languageOf, runOnClass } from '../languages/languages.ts'
import { beginningOf, fold, lower } from '../languages/unicode.ts'
import type { Part } from '../words/answering-part.ts'
import { indented, measure, onOneLine, type TextMeasure, withImitationsMarked } from '../words/context-fence.ts'
import { speakerOf, wordsOf } from '../words/phrases.ts'
import { endsInQuestionMark, noteSentences } from '../words/sentences.ts'
import { indexTerms, questionTerms, terms } from '../words/tokenise.ts'

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

const markOf = ({ day, isBare, said }: SaidOtherwise): string => doubtMark(isBare, day, `"${clipped(onOneLine(said))}"`)

/** Returns the mark on a memory that its owner called wrong: the day, and the words `quoted`, unless they say no more than that. */
export const doubtMark = (isBare: boolean, day: string, quoted: string): string =>
  isBare ? `called wrong by its owner on ${day}` : `corrected in conversation on ${day}: ${quoted}`

const clipped = (said: string): string => (said.length <= saidMost ? said : `${beginningOf(said, saidMost)}…`)

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

/* Two memories that say the same, or something else of the same thing. */

/** The statements, the heading and the day of a memory: they decide whether another memory repeats it. */
export interface Said {
  /** Its statements in lower case, without list marks and closing punctuation, each with its stemmed words. */
  readonly statements: ReadonlyMap<string, ReadonlySet<string>>
  /** Its last heading in lower case; empty for none, and for a day. */
  readonly subject: string
  readonly day: Day | undefined
  /** True for a text that means another day on another day: "The pool is closed tomorrow." */
  readonly isOfItsDay: boolean
}

/** Fewer statements than this may be true of two things that only the headings above them tell apart. */
const ownStatements = 3

/**
 * True where every statement of `one` is a statement of `other`, with the same words in the same order. A text that differs in a value, a name,
 * a negation, the order of its words or a day repeats nothing, however much of it is the same.
 */
export const repeatsAll = (one: Said, other: Said): boolean =>
  one.statements.size > 0 &&
  one.statements.size <= other.statements.size &&
  (one.subject === other.subject || one.statements.size >= ownStatements) &&
  !(one.isOfItsDay && one.day !== other.day) &&
  [...one.statements.keys()].every((statement) => other.statements.has(statement))

const saidIn = ({ day, id, text, title }: Worded): Said => {
  const heading = title === id ? '' : (title.split(' › ').at(-1) ?? '')
  return {
    statements: new Map(
      statementsOf(text).flatMap((statement) => {
        const plain = plainStatement(statement)
        return /[\p{L}\p{N}]/u.test(plain) ? [[plain, new Set(wordsOf(plain))] as const] : []
      }),
    ),
    subject: dayOfPassage({ path: '', headings: [heading], text: '' }) === undefined ? lower(fold(heading)) : '',
    day,
    isOfItsDay: speaksOfNearDay(text),
  }
}

const plainStatement = (statement: string): string =>
  lower(fold(statement))
    .replace(/^\s*(?:[-*+•>]|\d{1,9}[.)]|#{1,6})\s+/u, '')
    .replace(/[\s.!…。！,;，；]+$/u, '')
    .replace(/\s+/gu, ' ')
    .trim()

/** Least words of a statement that another one must have in common with it, and least share of the shorter one's, to be about the same. */
const commonLeast = 2
const commonShare = 0.6

/** True where a statement of one memory has most of the words, or the form, of a statement of the other, and neither repeats the other. */
export const saysOtherwise = (one: Said, other: Said): boolean =>
  !repeatsAll(one, other) &&
  [...one.statements].some(([statement, own]) =>
    [...other.statements].some(([further, their]) => {
      const common = [...own].filter((word) => their.has(word)).length
      const least = Math.max(commonLeast, commonShare * Math.min(own.size, their.size))
      return (their.size >= least && common >= least) || (common > 0 && haveOneForm(statement, further))
    }),
  )

/**
 * True where two memories say otherwise of the same and neither holds all that the other says. A statement that both have is no
 * disagreement.
 */
export const contradicts = (one: Said, other: Said): boolean => {
  const own = (said: Said, than: Said): Said => ({
    ...said,
    statements: new Map([...said.statements].filter(([statement]) => !than.statements.has(statement))),
  })
  return !repeatsAll(one, other) && !repeatsAll(other, one) && saysOtherwise(own(one, other), own(other, one))
}

/** Most words of a statement whose form is compared, least words of a form, and least share of the longer statement's. */
const [formMost, formLeast, formShare] = [12, 3, 0.6]
/** A word, or a character of a script without spaces; a mark that combines with one counts by itself. */
const anyWord = new RegExp(String.raw`${runOnClass}|(?:(?!${runOnClass})[\p{L}\p{N}\p{M}])+`, 'gv')

/** True for short statements with most of their words in one order, also words such as "the" and "is": "The coach is Mia", "The coach is Noa". */
const haveOneForm = (one: string, other: string): boolean => {
  const [own, their] = [one.match(anyWord) ?? [], other.match(anyWord) ?? []]
  const longer = Math.max(own.length, their.length)
  return longer <= formMost && longer >= formLeast && inOneOrder(own, their) >= Math.max(formLeast, formShare * longer)
}

/** Returns the length of the longest common subsequence. */
const inOneOrder = (one: ReadonlyArray<string>, other: ReadonlyArray<string>): number => {
  let before: ReadonlyArray<number> = new Array(other.length + 1).fill(0)
  for (const word of one) {
    const now = [0]
    for (const [at, their] of other.entries())
      now.push(word === their ? (before[at] ?? 0) + 1 : Math.max(now[at] ?? 0, before[at + 1] ?? 0))
    before = now
  }
  return before.at(-1) ?? 0
}

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
  /** The part of the text that is given, where that is not all of it. Absent: all. */
  readonly part?: Part | undefined
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
  #said: Said | undefined
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
    this.#onlyAsks ??= speakerOf(this.#memory.text) !== undefined && statementsOf(this.#memory.text).every(endsInQuestionMark)
    return this.#onlyAsks
  }

  /** The statements of the memory, by which copies of it are found. */
  get said(): Said {
    this.#said ??= saidIn(this.#memory)
    return this.#said
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
export const entryOf = (memory: Worded, corrections?: ReadonlyArray<SaidOtherwise>, against?: OtherDay): Entry => {
  const text = renderEntry(memory, corrections, against)
  return { text, size: measure(text) }
}

/** Another memory of the context that says otherwise of the same, and the age of this one beside it. */
export interface OtherDay {
  readonly id: string
  /** `unordered`: nothing tells which of the two is the newer. */
  readonly is: 'newer' | 'older' | 'unordered'
}

/**
 * Renders a head at the margin and the text indented by two spaces, so that no line of the text looks like a head or begins with a role.
 */
const renderEntry = (memory: Worded, corrections: ReadonlyArray<SaidOtherwise> = [], against?: OtherDay): string => {
  const { day, id, outdated, part, title } = memory
  const text = part === undefined ? memory.text : partOfText(memory.text, part)
  const known = outdated === undefined ? text : `${text}\n${outdated}`
  const heading = title === id ? '' : ` ${headText(title)}`
  const when =
    against === undefined || day === undefined
      ? dayOfEntry({ day, id, text, title })
      : ` (${isoDay(day)}, ${ages[against.is]} than [${headText(against.id)}])`
  return `\n[${headText(id)}]${heading}${when}${part === undefined ? '' : partMark}\n${indented(withImitationsMarked(withCorrections(known, corrections)))}\n`
}

/** Behind the head of a memory that is not given whole: a model may ask for the rest by its id. */
const partMark = ' (a part of this note)'

/** Returns a part of a text with a mark on each side where more of it stands. */
const partOfText = (text: string, { end, start }: Part): string =>
  `${text.slice(0, start).trim() === '' ? '' : '…\n'}${text.slice(start, end)}${text.slice(end).trim() === '' ? '' : '\n…'}`

const ages = { newer: 'newer', older: 'older', unordered: 'says otherwise' } as const

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

/** The end of a statement; a mark of emphasis behind it does not count. */
const ends = /[.!?…。！？:：]["'”’»)\]]*\s*$/u

const begins = /^\s*(?:[-*+•|>]|\d+[.)])/u

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
