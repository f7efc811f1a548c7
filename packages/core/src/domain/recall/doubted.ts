/** A memory that somebody corrected is doubted: it is given together with that person's words, until another memory holds them. */
import { onOneLine } from '../text/context-fence.ts'
import { wordsOf } from '../text/wording.ts'

/** The words said against a memory, and the day on which they were said, as in 2026-11-23. */
export interface SaidOtherwise {
  readonly said: string
  readonly day: string
}

/** Characters of a correction that are given, from its beginning. */
const saidMost = 240

/** A memory as it is given: what was said of it stands behind it, each on a line. */
export const withCorrections = (text: string, corrections: ReadonlyArray<SaidOtherwise>): string =>
  [text, ...corrections.map(({ day, said }) => `corrected in conversation on ${day}: "${beginningOf(onOneLine(said))}"`)].join('\n')

const beginningOf = (said: string): string =>
  said.length <= saidMost
    ? said
    : `${said
        .slice(0, saidMost)
        .toWellFormed()
        .replace(/\ufffd$/, '')}…`

/** Words that a memory and the one that holds what was said of it must have in common, so that they are about one thing. */
const sharedLeast = 2

/**
 * True where `other` holds the correction of `memory` and all words that `memory` has of the question: then it says the same, up to date.
 */
export const isHeldBy = (memory: string, corrections: ReadonlyArray<SaidOtherwise>, other: string, question: string): boolean => {
  const [own, held] = [new Set(wordsOf(memory)), new Set(wordsOf(other))]
  const shared = [...own].filter((word) => held.has(word)).length
  if (shared < sharedLeast || wordsOf(question).some((word) => own.has(word) && !held.has(word))) return false
  const newest = corrections.at(-1)
  if (newest === undefined) return false
  const fresh = wordsOf(newest.said).filter((word) => !own.has(word))
  const values = fresh.filter((word) => isValue.test(word))
  const needed = values.length > 0 ? values : fresh
  return needed.length > 0 && needed.every((word) => held.has(word))
}

const isValue = /\p{N}/u

/** Least share of the words of a memory that must stand in another for it to repeat that one. */
const repeated = 0.75

/** True where `other` says what `memory` says and nothing of its correction: given beside it, it would repeat what is doubted. */
export const repeats = (memory: string, corrections: ReadonlyArray<SaidOtherwise>, other: string): boolean => {
  const [own, words] = [new Set(wordsOf(memory)), [...new Set(wordsOf(other))]]
  const fresh = new Set(corrections.flatMap(({ said }) => wordsOf(said)).filter((word) => !own.has(word)))
  return words.filter((word) => own.has(word)).length >= repeated * words.length && !words.some((word) => fresh.has(word))
}
