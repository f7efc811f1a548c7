/** `openclaw crabtrail`: the memory from a terminal, with or without a running gateway. */

import type { OpenClawPluginApi } from 'openclaw/plugin-sdk/plugin-entry'
import { type CliHost, configured, type Options, type Told, tell } from './context.ts'
import { follow, log, why } from './memory.ts'
import { doctor, setup } from './setup.ts'
import { status } from './status.ts'

type Registrar = Parameters<OpenClawPluginApi['registerCli']>[0]
type Root = Parameters<Registrar>[0]['program']

const cliDescriptor = {
  name: 'crabtrail',
  description: 'The memory that learns: setup, status, why, log, doctor, follow.',
  hasSubcommands: true,
} as const

/** `entry` is the file that the memory's thread runs. Reads nothing from the host before a command is called. */
export const registerCommandLine = (api: CliHost, entry: URL): void =>
  api.registerCli(({ program }) => commands(api, entry, program), { descriptors: [cliDescriptor] })

const commands = (api: CliHost, entry: URL, program: Root): void => {
  const root = program.command(cliDescriptor.name).description(cliDescriptor.description)
  const run = (options: Options, work: (configuration: ReturnType<typeof configured>) => Promise<Told>): Promise<void> =>
    tell(options.json === true, () => work(configured(api, entry)))
  const add = (usage: string, description: string) =>
    root.command(usage).description(description).option('--json', 'print one JSON document')

  add('setup', 'Check that the memory is heard and can be used; with --yes, make it so')
    .option('--yes', 'change the configuration where it has to be')
    .action((options: Options) => run(options, (here) => setup(here, options.yes === true)))
  add('status', 'How the memory of each agent is doing').action((options: Options) => run(options, status))
  add('why [turn] [node]', 'Why a turn recalled what it did, or why it did not recall a memory; without a turn, the last one')
    .option('--agent <name>', 'whose memory')
    .action((turn: string | undefined, node: string | undefined, options: Options) =>
      run(options, (here) => why(here, { ...options, turn, node })),
    )
  add('log', 'The newest events of a memory')
    .option('--agent <name>', 'whose memory')
    .option('--limit <count>', 'so many events', '50')
    .option('--type <type>', 'of one type')
    .option('--turn <turn>', 'of one turn')
    .option('--session <key>', 'of one session')
    .option('--walks', 'also what recalls looked at, step by step')
    .action((options: Options) => run(options, (here) => log(here, options)))
  add('doctor', 'Look for what is wrong with the store, the host and the plugin; exit 1 when something is').action((options: Options) =>
    run(options, doctor),
  )
  add('follow', 'Read the notes of the workspace in now')
    .option('--agent <name>', 'whose workspace')
    .option('--prune', 'let go what is gone, also where that is most of it')
    .action((options: Options) => run(options, (here) => follow(here, { ...options, prune: options.prune === true })))
}
