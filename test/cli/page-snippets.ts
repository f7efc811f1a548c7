/**
 * The snippets of a page: its commands, and what it shows of what they print.
 *
 * A block without a language right behind a block of `sh` is what these commands print: from the first line of one of them to the last line of
 * the last. `…` stands for anything: within a line for the rest of it, as a line of its own for lines.
 */

export interface Snippet {
  /** The line of the page at which the commands begin. */
  readonly at: number
  readonly commands: ReadonlyArray<string>
  /** Absent where the page shows nothing. */
  readonly shown?: ReadonlyArray<string>
}

export const snippetsOf = (page: string): ReadonlyArray<Snippet> =>
  [...page.matchAll(/^```sh\n(.*?)^```\n(?:```\n(.*?)^```\n)?/gms)].map(([, commands = '', shown], n, all) => ({
    at: page.slice(0, all[n]?.index).split('\n').length + 1,
    commands: linesOf(commands.replaceAll('\\\n', ' ')).map(outOfCrontab),
    ...(shown !== undefined && { shown: linesOf(shown) }),
  }))

export const linesOf = (block: string): ReadonlyArray<string> => block.split('\n').filter((line) => line.trim() !== '')

/** The command of a line of a crontab, in which a `%` is written `\%`. */
const outOfCrontab = (line: string): string =>
  /^(\S+ ){4}\S+ {2}crabtrail /.test(line) ? line.replace(/^(\S+ ){4}\S+ +/, '').replaceAll('\\%', '%') : line

/** The positions that a page names between its snippets, as in `at 1192`, `←1167` and `rollback --to 1192`. */
export const positionsNamed = (page: string): ReadonlyArray<string> =>
  [...page.replace(/^```.*?^```$/gms, '').matchAll(/`([^`\n]+)`/g)].flatMap(([, code = '']) =>
    [...code.matchAll(/(?:^|^at |^←|--(?:at|from|to|undo) )(\d{3,})(?=$| )/g)].map(([, position = '']) => position),
  )

/** What differs from run to run: times, durations, sizes, and what is made of the random bytes of contents. */
const varying: ReadonlyArray<readonly [RegExp, string]> = [
  [/\d{4}-\d\d-\d\dT[\d:.]+Z/g, 'TIME'],
  [/\d+(\.\d+)? m?s\b/g, 'DURATION'],
  [/\d+(\.\d+)? [KM]?B\b/g, 'SIZE'],
  [/\b\d+ bytes( became \d+)?/g, 'SIZE'],
  [/(?<=--selection )[0-9a-f]+/g, 'SELECTION'],
  [/\b[0-9a-f]{64}\b/g, 'DIGEST'],
]

const stable = (line: string): string =>
  varying
    .reduce((text, [shape, name]) => text.replace(shape, name), line)
    .trimEnd()
    .replace(/(?<=\S) +/g, ' ')

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** Returns the first shown line that was not printed in its place, or what was printed behind the last one. */
export const difference = (shown: ReadonlyArray<string>, printed: ReadonlyArray<ReadonlyArray<string>>): string | undefined => {
  const tries = printed.map((_, from) => differenceFrom(shown, printed.slice(from).flat()))
  return tries.includes(undefined) ? undefined : tries.toSorted((a, b) => (b?.matched ?? 0) - (a?.matched ?? 0))[0]?.text
}

interface Difference {
  readonly matched: number
  readonly text: string
}

const differenceFrom = (shown: ReadonlyArray<string>, printed: ReadonlyArray<string>): Difference | undefined => {
  const output = printed.map(stable)
  let [next, open] = [0, false]
  for (const [matched, line] of shown.map(stable).entries()) {
    if (line.trim() === '…') open = true
    else {
      const shape = new RegExp(`^${line.split('…').map(escaped).join('.*')}$`)
      const found = output.findIndex((one, place) => place >= next && shape.test(one))
      if (found < 0 || (found > next && !open)) return { matched, text: `shown, but not printed here: ${line}` }
      next = found + 1
      open = false
    }
  }
  return open || next === output.length ? undefined : { matched: shown.length, text: `printed, but not shown: ${output[next]}` }
}
