/** Finds the words of a question that stand together in a text: those in its best window, the run of so many words that has most of them. */

import type { Nano } from '../strength.ts'

/** The places of the words of a question by the terms that texts have for them. */
export type WordFinder = ReadonlyMap<string, ReadonlyArray<number>>

/** Returns the finder for words with these terms: the terms of each word, by its place. */
export const wordFinder = (ways: ReadonlyArray<ReadonlyArray<string>>): WordFinder => {
  const places = new Map<string, Array<number>>()
  for (const [place, own] of ways.entries()) {
    for (const way of new Set(own)) {
      const known = places.get(way)
      if (known === undefined) places.set(way, [place])
      else known.push(place)
    }
  }
  return places
}

/** Returns those of some words of a text, by their places, that its best window has. What the text has beside its run of words is in every window. */
export type WordsTogether = (held: ReadonlyArray<number>, rarity: ReadonlyArray<Nano>) => ReadonlyArray<number>

/** `sequence`: the words of the text in order. `window`: the number of words in a window; with 0 the whole text is one. */
export const wordsTogether = (sequence: ReadonlyArray<string>, finder: WordFinder, window: number): WordsTogether => {
  if (window === 0 || sequence.length <= window) return (held) => held
  const hits = sequence.flatMap((term, at) => (finder.get(term) ?? []).map((word) => ({ at, word })))
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
