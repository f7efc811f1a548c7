/** The text and the title of one row of a table, the same for every format that has tables. */

import { chunkTitle, clippedTitle } from './document.ts'

/**
 * Returns the row as one line: `Farm: Hof Ahrens; Gateways: 3`. Empty cells are left out; a cell without a header is its bare value.
 * `''` for a row without a value.
 */
export const rowText = (header: ReadonlyArray<string>, cells: ReadonlyArray<string>): string =>
  cells
    .map((cell, column) => ({ label: oneLine(header[column] ?? '').replace(/\s*[:：]$/, ''), value: oneLine(cell) }))
    .filter(({ value }) => value !== '')
    .map(({ label, value }) => (label === '' ? value : `${label}: ${value}`))
    .join('; ')

/** Returns the title of the row: the given title, and the first cell that is not empty. */
export const rowTitle = (title: string, cells: ReadonlyArray<string>): string => chunkTitle(title, [clippedTitle(rowLabel(cells))])

/** Returns the first cell that is not empty, on one line: rows are named after it. `''` for an empty row. */
export const rowLabel = (cells: ReadonlyArray<string>): string => cells.map(oneLine).find((cell) => cell !== '') ?? ''

const oneLine = (cell: string): string => cell.replace(/\s+/g, ' ').trim()
