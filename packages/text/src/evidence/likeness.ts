/**
 * Measures how much of their words two texts have in common, so that a text is known again after an edit.
 *
 * The measure is the Jaccard index of the words without function words: the weight of the words that both have, divided by the weight of the
 * words that at least one of them has. It is told in whole thousandths, from 0 (no word) to 1000 (the same words), so that it has the same bits
 * everywhere. One word of six exchanged gives 714, one of nine 800, half of the words 333.
 */

import { wordsOf } from '../words/phrases.ts'

/** The weight of a word, a whole number from 1. */
export type Weights = (word: string) => number

export const even: Weights = () => 1

/**
 * Returns weights by the rarity of a word among the texts, from 1 for a word of most texts to 32: each halving of the number of texts that
 * have the word adds one. Words that all notes of a file repeat tell little about which of the notes a text was. Equal texts count once: a copy
 * makes no word common.
 */
export const weightsAmong = (texts: Iterable<string>): Weights => {
  const counts = new Map<string, number>()
  const all = new Set(texts)
  for (const text of all) for (const word of new Set(wordsOf(text))) counts.set(word, (counts.get(word) ?? 0) + 1)
  return (word) => 32 - Math.clz32(Math.max(1, Math.floor(all.size / (counts.get(word) ?? 1))))
}

/** Returns the likeness of two sets of words in thousandths; 0 for two empty sets. */
export const likeness = (one: ReadonlySet<string>, other: ReadonlySet<string>, weightOf: Weights): number => {
  let [both, all] = [0, 0]
  for (const word of one) {
    const weight = weightOf(word)
    all += weight
    if (other.has(word)) both += weight
  }
  for (const word of other) if (!one.has(word)) all += weightOf(word)
  return all === 0 ? 0 : Math.floor((1000 * both) / all)
}

/** The least likeness of a text and its edit: at most a third of the words was exchanged. Two texts about one matter seldom reach it. */
export const editedLeast = 500

/** True where a text has enough words of another one to be its edit. */
export const isEdit = (now: string, before: string): boolean =>
  now === before || likeness(new Set(wordsOf(now)), new Set(wordsOf(before)), even) >= editedLeast
