/**
 * Finds a phrase in a text: the same words one after another, whatever their spelling and whatever separates them.
 *
 * Whole words only: “Annette” does not contain “Ann”. Only in scripts without spaces between words a part of a run counts.
 */

import { isFunctionWord } from '../languages/function-words.ts'
import { cjkClass } from '../languages/languages.ts'
import { normalise } from '../languages/unicode.ts'

const cjk = new RegExp(cjkClass, 'v')

/** Returns the normalised words of a text, to search for them; undefined for a text with too little content to search by. */
export const phraseOf = (text: string): string | undefined => {
  const words = normalise(text).split(' ')
  const telling = words.filter((word) => word !== '' && !isFunctionWord(word, 'en'))
  const isEnough = cjk.test(telling.join('')) || telling.some((word) => word.length >= shortest)
  return isEnough ? words.join(' ') : undefined
}

const shortest = 3

/** True where a text contains a phrase that {@link phraseOf} returned. */
export const says = (text: string, phrase: string): boolean => {
  const said = normalise(text)
  return cjk.test(phrase) ? said.includes(phrase) : ` ${said} `.includes(` ${phrase} `)
}
