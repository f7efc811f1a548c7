/**
 * Finds the places where a long German or Dutch word may be two words written as one: all that leave enough letters on both sides.
 *
 * No dictionary says which of them is right. A text is filed under all of them, beside its words, and a question takes those that some text has.
 */
import type { Language } from './languages.ts'

/** Languages that write several nouns as one word. */
export const compounding: ReadonlyArray<Language> = ['de', 'nl']

/** In letters, of either side. Shorter ones are the beginnings and endings of most words. */
const shortestPart = 4
const vowel = /[aeiouy]/

/** `word` unstemmed and in lower case; where it may begin anew, from front to back. */
export const splitsOf = (word: string): ReadonlyArray<readonly [front: string, back: string]> => {
  const splits: Array<readonly [string, string]> = []
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const [front, back] = [word.slice(0, at), word.slice(at)]
    if (vowel.test(front) && vowel.test(back)) splits.push([front, back])
  }
  return splits
}
