/**
 * Returns the stem of a word in one of seven languages, by Snowball's algorithms: English from the package `porter2`, the others from
 * `@orama/stemmers`, whose English is the older algorithm of Porter.
 *
 * All words are folded, because people leave accents out. If an algorithm needs an accent to recognise an ending, the accent is restored first.
 */

import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { stem as english } from 'porter2'
import type { Language } from './language.ts'
import { fold } from './unicode.ts'

/** Expects `word` folded, in lower case and in Latin letters. The stem is never empty. */
export const stemIn = (word: string, language: Language): string => {
  const stemmed = language === 'en' ? stemmers.en(word) : fold(stemmers[language](word))
  return stemmed === '' ? word : stemmed
}

const stemmers: Readonly<Record<Language, (word: string) => string>> = {
  // To the algorithm "operator" is a form of "operate" and "operation". In texts about software they are three things.
  en: (word) => (/ators?$/.test(word) ? word.replace(/s$/, '') : english(word)),
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
