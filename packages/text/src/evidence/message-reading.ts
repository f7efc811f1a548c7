/** Reads a message: whether it goes on with the message before it, and whether it asks. */

import { languageOf } from '../languages/languages.ts'
import { fold, lower } from '../languages/unicode.ts'
import { casedWords } from '../words/names.ts'
import { endsInQuestionMark } from '../words/question-mark.ts'
import { separatedValues } from '../words/separated-values.ts'
import { likenessTerms } from '../words/tokenise.ts'

const wordSet = (words: string): ReadonlySet<string> => new Set(words.split(' '))

/** Words that join a question to what was said before, in the languages of the index. */
const joining = wordSet('and but und aber et mais y e pero en maar ed ma mas')

/** Interrogatives that ask for a particular: a time, a place, a person, a reason, a number or one of several. Folded. */
const particular = wordSet(
  [
    'when where why who whom whose which',
    'wann wo woher wohin wer wem wen wessen warum wieso weshalb welche welcher welches',
    'quand ou pourquoi qui combien lequel laquelle',
    'cuando donde quien quienes por cuanto cuantos cual',
    'wanneer waar wie waarom hoeveel welke',
    'quando dove dov chi perche quanto quanti quale',
    'onde quem quantos qual',
  ].join(' '),
)

/** Pronouns of the second person, and forms of "to be" that stand for one. Folded. */
const addressing = wordSet(
  'you your yours du dir dich dein deine euch euer toi tu te vous votre usted ustedes eres estas ti jij je jou jouw jullie sei stai voi voce voces',
)
const formal = /(?<=\p{L}\s)(?:Sie|Ihnen)(?!\p{L})|[\u4f60\u60a8\u59b3]|\u3042\u306a\u305f/u

/**
 * True for a question (a message that ends in a question mark) that depends on the message before it. Such a question has no content word
 * and either begins with a joining word such as "and" or asks for a particular; or it has one content word that no memory has and begins
 * with a joining word. A question that addresses the hearer is about the hearer: false.
 */
export const isFollowUp = (question: string, isKnown: (word: string) => boolean): boolean => {
  const asked = question.trim()
  if (!endsInQuestionMark(asked)) return false
  const content = likenessTerms(asked)
  const words = lower(fold(asked)).match(/\p{L}+/gu) ?? []
  if (formal.test(asked) || words.some((word) => addressing.has(word))) return false
  const [opening = ''] = words
  const [only] = content
  if (only === undefined) return joining.has(opening) || words.some((word) => particular.has(word)) || !/\p{Script=Latin}/u.test(asked)
  return content.length === 1 && !isKnown(only) && joining.has(opening)
}

/** Facts of a memory about the words of a question. */
export interface KnownSubject {
  /** True where the question names the title of a memory, which then is its subject. */
  readonly namesTitle: boolean
  /** True for a word that few memories have, which finds them without other words. */
  readonly isRare: (word: string) => boolean
}

/**
 * True for a question that may leave out its subject because the question before named it, as in "Who fixed it?": it begins with a joining word and has
 * one or two content words, or has one that is no subject of its own: no name (a capital within the sentence), and not rare. Without `known` the
 * text alone decides.
 */
export const isElliptical = (question: string, known?: KnownSubject): boolean => {
  if (known?.namesTitle === true || !endsInQuestionMark(question.trim())) return false
  const [only = '', ...more] = likenessTerms(question)
  const [opening = ''] = lower(fold(question)).match(/\p{L}+/u) ?? []
  if (only === '' || more.length > 1) return false
  if (joining.has(opening)) return true
  return more.length === 0 && !hasName(question) && known?.isRare(only) !== true
}

/** True where a word has a capital within a sentence: a name, or a noun in German. */
const hasName = (question: string): boolean => casedWords(question).some(({ begins, capital }) => capital && !begins)

/** True for a sentence that asks for a time, a place, a person, a reason, a number or one of several. */
export const asksParticular = (sentence: string): boolean =>
  (lower(fold(sentence)).match(/\p{L}+/gu) ?? []).some((word) => particular.has(word))

/**
 * True for a message that neither asks nor names a subject: at most one content word, as in thanks and confirmations. An address, a version
 * or a number of at least seven digits is a subject by itself.
 */
export const isRemark = (message: string): boolean =>
  !endsInQuestionMark(message.trim()) &&
  likenessTerms(message).length <= 1 &&
  !/\d{7}/.test(message) &&
  !separatedValues(message, languageOf(message)).some(({ isName }) => isName)

/** False for words that are all counts (numbers of at most three digits): a choice or an amount alone names no subject. */
export const namesSubject = (words: Iterable<string>): boolean => {
  for (const word of words) if (!count.test(word)) return true
  return false
}

const count = /^\p{Nd}{1,3}$/u
