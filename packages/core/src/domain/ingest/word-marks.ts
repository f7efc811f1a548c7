/**
 * Marks (32-bit hashes) of words and runs of words: enough to tell whether another text repeats them, too little to read them back as
 * prose.
 *
 * Spelling is folded as in the search index, so case, accents and invisible characters do not hide a word. In scripts without spaces each
 * character counts as one word. Two different words have the same mark about once in 4 thousand million pairs.
 */
import { runOnClass } from '../text/cjk.ts'
import { fold, lower } from '../text/fold.ts'
import { isFunctionWordAnywhere } from '../text/function-words.ts'

const oneWord = new RegExp(String.raw`${runOnClass}\p{M}*|(?:(?!${runOnClass})[\p{L}\p{N}\p{M}])+`, 'gv')

/** Returns the words of a text in order, folded and in lower case. */
export const spelledWords = (text: string): ReadonlyArray<string> => lower(fold(text)).match(oneWord) ?? []

/** Words in a run. Runs of two words are too often common phrases. */
const runLength = 3

/** Returns a mark for each run of three words, in order; none for fewer words. */
export const runMarks = (words: ReadonlyArray<string>): ReadonlyArray<number> =>
  words.slice(runLength - 1).map((_, at) => mark(words.slice(at, at + runLength).join(' ')))

/** Letters of a word that are compared. In languages with long words the rest is mostly inflection. */
const stemLength = 5

/** Returns a mark for each distinct content word: of its stem, or of the whole word if it has a digit. */
export const stemMarks = (words: ReadonlyArray<string>): ReadonlySet<number> =>
  new Set(words.flatMap((word) => (saysSomething(word) ? [mark(`${stemOf(word)}~`)] : [])))

/** Returns marks of the content words in the runs for which `taken` is true. `taken` has one entry for each of {@link runMarks}. */
export const saidWithin = (words: ReadonlyArray<string>, taken: ReadonlyArray<boolean>): ReadonlySet<number> =>
  stemMarks(words.filter((_, at) => taken.slice(Math.max(0, at - runLength + 1), at + 1).includes(true)))

/**
 * Returns marks of words with a digit and at least six characters (account, telephone and order numbers): two texts rarely share them by
 * chance.
 */
export const numberMarks = (words: ReadonlyArray<string>): ReadonlyArray<number> =>
  words.flatMap((word) => (word.length >= tellingDigits && hasDigit.test(word) ? [mark(`${word}~`)] : []))

const tellingDigits = 6
const hasDigit = /\p{N}/u

const stemOf = (word: string): string => (hasDigit.test(word) ? word : word.slice(0, stemLength))

/** Negations and contrasts count as content although every text has them: they reverse the meaning of a sentence. */
const negations: ReadonlySet<string> = new Set(
  'no not never none kein keine keinen nicht nie niet nooit geen ne pas jamais rien non mai niente nunca jamas nada nao nem'.split(' '),
)

/** Words by which a note reports that something was said, whoever said it. */
const reporting: ReadonlySet<string> = new Set(
  'user owner human note notes noted says said told asked prefers wants remember nutzer benutzer nutzerin notiz merken gesagt utilisateur utilisatrice note dit usuario usuaria nota dijo utente detto gebruiker notitie zei usuario disse'.split(
    ' ',
  ),
)

const saysSomething = (word: string): boolean =>
  negations.has(word) || !(isFunctionWordAnywhere(word) || reporting.has(word) || (word.length < 2 && !isRunOnCharacter.test(word)))

const isRunOnCharacter = new RegExp(`^(?:${runOnClass}|\\p{N})`, 'v')

/** FNV-1a (Fowler, Noll and Vo) over code units, 32 bits without sign. */
const mark = (text: string): number => {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
