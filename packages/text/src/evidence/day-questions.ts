/**
 * Tells questions that ask for nothing but a day, such as "What happened on 17 November?": the memories of that day are their answer, whichever
 * words these have.
 *
 * A verb that no memory has and a subject that no memory has look alike to an index. They are told apart by their form: a subject is written with a
 * capital, stands behind an article or a preposition, or begins the sentence.
 */
import { isDeterminer, isFunctionWord, isInterrogative, isPreposition, likelyLanguages } from '../languages/languages.ts'
import { casedWords } from '../words/names.ts'
import { endsInQuestionMark } from '../words/question-mark.ts'
import { asksParticular } from './message-reading.ts'

/** A word of a sentence that is no day. */
export interface BesideDay {
  /** The spellings in the sentence, in lower case; empty for a part of a word. */
  readonly spelled: ReadonlyArray<string>
  /** How many memories have it. */
  readonly held: number
}

export interface DaySentence {
  readonly text: string
  /** The words that say its days. */
  readonly days: ReadonlyArray<{ readonly said: string; readonly isOptional: boolean; readonly keepsWords: boolean }>
  readonly others: ReadonlyArray<BesideDay>
  /** The number of memories. */
  readonly documents: number
}

/** True for a sentence of which every word beside its days is frame: no subject, and in no memory or in most. */
export const asksForDay = ({ days, documents, others, text }: DaySentence): boolean => {
  if (days.length === 0) return false
  if (!endsInQuestionMark(text)) return others.length === 0 && (asksByWords(text) || isBare(text, days))
  const subjects = subjectsIn(text)
  const isFrame = ({ held, spelled }: BesideDay) =>
    spelled.length > 0 &&
    !spelled.some((word) => subjects.has(word)) &&
    (held === 0 || isCommon(held, documents) || (others.length === 1 && hasForms(text)))
  if (!others.every(isFrame)) return false
  // "When does the sun set today?" has no word of its subject in any memory either.
  return (
    days.some(({ isOptional }) => !isOptional) ||
    (!asksParticular(text) && (others.length === 0 || (others.length === 1 && hasForms(text))))
  )
}

/** True for a sentence with a word that names a subject and that some memory has: days are no answer to it by themselves. */
export const namesAnother = ({ documents, others, text }: DaySentence): boolean => {
  const subjects = subjectsIn(text)
  return others.some(({ held, spelled }) => held > 0 && !isCommon(held, documents) && spelled.some((word) => subjects.has(word)))
}

/** True for a sentence that is a day and nothing else, such as "tomorrow?". */
export const isDayAlone = ({ days, others, text }: DaySentence): boolean => others.length === 0 && isBare(text, days)

const commonLeast = 5
/** True for a word that more than half of the memories have. */
const isCommon = (held: number, documents: number): boolean => documents >= commonLeast && 2 * held > documents

/** True where the form of a word shows whether it is a subject: articles are known in English, and German writes nouns with a capital. */
const hasForms = (text: string): boolean => likelyLanguages(text).some((language) => language === 'en' || language === 'de')

const subjectsIn = (text: string): ReadonlySet<string> => {
  const subjects = new Set<string>()
  let before = ''
  for (const { begins, capital, word } of casedWords(text)) {
    if (begins || capital || isDeterminer(before) || isPreposition(before)) subjects.add(word)
    before = word
  }
  return subjects
}

/** "What did I do today" asks without a question mark. */
const asksByWords = (text: string): boolean => isInterrogative(casedWords(text)[0]?.word ?? '')

/** True for a day alone, such as "vorgestern", and for a month or a date behind one short word: "in April". "Until tomorrow" is a farewell. */
const isBare = (text: string, days: DaySentence['days']): boolean => {
  const [day] = days
  if (days.length !== 1 || day === undefined) return false
  const rest = casedWords(text.replace(day.said, ' '))
  if (rest.length === 0) return true
  const [only] = rest
  const isDate = day.keepsWords || /\p{N}/u.test(day.said)
  return (
    rest.length === 1 &&
    only !== undefined &&
    isDate &&
    !day.isOptional &&
    likelyLanguages(text).some((one) => isFunctionWord(only.word, one))
  )
}
