/**
 * Finds values that are written with separators: addresses, versions, telephone numbers, amounts and times. The text index holds each as one
 * term beside its parts, in one form for all ways of writing it: `12,500`, `12 500` and `12'500` are `12500`, `9:00` is `09:00`, `6 pm` is `18:00`.
 */

import type { Language } from '../languages/function-words.ts'

export interface SeparatedValue {
  /** UTF-16 offsets in the text, end exclusive. */
  readonly from: number
  readonly to: number
  /** The form in which values are compared. Behind it the form of a second reading: `12.500` may be a version or an amount. */
  readonly forms: readonly [form: string, ...others: ReadonlyArray<string>]
  /** Shorter values that include this one: `2.14` for `2.14.3`; `10.0`, `10.0.4` and `10.0.4.0` for `10.0.4.0/24`. */
  readonly beginnings: ReadonlyArray<string>
  /**
   * Further terms of a text that has the value, and further terms under which a question looks for it: a time without its half of the day, a telephone
   * number without its country code. A text that has the code has the number behind a `+`, so numbers of two countries do not find each other.
   */
  readonly also: ReadonlyArray<string>
  readonly sought: ReadonlyArray<string>
  /** Two numbers that the value may be instead: `12 500`, `2019-2021`. Absent: it can be nothing else. */
  readonly halves?: readonly [string, string] | undefined
  /** True for the address, version or number of one thing. False for an amount, a time and a range. */
  readonly isName: boolean
}

const blank = String.raw`[ \u00a0\u2007\u2009\u202f]`
const dash = String.raw`[\-\u2010-\u2013]`
const hex = '[0-9a-fA-F]'
const hexGroups = `${hex}{1,4}(?::${hex}{1,4})*`
const behindNoWord = String.raw`(?<![\p{L}\p{N}_:])`
const beforeNoWord = String.raw`(?![\p{L}\p{N}_:])`
const behindNoDigit = String.raw`(?<!\p{N}|\p{N}[.,:'’])`
const beforeNoDigit = String.raw`(?!\p{N}|[.,'’]\p{N})`
const version = String.raw`(?:(?<![\p{L}\p{N}_])[vV])?`

/** Patterns from the most particular to the least: a stretch of text is one value of the first that fits. */
const kinds = {
  // A hardware address, or a UUID.
  hexadecimal: `${behindNoWord}(?:${hex}{2}(?:[:\\-]${hex}{2}){5}|${hex}{8}(?:-${hex}{4}){3}-${hex}{12})${beforeNoWord}`,
  // An address of IPv6: eight groups, or fewer with `::` for those that are 0.
  internet: `${behindNoWord}(?=[\\p{L}:]*\\d)(?:${hex}{1,4}(?::${hex}{1,4}){7}|(?:${hexGroups})?::(?:${hexGroups})?)(?:/\\d{1,3})?${beforeNoWord}`,
  // Groups of four: an IBAN, or the number of a card.
  account: `${behindNoWord}(?:\\p{L}{2}\\d{2}(?:${blank}[A-Z\\d]{4}){2,7}|\\d{4}(?:${blank}\\d{4}){3})(?:${blank}[A-Z\\d]{1,3})?${beforeNoWord}`,
  phone: [
    String.raw`\+\d(?:(?:${blank}|${dash}|[().\/]){0,2}\d){6,14}`,
    String.raw`${behindNoDigit}\(?0\d(?:(?:${blank}|${dash}|[()\/]){0,2}\d){5,13}`,
    String.raw`${behindNoDigit}(?:\(\d{3}\)${blank}?|\d{3}(?:${blank}|${dash}))?\d{3}(?:${blank}|${dash})\d{4}`,
  ]
    .map((pattern) => `${pattern}${beforeNoDigit}`)
    .join('|'),
  // German writes "um 6 am Montag": "am" before a capital or a number is no half of the day.
  clock: String.raw`${behindNoDigit}(?:1[0-2]|0?[1-9])(?:[:.][0-5]\d)?${blank}?(?:[Pp]\.?[Mm]|[Aa]\.?[Mm](?!\.?${blank}[\p{Lu}\p{N}]))(?![\p{L}\p{N}])`,
  time: String.raw`${behindNoDigit}(?:[01]?\d|2[0-4])(?:[:h][0-5]\d(?::[0-5]\d)?|\.[0-5]\d(?=${blank}?(?:[Uu]hr|uur|[ap]\.?m)(?!\p{L})))(?!:)${beforeNoDigit}`,
  amount: String.raw`${behindNoDigit}(?:[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+,\d+|(?:(?:['’]\d{3})+|(?:${blank}\d{3})+)(?:[.,]\d+)?)|\d+,\d+)${beforeNoDigit}`,
  joined: String.raw`${behindNoDigit}\d+(?:${dash}\d+)+${beforeNoDigit}`,
  dotted: String.raw`${behindNoDigit}${version}(?:\d+(?:\.\d+){2}-[A-Za-z][\dA-Za-z]*(?:[.\-][\dA-Za-z]+)*|\d+(?:\.\d+){3}\/\d{1,2}|\d+(?:\.\d+)+)${beforeNoDigit}`,
} as const
type Kind = keyof typeof kinds

