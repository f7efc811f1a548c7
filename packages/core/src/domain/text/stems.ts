/**
 * The stem of a word in one of the languages: Snowball's algorithms as the package `@orama/stemmers` has them, for words without accents.
 *
 * People leave accents out, so all words come folded. Where a language's algorithm needs one to see an ending, the ending gets it back first.
 * English is stemmed by `stemmer.ts`, as ever.
 */
import { stemmer as dutch } from '@orama/stemmers/dutch'
import { stemmer as french } from '@orama/stemmers/french'
import { stemmer as german } from '@orama/stemmers/german'
import { stemmer as italian } from '@orama/stemmers/italian'
import { stemmer as portuguese } from '@orama/stemmers/portuguese'
import { stemmer as spanish } from '@orama/stemmers/spanish'
import { fold } from './fold.ts'
import type { Language } from './languages.ts'
import { stem } from './stemmer.ts'

/** `word` folded, in lower case and of Latin letters. Never empty. */
export const stemIn = (word: string, language: Language): string => {
  if (language === 'en') return stem(word)
  const stemmed = fold(stemmers[language](word))
  return stemmed === '' ? word : stemmed
}

const stemmers: Readonly<Record<Exclude<Language, 'en'>, (word: string) => string>> = {
  // ä, ö and ü are also written ae, oe and ue: both read as a, o and u. The algorithm knows no -n after -el.
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
