/** The syntax of single Markdown lines: line breaks, indents, code fences and inline code. */

/** One line with its offsets. `\n`, `\r\n` and a lone `\r` end a line; the end of the text ends the last. */
export interface Line {
  readonly start: number
  /** End of the line, before its line break. */
  readonly end: number
  /** Start of the next line, after the line break. */
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

/** The opening marks of a code fence. */
export interface Fence {
  readonly mark: string
  readonly length: number
}

const opening = /^[\uFEFF \t]*(`{3,}|~{3,})/

/** Returns the fence that a line opens, at any indent: the caller checks the indent its block allows. */
export const openedFence = (line: string): Fence | undefined => {
  const marks = opening.exec(line)?.[1]
  if (marks === undefined) return undefined
  const mark = marks.charAt(0)
  // A backtick in the info string makes it inline code: ```like this```.
  if (mark === '`' && line.indexOf('`', line.indexOf(marks) + marks.length) >= 0) return undefined
  return { mark, length: marks.length }
}

const itemMark = /^[ \t]*(?:[-*+•·–>]|\d{1,9}[.)])[ \t]/

/** Like `openedFence`, also behind the mark of a list item or a quote. */
export const openedFenceInside = (line: string): Fence | undefined => openedFence(line.replace(itemMark, ''))

export const closesFence = (line: string, fence: Fence): boolean => {
  const marks = line.trim()
  if (marks.length < fence.length) return false
  for (const mark of marks) if (mark !== fence.mark) return false
  return true
}

/** Returns a test for lines in their order: true for those that open a fence, are inside of it, or close it. */
export const fenceReader = (opens = openedFenceInside): ((line: string) => boolean) => {
  let fence: Fence | undefined
  return (line) => {
    const isInside = fence !== undefined
    if (fence === undefined) fence = opens(line)
    else if (closesFence(line, fence)) fence = undefined
    return isInside || fence !== undefined
  }
}

/** Returns the index behind the line that closes a fence, or behind the last line. `from`: the line below the opening. */
export const fenceEnd = (lines: ReadonlyArray<Line>, from: number, fence: Fence): number => {
  let index = from
  while (index < lines.length && !closesFence(lines[index]?.text ?? '', fence)) index += 1
  return Math.min(index + 1, lines.length)
}

/** Returns the lines that are in no code fence, and those that open one. A line with a smaller indent ends the fence of a list item. */
export const outsideFences = (lines: ReadonlyArray<Line>): ReadonlyArray<Line> => {
  let fence: Fence | undefined
  let margin = 0
  return lines.filter(({ blank, text }) => {
    if (fence !== undefined && (blank || indentOf(text) >= margin)) {
      if (closesFence(text, fence)) fence = undefined
      return false
    }
    fence = openedFenceInside(text)
    margin = indentOf(text) + (itemMark.test(text) ? 1 : 0)
    return true
  })
}

/** Inline code in one line, as offsets. Comments and links inside it are text. */
export type CodeSpan = readonly [start: number, end: number]

/** Returns a test for the offsets inside code. They must rise: the spans are read once in total. */
export const codeSearch = (spans: ReadonlyArray<CodeSpan>): ((at: number) => boolean) => {
  let next = 0
  let span = spans[next]
  return (at) => {
    while (span !== undefined && span[1] <= at) span = spans[++next]
    return span !== undefined && at >= span[0]
  }
}

interface BacktickRun {
  readonly start: number
  readonly end: number
  /** The next run of the same length, or -1. */
  readonly closer: number
}

/** Returns the code spans of a line. Each run of backticks pairs with the next run of the same length. */
export const codeSpansOf = (line: string): ReadonlyArray<CodeSpan> => {
  const runs = backtickRuns(line)
  const spans: Array<CodeSpan> = []
  for (let index = 0; index < runs.length; index++) {
    const run = runs[index]
    const closer = run === undefined || line[run.start - 1] === '\\' ? undefined : runs[run.closer]
    if (run === undefined || closer === undefined) continue
    spans.push([run.start, closer.end])
    index = run.closer
  }
  return spans
}

const backtickRuns = (line: string): ReadonlyArray<BacktickRun> => {
  const found = Array.from(line.matchAll(/`+/g), (match) => ({ start: match.index, end: match.index + match[0].length }))
  const nextOfLength = new Map<number, number>()
  return found
    .map((_, index) => found.length - 1 - index)
    .map((index) => {
      const { start, end } = found[index] ?? { start: 0, end: 0 }
      const closer = nextOfLength.get(end - start) ?? -1
      nextOfLength.set(end - start, index)
      return { start, end, closer }
    })
    .reverse()
}
