/**
 * Runs of letters and digits, such as `6pm`, `10km` and `OPS2231`: people write their two parts together, with a space or with a dash.
 *
 * One rule: a text that writes a run together also has its parts, and the two as neighbours; a question that writes it together also looks for the
 * neighbours. The other way needs nothing: the index has neighbours anyway. A run is still one word of a question, so it counts once, and its parts alone are no evidence: OPS2299 is not OPS2231.
 *
 * Bounds: a run has exactly two parts of at most 12 characters, so a text gets at most three more terms for one, and none for a hash or an encoded
 * value. A letter before digits is left alone: `v2`, `b12` and `h264` are names.
 */
import { type Language, languages } from './languages.ts'
import { isContent, termOf } from './stem.ts'

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
