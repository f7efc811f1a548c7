/** The commands of `crabtrail` as commands of `openclaw crabtrail`. A call that names no store, brain or embedder means those of this host. */
import type { Call, CommandName, HostProgram } from 'crabtrail'
import * as Result from 'effect/Result'
import { type CliHost, configured } from './context.ts'

/** The first two need the files of other packages, and the shell completes the words of the host by the host's own script. */
const elsewhere: ReadonlyArray<CommandName> = ['demo', 'eval', 'completion']

export interface WholeCommand {
  readonly name: CommandName
  readonly summary: string
  /** Runs the command with the words behind its name and sets the exit code of the process. Never rejects. */
  readonly run: (host: CliHost, entry: URL, given: ReadonlyArray<string>) => Promise<void>
}

/** Every command of `crabtrail` but those of `own`. It is loaded here, because a gateway that runs no command does not need it. */
export const wholeLine = async (own: ReadonlySet<string>): Promise<ReadonlyArray<WholeCommand>> => {
  const { answerHere, commandNames, parseCall, runCall, shapeOf, start } = await import('crabtrail')
  return commandNames
    .filter((name) => !own.has(name) && !elsewhere.includes(name))
    .map((name) => ({
      name,
      summary: shapeOf(name).summary,
      run: async (host, entry, given) => {
        const call: Call = parseCall([name, ...given.map(withHost)])
        if (call.ask === 'run') await start(call, runCall, await surroundings(host, entry))
        else answerHere(call)
      },
    }))
}

/** The plugin's own commands name the agent by `--agent`, and `crabtrail` names it by `--host`. */
const withHost = (word: string): string => word.replace(/^--agent(?==|$)/, '--host')

const surroundings = async (host: CliHost, entry: URL): Promise<{ readonly host: HostProgram; readonly env: NodeJS.ProcessEnv }> => {
  const { agents, config, naming, store } = configured(host, entry)
  const { embedder = 'none', model: chosen = 'off' } = Result.isSuccess(config) ? config.success : {}
  const called = {
    program: ['openclaw', 'crabtrail'],
    store: store.kind === 'sqlite' ? store.path : store.url(),
    agent: agents[0],
    brain: naming.brain,
  }
  // A terminal cannot ask the host's own model. Without a server in the settings it asks none, whatever its environment names.
  const model = typeof chosen === 'string' ? { named: 'none', key: undefined } : await serverOf(chosen, 'CRABTRAIL_MODEL_KEY')
  const vectors = typeof embedder === 'string' ? { named: embedder, key: undefined } : await serverOf(embedder, 'CRABTRAIL_EMBEDDER_KEY')
  const keys = {
    ...(vectors.key === undefined ? {} : { CRABTRAIL_EMBEDDER_KEY: vectors.key }),
    // A server of the settings gets the key of the settings alone.
    ...(model.named === 'none' ? {} : { OPENAI_API_KEY: model.key }),
  }
  return { host: { ...called, embedder: vectors.named, model: model.named }, env: { ...process.env, ...keys } }
}

interface NamedServer {
  readonly baseUrl: string
  readonly model: string
  readonly dimension?: number
  readonly keyVariable?: string
}

/** Returns a server as the options of `crabtrail` name it, and its key. */
const serverOf = async (server: NamedServer, usual: string) => {
  const { baseUrl, dimension, model } = server
  const { ownKey } = await import('@crabtrail/agent-host/model/servers')
  return { named: [baseUrl, model, ...(dimension === undefined ? [] : [dimension])].join('#'), key: ownKey(server, usual) }
}
