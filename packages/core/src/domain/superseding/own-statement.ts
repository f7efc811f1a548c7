/** Says whether a statement is its writer's own word about what is true now, beside an older one. */
import { adds, isAttribute, isCalendar, isDirecting, isPastForm, neverOwn, pastOf, saysChanged } from './own-words.ts'
import { deniesFirst, hasChinese, introducesOwn, type Statement, type Token, tokensOf } from './statement.ts'
import { shapedValues } from './values.ts'

/** Most words between one of direction and the date or day that it is about. */
const directedMost = 2

/** Returns a statement without the dates and days since when it is true, if the older one has none: "from 1 June", "since Monday". */
export const withoutTimesOfChange = (newer: Statement, older: Statement): Statement => {
  const isTime = (place: number) => {
    const { key = '', written = '' } = newer.tokens[place] ?? {}
    if ((key !== '<date>' && key !== '<weekday>' && !isCalendar(written)) || older.tokens.some((token) => token.key === key)) return false
    return directedAt(place) >= 0
  }
  const directedAt = (place: number) => {
    const first = Math.max(0, place - 1 - directedMost)
    const at = newer.tokens.slice(first, place).findLastIndex(({ written }) => isDirecting(written))
    return at < 0 ? at : first + at
  }
  const places = newer.tokens.flatMap((_, place) => (isTime(place) ? [directedAt(place), place] : []))
  if (places.length === 0) return newer
  const isDropped = (token: Token) => places.some((place) => newer.tokens[place] === token)
  const values = newer.tokens
    .filter(({ kind }) => kind === 'value')
    .flatMap((token, i) => (isDropped(token) ? [] : newer.values.slice(i, i + 1)))
  const tokens = newer.tokens.filter((token) => !isDropped(token))
  const keys = tokens.flatMap(({ key, kind }) => (kind === 'function' ? [] : [key]))
  return { ...newer, tokens, keys, values }
}

/** True behind a heading of change that only names an attribute, or repeats words that both statements have. */
export const isHeaded = ({ heading }: Statement, older: Statement): boolean =>
  heading?.every(
    (word) => isAttribute(word) || tokensOf(word).every(({ key }) => older.tokens.some((token) => token.key === key && !token.capital)),
  ) === true

/** True where a statement begins as a report or a supposition, or adds something, and the older one does not. */
export const reports = (older: Statement, newer: Statement): boolean => {
  const said = newer.tokens.findIndex(({ kind }) => kind !== 'function')
  const begins = ({ kind, written }: Token, at: number) => kind === 'function' && at < said && neverOwn(written)
  return newer.tokens.some(begins) || (adds(newer.clauses.join(' ')) && !adds(older.clauses.join(' ')))
}

/** True where a statement is about what was true once, and the older one is not. */
export const speaksOfPast = (older: Statement, newer: Statement): boolean => {
  const [words, before] = [newer.clauses.join(' '), older.clauses.join(' ')]
  const [now, then] = [pastOf(words), pastOf(before)]
  if ((pastOf(`${newer.lead} ${words}`).isHistoric && !then.isHistoric) || now.isFormer !== then.isFormer) return true
  if (saysChanged(words)) return false
  return (now.isPast && !then.isPast) || newer.tokens.some((_, at) => isPast(newer.tokens, at, older.tokens))
}

/** Behind a form of "to be" or "to have" a form of the past is none of a time that is over: "is edited by". */
const isPast = (tokens: ReadonlyArray<Token>, at: number, others: ReadonlyArray<Token>): boolean => {
  const { key, kind, written = '' } = tokens[at] ?? {}
  const same = kind === 'content' ? others.filter((other) => other.key === key) : []
  const isAuxiliary = tokens.slice(Math.max(0, at - auxiliaryMost), at).some((before) => auxiliaries.has(before.written))
  return same.length > 0 && !isAuxiliary && same.every((other) => isPastForm(written, other.written))
}
const auxiliaryMost = 3
const auxiliaries = new Set(
  'is are be been being has have wird werden ist sind hat haben es son esta ha han est sont a ont e sono viene wordt worden heeft'.split(
    ' ',
  ),
)

/** True where nothing stands behind a statement but own words and the old value, as in "…, not Keziah". */
export const hasOwnTail = ({ tail }: Statement, from: string): boolean => saysNoMore(tail, from) && !limits.test(tail)
const limits =
  /(?<!\p{L})(?:only|nur|seulement|uniquement|solo|solamente|soltanto|alleen|(?:which|that|this) is (?:wrong|false|not true)|did you know|not ours|nicht unser\p{L}*|das stimmt nicht|was falsch ist|pas (?:le|la) nôtre)(?!\p{L})/iu

/** True where a statement begins with a denial of the old value: "Not Odile, …". */
export const deniesOld = ({ lead }: Statement, from: string): boolean => deniesFirst(lead) && saysNoMore(lead, from)

const saysNoMore = (tail: string, from: string): boolean => {
  if (tail === '' || introducesOwn(tail)) return true
  const old = from.split(' ')
  const value = shapedValues(tail).find(({ text }) => text === from)
  if (value !== undefined) return introducesOwn(`${tail.slice(0, value.from)} ${tail.slice(value.to)}`)
  if (hasChinese(tail)) return introducesOwn(tail.replace(old.join(''), ''))
  const rest = tail.split(/\s+/).filter((word) => {
    const plain = word.toLowerCase().replace(/[.,]+$/u, '')
    return !from.includes(plain) && !old.some((one) => plain.startsWith(one))
  })
  return introducesOwn(rest.join(' '))
}
