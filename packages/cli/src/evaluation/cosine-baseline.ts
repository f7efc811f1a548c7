/**
 * Cosine of hashed vectors: what a search by likeness finds without a model, for comparison.
 *
 * A text is a vector of 1024 numbers: its words, pairs of neighbouring words and letter groups of four, each hashed to a place and a sign.
 */

import { baselineWords } from './baseline-words.ts'
import type { Baseline } from './bm25-baseline.ts'

const dimensions = 1024
const weights = { w: 1, b: 0.5, c: 0.35 } as const

export const cosineBaseline = (texts: ReadonlyArray<string>): Baseline => {
  // All texts at one place lie side by side: a question has numbers at few places, and reads only those.
  const columns = new Float32Array(dimensions * texts.length)
  for (const [at, text] of texts.entries()) {
    for (const [place, value] of vectorOf(text).entries()) columns[place * texts.length + at] = value
  }
  return (question) => {
    const scores = new Float64Array(texts.length)
    for (const [place, value] of vectorOf(question).entries()) {
      const first = place * texts.length
      if (value !== 0) for (let at = 0; at < texts.length; at++) scores[at] = (scores[at] ?? 0) + (columns[first + at] ?? 0) * value
    }
    return scores
  }
}

/** Of length 1; all 0 for a text without words. */
const vectorOf = (text: string): Float32Array => {
  const vector = new Float32Array(dimensions)
  for (const [feature, count] of featuresOf(text)) {
    const weight = weights[feature.charAt(0) as keyof typeof weights]
    const hash = hashOf(feature)
    const sign = hash >= 0x8000_0000 ? -1 : 1
    const place = hash % dimensions
    vector[place] = (vector[place] ?? 0) + sign * weight * (1 + Math.log(count))
  }
  const length = Math.sqrt(vector.reduce((sum, value) => sum + value * value, 0))
  return length === 0 ? vector : vector.map((value) => value / length)
}

/** How often each feature stands in the text; its first letter says of which sort it is. */
const featuresOf = (text: string): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  const count = (feature: string) => counts.set(feature, (counts.get(feature) ?? 0) + 1)
  let before: string | undefined
  for (const word of baselineWords(text)) {
    count(`w${word}`)
    if (before !== undefined) count(`b${before} ${word}`)
    before = word
    if (word.length <= 3) continue
    const framed = `^${word}$`
    for (let at = 0; at + 4 <= framed.length; at++) count(`c${framed.slice(at, at + 4)}`)
  }
  return counts
}

/** FNV-1a over code units, its bits mixed once more. From 0 to 2³² − 1. */
const hashOf = (text: string): number => {
  let hash = 0x811c_9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x0100_0193)
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b_3c6d)
  return (hash ^ (hash >>> 12)) >>> 0
}
