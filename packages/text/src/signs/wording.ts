/**
 * Reads how something is said, as a bag of hashed letters and words, and weighs it. Nothing here knows a word of a language: the weights were learned
 * from messages with labels (`learned-weights.ts`).
 *
 * Feature hashing: Weinberger et al., Feature Hashing for Large Scale Multitask Learning, 2009.
 */
import * as Base64 from 'effect/encoding/Base64'
import * as Result from 'effect/Result'
import { fnv1a } from '../fnv1a.ts'
import { fold, lower } from '../languages/unicode.ts'

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

export interface Weighing {
  /** Returns the odds that the decision is yes, as a natural logarithm. */
  readonly odds: (wording: ReadonlyArray<Sign>, plain: ReadonlyArray<number>) => number
}

export const weighing = ({ constant, plain: others, step, wording: packed }: Weights): Weighing => {
  const wording = new Int8Array(Result.getOrThrow(Base64.decode(packed)))
  return {
    odds: (signs, values) => {
      let sum = 0
      for (const [place, value] of signs) sum += (wording[place] ?? 0) * value
      let odds = constant + step * sum
      for (const [place, value] of values.entries()) odds += (others[place] ?? 0) * value
      return odds
    },
  }
}
