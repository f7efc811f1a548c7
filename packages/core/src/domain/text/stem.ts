/**
 * Returns the stem of a word in one of seven languages: an own light stemmer for English, for the others Snowball's algorithms from the
 * package `@orama/stemmers`.
 *
 * All words are folded, because people leave accents out. If an algorithm needs an accent to recognise an ending, the accent is restored first.
 */

import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import type { Language } from './language.ts'
import { fold } from './unicode.ts'

/** Expects `word` folded, in lower case and in Latin letters. The stem is never empty. */
export const stemIn = (word: string, language: Language): string => {
  if (language === 'en') return stem(word)
  const stemmed = fold(stemmers[language](word))
  return stemmed === '' ? word : stemmed
}

const stemmers: Readonly<Record<Exclude<Language, 'en'>, (word: string) => string>> = {
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

const shortestStemmable = 5

/**
 * Removes the most common English endings from a lower-case word, so that "linking", "linked" and "links" give one stem. Words of up to
 * four letters stay.
 *
 * The stem only has to be the same for text and question, and a more thorough stemmer merges words that differ.
 */
export const stem = (word: string): string => {
  if (word.length < shortestStemmable) return word
  // A plural ending hides the others, so it is removed first.
  return withoutAdverbEnding(withoutFinalE(withoutVerbEnding(singular(word))))
}

const singular = (word: string): string => {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('sses')) return word.slice(0, -2)
  if (word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us')) return word.slice(0, -1)
  return word
}

const withoutVerbEnding = (word: string): string => {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 4 && word.endsWith('ed')) return word.slice(0, -2)
  return word
}

const withoutFinalE = (word: string): string => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word)

const withoutAdverbEnding = (word: string): string => (word.length > 4 && word.endsWith('ly') ? word.slice(0, -2) : word)
