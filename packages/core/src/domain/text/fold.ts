/**
 * One spelling for what people write in several: compatibility forms, accents, invisible characters and, on demand, case.
 *
 * No locale takes part, so the same text folds the same everywhere.
 */
import { spacelessLetter } from './invisible.ts'

const ascii = /^[\0-\x7f]*$/

export const isAscii = (text: string): boolean => ascii.test(text)

// Sorting a long run of marks is quadratic in the engine's normaliser: half a megabyte of them held the thread for 43 s.
const endlessMarks = /(\p{M}{30})\p{M}+/gu

// Accents and vowel points of scripts that are also written without them. Marks that spell (Devanagari, Thai, kana voicing) stay.
const latinMarks = String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]`
const hebrewMarks = String.raw`[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]`
const arabicMarks = String.raw`[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]`
// Soft hyphen, joiners, variation selectors, byte order mark and the like tear no word; where a script parts words by U+200B, it does.
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}--\u200b]|(?<!${spacelessLetter})\u200b|\u200b(?!${spacelessLetter})`
const dropped = new RegExp(`${latinMarks}|${hebrewMarks}|${arabicMarks}|${invisible}`, 'gv')

/** Keeps case. Folding twice is folding once. */
export const fold = (text: string): string =>
  isAscii(text) ? text : cut(cut(text).normalize('NFKD').replace(dropped, '').normalize('NFC'))

/** The lower-case form of folded text; German ß reads as ss, Greek final sigma as sigma, Turkish dotless i as i. */
export const lower = (folded: string): string => {
  const lowered = folded.toLowerCase()
  return isAscii(lowered) ? lowered : lowered.replaceAll('ß', 'ss').replaceAll('ς', 'σ').replaceAll('ı', 'i')
}

const cut = (text: string): string => text.replace(endlessMarks, '$1')

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/**
 * Returns the words of a question in lower case, joined by one space; empty if there is none. Questions with the same result are one cue.
 *
 * Stop words stay, because "how to" and "how not to" are two questions. Idempotent.
 */
export const normalise = (text: string): string => (lower(fold(text)).match(word) ?? []).join(' ')
