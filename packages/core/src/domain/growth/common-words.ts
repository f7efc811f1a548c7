/**
 * Tells the commonest words of talk in ten languages from those that may name a thing. A message of such words alone is about nothing that a
 * memory could hold.
 */
import type { Language } from '../text/language.ts'
import { stemIn } from '../text/stem.ts'
import { fold, lower } from '../text/unicode.ts'
import { chineseCharacters, chineseWords, hiraganaWords, japaneseWords, polishWords } from './common-words-eastern.ts'
import { westernWords } from './common-words-western.ts'
import { questionWords, talkTopics } from './talk-topics.ts'

const listed = (text: string): ReadonlyArray<string> => lower(fold(text)).trim().split(/\s+/u)

/** Shorter words are compared as they are: their stems would meet those of other words. */
const shortestStemmed = 5

const latin = /^[a-z]+$/

/** The words of a language, and their stems. */
interface Common {
  readonly words: ReadonlySet<string>
  readonly stems: ReadonlySet<string>
}

const commonOf = (language: Language): Common => {
  const words = listed(westernWords[language])
  const stems = words.map((word) => (word.length >= shortestStemmed ? stemIn(word, language) : word))
  return { words: new Set(words), stems: new Set(stems) }
}

/** Made at the first use of a language: all of them take a tenth of a second. */
const made = new Map<Language, Common>()
const commonIn = (language: Language): Common => {
  const known = made.get(language) ?? commonOf(language)
  made.set(language, known)
  return known
}
const polish: ReadonlySet<string> = new Set(listed(polishWords))

/** True for one of the words of a language. Expects `word` folded and in lower case. */
export const isCommonAsWritten = (word: string, language: Language): boolean => commonIn(language).words.has(word)

/**
 * True for one of the words in one of the languages, also with another ending, and for a Polish one. Expects `word` folded and in lower case.
 * `spoken` are the languages that a message may be in: "tag" is a day in German, and names a thing in English.
 */
export const isCommonWord = (word: string, spoken: ReadonlyArray<Language>): boolean =>
  polish.has(word) ||
  spoken.some((language) => {
    const { stems, words } = commonIn(language)
    return words.has(word) || (word.length >= shortestStemmed && latin.test(word) && stems.has(stemIn(word, language)))
  })

const topics: ReadonlySet<string> = new Set(listed(talkTopics))
const asking: ReadonlySet<string> = new Set(listed(questionWords))

/** True for a word that remarks of small talk are about. Expects `word` folded and in lower case. */
export const isTalkTopic = (word: string): boolean => topics.has(word)

/** True for a word that a question begins with. Expects `word` folded and in lower case. */
export const isQuestionWord = (word: string): boolean => asking.has(word)

/*
 * Runs without spaces. What is left when the common words are removed, longest first, may name a thing. In Japanese a thing is mostly written in
 * Chinese characters or in katakana; a few hiragana that are left are an ending.
 */

const runWords: ReadonlyArray<string> = [...new Set(listed(`${chineseWords} ${japaneseWords} ${hiraganaWords}`))].sort(
  (a, b) => b.length - a.length,
)
const runCharacters: ReadonlySet<string> = new Set(chineseCharacters)
const hiraganaRun = /[\u3041-\u309f\u30fc]+/gu
/** So many hiragana in a row may be an ending. Three or more may be the name of a thing. */
const endingMost = 2

/** Returns the characters of a run without spaces that common words leave: those that may name a thing. */
export const tellingCharacters = (run: string): ReadonlyArray<string> => {
  let left = run
  for (const word of runWords) left = left.replaceAll(word, ' ')
  left = left.replace(hiraganaRun, (found) => (found.length <= endingMost ? ' ' : found))
  return [...left].filter((one) => one !== ' ' && !runCharacters.has(one))
}
