/** Detects the language of a text by its function words and by letters that only some languages use. Deterministic; uses no model. */

import { isEnglishToo, type Language, languages, languagesOfFunctionWord, tellsLanguage } from './function-words.ts'
import { fold, isAscii, lower } from './unicode.ts'

/** UTF-16 code units that are read from the beginning of a text. They tell its language as well as the whole text. */
const looked = 4_000

/** Votes of one function word, shared equally by the languages that have it. Divisible by 1 to 7, so shares are whole numbers. */
const vote = 420
/** Votes of one group of letters. They are fewer than those of a word, because names keep their letters in any language. */
const letterVote = 60

/**
 * A language other than English keeps its votes only if at least one word in 12 is a function word of it. This excludes code, tables and
 * lists. Texts of fewer than 12 words are not tested.
 */
const oneIn = 12

/** Words of at least two letters. Single letters are mostly names of things. */
const asciiWords = /[A-Za-z]{2,}/g
const words = /\p{L}[\p{L}\p{M}]+/gu
const capital = /^\p{Lu}\p{Ll}/u
/** Matches text behind which a sentence or a quotation begins. */
const beginning = /(?:^|[.!?:;\n"“„«»(¿¡*#|-])\s*$/u
/** Longest text before a word that tells whether the word begins a sentence. */
const beforeMost = 4

const letters: ReadonlyArray<readonly [pattern: RegExp, languages: ReadonlyArray<Language>]> = [
  [/[äöü]/, ['de']],
  [/ß/, ['de']],
  [/[ñ¿¡]/, ['es']],
  [/[ãõ]/, ['pt']],
  [/ç/, ['fr', 'pt']],
  [/œ/, ['fr']],
  [/[êâôîûë]/, ['fr', 'pt']],
  [/[èùòì]/, ['it', 'fr']],
  [/[áíóú]/, ['es', 'pt']],
  [/é/, ['fr', 'es', 'pt']],
]

/** Returns the language with the most votes. Of equals it is the first in `languages`, so English wins every tie. */
export const languageOf = (text: string): Language => {
  const votes = votesOf(text)
  let best = 0
  for (const [place, count] of votes.entries()) if (count > (votes[best] ?? 0)) best = place
  return languages[best] ?? 'en'
}

/** Returns every language that has at least half the votes of the best one; all languages if there are no votes. */
export const likelyLanguages = (text: string): ReadonlyArray<Language> => {
  const votes = votesOf(text)
  const most = Math.max(...votes)
  return languages.filter((_, place) => 2 * (votes[place] ?? 0) >= most)
}

/** Returns the votes in the order of `languages`. */
const votesOf = (text: string): ReadonlyArray<number> => {
  const votes = new Array<number>(languages.length).fill(0)
  const held = new Array<number>(languages.length).fill(0)
  const looking = text.length <= looked ? text : text.slice(0, looked)
  const isPlain = isAscii(looking)
  const own = isPlain ? looking : fold(looking)
  const isFolded = isPlain || isAscii(own)
  const pattern = isFolded ? asciiWords : words
  let count = 0
  pattern.lastIndex = 0
  for (let found = pattern.exec(own); found !== null; found = pattern.exec(own)) {
    count++
    const [written] = found
    const word = isFolded ? written.toLowerCase() : lower(written)
    // Most words are of no list, and decide nothing.
    if (!tellsLanguage(word)) continue
    const all = languagesOfFunctionWord(word)
    const isName = isNameAt(own, written, found.index)
    const of = isName ? all.filter((place) => languages[place] === 'de') : all
    for (const place of of) {
      votes[place] = (votes[place] ?? 0) + vote / of.length
      held[place] = (held[place] ?? 0) + oneIn
    }
    if (!isName && !of.includes(0) && isEnglishToo(word)) votes[0] = (votes[0] ?? 0) + vote / Math.max(1, of.length)
  }
  if (!isPlain) voteByLetters(looking.normalize('NFC').toLowerCase(), votes)
  return votes.map((given, place) => (place > 0 && count >= oneIn && (held[place] ?? 0) < count ? 0 : given))
}

/** True for a word with a capital within a sentence: a name, as in "la sede Sur"; in German any noun, and "Sie". */
const isNameAt = (text: string, word: string, at: number): boolean =>
  capital.test(word) && !beginning.test(text.slice(Math.max(0, at - beforeMost), at))

const voteByLetters = (text: string, votes: Array<number>): void => {
  for (const [pattern, of] of letters) {
    if (!pattern.test(text)) continue
    for (const language of of) {
      const place = languages.indexOf(language)
      votes[place] = (votes[place] ?? 0) + letterVote / of.length
    }
  }
}

/* Character classes of the Chinese, Japanese and Korean scripts: Han, Hiragana, Katakana, Hangul. */

/** Character class for patterns with the `v` flag: letters and numbers of these scripts, and their length and repetition marks. */
export const cjkClass = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}]]`

/** {@link cjkClass} with Thai, Lao, Khmer and Myanmar, which do not separate words: a run of their letters holds many words. */
export const runOnClass = String.raw`[[\p{L}\p{N}]&&[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Hang}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]]`

const oneCjk = new RegExp(`^${cjkClass}$`, 'v')

/** Lowest code point of these scripts, a Hangul consonant. The comparison with it avoids most pattern tests. */
const firstCjk = 0x1100

export const isCjk = (codePoint: number): boolean => codePoint >= firstCjk && oneCjk.test(String.fromCodePoint(codePoint))

/*
 * Splits a long German or Dutch word at each place where it may be two words written as one.
 *
 * No dictionary tells which split is right. A text is indexed under all of them, beside its words. A question uses the splits that some text has.
 */

/** Languages that write compound nouns as one word. */
export const compounding: ReadonlyArray<Language> = ['de', 'nl']

/** Minimum letters of each part. Most words begin or end with a shorter one. */
const shortestPart = 4
const vowel = /[aeiouy]/

/** Returns the splits, the shortest front first. Each part has a vowel. Expects `word` unstemmed and in lower case. */
export const splitsOf = (word: string): ReadonlyArray<readonly [front: string, back: string]> => {
  const splits: Array<readonly [string, string]> = []
  for (let at = shortestPart; at <= word.length - shortestPart; at++) {
    const [front, back] = [word.slice(0, at), word.slice(at)]
    if (vowel.test(front) && vowel.test(back)) splits.push([front, back])
  }
  return splits
}
