/**
 * Finds the old value that a spoken message exchanges outright for another: "They talk to the server on 8543 instead of 8443", "Das Treppenhaus
 * putzen sie jetzt am Montag statt am Mittwoch".
 *
 * A message that names the old value is about the statement that has this value, so it need not repeat the statement. It must share a word with the passage, and none of
 * these words may stand beside a word that tells another thing: "the school newsletter", "the brother of Iker".
 */
import { languageOf } from '../text/language.ts'
import { isLimiting, type Message, type PassageWords, tells } from './around.ts'
import { givenUpIn, isAttribute, isCalendar, isDirecting, isPerson, isPronoun, neverOwn, saysChanged, tellsChange } from './own-words.ts'
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
export const outright = (older: Statement, { known, titled, valued }: PassageWords, message: Message): Outright | undefined => {
  const given = message.givenUp()
  if (older.listed !== undefined || given === undefined) return undefined
  const values = message.values()
  const old = older.values.filter((one) => values.some(({ text }) => text === one.text))
  const [value, ...more] = old
  if (value === undefined || more.length > 0 || shapedValues(given)[0]?.text !== value.text) return undefined
  const others = new Set(values.flatMap((one) => (one.shape === value.shape && one.text !== value.text ? [one.text] : [])))
  if (others.size !== 1 || older.values.filter(({ shape }) => shape === value.shape).length > 1) return undefined
  const tokens = message.tokens()
  const isShared = (token: Token | undefined) => token !== undefined && tells(token) && known().has(token.key)
  const shared = tokens.filter((token) => isShared(token) && !isAttribute(token.written))
  const isNamed = shared.some(({ key }) => titled().has(key))
  if (weightOf(shared) < (isNamed ? 1 : sharedWith(value))) return undefined
  if (tokens.some((token, at) => isShared(token) && isOfAnother(tokens, at, isShared))) return undefined
  const both = [value.text, ...others]
  const isMore = (token: Token, at: number) =>
    token.kind === 'value' && !both.includes(token.written) && !valued().has(token.written) && !isDirected(tokens, at)
  if (tokens.some(isMore) || isLimitedTo(tokens, known(), message.text) || isOfSomebody(tokens, message.text, isShared)) return undefined
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

const isDirected = (tokens: ReadonlyArray<Token>, at: number): boolean =>
  tokens.slice(Math.max(0, at - 3), at).some(({ written }) => isDirecting(written))

/** True where a phrase limits a message to another place, time or person: "in Graz", "for adults". */
const isLimitedTo = (tokens: ReadonlyArray<Token>, known: ReadonlySet<string>, message: string): boolean => {
  const language = languageOf(message)
  return tokens.some(({ kind, written }, at) => {
    if (kind !== 'function') return false
    if (suspends.has(written)) return true
    if (!isLimiting(written, language)) return false
    const next = tokens.slice(at + 1).find((token) => token.kind !== 'function')
    if (next === undefined || next.kind === 'value' || known.has(next.key) || isDirected(tokens, tokens.indexOf(next))) return false
    return tells(next) || isCalendar(next.written)
  })
}

const suspends = new Set(
  'while when during until if unless wahrend solange wenn bis cuando mientras hasta quand pendant quando mentre finche terwijl wanneer totdat'.split(
    ' ',
  ),
)

/** True where the clause with the exchange, or a name behind the first word, is about somebody or something else. */
const isOfSomebody = (tokens: ReadonlyArray<Token>, message: string, isShared: (token: Token | undefined) => boolean): boolean => {
  const isOther = (token: Token | undefined) =>
    token !== undefined && tells(token) && !isShared(token) && !isAttribute(token.written) && !tellsChange(token.written)
  if (tokens.some(({ written }) => alone.has(written)) && !saysChanged(message)) return true
  if (languageOf(message) !== 'de' && tokens.some((token, at) => at > 0 && token.capital && isOther(token))) return true
  if (tokens.some(({ written }, at) => written === 's' && isShared(tokens[at - 1]) && isOther(tokens[at + 1]))) return true
  if (tokens.some(({ capital, kind }, at) => kind === 'function' && capital && tokens[at + 1]?.written === 's' && isShared(tokens[at + 2])))
    return true
  const clause = message.split(/(?<=[,:;])\s+/u).find((one) => givenUpIn(`${one} now`) !== undefined) ?? message
  const own = tokensOf(clause)
  const at = own.findIndex(({ kind }) => kind !== 'function')
  const [first, before] = [own[at], own[at - 1]]
  return (
    isOther(first) &&
    (first?.capital === true ||
      (before !== undefined && !neverOwn(before.written) && !isPerson(before.written) && !isPronoun(before.written)))
  )
}

const alone = new Set('i ich je yo io ik eu'.split(' '))
