/**
 * Decides whether a denial that says more than no is about a memory: whether it names the subject of that memory.
 *
 * A sentence names its subject at its beginning. A verb or a unit that two texts have in common ("takes", "euros") is no subject, so numbers with
 * their units count for nothing here, and only the first words are looked at.
 */
import { unitsOf } from '../text/phrases.ts'
import { shapedValues } from '../text/shaped-values.ts'
import { fold, lower } from '../text/unicode.ts'
import { isOwnStem, isPronoun } from './own-words.ts'
import type { WordedMemory } from './spoken-holder.ts'

/** The subject that a denial names. */
export interface NamedSubject {
  /** The first content words behind the denial; empty where it names only values. */
  readonly leading: ReadonlyArray<string>
  /** True where it begins with a pronoun or a value: it is about the subject of the answer. */
  readonly isOfAnswer: boolean
}

/** The number of content words at the beginning that may name the subject: "the liability insurance", "new rate". */
const leadingMost = 2

export const subjectOf = (said: string): NamedSubject => {
  const leading = [...unitsOf(withoutValues(said))].filter((unit) => !isOwnStem(unit)).slice(0, leadingMost)
  const [first = ''] = lower(fold(said)).match(/[\p{L}\p{N}]+/u) ?? []
  return { leading, isOfAnswer: isPronoun(first) || /^\p{N}/u.test(first) }
}

/** Blanks the values with their units. */
const withoutValues = (text: string): string => {
  let [rest, at] = ['', 0]
  for (const { from, to } of shapedValues(text)) {
    rest += `${text.slice(at, from)} `
    at = to
  }
  return rest + text.slice(at)
}

/** The memories that a denial may be about. */
export interface Sharing<Memory> {
  readonly memories: ReadonlyArray<Memory>
  /** True where they have a word of its subject; false where it only points to the answer. */
  readonly isNamed: boolean
}

/**
 * Returns those of `drawn` whose subject the denial names. One that begins with a pronoun, names only values, or names what was asked with a
 * word that no memory has, is about the subject of the answer, which all of `drawn` share.
 */
export const sharingSubject = <Memory extends WordedMemory>(
  { isOfAnswer, leading }: NamedSubject,
  question: ReadonlySet<string>,
  drawn: ReadonlyArray<Memory>,
): Sharing<Memory> => {
  const named = drawn.filter(({ text, title }) => {
    const own = unitsOf(`${title}\n${text}`)
    return leading.some((unit) => own.has(unit))
  })
  if (named.length > 0) return { memories: named, isNamed: true }
  const isOfQuestion = isOfAnswer || leading.length === 0 || leading.some((unit) => question.has(unit))
  return { memories: isOfQuestion ? drawn : [], isNamed: false }
}
