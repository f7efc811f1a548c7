/**
 * Memories and questions in the forms that the context of a question is chosen by. Each form is computed on its first use and reused: one
 * question compares the same few memories with each other many times, and the next question often finds the same ones.
 */
import { noteSentences } from '../documents/note-sentences.ts'
import { indented, onOneLine, withImitationsMarked } from '../text/context-fence.ts'
import { languageOf } from '../text/language.ts'
import { measure, type TextMeasure } from '../text/token-count.ts'
import { indexTerms, questionTerms } from '../text/tokenise.ts'
import { type ValueKind, valuesIn } from '../text/values.ts'
import { wordsOf } from '../text/wording.ts'
import { type SaidOtherwise, withCorrections } from './doubted.ts'
import { type WordMarks, wordMarks } from './near-duplicate.ts'

export interface Worded {
  readonly id: string
  readonly title: string
  readonly text: string
}

export type Terms = ReadonlySet<string>

/** A memory as it is written into the context. */
export interface Entry {
  readonly text: string
  readonly size: TextMeasure
}

/** A function of the memory alone; corrections said of it in conversations are not part of it. */
export class MemoryReading {
  readonly #memory: Worded
  #statements: ReadonlyArray<Terms> | undefined
  #terms: Terms | undefined
  #words: ReadonlySet<string> | undefined
  #values: ReadonlyMap<string, ValueKind> | undefined
  #marks: WordMarks | undefined
  #entry: Entry | undefined

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

/** The terms by which texts of any language have one word of a question. */
export type LookUp = ReadonlyArray<string>

/** A function of the question's text alone. */
export class QuestionReading {
  readonly #text: string
  #words: ReadonlyArray<LookUp> | undefined

  constructor(text: string) {
    this.#text = text
  }

  /** The words of the question, in order. Each is stemmed in every language, which takes long. */
  get words(): ReadonlyArray<LookUp> {
    this.#words ??= lookUpsOf(this.#text)
    return this.#words
  }
}

const lookUpsOf = (question: string): ReadonlyArray<LookUp> => {
  const { ways, within, words } = questionTerms(question)
  return words.map((word) => [...ways(word), ...within(word)])
}

/** The entry of a memory with the corrections that were said of it, and its size. */
export const entryOf = (memory: Worded, corrections?: ReadonlyArray<SaidOtherwise>): Entry => {
  const text = renderEntry(memory, corrections)
  return { text, size: measure(text) }
}

/** A head at the margin and the text behind two spaces a line: no line of the text looks like a head or begins as a role. */
export const renderEntry = ({ id, text, title }: Worded, corrections: ReadonlyArray<SaidOtherwise> = []): string =>
  `\n[${headText(id)}] ${headText(title)}\n${indented(withImitationsMarked(withCorrections(text, corrections)))}\n`

const headText = (text: string): string => onOneLine(withImitationsMarked(text))

const statementTerms = ({ text, title }: Worded): ReadonlyArray<Terms> => {
  const language = languageOf(`${title}\n${text}`)
  return statementsOf(text).map((statement) => new Set(indexTerms({ text: statement }, language).counts.keys()))
}

/** A line of at least this many characters, without an end mark, goes on in the next line. */
const brokenLeast = 60
const begins = /^\s*(?:[-*+•|>]|\d+[.)])/u
const ends = /[.!?…。！？:：]["'”’»)\]]*\s*$/u

/** Sentences; each line is a statement by itself unless it goes on from a long one. */
const statementsOf = (text: string): ReadonlyArray<string> => {
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
