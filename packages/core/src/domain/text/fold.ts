/**
 * Reduces spellings of the same text to one: compatibility forms, accents, invisible characters and, with `lower`, case.
 *
 * No function uses the locale, so the result is the same on every machine.
 */
import { spacelessLetter } from './invisible.ts'

const ascii = /^[\0-\x7f]*$/

export const isAscii = (text: string): boolean => ascii.test(text)

// The engine's normaliser sorts a run of marks in quadratic time: half a megabyte of marks blocked the thread for 43 s.
const endlessMarks = /(\p{M}{30})\p{M}+/gu

// Accents and vowel points that people also leave out. Marks that belong to the spelling (Devanagari, Thai, kana voicing) stay.
const latinMarks = String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]`
const hebrewMarks = String.raw`[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]`
const arabicMarks = String.raw`[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]`
// Soft hyphens, joiners, variation selectors, byte order marks and similar characters do not split a word. U+200B does so only between
// letters of scripts that separate words by it.
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}--\u200b]|(?<!${spacelessLetter})\u200b|\u200b(?!${spacelessLetter})`
const dropped = new RegExp(`${latinMarks}|${hebrewMarks}|${arabicMarks}|${invisible}`, 'gv')

/** Keeps case. Idempotent. */
export const fold = (text: string): string =>
  isAscii(text) ? text : cut(cut(text).normalize('NFKD').replace(dropped, '').normalize('NFC'))

/** Returns folded text in lower case. German ß becomes ss, Greek final sigma becomes sigma, Turkish dotless i becomes i. */
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
