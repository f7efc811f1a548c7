/** BM25 over stemmed words: what a plain text search finds, for comparison. k1 = 1.2, b = 0.75. */
import { baselineWords } from './baseline-words.ts'

const k1 = 1.2
const b = 0.75

/** Scores of a question for each of the texts, side by side with them; 0 for one that shares no word with it. */
export type Baseline = (question: string) => Float64Array

interface Posting {
  readonly text: number
  readonly count: number
}

export const bm25Baseline = (texts: ReadonlyArray<string>): Baseline => {
  const postings = new Map<string, Array<Posting>>()
  const lengths = texts.map((text, at) => {
    const words = baselineWords(text)
    for (const [word, count] of counted(words)) {
      const known = postings.get(word)
      if (known === undefined) postings.set(word, [{ text: at, count }])
      else known.push({ text: at, count })
    }
    return words.length
  })
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, texts.length)
  return (question) => {
    const scores = new Float64Array(texts.length)
    for (const word of new Set(baselineWords(question))) {
      const found = postings.get(word) ?? []
      const rarity = Math.log(1 + (texts.length - found.length + 0.5) / (found.length + 0.5))
      for (const { count, text } of found) {
        const norm = k1 * (1 - b + (b * (lengths[text] ?? 0)) / meanLength)
        scores[text] = (scores[text] ?? 0) + (rarity * count * (k1 + 1)) / (count + norm)
      }
    }
    return scores
  }
}

const counted = (words: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return counts
}
