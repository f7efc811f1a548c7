/** Finds the words that a model quotes in the text that it quotes. */

import { isFunctionWord } from '../languages/function-words.ts'
import { cjkClass } from '../languages/languages.ts'
import { normalise, normalWords } from '../languages/unicode.ts'
import { placedWords } from '../words/names.ts'
import { noteSentences } from '../words/sentences.ts'

/** A stretch of a text, in UTF-16 offsets, end exclusive. */
export type Stretch = readonly [from: number, to: number]

/** Most words of a quote. A longer one is no quote of what changed. */
const quotedMost = 64

/**
 * Returns the first stretch of a text that has the same words one after the other, whatever their spelling and whatever stands between them:
 * models set other quotation marks and spaces, and leave marks of lists and tables out. Undefined where there is none, or no word in the quote.
 */
export const quotedIn = (quote: string, text: string): Stretch | undefined => {
  const wanted = placedWords(quote)
  if (wanted.length === 0 || wanted.length > quotedMost) return undefined
  const words = placedWords(text)
  for (let at = 0; at + wanted.length <= words.length; at++) {
    if (!wanted.every(({ word }, i) => word === words[at + i]?.word)) continue
    const [first, last] = [words[at], words[at + wanted.length - 1]]
    if (first !== undefined && last !== undefined) return [first.from, last.to]
  }
  return undefined
}

/** True where two texts have the same words in the same order. */
export const sameWords = (one: string, other: string): boolean => {
  const [words, others] = [placedWords(one), placedWords(other)]
  return words.length > 0 && words.length === others.length && words.every(({ word }, i) => word === others[i]?.word)
}

/** True where two stretches of one text have a character in common. An absent one is the whole text. */
export const overlaps = (one: Stretch | undefined, other: Stretch | undefined): boolean =>
  one === undefined || other === undefined || (one[0] < other[1] && other[0] < one[1])

/** Most characters that are kept of a message. */
const keptMost = 280

/** Returns the sentence of a message in which a stretch stands, without the talk around it; of a longer one the words around the stretch. */
export const sentenceAround = (message: string, [from, to]: Stretch): string => {
  let at = 0
  for (const { text } of noteSentences(message)) {
    at = message.indexOf(text, at)
    const end = at + text.length
    if (at > from) break
    if (end >= to && text.length <= keptMost) return text.trim()
    at = end
  }
  const around = Math.max(0, Math.floor((keptMost - (to - from)) / 2))
  return message
    .slice(from - around <= 0 ? 0 : message.indexOf(' ', from - around) + 1, to + around)
    .toWellFormed()
    .trim()
}

/*
 * A phrase in a text: the same words one after another, whatever separates them. Whole words only: “Annette” does not contain “Ann”; in scripts
 * without spaces between words a part of a run counts.
 */

const cjk = new RegExp(cjkClass, 'v')

/** Returns the normalised words of a text, to search for them; undefined for a text with too little content to search by. */
export const phraseOf = (text: string): string | undefined => {
  const words = normalWords(text)
  const telling = words.filter((word) => !isFunctionWord(word, 'en'))
  const isEnough = cjk.test(telling.join('')) || telling.some((word) => word.length >= shortest)
  return isEnough ? words.join(' ') : undefined
}

const shortest = 3

/** True where a text contains a phrase that {@link phraseOf} returned. */
export const says = (text: string, phrase: string): boolean => {
  const said = normalise(text)
  return cjk.test(phrase) ? said.includes(phrase) : ` ${said} `.includes(` ${phrase} `)
}
