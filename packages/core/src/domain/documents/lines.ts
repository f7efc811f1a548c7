/** The lines of a text by offset: `\n`, `\r\n` and a lone `\r` end one, and the end of the text ends the last. */
export interface Line {
  readonly start: number
  /** Where the line ends, before its line break. */
  readonly end: number
  /** Where the next line starts, after the line break. */
  readonly next: number
  readonly text: string
  readonly blank: boolean
}

export const linesOf = (text: string): ReadonlyArray<Line> => {
  const lines: Array<Line> = []
  const breaks = /\r\n|\n|\r/g
  let start = 0
  while (start < text.length) {
    breaks.lastIndex = start
    const found = breaks.exec(text)
    const end = found === null ? text.length : found.index
    const next = found === null ? text.length : end + found[0].length
    const line = text.slice(start, end)
    lines.push({ start, end, next, text: line, blank: line.trim() === '' })
    start = next
  }
  return lines
}

/** The column of the first character that is neither space nor tab, with tab stops of four. */
export const indentOf = (line: string): number => {
  let column = 0
  for (const character of line) {
    if (character === ' ') column += 1
    else if (character === '\t') column += 4 - (column % 4)
    else break
  }
  return column
}
