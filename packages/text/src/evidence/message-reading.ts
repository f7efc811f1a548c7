/** Reads a message by its text: whether it goes on with the message before it, what it asks for, and whether it may become a cue. */

import {
  addressingWords,
  isAskingWord,
  isDeterminer,
  isFunctionWord,
  isFunctionWordAnywhere,
  isInterrogative,
  isPreposition,
  joiningWords,
  particularWords,
} from '../languages/function-words.ts'
import { languageOf, likelyLanguages, runOnClass } from '../languages/languages.ts'
import { fold, lower, normalise } from '../languages/unicode.ts'
import { isLikelySmallTalk } from '../signs/wording.ts'
import { casedWords } from '../words/names.ts'
import type { ValueKind } from '../words/phrases.ts'
import { endsInQuestionMark } from '../words/sentences.ts'
import { separatedValues } from '../words/separated-values.ts'
import { likenessTerms } from '../words/tokenise.ts'

const plainWords = (text: string): ReadonlyArray<string> => lower(fold(text)).match(/\p{L}+/gu) ?? []

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
  const words = plainWords(asked)
  if (formal.test(asked) || words.some((word) => addressingWords.has(word))) return false
  const [opening = ''] = words
  const [only] = content
  if (only === undefined)
    return joiningWords.has(opening) || words.some((word) => particularWords.has(word)) || !/\p{Script=Latin}/u.test(asked)
  return content.length === 1 && !isKnown(only) && joiningWords.has(opening)
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
  const [opening = ''] = plainWords(question)
  if (only === '' || more.length > 1) return false
  if (joiningWords.has(opening)) return true
  return more.length === 0 && !hasName(question) && known?.isRare(only) !== true
}

/** True where a word has a capital within a sentence: a name, or a noun in German. */
const hasName = (question: string): boolean => casedWords(question).some(({ begins, capital }) => capital && !begins)

/** True for a sentence that asks for a time, a place, a person, a reason, a number or one of several. */
const asksParticular = (sentence: string): boolean => plainWords(sentence).some((word) => particularWords.has(word))

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
  for (const word of words) if (!shortNumber.test(word)) return true
  return false
}

const shortNumber = /^\p{Nd}{1,3}$/u

/* The kind of value that a question asks for. */

/**
 * Interrogatives with the kinds of value that they ask for. Folded, in eight languages; the first that a question has decides.
 */
