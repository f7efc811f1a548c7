/** Splits a text into words and records their case, where sentences begin, and where a name cannot continue. */
import { fold, lower } from './fold.ts'

export interface CasedWord {
  /** In lower case. */
  readonly word: string
  readonly capital: boolean
  /** True for the first word of a sentence or line. */
  readonly begins: boolean
  /** True if no name continues from the word before to this one. */
  readonly parted: boolean
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const capital = /^\p{Lu}/u
const sentenceSigns = /[!?:\n…|*#]/u
const partingSigns = /[!?;:()[\]",\n“”…{}|*#<>]/u

/** Returns the words in text order. The `s` of a possessive, as in "Anna's", is not a word. */
export const casedWords = (text: string): ReadonlyArray<CasedWord> => {
  const folded = fold(text)
  const words: Array<CasedWord> = []
  let end = 0
  for (const { 0: raw, index } of folded.matchAll(wordPattern)) {
    const between = folded.slice(end, index)
    end = index + raw.length
    if (raw === 's' && (between === "'" || between === '’')) continue
    const before = words.at(-1)
    // A full stop after an initial does not end a sentence: "J. R. R. Tolkien".
    const isInitial = before?.capital === true && before.word.length <= 2 && /^\.? ?$/.test(between)
    const stopped = before === undefined || (between.includes('.') && !isInitial)
    words.push({
      word: lower(raw),
      capital: capital.test(raw),
      begins: stopped || sentenceSigns.test(between),
      parted: stopped || partingSigns.test(between),
    })
  }
  return words
}

/** Returns a name in the form in which names are compared: its words in lower case, joined by one space. */
export const plainName = (text: string): string =>
  casedWords(text)
    .map(({ word }) => word)
    .join(' ')
