/** Finds the words of a question that stand together in a text: those in its best window, the run of so many words that has most of them. */

import type { Nano } from '../strength.ts'
import type { WordSequences } from './best-window.ts'

/** The places of the words of a question by the numbers of the terms that texts have for them. */
export type WordFinder = ReadonlyMap<number, ReadonlyArray<number>>

/** Returns the finder for words with these terms: the terms of each word, by its place. */
export const wordFinder = (ways: ReadonlyArray<ReadonlyArray<string>>, { numberOf }: Pick<WordSequences, 'numberOf'>): WordFinder => {
  const places = new Map<number, Array<number>>()
  for (const [place, own] of ways.entries()) {
    for (const way of new Set(own)) {
      const term = numberOf(way)
      if (term === undefined) continue
      const known = places.get(term)
      if (known === undefined) places.set(term, [place])
      else known.push(place)
    }
  }
  return places
}

/** Returns those of some words of a text, by their places, that its best window has. What the text has beside its run of words is in every window. */
export type WordsTogether = (held: ReadonlyArray<number>, rarity: ReadonlyArray<Nano>) => ReadonlyArray<number>

/**
 * `sequence`: the words of the text in order; undefined for a text that is no longer than a window. `window`: the number of words in a window; with 0 the
 * whole text is one.
 */
export const wordsTogether = (sequence: ArrayLike<number> | undefined, finder: WordFinder, window: number): WordsTogether => {
  if (sequence === undefined || window === 0 || sequence.length <= window) return (held) => held
  const hits: Array<{ readonly at: number; readonly word: number }> = []
  for (let at = 0; at < sequence.length; at++) for (const word of finder.get(sequence[at] ?? 0) ?? none) hits.push({ at, word })
  const inRun = new Set(hits.map(({ word }) => word))
  return (held, rarity) => {
    const wanted = new Set(held)
    const beside = held.filter((word) => !inRun.has(word))
    const own = hits.filter(({ word }) => wanted.has(word))
    let [best, most] = [beside, 0]
    for (const [from, { at: start }] of own.entries()) {
      const found = new Set<number>()
      for (let to = from; (own[to]?.at ?? Number.POSITIVE_INFINITY) < start + window; to++) found.add(own[to]?.word ?? 0)
      const weight = [...found].reduce((sum, word) => sum + (rarity[word] ?? 0), 0)
      if (weight > most) [best, most] = [[...beside, ...found], weight]
    }
    return best
  }
}

const none: ReadonlyArray<number> = []
