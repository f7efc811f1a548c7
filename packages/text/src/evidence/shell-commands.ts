/** Reads a shell line into its commands and their words, to see what one command does to what another one did. Nothing is expanded. */

/** Words of a command in order, without quotes, without assignments before it and without redirections. */
type ShellCommand = ReadonlyArray<string>

/** Longer lines are programs of their own rather than commands. */
const charactersRead = 4_000

/** Returns the commands of a line in order. What stands behind `<<` is a document and is not read. */
export const shellCommands = (line: string): ReadonlyArray<ShellCommand> => {
  const [read = ''] = line.slice(0, charactersRead).split('<<', 1)
  return separated(read).flatMap((command) => {
    const words = command.filter((word, i) => !redirection.test(word) && !/^\d?[<>]{1,2}$/.test(command[i - 1] ?? ''))
    const begins = words.findIndex((word) => !assignment.test(word))
    return begins < 0 ? [] : [words.slice(begins)]
  })
}

const assignment = /^[A-Za-z_]\w*=/
const redirection = /^(?:\d|&)?[<>]/
const token = /\d*[<>]+&[\d-]|(?:"(?:[^"\\]|\\.)*"|'[^']*'|\\.|[^\s;&|"'\\])+|\n|;|&&?|\|\|?/gs
const separator = /^(?:\n|;|&&?|\|\|?)$/

const separated = (line: string): ReadonlyArray<ReadonlyArray<string>> => {
  const commands: Array<Array<string>> = [[]]
  for (const [found] of line.matchAll(token)) {
    if (separator.test(found)) commands.push([])
    else commands.at(-1)?.push(unquoted(found))
  }
  return commands.filter((words) => words.length > 0)
}

const unquoted = (word: string): string =>
  word.replace(/"((?:[^"\\]|\\.)*)"|'([^']*)'|\\(.)/gs, (_, double?: string, single?: string, sign?: string) =>
    double === undefined ? (single ?? sign ?? '') : double.replace(/\\(["\\$`])/g, '$1'),
  )

/** The options and the other words of a command behind its program. What stands behind `--` is no option. */
export interface CommandWords {
  readonly program: string
  readonly options: ReadonlyArray<string>
  readonly operands: ReadonlyArray<string>
  /** The words behind `--`; undefined where there is none. */
  readonly behind: ReadonlyArray<string> | undefined
}

export const commandWords = ([program = '', ...words]: ShellCommand): CommandWords => {
  const end = words.indexOf('--')
  const before = end < 0 ? words : words.slice(0, end)
  const isOption = (word: string) => word.startsWith('-') && word !== '-'
  return {
    program: program.slice(program.lastIndexOf('/') + 1),
    options: before.filter(isOption),
    operands: before.filter((word) => !isOption(word)),
    behind: end < 0 ? undefined : words.slice(end + 1),
  }
}

/** Returns the commands of a line in order, each with its words. */
export const commandsIn = (line: string): ReadonlyArray<CommandWords> => shellCommands(line).map(commandWords)
