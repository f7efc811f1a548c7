/** Learns from what is stated twice that two wordings say the same: "Chen is on call for X" and "the one to wake when X is down is Chen". */
import type { Wording } from './contrast.ts'
import { isOwnStem } from './own-words.ts'
import type { Statement } from './statement.ts'

/** True where two statements differ in these words alone: they give one subject one value in both wordings. */
export const saysTheSame = ({ newer, older }: Wording, statements: ReadonlyArray<Statement>): boolean => {
  const known = new Set(statements.flatMap((statement) => restOf(statement, older)))
  return statements.some((statement) => restOf(statement, newer).some((rest) => known.has(rest)))
}

/** Least words of a subject and its value. */
const restLeast = 2

/** Returns what a statement says beside these words, in any order; none where it lacks one of them. */
const restOf = ({ keys, values }: Statement, words: ReadonlyArray<string>): ReadonlyArray<string> => {
  const own = new Set(keys.filter((key) => !isOwnStem(key)))
  if (!words.every((word) => own.has(word))) return []
  const rest = [...own].filter((key) => !words.includes(key))
  return rest.length < restLeast ? [] : [[...rest.sort(), ...values.map(({ text }) => text)].join(' ')]
}
