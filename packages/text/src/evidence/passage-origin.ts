/** Classifies a sentence of a note: text of the agent, or text of others that the agent had read. */

import { fnv1a } from '../fnv1a.ts'
import { isFunctionWordAnywhere, negations, reportingWords } from '../languages/function-words.ts'
import { runOnClass } from '../languages/languages.ts'
import { spelledWords } from '../words/names.ts'

/*
 * Marks (32-bit hashes) of words and runs of words: enough to tell whether another text repeats them, too little to read them back as
 * prose.
 *
 * Spelling is folded as in the search index, so case, accents and invisible characters do not hide a word. In scripts without spaces each
 * character counts as one word. Two different words have the same mark about once in 4 thousand million pairs.
 */

/** Words in a run. Runs of two words are too often common phrases. */
const runLength = 3

/** Returns a mark for each run of three words, in order; none for fewer words. */
const runMarks = (words: ReadonlyArray<string>): ReadonlyArray<number> =>
  words.slice(runLength - 1).map((_, at) => fnv1a(words.slice(at, at + runLength).join(' ')))

/** Letters of a word that are compared. In languages with long words the rest is mostly inflection. */
const stemLength = 5

/** Returns a mark for each distinct content word: of its stem, or of the whole word if it has a digit. */
const stemMarks = (words: ReadonlyArray<string>): ReadonlySet<number> =>
  new Set(words.flatMap((word) => (saysSomething(word) ? [fnv1a(`${stemOf(word)}~`)] : [])))

/** Returns marks of the content words in the runs for which `taken` is true. `taken` has one entry for each of {@link runMarks}. */
const saidWithin = (words: ReadonlyArray<string>, taken: ReadonlyArray<boolean>): ReadonlySet<number> =>
  stemMarks(words.filter((_, at) => taken.slice(Math.max(0, at - runLength + 1), at + 1).includes(true)))

/**
 * Returns marks of words with a digit and at least six characters (account, telephone and order numbers): two texts rarely share them by
 * chance.
 */
const numberMarks = (words: ReadonlyArray<string>): ReadonlyArray<number> =>
  words.flatMap((word) => (word.length >= tellingDigits && hasDigit.test(word) ? [fnv1a(`${word}~`)] : []))

const tellingDigits = 6
const hasDigit = /\p{N}/u

const stemOf = (word: string): string => (hasDigit.test(word) ? word : word.slice(0, stemLength))

/** Negations count as content although every text has them. */
const saysSomething = (word: string): boolean =>
  negations.has(word) || !(isFunctionWordAnywhere(word) || reportingWords.has(word) || (word.length < 2 && !isRunOnCharacter.test(word)))

const isRunOnCharacter = new RegExp(`^(?:${runOnClass}|\\p{N})`, 'v')

/** Marks of the texts that the agent had read and heard before it wrote a note. */
export interface Background {
  /** True if the note was written after text of others was read and before the next message of the owner. */
  readonly afterOthers: boolean
  /** Marks of the words, and of the runs of words, that others wrote and the agent read. */
  readonly others: Marks
  /** Marks of others' texts in the memory, whether or not an agent read them. Absent: none. */
  readonly held?: Marks
  /** Marks of the words of each message of the owner, one set a message. */
  readonly owner: ReadonlyArray<Marks>
}

interface Marks {
  readonly has: (mark: number) => boolean
}

const nothing: Marks = { has: () => false }

/** Share of the runs of a sentence, 0 to 1, that must occur in text of others for the sentence to count as a repetition. */
const repeatedShare = 0.5
/** Share of the content words of a sentence, 0 to 1, that must occur in one message of the owner for it to be the owner's. */
const ownShare = 0.6
/** Least content words of a sentence that is compared with the messages of the owner. */
const tellingWords = 2

/** Least words of a statement. Fewer words are a number, a name or an acknowledgement. */
const sentenceWords = 8

/** True for a text of at least `sentenceWords` words: shorter ones cannot carry a statement of others. */
export const bringsWords = (text: string): boolean => spelledWords(text.slice(0, 10_000)).length >= sentenceWords

/** Returns marks of a text that was read, for {@link Background.others}. */
export const marksOfRead = (text: string): ReadonlySet<number> => {
  const words = spelledWords(text)
  return new Set([...runMarks(words), ...stemMarks(words)])
}

/** Returns marks of a message of the owner, for {@link Background.owner}. */
export const marksOfSaid = (text: string): ReadonlySet<number> => stemMarks(spelledWords(text))

/**
 * True if a sentence counts as text of others. A sentence that repeats a message of the owner does not count, unless it adds a word that
 * occurs in text of others and not in that message. A sentence without words does not count.
 */
export const isOthers = (sentence: string, background: Background): boolean => {
  const words = spelledWords(sentence)
  if (words.length === 0 || repeatsOwner(words, background)) return false
  return background.afterOthers || repeatsOthers(words, background)
}

const repeatsOwner = (words: ReadonlyArray<string>, { held = nothing, others, owner }: Background): boolean => {
  const said = [...stemMarks(words)]
  if (said.length < tellingWords) return false
  return owner.some((message) => {
    const added = said.filter((word) => !message.has(word))
    return added.length <= said.length * (1 - ownShare) && !added.some((word) => others.has(word) || held.has(word))
  })
}

const repeatsOthers = (words: ReadonlyArray<string>, background: Background): boolean => {
  const { held = nothing, others } = background
  if (hasNumberOf(words, background)) return true
  const runs = runMarks(words)
  const read = runs.map((run) => others.has(run))
  const known = runs.map((run, at) => read[at] === true || held.has(run))
  return areEnough(read) || (areEnough(known) && saysMoreThanName(words, known))
}

const areEnough = (repeated: ReadonlyArray<boolean>): boolean => {
  const count = repeated.filter(Boolean).length
  return count > 0 && count >= repeated.length * repeatedShare
}

const hasNumberOf = (words: ReadonlyArray<string>, { held = nothing, others }: Background): boolean =>
  numberMarks(words).some((number) => others.has(number) || held.has(number))

/**
 * True if the repeated runs hold more content words than a name has, or all content words of the sentence. Two writers can use the same
 * name without repeating each other.
 */
const saysMoreThanName = (words: ReadonlyArray<string>, repeated: ReadonlyArray<boolean>): boolean => {
  const said = saidWithin(words, repeated)
  return said.size > namingWords || said.size === stemMarks(words).size
}

/** Most words that only name a subject or a place. Such headings, and dates, carry no statement. */
const namingWords = 2

/** Most content words of a heading that only names a subject. */
const subjectWords = 4

/**
 * Returns the same as {@link isOthers} for a heading or the name of a note, which also stand above text that others did not write. A
 * heading of at most {@link namingWords} words counts only if it repeats a number. A heading that only names a subject is not compared with
 * `held`: others' texts about the same subject do not make the note theirs.
 */
export const isOthersHeading = (heading: string, background: Background): boolean => {
  const words = spelledWords(heading)
  if (hasNumberOf(words, background)) return isOthers(heading, background)
  const saying = words.filter((word) => !/^\p{N}+$/u.test(word))
  if (saying.length <= namingWords) return false
  return isOthers(heading, stemMarks(saying).size > subjectWords ? background : { ...background, held: nothing })
}
