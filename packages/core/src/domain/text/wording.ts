/** Splits a text into its stemmed words without function words, and into overlapping stretches to compare with those of another text. */
import { chineseParticles } from './cjk-function-words.ts'
import { fold, lower } from './fold.ts'
import { isFunctionWordAnywhere } from './function-words.ts'
import { terms, token } from './tokenise.ts'

/** Consecutive words. */
export type Stretch = ReadonlyArray<string>

/**
 * Returns for each start the shortest stretch that weighs at least as much as `words` words; none if the text ends before.
 *
 * A Chinese character weighs half a word. Hiragana is left out, so that Japanese endings and forms of courtesy do not count.
 */
export const stretches = (text: string, words: number): ReadonlyArray<Stretch> => {
  const all = wordsOf(text)
  const found: Array<Stretch> = []
  let [end, weight] = [0, 0]
  for (let start = 0; start < all.length; start++) {
    while (weight < words * wholeWord && end < all.length) weight += weightOf(all[end++] ?? '')
    if (weight < words * wholeWord) break
    found.push(all.slice(start, end))
    weight -= weightOf(all[start] ?? '')
  }
  return found
}

/** Returns the weight in half words, the unit of `stretches`. */
export const weightOf = (word: string): number => (oneHan.test(word) ? 1 : wholeWord)
export const wholeWord = 2

const oneHan = /^\p{sc=Han}$/u
const anyAsian = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u
/** Runs of one script. Each Chinese character is a run of its own. */
const runs =
  /\p{sc=Han}|[\p{sc=Hira}\p{M}]+|[\p{sc=Kana}\u30fc\p{M}]+|[\p{sc=Hang}\p{M}]+|[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+/gu
const hiragana = /^[\p{sc=Hira}\p{M}]/u

/**
 * Returns the words of a text in order, without function words. Lower case and removed underscores keep the tokeniser from finding
 * identifiers of several words.
 */
export const wordsOf = (text: string): ReadonlyArray<string> => {
  const words: Array<string> = []
  for (const found of lower(fold(text)).replaceAll('_', '').match(token) ?? []) {
    if (!anyAsian.test(found)) pushWord(found, words)
    else {
      for (const run of found.match(runs) ?? []) {
        if (oneHan.test(run)) {
          if (!chineseParticles.has(run)) words.push(run)
        } else if (!hiragana.test(run)) pushWord(run, words)
      }
    }
  }
  return words
}

const pushWord = (word: string, words: Array<string>): void => {
  if (isFunctionWordAnywhere(word)) return
  if (anyAsian.test(word)) words.push(word)
  else words.push(...terms(word))
}
