/**
 * Reduces spellings of the same text to one: compatibility forms, accents, invisible characters and, with `lower`, case.
 *
 * No function uses the locale, so the result is the same on every machine.
 */

import { onFirstUse } from '../on-first-use.ts'

/*
 * Removes invisible characters: they split words that are searched for, hide text from readers, or change the reading direction.
 *
 * A character that has a use at its place stays. The same character in a run or at another place is removed.
 */

/** Zero-width and bidirectional characters, fillers, tags, and control characters that are not white space. */
const showsNothing = String.raw`[[\p{Default_Ignorable_Code_Point}\p{Cc}\ufff9-\ufffb]--[\t-\r\x85]]`

/** Scripts whose letters change their form before a joiner or non-joiner. */
const joining = [
  ...['Arab', 'Syrc', 'Nkoo', 'Mong', 'Mand', 'Phag', 'Adlm', 'Rohg'],
  ...['Deva', 'Beng', 'Guru', 'Gujr', 'Orya', 'Taml', 'Telu', 'Knda', 'Mlym', 'Sinh', 'Khmr', 'Mymr', 'Tibt', 'Java', 'Bali'],
]
const joiningLetter = `[[[\\p{L}\\p{M}]&&[${joining.map((script) => `\\p{Script_Extensions=${script}}`).join('')}]]--\\p{DI}]`

/** Letters of scripts without spaces, in which U+200B may separate words. */
const spacelessLetter = String.raw`[[[\p{L}\p{M}]&&[\p{Script=Thai}\p{Script=Laoo}\p{Script=Khmr}\p{Script=Mymr}]]--\p{DI}]`

const jamo = String.raw`[\u1100-\u115e\u1161-\u11ff\ua960-\ua97c\ud7b0-\ud7fb]`

/** Invisible characters that stay. Each pattern looks only at neighbours that stay, so removing the other characters does not change a match. */
const useful = [
  String.raw`(?<=${joiningLetter})[\u200c\u200d]`,
  String.raw`(?<=${spacelessLetter})\u200b(?=${spacelessLetter})`,
  // Joiners between emoji: families, professions, flags.
  String.raw`(?<=\p{Extended_Pictographic}[\ufe0f\p{Emoji_Modifier}]?)\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Ideographic}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=[0-9#*])\ufe0f(?=\u20e3)`,
  String.raw`(?<=[\p{L}&&\p{Script=Mong}])[\u180b-\u180f]`,
  String.raw`(?<=${jamo})[\u115f\u1160]|[\u115f\u1160](?=${jamo})`,
]

const hidden = new RegExp(showsNothing, 'v')
const usefulOrHidden = onFirstUse(() => new RegExp(`(?<useful>${useful.join('|')})|${showsNothing}`, 'gv'))

export interface Shown {
  readonly text: string
  /** Number of removed characters. */
  readonly left: number
}

/** Removes invisible characters that have no use at their place. Idempotent. */
export const withoutInvisible = (text: string): Shown => {
  if (!hidden.test(text)) return { text, left: 0 }
  let left = 0
  const shown = text.replace(usefulOrHidden(), (character, useful: string | undefined) => {
    if (useful !== undefined) return character
    left += 1
    return ''
  })
  return { text: shown, left }
}

const ascii = /^[\0-\x7f]*$/

export const isAscii = (text: string): boolean => ascii.test(text)

// The engine's normaliser sorts a run of marks in quadratic time: half a megabyte of marks blocked the thread for 43 s.
const endlessMarks = /(\p{M}{30})\p{M}+/gu
const marksMost = 30

// Accents and vowel points that people also leave out. Marks that belong to the spelling (Devanagari, Thai, kana voicing) stay.
const latinMarks = String.raw`[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]`
const hebrewMarks = String.raw`[\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7]`
const arabicMarks = String.raw`[\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed]`
// Soft hyphens, joiners, variation selectors, byte order marks and similar characters do not split a word. U+200B does so only between
// letters of scripts that separate words by it.
const invisible = String.raw`[\p{Default_Ignorable_Code_Point}--\u200b]|(?<!${spacelessLetter})\u200b|\u200b(?!${spacelessLetter})`
const dropped = onFirstUse(() => new RegExp(`${latinMarks}|${hebrewMarks}|${arabicMarks}|${invisible}`, 'gv'))

/**
 * Keeps case. Idempotent.
 *
 * ASCII characters stay as they are, and none joins the character before it. So each run of other characters is folded by itself, with the
 * character before it, which may take its marks.
 */
export const fold = (text: string): string => (isAscii(text) ? text : text.replace(runOfOthers, foldWhole))

const runOfOthers = /[\0-\x7f]?[^\0-\x7f]+/g

