/**
 * Measures the similarity of a question to the question of a cue by their shared words. Rare words count more.
 *
 * Returns whole nano-units from 0 to 1,000,000,000. The same words in any order give exactly 1,000,000,000. The measure is asymmetric: a
 * geometric mean of the share of the cue that the question has (weight 3/4) and the share of the question that the cue has (weight 1/4).
 * A question with one more word usually asks the same; a question that lacks or replaces a word does not.
 */

const one = 1_000_000_000

// In this unit the squares of a thousand words sum exactly, so the order of words does not matter.
const unitsOfIdf = 10_000

/**
 * Repeated words count once. `idf` returns nano-units. Returns 0 if one side has no words.
 *
 * Returns 0 for questions that share fewer than `sharedLeast` words, unless all their words are the same: one shared word is half of a
 * question of two words, but it is weak evidence.
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
