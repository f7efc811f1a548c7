/**
 * Finds the part of a corrected memory that a question asks for. A note of several lines or sentences answers several questions: a correction
 * of one of them does not apply to the others.
 */
import type { LookUp, MemoryReading, QuestionReading, Terms } from './readings.ts'

/**
 * `corrected`: the question is the corrected one in other words, or nothing tells the two apart. `another`: the words by which the question
 * differs stand in other statements of the wrong memory than the corrected ones. `unclear`: these words stand in no statement of the wrong
 * memory and not in the right one, while the corrected question's own words name one of many statements.
 */
export type AskedPart = 'corrected' | 'another' | 'unclear'

/** `right` was named instead of `wrong` after the question `corrected`, which is `undefined` where it was erased. */
export type PartAsked = (
  wrong: Pick<MemoryReading, 'statements'>,
  right: Pick<MemoryReading, 'terms'>,
  corrected: QuestionReading | undefined,
) => AskedPart

/** From this many statements on, a question in words that no memory has is more likely about another statement than about the corrected one. */
const manyStatements = 3

/**
 * For one question. The corrected statements of `wrong` are those that hold most of the words by which the corrected question differs; where
 * none of these words stands in `wrong`, those that have most words in common with `right`. The question is compared with each corrected one
 * once, however many memories were corrected after it.
 */
export const partAskerOf = (question: QuestionReading): PartAsked => {
  const differences = new Map<QuestionReading, Difference>()
  return (wrong, right, corrected) => {
    if (corrected === undefined || wrong.statements.length < 2) return 'corrected'
    const difference = differences.get(corrected) ?? differenceOf(question.words, corrected.words)
    differences.set(corrected, difference)
    return partIn(wrong.statements, right.terms, difference)
  }
}

/** The words by which a question and a corrected one differ. */
interface Difference {
  /** Words of the question that the corrected one lacks. */
  readonly own: ReadonlyArray<LookUp>
  /** Words of the corrected question that the question lacks. */
  readonly corrected: ReadonlyArray<LookUp>
  /** The terms of both. */
  readonly asked: Terms
}

const differenceOf = (now: ReadonlyArray<LookUp>, then: ReadonlyArray<LookUp>): Difference => {
  const [ofNow, ofThen] = [new Set(now.flat()), new Set(then.flat())]
  return {
    own: now.filter((word) => !stands(word, ofThen)),
    corrected: then.filter((word) => !stands(word, ofNow)),
    asked: new Set([...ofNow, ...ofThen]),
  }
}

const partIn = (statements: ReadonlyArray<Terms>, right: Terms, { asked, corrected, own }: Difference): AskedPart => {
  const unsaid = own.filter((word) => !stands(word, right))
  const sought = holdingMost(statements, unsaid)
  const named = holdingMost(statements, corrected)
  if (sought.size === 0) {
    const isUnclear = statements.length >= manyStatements && named.size > 0 && own.length > 0 && unsaid.length === own.length
    return isUnclear ? 'unclear' : 'corrected'
  }
  const meant = named.size > 0 ? named : sharingMost(statements, right, asked)
  return meant.size > 0 && [...sought].every((statement) => !meant.has(statement)) ? 'another' : 'corrected'
}

const stands = (word: LookUp, terms: Terms): boolean => word.some((term) => terms.has(term))

/** The statements that hold most of the words; none where no statement holds any. */
const holdingMost = (statements: ReadonlyArray<Terms>, words: ReadonlyArray<LookUp>): ReadonlySet<Terms> =>
  largest(statements, (terms) => words.filter((word) => stands(word, terms)).length)

/** The statements with most terms in common with a text, without those of the two questions. */
const sharingMost = (statements: ReadonlyArray<Terms>, right: Terms, asked: Terms): ReadonlySet<Terms> =>
  largest(statements, (terms) => [...terms].filter((term) => right.has(term) && !asked.has(term)).length)

const largest = (statements: ReadonlyArray<Terms>, count: (terms: Terms) => number): ReadonlySet<Terms> => {
  const counts = statements.map(count)
  const top = Math.max(...counts)
  return new Set(top === 0 ? [] : statements.filter((_, at) => counts[at] === top))
}
