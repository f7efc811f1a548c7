/** The rows of a table as memories: each row is printed with the header of its columns, because it is given without the table. */

import { chunkTitle, clippedTitle } from './document.ts'

/** Most columns of a table that are read. Further cells of a row are left out. */
export const columnsMost = 256

/** Returns the cells of a row under their headers, as in `Farm: Hof Ahrens; Gateways: 3`. Empty cells are left out. */
export const rowText = (header: ReadonlyArray<string>, cells: ReadonlyArray<string>): string =>
  cells
    .slice(0, columnsMost)
    .flatMap((cell, column) => {
      const [name, value] = [onOneLine(header[column] ?? ''), onOneLine(cell)]
      if (value === '') return []
      return [name === '' ? value : `${name}: ${value}`]
    })
    .join('; ')

/** Returns the first cell with a letter or digit, which names the row; `''` where there is none. */
export const rowLabel = (cells: ReadonlyArray<string>): string => onOneLine(cells.find((cell) => /[\p{L}\p{N}]/u.test(cell)) ?? '')

/** Returns the title of a row: the given title, and the cell that names the row. */
export const rowTitle = (title: string, cells: ReadonlyArray<string>): string => chunkTitle(title, [clippedTitle(rowLabel(cells))])

/** Returns a text with its white space as single spaces. */
export const onOneLine = (text: string): string => text.replace(/\s+/gu, ' ').trim()

/** Returns the cells of a row of a Markdown table. A bar behind a backslash or inside code is text. `isCode` is asked at rising offsets. */
export const cellsOf = (line: string, isCode: (at: number) => boolean): ReadonlyArray<string> => {
  const cells: Array<string> = []
  let cell = ''
  for (let at = 0; at < line.length; at++) {
    const character = line.charAt(at)
    if (character === '\\' && line[at + 1] === '|') cell += line.charAt(++at)
    else if (character === '|' && !isCode(at)) {
      cells.push(cell)
      cell = ''
    } else cell += character
  }
  cells.push(cell)
  const trimmed = cells.map((one) => one.trim())
  const start = trimmed[0] === '' ? 1 : 0
  const end = trimmed.length > start + 1 && trimmed.at(-1) === '' ? -1 : undefined
  return trimmed.slice(start, end)
}
