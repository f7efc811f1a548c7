/**
 * Takes secrets out of a text before it is stored: a log that is only appended to would keep them for good.
 *
 * Guarantees: linear time; redacting twice is redacting once; text without a secret comes back unchanged.
 */

import { onFirstUse } from '../on-first-use.ts'
import { backupCodeSpans, numericCodes, passPhrases, recoveryCodes, seedSpans } from './codes-and-phrases.ts'
import { commandPasswords, secretPlaces } from './credentials.ts'
import { issuedKeys, privateKeys, splitKeys, webhooks } from './issued-keys.ts'
import { namedHex, namedSecrets, networkKeys, wordPasswords } from './named-secrets.ts'
import type { RedactionRule, SecretSpan } from './redaction-rule.ts'
import { listedSecrets, tableSecrets } from './table-secrets.ts'

/** All rules, in order of precedence: of two rules that match at the same character the earlier gives the kind. */
export const redactionRules: ReadonlyArray<RedactionRule> = [
  ...privateKeys,
  ...issuedKeys,
  ...webhooks,
  ...secretPlaces,
  ...namedSecrets,
  ...networkKeys,
  ...recoveryCodes,
  ...passPhrases,
  ...wordPasswords,
  ...commandPasswords,
  ...numericCodes,
  ...namedHex,
]

type Matcher = ReturnType<typeof matcher>

/**
 * Returns a rule with its pattern in three forms, of which `lastIndex` is set before every use: `search` the whole text, `attempt` a match at one
 * place, and `locate` its groups as well.
 */
const matcher = (rule: RedactionRule) => {
  const as = (flags: string) => onFirstUse(() => new RegExp(rule.pattern.source, rule.pattern.flags.replace(/[dgy]/g, '') + flags))
  return { rule, search: as('g'), attempt: as('y'), locate: as('dy') }
}

/** Each pattern is made once, because the engine interprets a new one until it has run often enough to be compiled. */
const builtIn: ReadonlyArray<Matcher> = redactionRules.map(matcher)

export interface Redaction {
  readonly text: string
  /** The number of removed secrets of each kind, sorted by kind in code-unit order. */
  readonly redacted: ReadonlyArray<{ readonly kind: string; readonly count: number }>
}

/** One pass is nearly always enough; a rule may still match text that the first pass left beside a mark. */
const mostPasses = 4

/** A short text of letters alone, as most names are. No built-in rule matches one, so it is returned without a search. */
const name = /^[A-Za-z]{0,15}$/

/** Replaces every secret by `[redacted:kind]`. `furtherRules` come before the built-in ones. */
export const redact = (text: string, furtherRules: ReadonlyArray<RedactionRule> = []): Redaction => {
  if (furtherRules.length === 0 && name.test(text)) return { text, redacted: [] }
  const rules = [...furtherRules.map(matcher), ...builtIn]
  const counts = new Map<string, number>()
  let current = text
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const spans = merge(findSpans(current, rules))
    if (spans.length === 0) break
    for (const { kind } of spans) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    current = replace(current, spans)
  }
  return { text: current, redacted: [...counts].map(([kind, count]) => ({ kind, count })).sort((a, b) => (a.kind < b.kind ? -1 : 1)) }
}

interface Span extends SecretSpan {
  readonly kind: string
}

const mark = /\[redacted:[a-z0-9-]{1,40}\]/g

const findSpans = (text: string, rules: ReadonlyArray<Matcher>): ReadonlyArray<Span> => {
  const marks = [...text.matchAll(mark)].map((found) => ({ start: found.index, end: found.index + found[0].length }))
  const openings = new Map<RegExp, ReadonlyArray<number>>()
  return [
    ...splitKeys(text),
    ...rules.flatMap((one) => spansOf(one, text, marks, openings)),
    ...tableSecrets(text).map((span) => ({ ...span, kind: 'password' })),
    ...listedSecrets(text).map((span) => ({ ...span, kind: 'password' })),
    ...backupCodeSpans(text).map((span) => ({ ...span, kind: 'backup-code' })),
    ...seedSpans(text).map((span) => ({ ...span, kind: 'seed-phrase' })),
  ]
}

