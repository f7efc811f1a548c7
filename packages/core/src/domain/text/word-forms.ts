/** Finds the words that two texts have in common: equal words, equal pairs of Chinese characters, and forms of one word by their spelling. */
import { weightOf, wholeWord, wordsOf } from './wording.ts'

export const hanPair = /^\p{sc=Han}{2}$/u
const digit = /\p{N}/u

/** Returns the words of a text and its pairs of Chinese characters, without numbers in digits, which texts have in common by chance. */
export const unitsOf = (text: string): ReadonlySet<string> => {
  const units = new Set<string>()
  let before = ''
  for (const word of wordsOf(text)) {
    const isCharacter = weightOf(word) < wholeWord
    if (!isCharacter && !digit.test(word)) units.add(word)
    if (isCharacter && before !== '') units.add(before + word)
    before = isCharacter ? word : ''
  }
  return units
}

/** A set of words, indexed by their beginnings and ends. */
export interface Forms {
  readonly words: ReadonlySet<string>
  readonly byEdge: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Two forms of one word share at least 4 letters at the beginning, and at least 0.7 of the letters of the longer one. */
const beginningLeast = 4
const ofLonger = 0.7
/** Minimum letters of the last part of a compound. */
const endLeast = 5
const letters = /^\p{L}+$/u

const edgesOf = (word: string): ReadonlyArray<string> =>
  word.length < beginningLeast || !letters.test(word) ? [] : [`${word.slice(0, beginningLeast)}-`, `-${word.slice(-endLeast)}`]

export const formsOf = (words: ReadonlySet<string>): Forms => {
  const byEdge = new Map<string, Array<string>>()
  for (const word of words) for (const edge of edgesOf(word)) byEdge.set(edge, [...(byEdge.get(edge) ?? []), word])
  return { words, byEdge }
}

/** True if the set has the word, a form of it, or a word that ends with it or is its end (a compound). */
export const isIn = (word: string, { byEdge, words }: Forms): boolean =>
  words.has(word) || edgesOf(word).some((edge) => byEdge.get(edge)?.some((one) => isForm(word, one)) === true)

const isForm = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length >= endLeast && long.endsWith(short)) return true
  let common = 0
  while (common < short.length && short[common] === long[common]) common += 1
  return common >= beginningLeast && common >= ofLonger * long.length
}
