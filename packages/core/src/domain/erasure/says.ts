/**
 * Whether a text says some words, one after the other, however they are spelled and whatever stands between them that is no word.
 *
 * Whole words: “Ann” is not said by “Annette”. Only in scripts that write words without spaces a part of a run counts.
 */
import { cjkClass } from '../text/cjk.ts'
import { normalise } from '../text/fold.ts'
import { isFunctionWord } from '../text/function-words.ts'

const cjk = new RegExp(cjkClass, 'v')

/** Words that can be looked for; undefined for a text that says next to nothing. */
export const phraseOf = (text: string): string | undefined => {
  const words = normalise(text).split(' ')
  const telling = words.filter((word) => word !== '' && !isFunctionWord(word, 'en'))
  const isEnough = cjk.test(telling.join('')) || telling.some((word) => word.length >= shortest)
  return isEnough ? words.join(' ') : undefined
}

const shortest = 3

/** `phrase` as {@link phraseOf} gives it. */
export const says = (text: string, phrase: string): boolean => {
  const said = normalise(text)
  return cjk.test(phrase) ? said.includes(phrase) : ` ${said} `.includes(` ${phrase} `)
}
