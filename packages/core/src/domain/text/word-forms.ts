/** Tells which words two texts have in common: the same words or pairs of Chinese characters, and forms of one word, by their spelling. */
import { weightOf, wholeWord, wordsOf } from './wording.ts'

export const hanPair = /^\p{sc=Han}{2}$/u
const digit = /\p{N}/u

/** The words of a text and its pairs of Chinese characters. Numbers in digits are left out, because two texts have one in common by chance. */
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

/** Words to look others up in, by how they begin and end. */
export interface Forms {
  readonly words: ReadonlySet<string>
  readonly byEdge: ReadonlyMap<string, ReadonlyArray<string>>
}

/** Letters in common at the beginning of two forms of one word: so many, and this share of the longer one. */
const beginningLeast = 4
const ofLonger = 0.7
/** Letters of the last part of a compound. */
const endLeast = 5
const letters = /^\p{L}+$/u

const edgesOf = (word: string): ReadonlyArray<string> =>
  word.length < beginningLeast || !letters.test(word) ? [] : [`${word.slice(0, beginningLeast)}-`, `-${word.slice(-endLeast)}`]

export const formsOf = (words: ReadonlySet<string>): Forms => {
  const byEdge = new Map<string, Array<string>>()
  for (const word of words) for (const edge of edgesOf(word)) byEdge.set(edge, [...(byEdge.get(edge) ?? []), word])
  return { words, byEdge }
}

/** A word is among others, or a form of it is, or a compound of which one is the end of the other. */
export const isIn = (word: string, { byEdge, words }: Forms): boolean =>
  words.has(word) || edgesOf(word).some((edge) => byEdge.get(edge)?.some((one) => isForm(word, one)) === true)

const isForm = (one: string, other: string): boolean => {
  const [short, long] = one.length < other.length ? [one, other] : [other, one]
  if (short.length >= endLeast && long.endsWith(short)) return true
  let common = 0
  while (common < short.length && short[common] === long[common]) common += 1
  return common >= beginningLeast && common >= ofLonger * long.length
}
