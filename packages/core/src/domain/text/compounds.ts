/**
 * Splits a long German or Dutch word at each place where it may be two words written as one.
 *
 * No dictionary tells which split is right. A text is indexed under all of them, beside its words. A question uses the splits that some text has.
 */
import type { Language } from './languages.ts'

/** Languages that write compound nouns as one word. */
export const compounding: ReadonlyArray<Language> = ['de', 'nl']

/** Minimum letters of each part. Most words begin or end with a shorter one. */
const shortestPart = 4
const vowel = /[aeiouy]/

/** Returns the splits, the shortest front first. Each part has a vowel. Expects `word` unstemmed and in lower case. */
export const splitsOf = (word: string): ReadonlyArray<readonly [front: string, back: string]> => {
  const splits: Array<readonly [string, string]> = []
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const [front, back] = [word.slice(0, at), word.slice(at)]
    if (vowel.test(front) && vowel.test(back)) splits.push([front, back])
  }
  return splits
}
