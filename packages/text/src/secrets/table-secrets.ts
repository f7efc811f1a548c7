/**
 * Finds secrets in tables and lists: right of a cell that says `password`, or below such a column head, in Markdown and in comma-separated values.
 *
 * Rows of comma-separated values are read by the reader that cuts them into memories, so both see the same cells.
 */
import { rowReader, separatorOf } from '../documents/csv.ts'
import {
  isCellPassword,
  isLabelledPassword,
  isMarkedPassword,
  isPlausibleQuoted,
  isWordPassword,
  type SecretOrigin,
} from './plausible-secret.ts'
import { personal, type SecretSpan, unmistakable } from './redaction-rule.ts'

interface Cell {
  readonly start: number
  readonly text: string
}

/**
 * `column`: below a head that says nothing but the name of a password. `word`: below or beside a label that means one, where letters alone may be
 * one. `digits`: below or beside `PIN`.
 */
type CellOrigin = SecretOrigin | 'column' | 'word' | 'digits'

/** Returns the secrets in rising order. Reads each line once. */
export const tableSecrets = (text: string): ReadonlyArray<SecretSpan> => {
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
    if (line.includes('-') && tableRule.test(line))
      columns = above.map(({ text: head }) => (columnOf(head) === 'word' ? 'column' : nameOf(head)))
    else for (const secret of secretCells(cells, columns, opensWithBar.test(line))) secrets.push(secret)
    above = cells
    afterRow = start + line.length + 1
  }
  return secrets.toSorted((a, b) => a.start - b.start)
}

/**
 * Finds the values below a column head such as `password` in comma-separated values, as password managers export them, and right of such a cell.
 * A table ends at a blank line or a line of prose, unless it is the whole text.
 */
const separatedSecrets = (text: string): Array<SecretSpan> => {
  const secrets: Array<SecretSpan> = []
  const read = rowReader(text)
  const beginning = /^\s*(?:sep=[,;\t]\s*)?/i.exec(text)?.[0].length ?? 0
  let readTo = 0
  for (const { index } of text.matchAll(separatedName)) {
    if (index < readTo) continue
    const start = Math.max(beginning, text.lastIndexOf('\n', index) + 1)
    readTo = lineEnd(text, index)
    const separator = separatorOf(text.slice(start, readTo), 0)
    let columns: ReadonlyArray<CellOrigin | undefined> = []
    for (let at = start; at < text.length; ) {
      const row = read(at, separator)
      if (row === undefined) break
      const cells = row.cells.map(({ end, start, text: said }) => undressed(text, start, end, said))
      const heads = headsOf(cells)
      // A row of values may read like a header: a password that is `password`.
      if (heads !== undefined) columns = heads.map((head, i) => head ?? (heads.length === columns.length ? columns[i] : undefined))
      else if (columns.length === 0 && at === start && !isLabelRow(cells)) break
      else if (isEndOfTable(cells) && !(start <= beginning && columns.length > 0)) break
      else secrets.push(...rowSecrets(cells, columns))
      at = row.next
      readTo = Math.max(readTo, at)
    }
  }
  return secrets
}

/** True for a blank line, and for a line of prose. */
const isEndOfTable = (cells: ReadonlyArray<Cell>): boolean => cells.length < 2 && !/^\S+$/.test(cells[0]?.text ?? '')

/** Returns the origin of each column of a header; undefined for a row that is none. */
const headsOf = (cells: ReadonlyArray<Cell>): ReadonlyArray<CellOrigin | undefined> | undefined => {
  if (cells.length < 2 || !cells.every(({ text }) => text === '' || headName.test(text))) return undefined
  const heads = cells.map(({ text }) => columnOf(text))
  return heads.some((head) => head !== undefined) ? heads : undefined
}

