/**
 * Cuts a table of comma-separated values (RFC 4180) into chunks, one for each row, with the header of each cell.
 *
 * Total, in linear time. A row is named after its first cell and not after its number, so an edited row is revised, and rows that are moved
 * keep their ids. Semicolons and tabs separate as well: the first line tells which.
 */

import { entrySlug } from '../passages/chunks.ts'
import { type ChunkLimits, type DocumentSource, documentThread, fileTitle, type Lack, type ParsedDocument } from '../passages/document.ts'
import type { Span } from '../passages/grouping.ts'
import { columnsMost, onOneLine, rowLabel, rowText, rowTitle } from '../passages/rows.ts'
import { type PlacedRecord, recordChunks } from './records.ts'

export const parseCsv = (source: DocumentSource, limits: ChunkLimits): ParsedDocument => {
  const title = fileTitle(source.fileName)
  const { problems, rows } = rowsOf(source.text)
  const written = rows.filter(({ cells }) => rowText([], cells) !== '')
  const [first] = written
  const header = first !== undefined && written.length > 1 && isHeader(first.cells) ? first.cells : []
  const records = written.slice(header.length === 0 ? 0 : 1).map(
    ({ cells, span }): PlacedRecord => ({
      name: '',
      entry: entrySlug(rowLabel(cells) || rowText([], cells)),
      title: rowTitle(title, cells),
      text: rowText(header, cells),
      span,
      thread: documentThread,
    }),
  )
  return { title, chunks: recordChunks(records, source.fileName, limits), problems, lacks: lacksOf(written, header) }
}

/** Tells the columns in which no row has a value, and a table of one row whose words may be its header. */
const lacksOf = (rows: ReadonlyArray<Row>, header: ReadonlyArray<string>): ReadonlyArray<Lack> => {
  const [first, ...others] = rows
  if (first !== undefined && others.length === 0 && first.cells.length > 1 && first.cells.every((cell) => /^\D*\p{L}\D*$/u.test(cell)))
    return [{ kind: 'header' }]
  return header.flatMap((name, column): ReadonlyArray<Lack> => {
    const isEmpty = name.trim() !== '' && others.every(({ cells }) => (cells[column] ?? '').trim() === '')
    return isEmpty ? [{ kind: 'column', part: onOneLine(name) }] : []
  })
}

/** False for a row of numbers: its table has no header. */
const isHeader = (cells: ReadonlyArray<string>): boolean => cells.some((cell) => /\p{L}/u.test(cell))

/** A cell with the place of its text, without the quotes around it. */
interface PlacedCell extends Span {
  readonly text: string
}

interface PlacedRow {
  readonly cells: ReadonlyArray<PlacedCell>
  /** The number of its columns, with those that are not read. */
  readonly columns: number
  readonly end: number
  /** The start of the next row. */
  readonly next: number
}

/**
 * Returns a function that reads the row at a place. A row with a broken quote is one line, and its quotes are text, so that it hides no other row.
 * Calls at rising places take linear time together: behind a quote that nothing ends, none is looked for again.
 */
export const rowReader = (
  text: string,
): ((from: number, separator: string) => (PlacedRow & { readonly isBroken: boolean }) | undefined) => {
  let quotes = true
  return (from, separator) => {
    const row = quotes ? rowAt(text, from, separator, true) : undefined
    quotes &&= row !== 'endless'
    const read = typeof row === 'object' ? row : rowAt(text, from, separator, false)
    return typeof read === 'object' ? { ...read, isBroken: typeof row === 'string' } : undefined
  }
}

interface Row {
  readonly cells: ReadonlyArray<string>
  readonly span: Span
}

interface Rows {
  readonly rows: ReadonlyArray<Row>
  readonly problems: ReadonlyArray<string>
}

const rowsOf = (text: string): Rows => {
  const beginning = text.startsWith('\uFEFF') ? 1 : 0
  const told = /^sep=([,;\t])(?:\r\n|\n|\r|$)/i.exec(text.slice(beginning, beginning + 8))
  const start = beginning + (told?.[0].length ?? 0)
  const separator = told?.[1] ?? separatorOf(text, start)
  const rows: Array<Row> = []
  const broken: Array<number> = []
  const read = rowReader(text)
  let columns = 0
  for (let at = start; at < text.length; ) {
    const row = read(at, separator)
    if (row === undefined) break
    if (row.isBroken) broken.push(at)
    columns = Math.max(columns, row.columns)
    rows.push({ cells: row.cells.map((cell) => cell.text), span: { start: at, end: row.end } })
    at = row.next
  }
  return { rows, problems: [...wideProblem(columns), ...quoteProblem(text, broken)] }
}

const wideProblem = (columns: number): ReadonlyArray<string> =>
  columns > columnsMost ? [`of its ${columns} columns those after the first ${columnsMost}`] : []

const quoteProblem = (text: string, [first, ...others]: ReadonlyArray<number>): ReadonlyArray<string> => {
  if (first === undefined) return []
  const more = others.length === 0 ? '' : ` and of ${others.length} more`
  return [`the quoting of line ${lineOf(text, first)}${more}, because a quote has no end or text behind its end`]
}

const lineOf = (text: string, at: number): number => (text.slice(0, at).match(/\r\n|\n|\r/g)?.length ?? 0) + 1

/** `endless`: no quote ends the field. `broken`: text stands behind the quote that ends it. */
type BrokenQuote = 'endless' | 'broken'

const rowAt = (text: string, from: number, separator: string, quotes: boolean): PlacedRow | BrokenQuote => {
  const cells: Array<PlacedCell> = []
  const marks = new RegExp(`${separator}|\\r\\n|\\n|\\r|$`, 'g')
  for (let columns = 1, at = from; ; columns++) {
    const quoted = quotes && text[at] === '"'
    const behind = quoted ? closingQuote(text, at) : at
    if (behind === undefined) return 'endless'
    marks.lastIndex = behind
    const found = marks.exec(text)
    const end = found?.index ?? text.length
    if (quoted && end > behind) return 'broken'
    if (columns <= columnsMost) {
      const place = quoted ? { start: at + 1, end: behind - 1 } : { start: at, end }
      const said = text.slice(place.start, place.end)
      cells.push({ ...place, text: quoted ? said.replaceAll('""', '"') : said })
    }
    const mark = found?.[0] ?? ''
    if (mark !== separator) return { cells, columns, end, next: end + mark.length }
    at = end + 1
  }
}

/** Returns the offset behind the quote that ends a quoted field; undefined if there is none. Two quotes stand for one. */
const closingQuote = (text: string, opened: number): number | undefined => {
  const quotes = /""?/g
  quotes.lastIndex = opened + 1
  for (let found = quotes.exec(text); found !== null; found = quotes.exec(text)) if (found[0] === '"') return found.index + 1
  return undefined
}

/** Tells the separator from the first line with text: the one that occurs most outside of quotes. */
export const separatorOf = (text: string, start: number): string => {
  const [line = ''] = text.slice(start).trimStart().split(/\r|\n/, 1)
  const bare = line.replace(/"[^"]*"?/g, '')
  const counted = ['\t', ';', ','].map((separator) => ({ separator, count: bare.split(separator).length }))
  return counted.reduce((most, one) => (one.count > most.count ? one : most)).separator
}
