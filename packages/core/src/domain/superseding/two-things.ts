/** Tells documents about two things by their names and headings: "hosts/quince.md" and "hosts/medlar.md". */
import { languageOf } from '../text/language.ts'
import { foreignWords } from './own-words.ts'
import { type Stating, type Token, tokensOf } from './statement.ts'

/** A passage with the path of its document; the path is empty for none. */
export interface Placed extends Stating {
  readonly path: string
}

/** Names of documents that hold anything, beside the words of `own-word-lists.ts`. */
const holdsAnything =
  /^(?:log|logs|journal|diary|daily|weekly|memory|memories|misc|inbox|index|readme|general|facts|house|home|tagebuch|allgemein\w*|verschiedenes|sonstiges|diario|quotidien|divers|varie|dagboek|notities|notatki|dziennik)$/iu
/** A year, a month or a day, with the number of a note of that day: "2026-11-26-2". */
const period = /(?:19|20)\d{2}(?:-\d{2}){0,2}(?:[-_ ]\d{1,3}(?!\d))?/gu

const subjectOf = ({ path, title }: Placed): ReadonlyMap<string, Token> => {
  const name = (path.split('/').at(-1) ?? '').replace(/\.\w+$/u, '')
  const words = foreignWords(`${name} ${title}`.replace(period, ' ').replace(/[_-]/gu, ' ')).filter((word) => !holdsAnything.test(word))
  return new Map(tokensOf(words.join(' ')).flatMap((token) => (token.kind === 'function' ? [] : [[spelled(token), token]])))
}

const spelled = ({ key, kind, written }: Token): string => (kind === 'value' ? written : key)

/**
 * True where the names of two passages tell two things apart, and the sentence that they state otherwise names neither of them: then it is
 * about the thing of its document. A sentence with a name of its own is about that, and so is a new text that names the older thing.
 */
export const areAboutTwoThings = (older: Placed, newer: Placed, sentence: string): boolean => {
  const [then, now] = [subjectOf(older), subjectOf(newer)]
  const onlyThen = [...then.keys()].filter((key) => !now.has(key))
  const onlyNow = [...now.keys()].filter((key) => !then.has(key))
  if (onlyThen.length === 0 || onlyNow.length === 0) return false
  const [said, text] = [tokensOf(sentence), new Set(tokensOf(newer.text).map(spelled))]
  if (said.some((token) => [...onlyThen, ...onlyNow].includes(spelled(token))) || onlyThen.some((key) => text.has(key))) return false
  // German writes every noun with a capital, and every language the first word of a sentence.
  if (languageOf(sentence) === 'de') return true
  return !said.some((token, at) => at > 0 && token.capital && token.kind === 'content' && text.has(token.key) && !then.has(token.key))
}
