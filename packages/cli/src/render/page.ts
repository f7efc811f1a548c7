/** What human output is written on: how wide it is, and whether it has colour. */
import { styleText } from 'node:util'
import { widthOf } from './width.ts'

export interface Page {
  readonly width: number
  readonly strong: (text: string) => string
  readonly faint: (text: string) => string
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
}

const asItIs = (text: string): string => text
const styled = (style: Parameters<typeof styleText>[0]) => (text: string) => styleText(style, text, { validateStream: false })

/** Lines much longer than this are hard to read however wide the terminal is. */
const widest = 110

export const pageOf = (columns: number | undefined, color: boolean): Page => ({
  width: Math.max(40, Math.min(columns ?? widest, widest)),
  strong: color ? styled('bold') : asItIs,
  faint: color ? styled('dim') : asItIs,
  good: color ? styled('green') : asItIs,
  bad: color ? styled('red') : asItIs,
})

export type Row = ReadonlyArray<string>

/** Rows in columns, two spaces apart; the columns named in `right` are set to the right. */
export const aligned = (rows: ReadonlyArray<Row>, right: ReadonlyArray<number> = []): ReadonlyArray<string> => {
  const columns = Math.max(0, ...rows.map((row) => row.length))
  const widths = Array.from({ length: columns }, (_, column) => Math.max(...rows.map((row) => widthOf(row[column] ?? ''))))
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const padding = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)))
        return right.includes(column) ? padding + cell : cell + padding
      })
      .join('  ')
      .trimEnd(),
  )
}

export const indented = (lines: ReadonlyArray<string>, by = 2): ReadonlyArray<string> =>
  lines.map((line) => (line === '' ? '' : ' '.repeat(by) + line))

/** `1 memory`, `2 memories`. */
export const counted = (count: number, one: string, several = `${one}s`): string => `${count} ${count === 1 ? one : several}`
