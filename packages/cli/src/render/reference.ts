/** The reference page of the command line, made from the same declarations as `--help`. */
import { type CommandShape, type Flag, groups } from '../arguments/command-shape.ts'
import { type CommandName, commandTable } from '../table/command-table.ts'
import { globalFlags } from '../table/global-flags.ts'
import { commandsOf, exitCodeLines, flagHelp, flagName, usage } from './help.ts'

/** Markdown. */
export const reference = (): string =>
  [
    '# The command line',
    '',
    'Made from the declarations in `packages/cli/src/table`; a test keeps it up to date.',
    '',
    '`crabtrail COMMAND [options]`. Options stand anywhere; the last of several that say the same counts.',
    'A position (`POS`) is a number, a time (the last position not after it), `tag:NAME`, or `-100`: so many events back.',
    '',
    '## Everywhere',
    '',
    ...flagRows(globalFlags),
    '',
    'Options come before the environment, the environment before `crabtrail/config.json` in `$XDG_CONFIG_HOME`, else in `~/.config`:',
    'a JSON object with any of `store`, `brain`, `color` (`auto`, `never`) and `quiet`.',
    '',
    `Exit codes: ${exitCodeLines.join(' ')}. A command that a signal ends has the shell's code for it.`,
    '',
    'An error is one line on standard error, or with `--json` the one document on standard output:',
    '`{"error":{"tag","message",…}}` with the facts of the error beside its message.',
    ...groups.flatMap((group) => ['', `## ${group}`, ...commandsOf(group).flatMap((name) => section(name, commandTable[name]))]),
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
    : ['', ...rows([...positionalCells(shape), ...flagCells(shape.flags)])]),
  '',
  '```sh',
  shape.example,
  '```',
]

const neverWrites = ({ flags }: CommandShape): string => {
  const writing = Object.keys(flags).filter((name) => flags[name]?.writes)
  return writing.length === 0 ? '. It never writes.' : `. It writes only with ${writing.map((name) => `\`--${name}\``).join(' or ')}.`
}

const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}.`

type Cells = ReadonlyArray<readonly [string, string]>

const positionalCells = (shape: CommandShape): Cells => shape.positionals.map((one) => [one.name, one.help])
const flagCells = (flags: Readonly<Record<string, Flag>>): Cells =>
  Object.entries(flags).map(([name, flag]) => [flagName(name, flag), flagHelp(flag)])
const flagRows = (flags: Readonly<Record<string, Flag>>): ReadonlyArray<string> => rows(flagCells(flags))

const rows = (cells: Cells): ReadonlyArray<string> => cells.map(([name, help]) => `- \`${name}\`: ${help}`)