const anyKind = new RegExp(
  Object.entries(kinds)
    .map(([kind, pattern]) => `(?<${kind}>${pattern})`)
    .join('|'),
  'uy',
)
/** A place in a value. Most numbers have none, so the patterns are tried at few places of a text. */
const separated =
  /\d(?=(?:[^\w\n]{1,2}|h)\d|[ \u00a0\u202f]?[AaPp]\.?[Mm](?!\w))|(?<!\w)\+(?=\d{7})|:(?=:|[\dA-Fa-f]{2}:)|-(?=[\dA-Fa-f]{2}-)/g
/** Longest part of a value before such a place, and longest text before a value that is looked at. */
const beforeMost = 24
/** In UTF-16 units, as long as a term may be. */
const longestValue = 64
const beginningsMost = 8

/** Returns the values of a text in its order. They do not overlap. The language tells whether a dot may separate thousands. */
export const separatedValues = (text: string, language: Language): ReadonlyArray<SeparatedValue> => {
  const found: Array<SeparatedValue> = []
  let end = 0
  for (const { index } of text.matchAll(separated)) {
    if (index < end) continue
    const read = valueAt(text, beginningOf(text, Math.max(end, index - beforeMost), index), index, language)
    if (read === undefined) continue
    end = read.to
    // A longer value is a row of numbers, and the index files each number by itself.
    if (read.to - read.from > longestValue) continue
    found.push({ ...read, beginnings: read.beginnings.slice(0, beginningsMost) })
  }
  return found
}

const beginningOf = (text: string, least: number, at: number): number => {
  let from = at
  while (from > least && !/\s/.test(text.charAt(from - 1))) from--
  return from
}

const valueAt = (text: string, from: number, last: number, language: Language): SeparatedValue | undefined => {
  for (let at = from; at <= last; at++) {
    anyKind.lastIndex = at
    const { 0: written = '', groups = {} } = anyKind.exec(text) ?? {}
    if (written === '' || at + written.length <= last + 1) continue
    const kind = Object.keys(kinds).find((one) => groups[one] !== undefined) as Kind
    const to = at + written.length
    const around = { before: text.slice(Math.max(0, at - beforeMost), at), behind: text.slice(to, to + 2), language }
    return { from: at, to, beginnings: [], also: [], sought: [], isName: true, ...readers[kind](written, around) }
  }
  return undefined
}

interface Around {
  readonly before: string
  readonly behind: string
  readonly language: Language
}

type Read = Pick<SeparatedValue, 'forms'> & Partial<SeparatedValue>

const digitsOf = (written: string): string => written.replace(/\D/g, '')

const readJoined = (written: string): Read => {
  const groups = written.match(/\d+/g) ?? []
  const [first = '', second = ''] = groups
  const isRange = groups.length === 2 && first.length === second.length && first.length <= 4
  const isLong = !isRange && digitsOf(written).length >= phoneLeast
  const isTwo = groups.length === 2 && /^\d/.test(written)
  return {
    forms: [isLong ? digitsOf(written) : groups.join('-')],
    halves: isTwo ? [first, second] : undefined,
    isName: groups.length > 2 || isLong,
  }
}

