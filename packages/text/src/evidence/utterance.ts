/** Judges by its text alone whether a message may become a cue: it must be long enough, consist of words, and be about something. */
import { runOnClass } from '../languages/languages.ts'
import { lower, normalise } from '../languages/unicode.ts'
import { isLikelySmallTalk } from '../signs/small-talk.ts'
import { likenessTerms } from '../words/tokenise.ts'

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
  const words = lower(normalised).split(' ')
  const sounds = words.filter((word) => repeated.test(word)).length
  return 2 * sounds > words.length || (words.length >= 3 && new Set(words).size === 1)
}
