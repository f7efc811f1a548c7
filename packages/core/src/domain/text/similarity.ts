/**
 * How much a question resembles the question of a cue: what they share of their words, rare words counting more.
 *
 * In whole nano-units from 0 to 1,000,000,000; the same words in any order are exactly 1,000,000,000. Three parts of it ask how much of the cue
 * the question says, one part how much of the question the cue says: who adds a word asks the same, who leaves one out or takes another does not.
 */

const one = 1_000_000_000

// In these units the squares of a thousand words add up exactly, hence in any order.
const unitsOfIdf = 10_000

/**
 * Distinct words on both sides; `idf` in nano-units. Without words there is nothing to compare: 0.
 *
 * Questions that share fewer than `sharedLeast` words are not alike, unless all their words are the same: of two questions of two words, one
 * shared word is half of each, and says next to nothing.
 */
export const similarity = (
  questionWords: ReadonlyArray<string>,
  cueWords: ReadonlyArray<string>,
  idf: (word: string) => number,
  sharedLeast: number,
): number => {
  const asked = new Set(questionWords)
  const known = new Set(cueWords)
  if (asked.size === 0 || known.size === 0) return 0
  const shared = new Set(questionWords.filter((word) => known.has(word)))
  if (shared.size === asked.size && shared.size === known.size) return one
  if (shared.size < sharedLeast) return 0

  const common = energy(shared, idf)
  const [question, cue] = [energy(asked, idf), energy(known, idf)]
  return common === 0 ? 0 : Math.min(one, Math.round((one * common) / (Math.sqrt(cue) * Math.sqrt(Math.sqrt(cue) * Math.sqrt(question)))))
}

const energy = (words: ReadonlySet<string>, idf: (word: string) => number): number => {
  let sum = 0
  for (const word of words) sum += Math.round(idf(word) / unitsOfIdf) ** 2
  return sum
}
