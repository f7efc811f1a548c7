/** `--help`, made from the same declarations that calls are read by. */
import type { CommandShape, Flag } from '../arguments/command-shape.ts'
import { groups } from '../arguments/command-shape.ts'
import { type CommandName, commandNames, commandTable } from '../table/command-table.ts'
import { globalFlags } from '../table/global-flags.ts'
import { aligned, indented, type Page } from './page.ts'
import { wrapped } from './width.ts'

export const helpOf = (command: CommandName | undefined, page: Page): ReadonlyArray<string> =>
  command === undefined ? overview(page) : commandHelp(command, commandTable[command], page)

const overview = (page: Page): ReadonlyArray<string> => [
  'A memory for AI agents that learns which memory leads to which.',
  '',
  `${page.strong('Usage')}  crabtrail COMMAND [options]`,
  ...groups.flatMap((group) => [
    '',
    page.strong(group),
    ...indented(aligned(commandsOf(group).map((name) => [name.padEnd(widest), commandTable[name].summary]))),
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

export const exitCodeLines = [
  '0 done, 1 the world refused, 2 the call is malformed, 3 it names something that is not there,',
  '4 somebody else wrote first, 5 the log is not what its hashes say',
] as const

export const commandsOf = (group: CommandShape['group']): ReadonlyArray<CommandName> =>
  commandNames.filter((name) => commandTable[name].group === group)

const widest = Math.max(...commandNames.map((name) => name.length))

const commandHelp = (name: CommandName, shape: CommandShape, page: Page): ReadonlyArray<string> => [
  `${page.strong(`crabtrail ${name}`)}: ${shape.summary}`,
  ...(shape.details ?? []).flatMap((line) => wrapped(line, page.width, 9)),
  '',
  `${page.strong('Usage')}  ${usage(name, shape)}`,
  ...(shape.positionals.length === 0
    ? []
    : ['', page.strong('Arguments'), ...indented(aligned(shape.positionals.map((one) => [one.name, one.help])))]),
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

const flagLines = (flags: Readonly<Record<string, Flag>>): ReadonlyArray<string> =>
  indented(aligned(Object.entries(flags).map(([name, flag]) => [flagName(name, flag).padEnd(18), flagHelp(flag)])))

export const flagName = (name: string, flag: Flag): string => {
  const short = flag.short === undefined ? '' : `-${flag.short}, `
  if (flag.value === undefined) return `${short}--${name}`
  return flag.otherwise === undefined ? `${short}--${name} ${flag.value}` : `${short}--${name} [${flag.value}]`
}

export const flagHelp = (flag: Flag): string => {
  const unsaid = flag.choices?.filter((choice) => !flag.help.includes(choice)) ?? []
  const choices = unsaid.length > 0 ? `; one of ${flag.choices?.join(', ')}` : ''
  return `${flag.help}${choices}${flag.many === true ? '; may be given more than once' : ''}`
}