/** The country codes of ITU E.164. No code begins with another one. */
const countryCode = /^(?:1|7|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

/** A number with its country code is the same as without, with the 0 before it that most countries dial. */
const readPhone = (written: string): Read => {
  const plain = readJoined(written)
  if (!/^(?:\+|00)/.test(written)) return { ...plain, sought: withoutCode(plain.forms[0]) }
  const digits = digitsOf(written.replace('(0)', '')).replace(/^00/, '')
  const national = digits.replace(countryCode, '')
  const sought = national.length < nationalLeast ? [] : [`0${national}`, national]
  return { forms: [digits], sought, also: sought.flatMap(withoutCode) }
}
/** A shorter number is one of many. */
const nationalLeast = 6

/** Returns the term by which a number without its country code finds those with one; none for what is no such number. */
export const withoutCode = (digits: string): ReadonlyArray<string> => (/^\d{6,14}$/.test(digits) ? [`+${digits}`] : [])

const readClock = (written: string): Read => {
  const [hour = '', minute] = written.match(/\d+/g) ?? []
  const half = written.replace(/[^A-Za-z]/g, '').toLowerCase()
  const timed = (hours: number) => `${String(hours).padStart(2, '0')}:${minute ?? '00'}`
  const bare = minute === undefined ? [] : [timed(Number(hour))]
  return {
    forms: [timed((Number(hour) % 12) + (half === 'pm' ? 12 : 0))],
    also: bare,
    sought: bare,
    halves: minute === undefined ? [hour, half] : undefined,
    isName: false,
  }
}

/** With fewer digits, groups that are joined by dashes are no number of one thing, but a range or a score. */
const phoneLeast = 7

const readers: Readonly<Record<Kind, (written: string, around: Around) => Read>> = {
  hexadecimal: (written) => ({ forms: [written.toLowerCase().replace(/[:-]/g, '')] }),
  // No term has a colon behind letters, because it ends the mark of a language.
  internet: (written) => {
    const form = written.toLowerCase().replaceAll(':', '-')
    return { forms: [form], beginnings: form.includes('/') ? [form.replace(/\/.*/, '')] : [] }
  },
  account: (written) => ({ forms: [written.toLowerCase().replace(/[^\da-z]/g, '')] }),
  phone: readPhone,
  joined: readJoined,
  clock: readClock,
  time: (written) => ({
    forms: [written.replace(/[h.]/, ':').replace(/^\d:/, '0$&')],
    isName: false,
  }),
  amount: (written) => {
    const groups = written.match(/\d+/g) ?? []
    const [first = '', second = ''] = groups
    const isPair = groups.length === 2 && /^\d+\s/u.test(written)
    return { forms: [plainAmount(written)], halves: isPair ? [first, second] : undefined, isName: false }
  },
  dotted: (written, around) => {
    const form = written.toLowerCase().replace(/^v/, '')
    const forms: SeparatedValue['forms'] = mayBeGrouped(written, around) ? [form, digitsOf(form)] : [form]
    const beginnings = [...form.matchAll(/[.\-/]/g)].slice(1).map(({ index }) => form.slice(0, index))
    return { forms, beginnings, isName: beginnings.length > 0 || form !== written }
  },
}

const grouped = /^[1-9]\d{0,2}(?:\.\d{3})+$/
const versionWord = /(?<!\p{L})vers\p{L}+\s$/iu
const currency = /\p{Sc}\s?$/u

/** English writes thousands with a comma. No language writes versions with separate thousands. */
const mayBeGrouped = (written: string, { before, behind, language }: Around): boolean =>
  grouped.test(written) && !versionWord.test(before) && (language !== 'en' || currency.test(before) || /^\s?\p{Sc}/u.test(behind))

/** Removes what separates thousands, and writes the decimals behind a dot. */
const plainAmount = (written: string): string => {
  const [, whole = '', separator = '', decimals = ''] = /^(.*)([.,])(\d+)$/u.exec(written) ?? []
  const others = whole.replace(/\d/g, '')
  const isDecimal = decimals.length !== 3 || !/^[1-9]\d{0,2}(?!\d)/.test(whole) || (others !== '' && !others.includes(separator))
  return whole !== '' && isDecimal ? `${digitsOf(whole)}.${decimals}` : digitsOf(written)
}