/** Returns the secrets that one rule finds. A match that touches a mark of an earlier pass is ignored: those characters were judged already. */
const spansOf = (
  matcher: Matcher,
  text: string,
  marks: ReadonlyArray<SecretSpan>,
  openings: Map<RegExp, ReadonlyArray<number>>,
): ReadonlyArray<Span> => {
  const { accepts, kind, opening } = matcher.rule
  const spans: Array<Span> = []
  const matches = opening === undefined ? searched(matcher, text) : tried(matcher, text, placesOf(opening, text, openings))
  let nextMark = 0
  for (const found of matches) {
    const secret = found.groups?.['secret'] ?? found[0]
    if (secret === '' || accepts?.(secret) === false) continue
    while ((marks[nextMark]?.end ?? Number.POSITIVE_INFINITY) < found.index) nextMark += 1
    const touched = (marks[nextMark]?.start ?? Number.POSITIVE_INFINITY) < found.index + found[0].length
    if (!touched) spans.push({ ...located(matcher, text, found), kind })
  }
  return spans
}

/**
 * Yields the matches in the whole text. For a pattern with a group the search continues one character after the start of a match, because the
 * characters outside the group stay in the text and may begin another match.
 */
function* searched(matcher: Matcher, text: string): Generator<RegExpExecArray> {
  const search = matcher.search()
  let next = 0
  while (next <= text.length) {
    search.lastIndex = next
    const found = search.exec(text)
    if (found === null) return
    next = found.groups !== undefined || found[0] === '' ? found.index + 1 : search.lastIndex
    yield found
  }
}

/** Yields the matches that begin at one of `places`. */
function* tried(matcher: Matcher, text: string, places: ReadonlyArray<number>): Generator<RegExpExecArray> {
  if (places.length === 0) return
  const attempt = matcher.attempt()
  for (const place of places) {
    attempt.lastIndex = place
    const found = attempt.exec(text)
    if (found !== null) yield found
  }
}

/** Returns the offsets of the secret in a match. Only accepted matches are located: recording group offsets takes the engine twice the time. */
const located = (matcher: Matcher, text: string, { 0: whole, groups, index }: RegExpExecArray): { start: number; end: number } => {
  if (groups?.['secret'] === undefined) return { start: index, end: index + whole.length }
  const locate = matcher.locate()
  locate.lastIndex = index
  const [start, end] = locate.exec(text)?.indices?.groups?.['secret'] ?? [index, index + whole.length]
  return { start, end }
}

/** Finds the offsets of an opening once a pass, for all rules that share it. */
const placesOf = (opening: RegExp, text: string, openings: Map<RegExp, ReadonlyArray<number>>): ReadonlyArray<number> => {
  const known = openings.get(opening)
  if (known !== undefined) return known
  const places = Array.from(text.matchAll(opening), ({ index }) => index)
  openings.set(opening, places)
  return places
}

/** Joins overlapping secrets into one, with the kind of the first. */
const merge = (spans: ReadonlyArray<Span>): ReadonlyArray<Span> => {
  const merged: Array<Span> = []
  for (const span of spans.toSorted((a, b) => a.start - b.start)) {
    const last = merged.at(-1)
    if (last === undefined || span.start >= last.end) merged.push(span)
    else if (span.end > last.end) merged[merged.length - 1] = { ...last, end: span.end }
  }
  return merged
}

const replace = (text: string, spans: ReadonlyArray<Span>): string => {
  const pieces: Array<string> = []
  let at = 0
  for (const { start, end, kind } of spans) {
    pieces.push(text.slice(at, start), `[redacted:${kind}]`)
    at = end
  }
  pieces.push(text.slice(at))
  return pieces.join('')
}
