/** How a text is worded: its stemmed words in order, without those that say nothing, in overlapping stretches to compare with another's. */
import { chineseParticles } from './cjk-function-words.ts'
import { fold, lower } from './fold.ts'
import { isFunctionWordAnywhere } from './function-words.ts'
import { terms, token } from './tokenise.ts'

/** Some words in a row. */
export type Stretch = ReadonlyArray<string>

/**
 * From every word on, the shortest stretch that weighs as much as `words` words; none where the text ends before.
 *
 * Chinese characters are words of half the weight. Of Japanese only what is not Hiragana counts, so that no ending or courtesy does.
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

/** In half words, what `stretches` measures by. */
export const weightOf = (word: string): number => (oneHan.test(word) ? 1 : wholeWord)
export const wholeWord = 2

const oneHan = /^\p{sc=Han}$/u
const anyAsian = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]/u
/** Runs of one script; a Chinese character is a run of its own. */
const runs =
  /\p{sc=Han}|[\p{sc=Hira}\p{M}]+|[\p{sc=Kana}\u30fc\p{M}]+|[\p{sc=Hang}\p{M}]+|[^\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}]+/gu
const hiragana = /^[\p{sc=Hira}\p{M}]/u

/** All words of a text in order. In lower case and without underscores nothing is an identifier of several words to the tokeniser. */
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
