/**
 * Reads how something is said, as a bag of hashed letters and words, and weighs it. Nothing here knows a word of a language: the weights were learned
 * from messages with labels (`learned-weights.ts`).
 *
 * Feature hashing: Weinberger et al., Feature Hashing for Large Scale Multitask Learning, 2009.
 */
import * as Base64 from 'effect/encoding/Base64'
import * as Result from 'effect/Result'
import { fnv1a } from '../fnv1a.ts'
import { isFunctionWordAnywhere } from '../languages/function-words.ts'
import { fold, lower } from '../languages/unicode.ts'
import { onFirstUse } from '../on-first-use.ts'
import { casedWords } from '../words/names.ts'
import { endsInQuestionMark } from '../words/sentences.ts'
import { likenessTerms } from '../words/tokenise.ts'
import { smallTalkWeights } from './learned-weights.ts'

/** A sign by its place among the weights, with its value. */
export type Sign = readonly [place: number, value: number]

/** The characters of a message that are read. */
export const readMost = 400

/** The places of the wording; the signs without words follow them. */
export const wordingPlaces = 16_384

/** Returns the text folded and in lower case, with one digit for each number. */
const plain = (text: string): string =>
  lower(fold(text.slice(0, readMost).toWellFormed()))
    .replace(/[\u2018\u2019\u02bc\u00b4]/g, "'")
    .replace(/\p{Nd}+/gu, '0')
    .replace(/\s+/g, ' ')
    .trim()

/** The words that may name what a message is about, and the mark that stands for each. */
const longWords = /[\p{L}\p{M}']{4,}/gu
const subjectMark = '\u00a7'

/** The lengths of the runs of characters and of words that are looked at. */
const characterRuns = [2, 3, 4, 5]
const wordRuns = [1, 2, 3]
/** So many words at the beginning count as such, too. */
const beginning = 4

const words = /\p{sc=Han}|[\p{L}\p{M}']+|[0?!.,\u2026\u00a7]/gu

/**
 * Returns the wording of a message: its runs of characters and of words, hashed. The squares of either kind sum to 1. `isSubject` tells the words that
 * name what the message is about: they are no wording.
 */
export const wordingOf = (message: string, isSubject: (word: string) => boolean = () => false): ReadonlyArray<Sign> => {
  const text = plain(message).replace(longWords, (word) => (isSubject(word) ? subjectMark : word))
  const all = ['^', ...(text.match(words) ?? []), '$']
  const byWords = placesOf('w', wordRuns, all)
  for (const word of all.slice(1, 1 + beginning)) byWords.add(placeOf('b', word))
  const places = new Map<number, number>()
  for (const kind of [placesOf('c', characterRuns, [...` ${text} `]), byWords])
    for (const place of kind) places.set(place, (places.get(place) ?? 0) + 1 / Math.sqrt(kind.size))
  return [...places]
}

const placeOf = (kind: string, run: string): number => fnv1a(kind + run) % wordingPlaces

const placesOf = (kind: string, lengths: ReadonlyArray<number>, parts: ReadonlyArray<string>): Set<number> => {
  const places = new Set<number>()
  for (const length of lengths)
    for (let at = 0; at + length <= parts.length; at++)
      places.add(placeOf(kind, parts.slice(at, at + length).join(kind === 'w' ? ' ' : '')))
  return places
}

/** Returns the number of words and numbers of a message. */
export const lengthOf = (message: string): number => plain(message).match(/[\p{L}\p{M}\p{N}']+/gu)?.length ?? 0

/** The weights of one decision. */
export interface Weights {
  /** One byte with a sign for each place of the wording, in base64, in units of `step`. */
  readonly wording: string
  readonly step: number
  /** Of the signs without words. */
  readonly plain: ReadonlyArray<number>
  readonly constant: number
}

/** Returns the odds that the decision is yes, as a natural logarithm. */
export type Weighing = (wording: ReadonlyArray<Sign>, plain: ReadonlyArray<number>) => number

export const weighing = ({ constant, plain: others, step, wording: packed }: Weights): Weighing => {
  const wording = new Int8Array(Result.getOrThrow(Base64.decode(packed)))
  return (signs, values) => {
    let sum = 0
    for (const [place, value] of signs) sum += (wording[place] ?? 0) * value
    let odds = constant + step * sum
    for (const [place, value] of values.entries()) odds += (others[place] ?? 0) * value
    return odds
  }
}

/* Small talk, about which no memory says anything, beside messages that ask or state something. */

/** The signs of a message: its wording, and from 0 to 1 its length, a question mark, numbers, names, content words, function words, and an exclamation mark. */
export const smallTalkSigns = (message: string): readonly [wording: ReadonlyArray<Sign>, plain: ReadonlyArray<number>] => {
  const read = message.slice(0, readMost)
  const words = casedWords(read)
  const content = likenessTerms(read).length
  const length = lengthOf(read)
  const functionWords = words.filter(({ word }) => isFunctionWordAnywhere(word)).length
  const plain = [
    Math.min(1, length / 10),
    Number(length <= 1),
    Number(length === 2),
    Number(endsInQuestionMark(read)),
    Number(/\p{Nd}/u.test(read)),
    Math.min(1, words.filter(({ begins, capital }) => capital && !begins).length / 2),
    Math.min(1, content / 5),
    Number(content <= 1),
    words.length === 0 ? 0 : functionWords / words.length,
    Number(/[!\uff01]/u.test(read)),
  ]
  return [wordingOf(read), plain]
}

const weighed = onFirstUse(() => weighing(smallTalkWeights))

const oddsOf = (message: string): number => weighed()(...smallTalkSigns(message))

/** The odds, as natural logarithms, from which a message is likely small talk, and surely. */
const [likely, sure] = [0.4, 0.8]

/** True for a message that is likely small talk. */
export const isLikelySmallTalk = (message: string): boolean => oddsOf(message) > likely

/** True for a message that is surely small talk. */
export const isSmallTalk = (message: string): boolean => oddsOf(message) > sure

/* Force, by how a message is written: capitals, exclamation marks, and words that are repeated. */

const insisting = /[!\uff01]\s*[!\uff01]/u
/** "No no no", "nein, nein, nein"; in scripts without spaces one to three characters. */
const repeating =
  /^[^\p{L}]*(?:(\p{L}{2,6})(?:[\s,.!]+\1(?!\p{L})){2}|([\p{Script=Han}\p{Script=Hiragana}]{1,3})(?:[\s,\uff0c\u3001]*\2){2})/u
/** Six capitals in a row, whatever stands between them; fewer are an abbreviation. */
const shouted = /(?:\p{Lu}\P{L}*){6}/u

/** True for a message that is said with force. */
export const isForceful = (message: string): boolean => {
  const read = message.slice(0, readMost)
  return insisting.test(read) || repeating.test(lower(fold(read))) || isShouted(read)
}

/** Letters without case shout nothing. */
const isShouted = (text: string): boolean => shouted.test(text) && !/[\p{Ll}\p{Lo}]/u.test(text)
