/**
 * Finds the old value that a spoken message exchanges outright for another: "They talk to the server on 8543 instead of 8443", "Das Treppenhaus
 * putzen sie jetzt am Montag statt am Mittwoch".
 *
 * Who names the old value is about what has it, so the message need not repeat the statement. It must share a word with the passage, and none of
 * these words may stand beside a word that tells another thing: "the school newsletter", "the brother of Iker".
 */
import { type Around, tells } from './around.ts'
import { exchangesOutright, isAttribute, tellsChange } from './own-words.ts'
import { isOfOneDay } from './side-by-side.ts'
import { type Statement, type Token, tokensOf, weightOf } from './statement.ts'
import { isOwning } from './subject.ts'
import { type ShapedValue, shapedValues } from './values.ts'

/** An exchange with the words that the message shares with the passage. */
export interface Outright {
  readonly from: string
  readonly score: number
}

/** A day of the week and a short number are in many notes: more must be shared with them. */
const sharedWith = ({ shape, text }: ShapedValue): number => (shape === 'weekday' || text.length < 3 ? 1.5 : 1)

/** Returns the exchange of the one value of an older statement for another of its shape; undefined where the message makes none. */
export const outright = (older: Statement, { known, message, titled }: Around): Outright | undefined => {
  if (message === undefined || older.listed !== undefined || !exchangesOutright(message) || isOfOneDay(message)) return undefined
  const values = shapedValues(message)
  const old = older.values.filter((one) => values.some(({ text }) => text === one.text))
  const [value, ...more] = old
  if (value === undefined || more.length > 0) return undefined
  const others = new Set(values.flatMap((one) => (one.shape === value.shape && one.text !== value.text ? [one.text] : [])))
  if (others.size !== 1 || older.values.filter(({ shape }) => shape === value.shape).length > 1) return undefined
  const tokens = tokensOf(message)
  const isShared = (token: Token | undefined) => token !== undefined && tells(token) && known.has(token.key)
  const shared = tokens.filter((token) => isShared(token) && !isAttribute(token.written))
  const isNamed = shared.some(({ key }) => titled.has(key))
  if (weightOf(shared) < (isNamed ? 1 : sharedWith(value))) return undefined
  if (tokens.some((token, at) => isShared(token) && isOfAnother(tokens, at, isShared))) return undefined
  return { from: value.text, score: weightOf(shared) }
}

/** True where a word beside the one at this place tells another thing. */
const isOfAnother = (tokens: ReadonlyArray<Token>, at: number, isShared: (token: Token | undefined) => boolean): boolean => {
  const isOther = (token: Token | undefined) => token !== undefined && tells(token) && !isShared(token)
  const [before, two] = [tokens[at - 1], tokens[at - 2]]
  if (isOther(before) && !tellsChange(before?.written ?? '')) return true
  if (before?.kind === 'function' && (isOwning(before.written) || before.written === 's') && isOther(two)) return true
  const next = tokens.findIndex(({ kind, written }, place) => place > at && (kind !== 'function' || isOwning(written)))
  return tokens[next]?.kind === 'function' && tokens.slice(next + 1, next + 4).some(isOther)
}
