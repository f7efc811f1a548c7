/** `openclaw crabtrail`: the memory from a terminal, with or without a gateway. Commands that are not in the table are those of `crabtrail`. */
import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { type CliHost, type Configured, configured, type Options, print, type Told } from './context.ts'
import { follow, log, why } from './memory.ts'
import { doctor, setup } from './setup.ts'
import { status } from './status.ts'
import { unsetup } from './unsetup.ts'
import { wholeLine } from './whole-line.ts'

interface Command {
  /** Name and words, as the host's parser reads them: `why [turn] [node]`. */
  readonly usage: string
  readonly description: string
  /** Flags, description and default of each option. Every command also has `--json`. */
  readonly options?: ReadonlyArray<readonly [flags: string, description: string, byDefault?: string]>
  readonly run: (here: Configured, options: Options, words: ReadonlyArray<string | undefined>) => Promise<Told>
}

const agent = ['--agent <name>', 'the agent; default: the first one'] as const

const commands: ReadonlyArray<Command> = [
  {
    usage: 'setup',
    description: 'Check that the memory is heard and can be used, and say what judging messages costs; with --yes, make it so',
    options: [['--yes', 'change the configuration where necessary']],
    run: setup,
  },
  {
    usage: 'unsetup',
    description: 'Say what setup wrote into the configuration; with --yes, take it back',
    options: [
      ['--yes', 'do it'],
      ['--delete-store', 'delete the memory, too'],
    ],
    run: unsetup,
  },
  { usage: 'status', description: 'Show the state of each agent’s memory and of its gateway', run: status },
  {
    usage: 'why [turn] [node]',
    description: 'Explain what a turn recalled, or why it did not recall a memory; without a turn, the last one',
    options: [agent],
    run: (here, options, [turn, node]) => why(here, { ...options, turn, node }),
  },
  {
    usage: 'log',
    description: 'Print the newest events of a memory',
    options: [
      agent,
      ['--limit <count>', 'number of events', '50'],
      ['--type <type>', 'only events of this type'],
      ['--turn <turn>', 'only events of this turn'],
      ['--session <key>', 'only events of this session'],
      ['--walks', 'also the steps of recalls'],
    ],
    run: log,
  },
  {
    usage: 'doctor',
    description: 'Examine store, host and plugin; exits with 1 when something is wrong',
    run: doctor,
  },
  {
    usage: 'follow',
    description: 'Read the notes of the workspace now',
    options: [agent, ['--prune', 'retire notes that are gone even when most are gone']],
    run: follow,
  },
]

const nameOf = ({ usage }: Command): string => usage.replace(/ .*/, '')

const cliDescriptor = {
  name: 'crabtrail',
  description: `The memory that learns: ${commands.map(nameOf).join(', ')}, and every command of crabtrail.`,
  hasSubcommands: true,
} as const

type Registrar = Parameters<OpenClawPluginApi['registerCli']>[0]
type Program = Parameters<Registrar>[0]['program']

/** `entry` is the file that the memory's thread runs. Reads nothing from the host before a command is called. */
export const registerCommandLine = (api: CliHost, entry: URL): void =>
  api.registerCli(({ program }) => addCommands(api, entry, program), { descriptors: [cliDescriptor] })

const addCommands = async (api: CliHost, entry: URL, program: Program): Promise<void> => {
  const root = program.command(cliDescriptor.name).description(cliDescriptor.description)
  for (const { description, options = [], run, usage } of commands) {
    const command = root.command(usage).description(description).option('--json', 'print one JSON document')
    for (const [flags, says, byDefault] of options) command.option(flags, says, byDefault)
    const wordCount = usage.split(' ').length - 1
    command.action((...given: ReadonlyArray<unknown>) => {
      const words = given.slice(0, wordCount) as ReadonlyArray<string | undefined>
      const chosen = given[wordCount] as Options
      return print(chosen.json === true, () => run(configured(api, entry), chosen, words))
    })
  }
  for (const { name, run, summary } of await wholeLine(new Set(commands.map(nameOf)))) {
    // Options, --help among them, are parsed by crabtrail.
    const command = root.command(`${name} [words...]`).description(summary).allowUnknownOption().helpOption(false)
    command.action((words: ReadonlyArray<string>) => run(api, entry, words))
  }
}
