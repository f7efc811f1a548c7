/** Whose words a sentence of a note is: the agent's, or what others wrote and the agent had read. */
import { numberMarks, runMarks, saidWithin, spelledWords, stemMarks } from './word-marks.ts'

/** Marks of the words that the agent had read and heard before it wrote. */
export interface Background {
  /** It was written after others' text was read, and before the owner spoke again. */
  readonly afterOthers: boolean
  /** Digests of words and runs of words that others wrote and the agent read. */
  readonly others: Marks
  /** Digests of what the memory holds of others' texts, read by an agent or not. Absent: none. */
  readonly held?: Marks
  /** Digests of the words of each message of the owner. */
  readonly owner: ReadonlyArray<Marks>
}

interface Marks {
  readonly has: (mark: number) => boolean
}

const nothing: Marks = { has: () => false }

/** This share of a sentence's runs of words stands in what others wrote: it repeats them. */
const repeatedShare = 0.5
/** This share of what a sentence says stands in one message of the owner: it is the owner's own. */
const ownShare = 0.6
/** By fewer words nobody can be told from anybody. */
const tellingWords = 2

/** Fewer words are no sentence: a number, a name, a word that something was done. */
const sentenceWords = 8

/** True for a text of at least `sentenceWords` words: shorter ones cannot carry a statement of others. */
export const bringsWords = (text: string): boolean => spelledWords(text.slice(0, 10_000)).length >= sentenceWords

/** Marks of what is read, for {@link Background.others}. */
export const marksOfRead = (text: string): ReadonlySet<number> => {
  const words = spelledWords(text)
  return new Set([...runMarks(words), ...stemMarks(words)])
}

/** Marks of what the owner says, for {@link Background.owner}. */
export const marksOfSaid = (text: string): ReadonlySet<number> => stemMarks(spelledWords(text))

/**
 * Whether a sentence counts as what others wrote. What repeats the owner's own words never does, unless a word of it that the owner did not
 * say stands in what others wrote. What says nothing does not.
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

/** By the name of a subject, which two may write of, nobody repeats the other: it is more, or all that is said. */
const saysMoreThanName = (words: ReadonlyArray<string>, repeated: ReadonlyArray<boolean>): boolean => {
  const said = saidWithin(words, repeated)
  return said.size > namingWords || said.size === stemMarks(words).size
}

/** Headings of one or two words, and dates, name a place; they say nothing that one could be told. */
const namingWords = 2

/** A heading of so many words that say something names a subject. */
const subjectWords = 4

/**
 * The same of a heading or the name of a note, which stand above what others did not write too. What only the memory holds of others makes
 * no note theirs that is headed by the same subject.
 */
export const isOthersHeading = (heading: string, background: Background): boolean => {
  const words = spelledWords(heading)
  if (hasNumberOf(words, background)) return isOthers(heading, background)
  const saying = words.filter((word) => !/^\p{N}+$/u.test(word))
  if (saying.length <= namingWords) return false
  return isOthers(heading, stemMarks(saying).size > subjectWords ? background : { ...background, held: nothing })
}