/** A column head: a few words, and a remark in brackets. Code has other signs. */
const headName = /^[\p{L}_#*](?:[\p{L}\p{M}\d_ .:/&'’?*-]{0,40})(?: ?\([^()\n]{0,40}\)| ?\[[^[\]\n]{0,40}\])?$/u
const separatedName =
  /(?:passwor[dt]|passcode|passphrase|kennwort|pwd|contraseña|senha|wachtwoord|mot de passe|密[码碼]|パスワード|пароль|비밀번호|secret|credential|key|token|pin|puk)(?=[^\n,;\t]{0,44}["']?(?:[,;\t\r\n]|$))/giu

/** True for a row such as `Passwort;…`, the label of which stands in its first cell. */
const isLabelRow = (cells: ReadonlyArray<Cell>): boolean => cells.length === 2 && isLabelCell(cells[0]?.text ?? '')
const isLabelCell = (cell: string): boolean => ['word', 'digits'].includes(columnOf(cell) ?? '')

const rowSecrets = (cells: ReadonlyArray<Cell>, columns: ReadonlyArray<CellOrigin | undefined>): ReadonlyArray<SecretSpan> => {
  const [label, value] = cells
  if (value !== undefined && cells.length === 2 && isLabelCell(label?.text ?? '')) {
    const isPin = columnOf(label?.text ?? '') === 'digits' && isSecret(value.text, 'digits', true)
    if (isPin || isOddSecret(value.text)) return [placeOf(value)]
  }
  // In a row with a cell too many or too few a value may stand beside its column.
  const shift = cells.length - columns.length
  return cells.flatMap((cell, i) => {
    const origin = columns[i]
    if (shift === 0 || (shift < 0 && origin !== undefined)) return origin !== undefined && isBelow(cell.text, origin) ? [placeOf(cell)] : []
    const near = columns.slice(Math.max(0, Math.min(i, i - shift)), Math.max(i, i - shift) + 1)
    return near.some((one) => one === 'word' || one === 'chosen') && isOddSecret(cell.text) ? [placeOf(cell)] : []
  })
}

const placeOf = ({ start, text }: Cell): SecretSpan => ({ start, end: start + text.length })

/** True for a value that looks like a secret wherever it stands. */
const isOddSecret = (cell: string): boolean =>
  !/\s/.test(cell) && (isPlausibleQuoted(cell, 'chosen') || isMarkedPassword(cell) || isLabelledPassword(cell))

const isBelow = (cell: string, origin: CellOrigin): boolean => (origin === 'word' ? isCellPassword(cell) : isSecret(cell, origin, true))

const undressed = (text: string, from: number, to: number, said: string): Cell => {
  const end = undressedEnd(text, from, to)
  const start = undressedStart(text, from, end)
  // A quote in a quoted cell is written twice: the secret is removed as it is written.
  return { start, text: said.includes('"') ? text.slice(start, end) : said.slice(start - from, end - from) }
}

/** Returns the origin of a column whose head says nothing but the name of a secret. */
const columnOf = (head: string): CellOrigin | undefined => {
  const name = head.replace(/[ ]?[([][^()[\]]{0,40}[)\]]$/, '').trim()
  if (exactName.test(name)) return 'word'
  if (exactChosen.test(name)) return 'chosen'
  return exactNumeric.test(name) ? 'digits' : undefined
}

/**
 * Returns the secrets of one row. A column head takes precedence over a label in the cell to the left, which counts only in a line that begins
 * with a bar.
 */
const secretCells = (
  cells: ReadonlyArray<Cell>,
  columns: ReadonlyArray<CellOrigin | undefined>,
  isRow: boolean,
): ReadonlyArray<SecretSpan> =>
  cells.flatMap(({ start, text }, i) => {
    const origin = columns[i] ?? (isRow ? nameOf(cells[i - 1]?.text ?? '') : undefined)
    if (origin === undefined) return []
    if (columns[i] === 'column') return isCellPassword(text) ? [placeOf({ start, text })] : []
    // In a row of three or more cells the cell right of a label more likely holds a type than a chosen word.
    const takesWords = columns[i] !== undefined || cells.length === 2
    return isSecret(text, origin, takesWords) ? [placeOf({ start, text })] : []
  })

const prefix = String.raw`(?:[\p{L}\d]{1,20}[ _.-]){0,2}`
const exactName = new RegExp(
  String.raw`^${prefix}[\p{L}]{0,12}(?:passwor[dt]|passwd|passcode|pwd|kennwort|wachtwoord|mot de passe|contraseñ?a|senha|密[码碼]|パスワード|пароль|비밀번호)(?:[ _-]?\d)?$|^pass$`,
  'iu',
)
const exactChosen = new RegExp(
  `^${prefix}(?:secret|credentials?|(?:api|access|private|secret|encryption|license server)[ _-]?keys?|(?:api|access|auth|bearer|refresh|bot)[ _-]?token)$`,
  'iu',
)
const exactNumeric = new RegExp(String.raw`^${prefix}(?:PIN|PUK)[12]?(?:[ _-]?(?:code|nummer|number|nr\.?))?$`, 'iu')

const longestName = 60

const foreignName = 'contraseñ?a|密[码碼]|パスワード|пароль|비밀번호'
const anyName = new RegExp(`${personal}|${foreignName}|token|key|pass|PIN|PUK`, 'i')
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
  if (origin !== 'random' && (isMarkedPassword(cell) || isLabelledPassword(cell))) return true
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

/* Lists below a heading such as `# Passwords`: the value of each line, as in `- Netflix: …`. */

const ownMark =
  '(?:my|our|all|old|shared|family|work|home|private|important|meine|unsere|alle|alte|wichtige|mes|nos|mis|nuestras|le mie|minhas|mijn|wi-?fi|wlan)'
const listNames =
  '(?:passwords|passcodes|logins|credentials|PINs?|PIN codes|passw[öo]rter|kennw[öo]rter|zugangsdaten|anmeldedaten|mots de passe|identifiants|contraseñas|claves|senhas|credenziali|wachtwoorden|inloggegevens|пароли|密码|パスワード)'

const heading = new RegExp(
  String.raw`^(?<marks>#{1,6})[ \t]+[*_]{0,2}(?:${ownMark}[ \t]){0,2}(?:[\p{L}\d]{1,20}-)?${listNames}(?:[ \t]?(?:,|&|\+|and|und|et|y|e|en)[ \t][\p{L}-]{1,20}){0,2}[*_:]{0,3}[ \t]{0,8}$`,
  'gimu',
)
/** A line with a name and a value of one word; a user may stand before it. */
const value =
  /^[ \t>]*(?:[-*+•][ \t]+|\d{1,3}[.)][ \t]+)?[^\n:]{1,60}:[ \t]+(?:[^\s|/]{1,64}[ \t]+[|/,][ \t]+)?["'`*]{0,2}(?<secret>[^\s"'`|]{4,128})["'`*]{0,2}[ \t\r]*$/dgmu

export const listedSecrets = (text: string): ReadonlyArray<SecretSpan> =>
  Array.from(text.matchAll(heading)).flatMap(({ 0: line, groups, index }) => {
    const from = index + line.length
    const next = new RegExp(`^#{1,${groups?.['marks']?.length ?? 1}}[ \\t]`, 'gm')
    next.lastIndex = from
    const end = next.exec(text)?.index ?? text.length
    return Array.from(text.slice(from, end).matchAll(value)).flatMap(({ groups: found, indices }) => {
      const [start = 0, behind = 0] = indices?.groups?.['secret'] ?? []
      return isListed(found?.['secret'] ?? '') ? [{ start: from + start, end: from + behind }] : []
    })
  })

const isListed = (said: string): boolean =>
  /^\d{4,8}$/.test(said)
    ? !/^(?:19|20)\d\d$/.test(said)
    : !/^[\w.+-]+@[\w.-]+$|^www\.|\[redacted:/.test(said) &&
      (isLabelledPassword(said) || isMarkedPassword(said) || isPlausibleQuoted(said, 'chosen'))
