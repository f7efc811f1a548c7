/**
 * Takes the commonest English endings off a lower-case word, so that "linking", "linked" and "links" meet.
 *
 * Light on purpose: it only has to be the same for text and question, and a heavier stemmer merges words that differ.
 */

const shortestStemmable = 5

/** Words of up to four letters stay. The order matters: a plural is undone first, what it uncovers after it. */
export const stem = (word: string): string => {
  if (word.length < shortestStemmable) return word
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
