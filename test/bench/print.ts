/** Output of the bench: plain text in columns, one line a measurement. */
import { percentile, type Spread } from './measure.ts'

export const say = (line = ''): void => {
  process.stdout.write(`${line}\n`)
}

export const heading = (text: string): void => {
  say()
  say(text)
  say('-'.repeat(text.length))
}

/** The first column is left-aligned, the others right. */
export const table = (rows: ReadonlyArray<ReadonlyArray<string>>): void => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  for (const row of rows) {
    say(row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join('  '))
  }
}

export const number = (value: number): string =>
  Math.abs(value) >= 100
    ? String(Math.round(value)).replace(/\B(?=(\d{3})+$)/g, ',')
    : value.toFixed(Math.abs(value) >= 10 ? 1 : Math.abs(value) >= 0.1 ? 2 : 3)

export const spreadText = ({ median, min, max }: Spread): string => `${number(median)} (${number(min)}–${number(max)})`

/** p50, p95, p99, least and most. */
export const percentiles = (values: ReadonlyArray<number>): ReadonlyArray<string> =>
  [0.5, 0.95, 0.99, 0, 1].map((share) => number(percentile(values, share)))

export const megabytes = (bytes: number): string => `${(bytes / 1_000_000).toFixed(1)} MB`
