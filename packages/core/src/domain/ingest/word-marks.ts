/**
 * The words of a text and their runs as numbers: enough to tell whether another text repeats them, too little to read them back as prose.
 *
 * Spelling folds as it does for the index, so neither case, accents nor characters that show nothing hide a word. Where a script parts no
 * words, each character counts as one. Two different words get one mark about once in four thousand million pairs.
 */
import { runOnClass } from '../text/cjk.ts'
import { fold, lower } from '../text/fold.ts'
import { isFunctionWordAnywhere } from '../text/function-words.ts'

const oneWord = new RegExp(String.raw`${runOnClass}\p{M}*|(?:(?!${runOnClass})[\p{L}\p{N}\p{M}])+`, 'gv')

/** Folded, in lower case, in their order. */
export const spelledWords = (text: string): ReadonlyArray<string> => lower(fold(text)).match(oneWord) ?? []

/** Words in a run. Two neighbours are common phrases too often. */
const runLength = 3

/** A mark for each run of three words, in their order; none for fewer words. */
export const runMarks = (words: ReadonlyArray<string>): ReadonlyArray<number> =>
  words.slice(runLength - 1).map((_, at) => mark(words.slice(at, at + runLength).join(' ')))

/** Letters of a word that tell it from others: what follows is inflection in the languages with long words. */
const stemLength = 5

/** A mark for each distinct word that says something, by its stem; of one with a digit, by all of it. */
export const stemMarks = (words: ReadonlyArray<string>): ReadonlySet<number> =>
  new Set(words.flatMap((word) => (saysSomething(word) ? [mark(`${stemOf(word)}~`)] : [])))

/** Marks of the words that say something, of those that stand in one of the runs that are `taken`: one for each of {@link runMarks}. */
export const saidWithin = (words: ReadonlyArray<string>, taken: ReadonlyArray<boolean>): ReadonlySet<number> =>
  stemMarks(words.filter((_, at) => taken.slice(Math.max(0, at - runLength + 1), at + 1).includes(true)))

/** Words that nobody has twice by chance: numbers of accounts, telephones, orders. */
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
