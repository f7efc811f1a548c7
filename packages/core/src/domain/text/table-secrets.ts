/** Secrets in the cells of Markdown tables: beside a cell that says `password`, or below the head of a column that does. */
import { personal } from './named-secrets.ts'
import { isMarkedPassword, isPlausibleQuoted, type SecretOrigin } from './plausible-secret.ts'

interface Cell {
  readonly start: number
  readonly text: string
}

export interface TableSecret {
  readonly start: number
  readonly end: number
}

/** In rising order. Reads every line once. */
export const tableSecrets = (text: string): ReadonlyArray<TableSecret> => {
  const secrets: Array<TableSecret> = []
  if (!anyName.test(text)) return secrets
  let above: ReadonlyArray<Cell> = []
  let columns: ReadonlyArray<SecretOrigin | undefined> = []
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
  return secrets
}

/** The name above a cell counts before the one beside it; names stand beside only where the line begins as a row. */
const secretCells = (
  cells: ReadonlyArray<Cell>,
  columns: ReadonlyArray<SecretOrigin | undefined>,
  isRow: boolean,
): ReadonlyArray<TableSecret> =>
  cells.flatMap(({ start, text }, i) => {
    const origin = columns[i] ?? (isRow ? nameOf(cells[i - 1]?.text ?? '') : undefined)
    return origin !== undefined && isSecret(text, origin) ? [{ start, end: start + text.length }] : []
  })

const longestName = 60

const anyName = new RegExp(`${personal}|token|pass`, 'i')
const chosenName = new RegExp(String.raw`${personal}|(?<![\p{L}])pass(?!\p{L})`, 'iu')
const tableRule = /^[ \t\r>:|-]+$/
const opensWithBar = /^[ \t>]*\|/
const dress = ' \t\r*_`"\''

/** A cell of several words says something about the secret. */
const isSecret = (cell: string, origin: SecretOrigin): boolean =>
  !/\s/.test(cell) && (isPlausibleQuoted(cell, origin) || (origin === 'chosen' && isMarkedPassword(cell)))

const nameOf = (cell: string): SecretOrigin | undefined => {
  // What went is no name for what stands beside it.
  if (cell.length > longestName || cell.includes('[redacted:')) return undefined
  if (chosenName.test(cell)) return 'chosen'
  return /token/i.test(cell) ? 'random' : undefined
}

/** Without the emphasis, code marks and quotes around them. The bars at the two ends part nothing. */
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
