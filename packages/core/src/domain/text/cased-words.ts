/** The words of a text with what their case and the signs between them say: where sentences begin, where a name may go on. */
import { fold, lower } from './fold.ts'

export interface CasedWord {
  /** In lower case. */
  readonly word: string
  readonly capital: boolean
  /** The first of a sentence or line. */
  readonly begins: boolean
  /** No name goes on from the word before it. */
  readonly parted: boolean
}

const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const capital = /^\p{Lu}/u
const sentenceSigns = /[!?:\n…|*#]/u
const partingSigns = /[!?;:()[\]",\n“”…{}|*#<>]/u

/** In order. What an apostrophe leaves of a possessive is no word. */
export const casedWords = (text: string): ReadonlyArray<CasedWord> => {
  const folded = fold(text)
  const words: Array<CasedWord> = []
  let end = 0
  for (const { 0: raw, index } of folded.matchAll(wordPattern)) {
    const between = folded.slice(end, index)
    end = index + raw.length
    if (raw === 's' && (between === "'" || between === '’')) continue
    const before = words.at(-1)
    // The full stop after an initial ends nothing: "J. R. R. Tolkien".
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

/** A name as it is compared: its words in lower case, a space between them. */
export const plainName = (text: string): string =>
  casedWords(text)
    .map(({ word }) => word)
    .join(' ')
