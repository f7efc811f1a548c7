/**
 * The part of a memory that a correction is about. A note of several lines or sentences answers several questions: a correction of one of
 * them is no word on the others.
 */
import { noteSentences } from '../documents/note-sentences.ts'
import { languageOf } from '../text/language.ts'
import { indexTerms, type QuestionTerms, questionTerms } from '../text/tokenise.ts'

/** The words of a memory. */
export interface Worded {
  readonly title: string
  readonly text: string
}

export interface PartInput {
  readonly wrong: Worded
  /** The memory that was named instead. */
  readonly right: Worded
  /** The question after which that was said; `undefined` where it was erased. */
  readonly corrected: string | undefined
  /** The question that is asked now. */
  readonly question: string
}

/**
 * `corrected`: the question is the corrected one in other words, or there is nothing to tell them apart by. `another`: the words by which it
 * differs stand in other statements of the wrong memory than the corrected ones. `unclear`: these words stand in no statement of the wrong
 * memory and not in the right one, while the corrected question's own words name one of many statements.
 */
export type AskedPart = 'corrected' | 'another' | 'unclear'

/** From so many statements on, a question in words that no memory has is more likely about another of them than about the corrected one. */
const manyStatements = 3

/**
 * Which part of the wrong memory a question asks for. The corrected statements are those that hold most of the words by which the corrected
 * question differs; where none of these stands in the memory, those that have most words in common with the right memory.
 */
export const partAsked = ({ corrected, question, right, wrong }: PartInput): AskedPart => {
  if (corrected === undefined) return 'corrected'
  const statements = statementsIn(wrong)
  if (statements.length < 2) return 'corrected'
  const [now, then, other] = [lookUps(question), lookUps(corrected), termsOf(right)]
  const isIn = (words: ReadonlyArray<LookUp>, word: LookUp) => words.some((one) => one.some((term) => word.includes(term)))
  const own = now.filter((word) => !isIn(then, word))
  const unsaid = own.filter((word) => !stands(word, other))
  const asked = most(statements, unsaid)
  const named = most(
    statements,
    then.filter((word) => !isIn(now, word)),
  )
  if (asked.size === 0) {
    const isUnclear = statements.length >= manyStatements && named.size > 0 && own.length > 0 && unsaid.length === own.length
    return isUnclear ? 'unclear' : 'corrected'
  }
  const meant = named.size > 0 ? named : mostShared(statements, other, [...now, ...then])
  return meant.size > 0 && [...asked].every((statement) => !meant.has(statement)) ? 'another' : 'corrected'
}

type Terms = ReadonlySet<string>
/** The terms by which texts of any language have one word of a question. */
type LookUp = ReadonlyArray<string>

const lookUps = (question: string): ReadonlyArray<LookUp> => {
  const { ways, within, words }: QuestionTerms = questionTerms(question)
  return words.map((word) => [...ways(word), ...within(word)])
}

const stands = (word: LookUp, terms: Terms): boolean => word.some((term) => terms.has(term))

/** The statements that hold most of the words, as long as they hold any. */
const most = (statements: ReadonlyArray<Terms>, words: ReadonlyArray<LookUp>): ReadonlySet<Terms> =>
  largest(statements, (terms) => words.filter((word) => stands(word, terms)).length)

/** The statements with most terms in common with a text, but for what a question says of them. */
const mostShared = (statements: ReadonlyArray<Terms>, other: Terms, asked: ReadonlyArray<LookUp>): ReadonlySet<Terms> => {
  const known = new Set(asked.flat())
  return largest(statements, (terms) => [...terms].filter((term) => other.has(term) && !known.has(term)).length)
}

const largest = (statements: ReadonlyArray<Terms>, count: (terms: Terms) => number): ReadonlySet<Terms> => {
  const counts = statements.map(count)
  const top = Math.max(...counts)
  return new Set(top === 0 ? [] : statements.filter((_, at) => counts[at] === top))
}

/** Memories that are corrected are looked at question after question. */
const known = new WeakMap<Worded, ReadonlyArray<Terms>>()

const statementsIn = (memory: Worded): ReadonlyArray<Terms> => {
  const before = known.get(memory)
  if (before !== undefined) return before
  const language = languageOf(`${memory.title}\n${memory.text}`)
  const made = statementsOf(memory.text).map((text): Terms => new Set(indexTerms({ text }, language).counts.keys()))
  known.set(memory, made)
  return made
}

const termsOf = (memory: Worded): Terms => new Set(indexTerms(memory).counts.keys())

/** Characters from which on a line is taken for one that was broken off to go on in the next. */
const brokenLeast = 60
const begins = /^\s*(?:[-*+•|>]|\d+[.)])/u
const ends = /[.!?…。！？:：]["'”’»)\]]*\s*$/u

/** Sentences, each line by itself unless it goes on from a long one. */
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
