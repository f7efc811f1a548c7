/**
 * The words of a text as the baselines read them: plain, English, and apart from the memory's own reading, so that a change of that moves
 * the memory's numbers and never what they are compared with.
 */

/** Words of a text in order: camel case taken apart, marks dropped, lower case, no stop words, stemmed. */
export const baselineWords = (text: string): ReadonlyArray<string> => {
  const apart = text.replace(/([a-z0-9])([A-Z])/g, '$1 $2')
  const folded = apart
    .normalize('NFKD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase()
  return Array.from(folded.matchAll(/[\p{L}\p{N}]+/gu), ([word]) => word).flatMap((word) => (stopWords.has(word) ? [] : [stemmed(word)]))
}

/** What a row is to a baseline: its title before its text. */
export const baselineText = ({ text, title }: { readonly text: string; readonly title: string | undefined }): string =>
  title === undefined || title === '' ? text : `${title} ${text}`

const stopWords = new Set(
  [
    'a about an and are as at be been by can could did do does for from had has have he her his how i if in into is it its',
    'me my no not of on or our s she should so t than that the their then there these they this those to was we were',
    'what when where which who whom whose why will with would you your',
  ].flatMap((line) => line.split(' ')),
)

/** Endings that are taken off, in this order, each from a word that is long enough still. */
const stemmed = (word: string): string => (word.length > 4 ? withoutLy(withoutE(withoutTense(singular(word)))) : word)

const singular = (word: string): string => {
  if (word.endsWith('ies')) return `${word.slice(0, -3)}y`
  if (word.endsWith('sses')) return word.slice(0, -2)
  return word.endsWith('s') && !word.endsWith('ss') && !word.endsWith('us') ? word.slice(0, -1) : word
}

const withoutTense = (word: string): string => {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  return word.length > 4 && word.endsWith('ed') ? word.slice(0, -2) : word
}

const withoutE = (word: string): string => (word.length > 4 && word.endsWith('e') ? word.slice(0, -1) : word)

const withoutLy = (word: string): string => (word.length > 4 && word.endsWith('ly') ? word.slice(0, -2) : word)
