/**
 * Returns the stem of a word in one of seven languages, and the term under which the text index has the word.
 *
 * The stems are those of Snowball's algorithms: English from the package `porter2`, the others from `@orama/stemmers`, whose English is the older
 * algorithm of Porter. All words are folded, because people leave accents out. If an algorithm needs an accent to recognise an ending, the accent is
 * restored first.
 */

import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stem as english } from 'porter2'
import { isFunctionWord, type Language, languages } from './function-words.ts'
import { fold } from './unicode.ts'

/** Expects `word` folded, in lower case and in Latin letters. The stem is never empty. */
export const stemIn = (word: string, language: Language): string => {
  const stemmed = language === 'en' ? stemmers.en(word) : fold(stemmers[language](word))
  return stemmed === '' ? word : stemmed
}

const stemmers: Readonly<Record<Language, (word: string) => string>> = {
  // To the algorithm "operator" is a form of "operate" and "operation". In texts about software they are three things.
  en: (word) => (/ators?$/.test(word) ? word.replace(/s$/, '') : englishStem(word)),
  // ae, oe and ue become a, o and u, as folded ä, ö and ü are. The algorithm does not remove -n after -el.
  de: (word) => german(word.replace(/ae|oe|(?<![aeq])ue/g, ([vowel]) => vowel ?? '').replace(/eln$/, 'el')),
  nl: dutch,
  fr: (word) => french(word.replace(/ee(s?)$/, 'ée$1')),
  es: (word) => spanish(word.replace(/(c|s)ion$/, '$1ión')),
  it: italian,
  pt: (word) =>
    portuguese(
      word
        .replace(/(?:c|ç)oes$/, 'ção')
        .replace(/oes$/, 'ão')
        .replace(/cao$/, 'ção')
        .replace(/ao$/, 'ão'),
    ),
}

/**
 * Beginnings that are words by themselves, behind which Snowball 3.0 lets the endings begin: "university" is no form of "universe", nor "organic" of
 * "organ", nor "emergency" of "emerge". The package has the list of Snowball 2, which begins with "gener": so a word is stemmed as if it began so.
 */
const beginnings = /^(?:univers|organ|emerg)/
const knownBeginning = 'gener'

const englishStem = (word: string): string => {
  const [beginning] = beginnings.exec(word) ?? []
  return beginning === undefined
    ? english(word)
    : beginning + english(knownBeginning + word.slice(beginning.length)).slice(knownBeginning.length)
}

/** Separates the language of a text from the stem in a term. No word contains it. */
export const languageSign = ':'

/** Returns the term of a word inside a compound. No word contains the mark `+`. */
export const partOf = (word: string, language: Language): string => `${language}+${stemIn(word, language)}`

export const isContent = (word: string, language: Language): boolean =>
  !isFunctionWord(word, 'en') && (language === 'en' || !isFunctionWord(word, language))

/** Terms of different languages differ, because equal stems can be different words. English and uninflected words get no prefix. */
export const termOf = (word: string, language: Language): string =>
  !isInflected(word) ? word : language === 'en' ? stemIn(word, 'en') : `${language}${languageSign}${stemIn(word, language)}`

/** The words whose terms were looked up lately, of all brains. Whoever erases a text forgets them: a word of it may be among them. */
export const keptTerms = {
  has: (word: string): boolean => languages.some((language) => knownTerms[language].has(word)),
  forget: (): void => {
    for (const language of languages) knownTerms[language].clear()
  },
} as const

/** Returns the term of a word in a text; empty for a function word. Terms are kept, because a stem takes longer than a look-up. */
export const contentTermOf = (word: string, language: Language): string => {
  const known = knownTerms[language]
  const before = known.get(word)
  if (before !== undefined) return before
  const term = isContent(word, language) ? termOf(word, language) : ''
  if (known.size >= keptMost) known.clear()
  if (word.length <= longestKept) known.set(word, term)
  return term
}

const knownTerms = Object.fromEntries(languages.map((language) => [language, new Map<string, string>()])) as Readonly<
  Record<Language, Map<string, string>>
>
const keptMost = 50_000
/** In UTF-16 code units. A longer part of a text would keep the whole text in memory. */
const longestKept = 12

const latin = /^(?:[a-z]+|\p{sc=Latin}+)$/u

/** True for a word that each language stems in its own way: Latin letters only, no number, code or other script. */
export const isInflected = (word: string): boolean => latin.test(word)

/*
 * Runs of letters and digits, such as `6pm`, `10km` and `OPS2231`: people write their two parts together, with a space or with a dash.
 *
 * One rule: a text that writes a run together also has its parts, and the two as neighbours; a question that writes it together also looks for the
 * neighbours. The other way needs nothing: the index has neighbours anyway. A run is still one word of a question, so it counts once, and its parts alone are no evidence: OPS2299 is not OPS2231.
 *
 * Bounds: a run has exactly two parts of at most 12 characters, so a text gets at most three more terms for one, and none for a hash or an encoded
 * value. A letter before digits is left alone: `v2`, `b12` and `h264` are names.
 */

const run = /^(?:(\p{L}{2,12})(\p{Nd}{1,12})|(\p{Nd}{1,12})(\p{L}{1,12}))$/u

/** Returns the two parts of a run; undefined for any other word. Expects lower case. */
export const partsOfRun = (word: string): readonly [front: string, back: string] | undefined => {
  const [, letters, digits, first, unit] = run.exec(word) ?? []
  if (letters !== undefined && digits !== undefined) return [letters, digits]
  return first === undefined || unit === undefined ? undefined : [first, unit]
}

/** Returns the terms of the parts of a run in a text, without function words, and behind them the term of the two as neighbours. */
export const runTerms = (word: string, language: Language): ReadonlyArray<string> => {
  const terms =
    partsOfRun(word)
      ?.filter((part) => isContent(part, language))
      .map((part) => termOf(part, language)) ?? []
  return terms.length === 2 ? [...terms, terms.join(' ')] : terms
}

/** Returns the terms under which texts in any of these languages index the parts of a run as neighbours. English is always included. */
export const runWays = (word: string, sought: ReadonlyArray<Language>): ReadonlyArray<string> =>
  partsOfRun(word) === undefined
    ? []
    : languages.filter((one) => one === 'en' || sought.includes(one)).flatMap((language) => runTerms(word, language)[2] ?? [])