const interrogatives: ReadonlyArray<readonly [asks: RegExp, kinds: ReadonlyArray<ValueKind>]> = [
  [
    /\b(?:when|what (?:time|day|date)|which (?:day|date)|wann|um wie ?viel uhr|(?:an )?welche[mnr] tag|ab wann|bis wann|quand|quel(?:le)? (?:jour|heure|date)|cuando|que (?:dia|hora|fecha)|horario|wanneer|hoe laat|welke dag|quando|che (?:ora|giorno)|a que horas)\b|什[么麼][时時]候|[几幾][点點月号號]|[周週]几|星期几|哪[天日]|何時|何日|いつ/u,
    ['number', 'day'],
  ],
  [
    /\b(?:how (?:much|many|long|often|old|far|high|big)|combien|cuant[oa]s?|wie ?viele?|wie (?:lange|teuer|oft|alt|weit|hoch|gross)|hoeveel|hoe (?:lang|duur|vaak|oud|ver)|quant[oaie]s?|what (?:number|price)|which number|(?:kostet|kosten|coute(?:nt)?|cuestan?|costa(?:no)?|custam?|kost))\b|多少|[几幾]|多[久大高远遠长長]|いくら|いくつ/u,
    ['number'],
  ],
  [
    /\b(?:who|whom|whose|wer|wem|wen|wessen|wie heiss(?:t|en)|what is the name|whats the name|qui|s'appelle(?:nt)?|quien|quienes|se llaman?|wie is|chi|si chiama(?:no)?|quem|where|wo|wohin|woher|ou|donde|adonde|waar|dove|onde)\b|[谁誰]|姓什[么麼]|叫什[么麼]|哪[里裡儿兒]|だれ|誰|どこ/u,
    ['name'],
  ],
]

/** Returns the kinds of value that a question asks for; empty where its words do not tell. */
export const kindsAsked = (question: string): ReadonlyArray<ValueKind> => {
  const words = lower(fold(question)).replace(/[\u2018\u2019\u02bc\u00b4]/g, "'")
  return interrogatives.find(([asks]) => asks.test(words))?.[1] ?? []
}

/*
 * Questions for nothing but a day, such as "What happened on 17 November?": the memories of that day are their answer, whichever words these have.
 *
 * A verb that no memory has and a subject that no memory has look alike to an index. They are told apart by their form: a subject is written
 * with a capital, stands behind an article or a preposition, or begins the sentence.
 */

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

/* Messages that may become a cue: long enough, of words, and about something. */

/** The tests of a text, in the order in which they are made. */
export const textGates = ['words', 'length', 'letters', 'repeats', 'small-talk', 'subject'] as const
export type TextGate = (typeof textGates)[number]

export interface UtteranceLimits {
  /** The fewest and the most words; a character of a script without spaces counts as one. */
  readonly wordsLeast: number
  readonly wordsMost: number
  /** The least share of letters among the visible characters. */
  readonly letters: number
}

const runCharacter = new RegExp(runOnClass, 'gv')
const letter = /\p{L}|\p{M}/gu
const visible = /[^\p{White_Space}]/gu
/** A sound of up to three letters three times or more, as "hahaha" and "xxxx". */
const repeated = /^(\p{L}{1,3})\1{2,}\p{L}{0,2}$/u

/** Words from which on a message without a function word, as of a language without a list of them, is as long as a sentence. */
const sentenceWords = 5

/**
 * True for a message that states something: it does not ask, by its mark or its first word, it is no remark such as “that is wrong”, and it has the words of a
 * sentence beside those that it is about.
 * A request of which neither tells counts as a statement.
 */
export const isStatement = (message: string): boolean => {
  const said = message.slice(0, readMost).trim()
  const words = plainWords(said)
  const [opening = ''] = words
  if (endsInQuestionMark(said) || isInterrogative(opening) || particularWords.has(opening) || isRemark(said)) return false
  if (likelyLanguages(said).some((language) => isAskingWord(opening, language))) return false
  return words.some(isFunctionWordAnywhere) || wordsIn(normalise(said)) >= sentenceWords
}

/** The characters of a message that are looked at. A longer one has too many words in any case. */
const readMost = 20_000

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0

/** Returns the number of words; a character of a script without spaces counts as one. */
export const wordsIn = (normalised: string): number => {
  const inRuns = count(normalised, runCharacter)
  const others = normalised.replace(runCharacter, ' ').split(' ')
  return inRuns + others.filter((word) => word !== '').length
}

/** Returns the tests that the text of a message failed; none for a message that may become a cue. */
export const failedGates = (message: string, limits: UtteranceLimits): ReadonlyArray<TextGate> => {
  const text = message.slice(0, readMost)
  const normalised = normalise(text)
  const words = wordsIn(normalised)
  const isLong = message.length > readMost || words > limits.wordsMost
  if (isLong) return ['length']
  const shown = count(text, visible)
  const failed: ReadonlyArray<readonly [TextGate, boolean]> = [
    ['words', words < limits.wordsLeast],
    ['letters', shown === 0 || count(text, letter) < limits.letters * shown],
    ['repeats', isRepetition(normalised)],
    ['small-talk', isLikelySmallTalk(text)],
    ['subject', likenessTerms(text).length === 0],
  ]
  return failed.flatMap(([gate, isFailed]) => (isFailed ? [gate] : []))
}

/** True where most words are a sound that is repeated, or all words are one. */
const isRepetition = (normalised: string): boolean => {
  const words = normalised.split(' ')
  const sounds = words.filter((word) => repeated.test(word)).length
  return 2 * sounds > words.length || (words.length >= 3 && new Set(words).size === 1)
}
