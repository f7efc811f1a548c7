/** `--help` and the reference page, made from the declarations of the commands; and the calls that are answered without a memory. */

import { InvalidRequest } from '@crabtrail/core'
import { exits } from '../failures.ts'
import { complain, complaintOf } from '../render/output.ts'
import { aligned, documentOf, indented, type Page, pageOf, wrapped } from '../render/page.ts'
import { type CommandShape, type Flag, globalFlags } from '../shapes/shape.ts'
import type { Surroundings } from '../surroundings.ts'
import { version } from '../version.ts'
import type { Call } from './parse.ts'
import { type CommandName, commandNames, commandsOf, groups, shapeOf } from './table.ts'

export const helpOf = (command: CommandName | undefined, page: Page): ReadonlyArray<string> =>
  command === undefined ? overview(page) : commandHelp(command, shapeOf(command), page)

const overview = (page: Page): ReadonlyArray<string> => [
  'A memory for AI agents that learns which memory leads to which.',
  '',
  `${page.strong('Usage')}  crabtrail COMMAND [options]`,
  ...groups.flatMap((group) => [
    '',
    page.strong(group),
    ...indented(aligned(commandsOf(group).map((name) => [name.padEnd(widest), shapeOf(name).summary]))),
  ]),
  '',
  page.strong('Everywhere'),
  ...flagLines(globalFlags),
  '',
  page.strong('Exit codes'),
  ...indented(exitCodeLines),
  '',
  'crabtrail COMMAND --help explains a command. Settings of your own: ~/.config/crabtrail/config.json.',
]

const exitCodeLines = [
  '0 done, 1 a file, the store or the system refused, 2 the call is malformed, 3 it names something that does not exist,',
  '4 another writer was first, 5 the log does not match its hashes',
] as const

const widest = Math.max(...commandNames.map((name) => name.length))

const commandHelp = (name: CommandName, shape: CommandShape, page: Page): ReadonlyArray<string> => [
  `${page.strong(`crabtrail ${name}`)}: ${shape.summary}`,
  ...(shape.details ?? []).flatMap((line) => wrapped(line, page.width, 9)),
  '',
  `${page.strong('Usage')}  ${usage(name, shape)}`,
  ...(shape.positionals.length === 0 ? [] : ['', page.strong('Arguments'), ...helpLines(positionalCells(shape), 0)]),
  ...(Object.keys(shape.flags).length === 0 ? [] : ['', page.strong('Options'), ...flagLines(shape.flags)]),
  '',
  page.strong('Everywhere'),
  ...flagLines(globalFlags),
  '',
  `${page.strong('Example')}  ${shape.example}`,
]

export const usage = (name: CommandName, shape: CommandShape): string =>
  [
    'crabtrail',
    name,
    ...shape.positionals.map((one) => {
      const text = `${one.name}${one.many === true ? '…' : ''}`
      return one.optional === true ? `[${text}]` : text
    }),
    ...Object.entries(shape.flags)
      .filter(([, flag]) => flag.required === true)
      .map(([flagName, flag]) => `--${flagName} ${flag.value}`),
    ...(Object.values(shape.flags).some((flag) => flag.required !== true) ? ['[options]'] : []),
  ].join(' ')

/** Columns of a line of help, and of the names of its options. */
const [lineColumns, nameColumns] = [130, 18]

const flagLines = (flags: Readonly<Record<string, Flag>>): ReadonlyArray<string> => helpLines(flagCells(flags), nameColumns)

const helpLines = (cells: Cells, least: number): ReadonlyArray<string> => {
  const columns = lineColumns - Math.max(least, ...cells.map(([name]) => name.length)) - 4
  const rows = cells.flatMap(([name, help]) => wrapped(help, columns, 9).map((line, at) => [at === 0 ? name.padEnd(least) : '', line]))
  return indented(aligned(rows))
}

const flagName = (name: string, flag: Flag): string => {
  const short = flag.short === undefined ? '' : `-${flag.short}, `
  if (flag.value === undefined) return `${short}--${name}`
  return flag.otherwise === undefined ? `${short}--${name} ${flag.value}` : `${short}--${name} [${flag.value}]`
}

/** Returns the help of an option, with the choices that its sentence does not name. */
export const flagHelp = (flag: Flag): string => {
  const unsaid = flag.choices?.filter((choice) => !flag.help.includes(choice)) ?? []
  const choices = unsaid.length > 0 ? `; one of ${flag.choices?.join(', ')}` : ''
  return `${flag.help}${choices}${flag.many === true ? '; may be given more than once' : ''}`
}