/** Folds a whole text at once: the plain form of {@link fold}. */
export const foldWhole = (text: string): string => cut(cut(text).normalize('NFKD').replace(dropped(), '').normalize('NFC'))

/** Returns folded text in lower case. German ß becomes ss, Greek final sigma becomes sigma, Turkish dotless i becomes i. */
export const lower = (folded: string): string => {
  const lowered = folded.toLowerCase()
  return isAscii(lowered) ? lowered : lowered.replaceAll('ß', 'ss').replaceAll('ς', 'σ').replaceAll('ı', 'i')
}

const cut = (text: string): string => (text.length <= marksMost ? text : text.replace(endlessMarks, '$1'))

const word = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu

/**
 * Returns the words of a question in lower case, joined by one space; empty if there is none. Questions with the same result are one cue.
 *
 * Stop words stay, because "how to" and "how not to" are two questions. Idempotent.
 */
export const normalise = (text: string): string => normalWords(text).join(' ')

/** Returns the words of {@link normalise}. */
export const normalWords = (text: string): ReadonlyArray<string> => lower(fold(text)).match(word) ?? []

/*
 * Replaces characters that a terminal, chat or editor interprets instead of displaying: controls, line and paragraph separators, and marks
 * that change the writing direction. Anybody may have written the texts of a memory, so no answer may print such characters.
 */

/** C0 controls except tab and line feed, DEL, and C1 controls. */
const controls = String.raw`\u0000-\u0008\u000b-\u001f\u007f-\u009f`
/** Direction marks, and the separators U+2028 and U+2029. */
const turning = String.raw`\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069`
const obeyed = new RegExp(`[${controls}${turning}]`, 'g')

/** Replaces each such character. Tab and line feed stay. */
export const withoutObeyed = (text: string, replace: (character: string) => string): string => text.replace(obeyed, replace)

/**
 * Escapes each such character in JSON. The parsed value stays the same: in JSON such a character can occur only in a string, where
 * controls below U+0020 are escaped already.
 */
export const escapedJson = (json: string): string =>
  withoutObeyed(json, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)

/*
 * Makes any string safe to store and to search: drops U+0000 and useless invisible characters, and replaces half a surrogate pair by U+FFFD.
 *
 * PostgreSQL refuses U+0000. UTF-8 cannot encode half a surrogate pair. A zero-width space in a key word would hide a secret from detection.
 */

export interface Repaired {
  readonly text: string
  /** Number of characters dropped or replaced. */
  readonly repaired: number
}

const nul = '\0'
const loneSurrogate = /\p{Surrogate}/gu

export const repair = (text: string): Repaired => {
  const zeros = text.includes(nul) ? text.split(nul).length - 1 : 0
  // U+0000 is dropped first, so that the halves of a pair that it separated join. Invisible characters are dropped last, because the earlier
  // steps change their neighbours.
  const dense = zeros === 0 ? text : text.replaceAll(nul, '')
  const halves = dense.isWellFormed() ? 0 : (dense.match(loneSurrogate)?.length ?? 0)
  const { left, text: shown } = withoutInvisible(halves === 0 ? dense : dense.toWellFormed())
  return { text: shown, repaired: zeros + halves + left }
}

/** Returns at most `most` UTF-16 units of a text, without half a surrogate pair at the end. */
export const beginningOf = (text: string, most: number): string =>
  text.length <= most
    ? text
    : text
        .slice(0, most)
        .toWellFormed()
        .replace(/\ufffd$/, '')

/** Returns the length of a part of a text in bytes of UTF-8. A lone surrogate counts as the replacement character, 3 bytes. */
export const utf8Length = (text: string, start = 0, end = text.length): number => {
  let bytes = 0
  for (let at = start; at < end; at++) {
    const unit = text.charCodeAt(at)
    if (unit < 0x80) bytes += 1
    else if (unit < 0x800) bytes += 2
    else if (pairAt(text, at, end)) {
      bytes += 4
      at += 1
    } else bytes += 3
  }
  return bytes
}

/** Returns the end of the longest part from `start` that fits in `maxBytes` without splitting a code point, at most `end`. */
export const utf8Fit = (text: string, start: number, end: number, maxBytes: number): number => {
  let bytes = 0
  let at = start
  while (at < end) {
    const unit = text.charCodeAt(at)
    const pair = pairAt(text, at, end)
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3
    if (bytes > maxBytes) return at
    at += pair ? 2 : 1
  }
  return end
}

const pairAt = (text: string, at: number, end: number): boolean => {
  const unit = text.charCodeAt(at)
  if (unit < 0xd800 || unit > 0xdbff || at + 1 >= end) return false
  const next = text.charCodeAt(at + 1)
  return next >= 0xdc00 && next <= 0xdfff
}
