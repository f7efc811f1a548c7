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
import { isMarkedPassword, isPlausibleQuoted, isWordPassword, type SecretOrigin } from './plausible-secret.ts'
import { personal, type RedactionRule, unmistakable } from './redaction-rule.ts'

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

/** A rule with its pattern in the three forms in which it is run. `lastIndex` of each is set before every use. */
interface Matcher {
  readonly rule: RedactionRule
  /** Searches the whole text. */
  readonly search: () => RegExp
  /** Matches at one place. */
  readonly attempt: () => RegExp
  /** Matches at one place, and says where its groups are. */
  readonly locate: () => RegExp
}

const matcher = (rule: RedactionRule): Matcher => {
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

interface Span {
  readonly start: number
  readonly end: number
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
    ...backupCodeSpans(text).map((span) => ({ ...span, kind: 'backup-code' })),
    ...seedSpans(text).map((span) => ({ ...span, kind: 'seed-phrase' })),
  ]
}

/** Returns the secrets that one rule finds. A match that touches a mark of an earlier pass is ignored: those characters were judged already. */
const spansOf = (
  matcher: Matcher,
  text: string,
  marks: ReadonlyArray<{ readonly start: number; readonly end: number }>,
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

/*
 * Finds secrets in Markdown tables (right of a cell that says `password`, or below such a column head) and in comma-separated values.
 */

interface Cell {
  readonly start: number
  readonly text: string
}

/** `word`: below or beside a label that only means a password, where letters alone may be one. `digits`: below or beside `PIN`. */
type CellOrigin = SecretOrigin | 'word' | 'digits'

interface TableSecret {
  readonly start: number
  readonly end: number
}

/** Returns the secrets in rising order. Reads each line once. */
const tableSecrets = (text: string): ReadonlyArray<TableSecret> => {
  if (!anyName.test(text)) return []
  const secrets = separatedSecrets(text)
  let above: ReadonlyArray<Cell> = []
  let columns: ReadonlyArray<CellOrigin | undefined> = []
  let afterRow = -1
  for (let bar = text.indexOf('|'); bar >= 0; bar = text.indexOf('|', afterRow)) {
    const start = text.lastIndexOf('\n', bar) + 1
    const line = text.slice(start, lineEnd(text, bar))
    if (start !== afterRow) columns = []
    const cells = cellsOf(line, start)
    if (line.includes('-') && tableRule.test(line)) columns = above.map(({ text: head }) => nameOf(head))
    else for (const secret of secretCells(cells, columns, opensWithBar.test(line))) secrets.push(secret)
    above = cells
    afterRow = start + line.length + 1
  }
  return secrets.toSorted((a, b) => a.start - b.start)
}

/** Finds the values below the column head `password` in comma-separated values, as password managers export them. */
const separatedSecrets = (text: string): Array<TableSecret> => {
  const secrets: Array<TableSecret> = []
  let readTo = 0
  for (const { index } of text.matchAll(separatedName)) {
    if (index < readTo) continue
    const start = text.lastIndexOf('\n', index) + 1
    const end = lineEnd(text, index)
    readTo = end
    const head = text.slice(start, end)
    const [separator = ','] = [',', ';', '\t'].toSorted((a, b) => head.split(b).length - head.split(a).length)
    const heads = separatedCells(head, separator, start)
    if (heads.length < 2 || !heads.every(({ text: name }) => headName.test(name))) continue
    const column = heads.findIndex(({ start: at, text: name }) => at <= index && index < at + name.length)
    while (readTo < text.length) {
      const rowEnd = lineEnd(text, readTo + 1)
      const cells = separatedCells(text.slice(readTo + 1, rowEnd), separator, readTo + 1)
      if (cells.length !== heads.length) break
      const { start: at, text: cell } = cells[column] ?? { start: 0, text: '' }
      if (isSecret(cell, 'word', true)) secrets.push({ start: at, end: at + cell.length })
      readTo = rowEnd
    }
  }
  return secrets
}

/** A column head follows its separator directly; in a sentence a space stands between. */
const headName = /^[\p{L}_][\p{L}\d_ -]{0,30}$/u
const separatedName =
  /(?<=(?:^|[\n,;\t])["']?(?:\w{1,20}[ _-])?)(?:password|passwort|kennwort|pwd|contraseña|senha|wachtwoord|mot de passe)(?=["']?(?:[,;\t]|\r?\n))/gi

/** Splits a line into cells without their quotes. A separator between quotes does not split. */
const separatedCells = (line: string, separator: string, start: number): ReadonlyArray<Cell> => {
  const cells: Array<Cell> = []
  let from = 0
  let isQuoted = false
  for (let at = 0; at <= line.length; at += 1) {
    if (line[at] === '"') isQuoted = !isQuoted
    if (at < line.length && (isQuoted || line[at] !== separator)) continue
    const end = undressedEnd(line, from, at)
    const begin = undressedStart(line, from, end)
    cells.push({ start: start + begin, text: line.slice(begin, end) })
    from = at + 1
  }
  return cells
}

/**
 * Returns the secrets of one row. A column head takes precedence over a label in the cell to the left, which counts only in a line that begins
 * with a bar.
 */
const secretCells = (
  cells: ReadonlyArray<Cell>,
  columns: ReadonlyArray<CellOrigin | undefined>,
  isRow: boolean,
): ReadonlyArray<TableSecret> =>
  cells.flatMap(({ start, text }, i) => {
    const origin = columns[i] ?? (isRow ? nameOf(cells[i - 1]?.text ?? '') : undefined)
    if (origin === undefined) return []
    // In a row of three or more cells the cell right of a label more likely holds a type than a chosen word.
    const takesWords = columns[i] !== undefined || cells.length === 2
    return isSecret(text, origin, takesWords) ? [{ start, end: start + text.length }] : []
  })

const longestName = 60

const foreignName = 'contraseñ?a|密[码碼]|パスワード|пароль|비밀번호'
const anyName = new RegExp(`${personal}|${foreignName}|token|pass|PIN|PUK`, 'i')
const passwordName = new RegExp(`${unmistakable}|${foreignName}`, 'iu')
const chosenName = new RegExp(String.raw`${personal}|(?<![\p{L}])pass(?!\p{L})`, 'iu')
const numericName = /(?<![\p{L}\d])(?:PIN|PUK)(?![\p{L}\d])/u
const tableRule = /^[ \t\r>:|-]+$/
const opensWithBar = /^[ \t>]*\|/
const dress = ' \t\r*_`"\''

/** False for a cell of several words: it describes the secret. */
const isSecret = (cell: string, origin: CellOrigin, takesWords: boolean): boolean => {
  if (/\s/.test(cell)) return false
  if (origin === 'digits') return /^\d{4,8}$/.test(cell)
  if (isPlausibleQuoted(cell, origin === 'random' ? 'random' : 'chosen')) return true
  if (origin !== 'random' && isMarkedPassword(cell)) return true
  return origin === 'word' && takesWords && (isWordPassword(cell) || /^\d{5,16}$/.test(cell))
}

const nameOf = (cell: string): CellOrigin | undefined => {
  // A mark that replaced a secret is no label for the next cell.
  if (cell.length > longestName || cell.includes('[redacted:')) return undefined
  if (passwordName.test(cell)) return 'word'
  if (chosenName.test(cell)) return 'chosen'
  if (numericName.test(cell)) return 'digits'
  return /token/i.test(cell) ? 'random' : undefined
}

/** Splits a row of a Markdown table into cells without emphasis, code marks and quotes. Bars at the two ends do not split. */
const cellsOf = (line: string, start: number): ReadonlyArray<Cell> => {
  const bars = Array.from(line.matchAll(/(?<!\\)\|/g), ({ index }) => index)
  const opens =
    line
      .slice(0, bars[0])
      .trim()
      .replace(/^>[ \t>]*/, '') === ''
  const borders = opens ? bars : [-1, ...bars]
  return borders.flatMap((border, i) => {
    const from = border + 1
    const to = borders[i + 1] ?? line.length
    const end = undressedEnd(line, from, to)
    if (i === borders.length - 1 && end === from) return []
    const begin = undressedStart(line, from, end)
    return [{ start: start + begin, text: line.slice(begin, end) }]
  })
}

const undressedStart = (line: string, from: number, end: number): number => {
  let at = from
  while (at < end && dress.includes(line.charAt(at))) at += 1
  return at
}

const undressedEnd = (line: string, from: number, to: number): number => {
  let at = to
  while (at > from && dress.includes(line.charAt(at - 1))) at -= 1
  return at
}

const lineEnd = (text: string, from: number): number => {
  const end = text.indexOf('\n', from)
  return end < 0 ? text.length : end
}
