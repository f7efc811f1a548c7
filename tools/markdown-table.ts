/** A table as the formatter would print it, so that a generated page is in form as it is written. */

/** The first row is the head. Every row has as many cells. */
export const markdownTable = (rows: ReadonlyArray<ReadonlyArray<string>>): ReadonlyArray<string> => {
  const [head = []] = rows
  const widths = head.map((_, column) => Math.max(3, ...rows.map((row) => widthOf(row[column] ?? ''))))
  const line = (cells: ReadonlyArray<string>): string =>
    `| ${widths.map((width, column) => padded(cells[column] ?? '', width)).join(' | ')} |`
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.slice(1).map(line)]
}

const padded = (cell: string, width: number): string => cell + ' '.repeat(width - widthOf(cell))

/** No cell of ours holds a character that is wider or narrower than one column. */
const widthOf = (cell: string): number => [...cell].length
