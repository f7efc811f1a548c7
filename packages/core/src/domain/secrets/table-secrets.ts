/**
 * Finds secrets in Markdown tables (right of a cell that says `password`, or below such a column head) and in comma-separated values.
 */
import { isMarkedPassword, isPlausibleQuoted, isWordPassword, type SecretOrigin } from './plausible-secret.ts'
import { personal, unmistakable } from './redaction-rule.ts'

interface Cell {
  readonly start: number
  readonly text: string
}

/** `word`: below or beside a label that only means a password, where letters alone may be one. `digits`: below or beside `PIN`. */
type CellOrigin = SecretOrigin | 'word' | 'digits'

export interface TableSecret {
  readonly start: number
  readonly end: number
}

/** Returns the secrets in rising order. Reads each line once. */
export const tableSecrets = (text: string): ReadonlyArray<TableSecret> => {
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
