/** Tells the words of a message that are its writer's own from what somebody else wrote. */
import { runOnClass } from '../languages/languages.ts'
import { fold, lower } from '../languages/unicode.ts'

/** In scripts without spaces each character is a word, so that a quote may begin anywhere. */
const oneWord = new RegExp(String.raw`${runOnClass}\p{M}*|(?:(?!${runOnClass})[\p{L}\p{N}\p{M}])+`, 'gv')

export interface PlacedWord {
  readonly word: string
  readonly from: number
  readonly to: number
}

export const placedWords = (text: string): ReadonlyArray<PlacedWord> =>
  Array.from(text.matchAll(oneWord), ({ 0: found, index }) => ({ word: lower(fold(found)), from: index, to: index + found.length }))

/** Code in a fence; a fence that never ends goes on to the end. */
const code = /^[ \t]*(`{3}|~{3}).*\n(?:[\s\S]*?^[ \t]*\1[`~]*[ \t]*$|[\s\S]*)/gm
const quotedLine = /^[ \t]*>.*$/gm
export const quotations = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|»[^«]*«|「[^」]*」|『[^』]*』/gu

/** The least words in quotation marks that count as somebody else's: fewer are a name, a title or a word that is meant as such. */
const wordsOfOthers = 6

/** Returns the message with everything that its writer quotes blanked out, so that places stay: code, quoted lines, longer quotations. */
export const ownWords = (message: string): string => {
  const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')
  return message
    .replace(code, blank)
    .replace(quotedLine, blank)
    .replace(quotations, (quotation) => (placedWords(quotation).length >= wordsOfOthers ? blank(quotation) : quotation))
}

/** True for a text with a word. */
export const hasWords = (text: string): boolean => placedWords(text).length > 0
