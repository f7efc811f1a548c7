/** Detects the language of a text by its function words and by letters that only some languages use. Deterministic; uses no model. */
import { fold, isAscii, lower } from './fold.ts'
import { isEnglishToo, languagesOfFunctionWord } from './function-words.ts'
import { type Language, languages } from './languages.ts'

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
const asciiWords = /[a-z]{2,}/g
const words = /\p{L}[\p{L}\p{M}]+/gu

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
  const found = wordsOf(looking)
  for (const word of found) {
    const of = languagesOfFunctionWord(word)
    for (const place of of) {
      votes[place] = (votes[place] ?? 0) + vote / of.length
      held[place] = (held[place] ?? 0) + oneIn
    }
    if (!of.includes(0) && isEnglishToo(word)) votes[0] = (votes[0] ?? 0) + vote / Math.max(1, of.length)
  }
  if (!isAscii(looking)) voteByLetters(looking.normalize('NFC').toLowerCase(), votes)
  return votes.map((count, place) => (place > 0 && found.length >= oneIn && (held[place] ?? 0) < found.length ? 0 : count))
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  isAscii(text) ? (text.toLowerCase().match(asciiWords) ?? []) : (lower(fold(text)).match(words) ?? [])

const voteByLetters = (text: string, votes: Array<number>): void => {
  for (const [pattern, of] of letters) {
    if (!pattern.test(text)) continue
    for (const language of of) {
      const place = languages.indexOf(language)
      votes[place] = (votes[place] ?? 0) + letterVote / of.length
    }
  }
}
