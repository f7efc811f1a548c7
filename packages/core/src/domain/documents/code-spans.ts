/** Inline code within one line, so that what looks like a comment or a link in it is left alone. */
export type CodeSpan = readonly [start: number, end: number]

interface BacktickRun {
  readonly start: number
  readonly end: number
  /** The next run of the same length, or -1. */
  readonly closer: number
}

/** Offsets within the line. Runs of backticks pair up by equal length, first come first served. */
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
