/** Tells the language of a text by its function words and by letters that only some languages write. No model and no randomness take part. */
import { fold, isAscii, lower } from './fold.ts'
import { isEnglishToo, languagesOfFunctionWord } from './function-words.ts'
import { type Language, languages } from './languages.ts'

/** In code units: what a text begins with tells its language as well as all of it. */
const looked = 4_000

/** The votes of one word, shared equally by the languages that have it. Divisible by every possible number of them. */
const vote = 420
/** A letter tells less than a word: names keep their letters in any language. */
const letterVote = 60

/** One word in so many has to be a function word of the language: code, tables and lists are none of theirs. */
const oneIn = 12

/** Single letters are words of no language: they are names of things. */
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

/** The language with most votes; English unless another has more than it, and of equals the first of `languages`. */
export const languageOf = (text: string): Language => {
  const votes = votesOf(text)
  let best = 0
  for (const [place, count] of votes.entries()) if (count > (votes[best] ?? 0)) best = place
  return languages[best] ?? 'en'
}

/** Every language that has half as many votes as the one with most, or more. */
export const likelyLanguages = (text: string): ReadonlyArray<Language> => {
  const votes = votesOf(text)
  const most = Math.max(...votes)
  return languages.filter((_, place) => 2 * (votes[place] ?? 0) >= most)
}

/** Side by side with `languages`. */
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