export const reference = (): string =>
  [
    '# The command line',
    '',
    'Made from the declarations in `packages/cli/src/commands`; a test keeps it up to date.',
    '',
    '`crabtrail COMMAND [options]`. Options stand anywhere; the last of several that say the same counts.',
    'A position (`POS`) is a number; `-100`, so many events back; a time, for the last position not after it; a day or `yesterday`, for its beginning in UTC;',
    '`tag:NAME`; or `t17` or `session:NAME`, for the first event of a turn or of a session.',
    '',
    '## Everywhere',
    '',
    ...flagRows(globalFlags),
    '',
    'Options come before the environment, the environment before `crabtrail/config.json` in `$XDG_CONFIG_HOME`, else in `~/.config`:',
    'a JSON object with any of `store`, `brain`, `embedder`, `model`, `color` (`auto`, `never`) and `quiet`. A key is never read from it.',
    '',
    'A store at `postgres://` is found as `psql` finds a database: what the URL leaves out comes from `$PGHOST` and the other variables, and the',
    'password from `$PGPASSWORD` or `~/.pgpass`. In a URL on the command line, other users of the machine can see it.',
    '',
    `Exit codes: ${exitCodeLines.join(' ')}. A command that a signal ends has the shell's code for it.`,
    '',
    'An error is one line on standard error, or with `--json` the one document on standard output:',
    '`{"error":{"tag","message",…}}` with the facts of the error beside its message.',
    ...groups.flatMap((group) => ['', `## ${group}`, ...commandsOf(group).flatMap((name) => section(name, shapeOf(name)))]),
    '',
  ].join('\n')

const section = (name: CommandName, shape: CommandShape): ReadonlyArray<string> => [
  '',
  `### ${name}`,
  '',
  `${sentence(shape.summary)}${(shape.details ?? []).map((line) => ` ${line}`).join('')}`,
  '',
  `Usage: \`${usage(name, shape)}\`${shape.access === 'read' ? neverWrites(shape) : ''}`,
  ...(shape.positionals.length + Object.keys(shape.flags).length === 0
    ? []
    : ['', ...listed([...positionalCells(shape), ...flagCells(shape.flags)])]),
  '',
  '```sh',
  shape.example,
  '```',
]

const neverWrites = ({ flags, positionals }: CommandShape): string => {
  const words = positionals.filter(({ writes }) => writes).map(({ name }) => name)
  const writing = [...words, ...Object.keys(flags).flatMap((name) => (flags[name]?.writes ? [`--${name}`] : []))]
  return writing.length === 0 ? '. It never writes.' : `. It writes only with ${writing.map((name) => `\`${name}\``).join(' or ')}.`
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

type Cells = ReadonlyArray<readonly [string, string]>

const positionalCells = (shape: CommandShape): Cells =>
  shape.positionals.map(({ choices = [], help, name }) => [name, flagHelp({ help, choices })])
const flagCells = (flags: Readonly<Record<string, Flag>>): Cells =>
  Object.entries(flags).map(([name, flag]) => [flagName(name, flag), flagHelp(flag)])
const flagRows = (flags: Readonly<Record<string, Flag>>): ReadonlyArray<string> => listed(flagCells(flags))

const listed = (cells: Cells): ReadonlyArray<string> => cells.map(([name, help]) => `- \`${name}\`: ${help}`)

type AtOnce = Exclude<Call, { readonly ask: 'run' }>

export const answerAtOnce = (call: AtOnce, { env, stderr, stdout }: Omit<Surroundings, 'home' | 'folder'>): number => {
  const print = (key: string, value: string, text: string) => stdout.write(`${call.json ? documentOf({ [key]: value }) : text}\n`)
  if (call.ask === 'nothing') {
    complain(complaintOf(new InvalidRequest(call.malformed)), call.json, { stdout, stderr })
    return exits.malformed
  }
  if (call.ask === 'version') print('version', version(), `crabtrail ${version()}`)
  else {
    const colored = call.color && stdout.isTTY && !env['NO_COLOR'] && env['TERM'] !== 'dumb'
    const [plain, shown] = [false, colored].map((color) => helpOf(call.command, pageOf(undefined, color)).join('\n'))
    print('help', plain ?? '', shown ?? '')
  }
  return 0
}

/** Answers on the streams of this process and sets its exit code. A reader that closes standard output early (`| head`) is no error. */
export const answerHere = (call: AtOnce): void => {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
  process.exitCode = answerAtOnce(call, process)
}
