/** The configuration and the environment of a private OpenClaw. */
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Places {
  readonly home: string
  readonly state: string
  readonly config: string
  readonly temporary: string
}

/** Cache that may outlive a test: npm's downloads and V8's compiled code (half of the host's start is compilation). */
const cache = (name: string) => join(root, 'node_modules/.cache', name)

/** Built from nothing: the host has test doubles of its own behind a test runner's variables, and leaves locks in the temporary folder. */
export const environment = ({ config, home, state, temporary }: Places): NodeJS.ProcessEnv => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => /^(LANG|LC_.*|NODE_EXTRA_CA_CERTS|.*_proxy)$/i.test(name))),
  PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
  HOME: home,
  TMPDIR: temporary,
  OPENCLAW_STATE_DIR: state,
  OPENCLAW_CONFIG_PATH: config,
  OPENCLAW_DISABLE_BONJOUR: '1',
  OPENCLAW_NO_RESPAWN: '1',
  OPENCLAW_NO_AUTO_UPDATE: '1',
  // The host's own record of each run, which nobody reads here.
  OPENCLAW_TRAJECTORY: '0',
  NODE_COMPILE_CACHE: cache('openclaw-v8'),
  npm_config_cache: cache('openclaw-npm'),
  npm_config_prefer_offline: 'true',
  // The home is private; where packages come from is not.
  npm_config_userconfig: process.env['npm_config_userconfig'] ?? join(homedir(), '.npmrc'),
  NO_COLOR: '1',
  CI: '1',
})

/** A plugin that the host loads from its folder, without an installation. */
export interface LinkedPlugin {
  readonly id: string
  readonly folder: string
  readonly config?: object
}

export interface Given {
  readonly port: number
  readonly token: string
  readonly modelUrl: string
  readonly logFile: string
  readonly workspaceOf: (agent: string) => string
  readonly agents: readonly [string, ...ReadonlyArray<string>]
  readonly linked: ReadonlyArray<LinkedPlugin>
}

export const settings = ({ agents, linked, logFile, modelUrl, port, token, workspaceOf }: Given): object => ({
  gateway: {
    mode: 'local',
    port,
    bind: 'loopback',
    auth: { mode: 'token', token },
    http: { endpoints: { chatCompletions: { enabled: true } } },
    // Nobody opens its pages, and every home would get a copy of their fifteen hundred files.
    controlUi: { enabled: false },
  },
  logging: { file: logFile },
  agents: {
    defaults: {
      model: { primary: 'scripted/scripted' },
      workspace: workspaceOf(agents[0]),
      skipBootstrap: true,
      // A test wakes the agent when it wants to. The host's own beats come at a moment of the interval that each home draws for itself.
      heartbeat: { every: '720h', target: 'none' },
    },
    // With one agent and no entries the host has its `main`, as a user who configured nothing.
    ...(agents.length === 1 ? {} : { entries: Object.fromEntries(agents.map((agent) => [agent, { workspace: workspaceOf(agent) }])) }),
  },
  // No test changes a skill, and the watcher reads all skills anew for every agent whenever a file of any workspace changes: most of what a gateway of many agents did.
  skills: { load: { watch: false } },
  // A home lives for minutes, so it has no old sessions. On a busy machine the host's own cleanup of a new agent's database fails now and then.
  session: { maintenance: { mode: 'warn' } },
  // By words only: no embedding service is asked.
  memory: { search: { provider: 'none' } },
  models: {
    providers: {
      scripted: {
        baseUrl: modelUrl,
        apiKey: 'sk-scripted',
        api: 'openai-completions',
        models: [{ id: 'scripted', name: 'Scripted', contextWindow: 128_000, maxTokens: 4096 }],
      },
    },
    // It knows its only model, and nothing of a test is asked of the network.
    catalogRefresh: { enabled: false },
  },
  ...(linked.length === 0 ? {} : { plugins: pluginsOf(linked) }),
})

const pluginsOf = (linked: ReadonlyArray<LinkedPlugin>) => ({
  load: { paths: linked.map(({ folder }) => folder) },
  entries: Object.fromEntries(
    linked.map(({ config = {}, id }) => [id, { enabled: true, hooks: { allowConversationAccess: true }, config }]),
  ),
})

/** For the configuration: of what the host has itself only its memory and Telegram, which spares it thirteen plugins at every start and reload. */
export const fewPlugins = (linked: ReadonlyArray<Pick<LinkedPlugin, 'id'>> = []): object => ({
  plugins: { allow: ['crabtrail', 'memory-core', 'telegram', ...linked.map(({ id }) => id)] },
})

/** Merges like the gateway's own `config.patch`: objects are merged, null removes, everything else is replaced. */
export const merged = (base: unknown, change: unknown): unknown => {
  if (!isPlain(change)) return change
  const kept = isPlain(base) ? base : {}
  const all = { ...kept, ...Object.fromEntries(Object.entries(change).map(([name, value]) => [name, merged(kept[name], value)])) }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null))
}

const isPlain = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
