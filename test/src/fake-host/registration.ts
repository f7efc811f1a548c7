/** Registration of a plugin: the host asks for it several times in a process, each time for another purpose. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { heardHooks } from '../probe-plugin/hooks.ts'

/** A plugin of the host. The host loads the plugin's files anew for each registration. */
export interface HostedPlugin {
  readonly id: string
  readonly register: (api: never) => void
}

export type Mode = 'full' | 'discovery' | 'tool-discovery' | 'cli-metadata' | 'setup-only' | 'setup-runtime'

type Callable = (...given: ReadonlyArray<unknown>) => unknown

export interface Hook {
  readonly name: string
  readonly handler: Callable
  readonly priority: number
  readonly timeoutMs: number | undefined
  readonly matcher: ReadonlyArray<string> | undefined
  readonly eligibleTriggers: ReadonlyArray<string> | undefined
}

export interface Service {
  readonly id: string
  readonly start: Callable
  readonly stop?: Callable
}

export interface Tool {
  readonly name: string
  readonly label?: string
  readonly description: string
  readonly catalogMode?: string
  readonly execute: Callable
}

export interface Command {
  readonly name: string
  readonly requiredScopes?: ReadonlyArray<string>
  readonly handler: (ctx: object) => unknown
}

/** A path of the gateway's server. The host answers nothing itself below it where the plugin checks who asks. */
export interface Route {
  readonly path: string
  readonly auth: 'gateway' | 'plugin'
  readonly match?: 'exact' | 'prefix'
  readonly handler: (request: IncomingMessage, response: ServerResponse) => unknown
}

export interface Supplement {
  readonly search: (asked: object) => Promise<ReadonlyArray<object>>
  readonly get: (asked: object) => Promise<{ readonly content?: string } | null>
}

export interface Registration {
  readonly plugin: string
  readonly mode: Mode
  readonly hooks: ReadonlyArray<Hook>
  readonly services: ReadonlyArray<Service>
  readonly tools: ReadonlyArray<Tool | Callable>
  readonly commands: ReadonlyArray<Command>
  readonly supplements: ReadonlyArray<Supplement>
  readonly routes: ReadonlyArray<Route>
}

/** Under `plugins.entries.ID`. */
export interface PluginEntry {
  readonly enabled?: boolean
  readonly config?: object
  readonly hooks?: {
    readonly allowConversationAccess?: boolean
    readonly allowPromptInjection?: boolean
    readonly timeoutMs?: number
    readonly timeouts?: { readonly [hook: string]: number }
  }
}

/** Hooks that the fake host can drive; a test that needs another one is at fault. */
const drivenHooks: ReadonlyArray<string> = [...heardHooks, 'before_compaction', 'reply_payload_sending']

const ofConversations = new Set([
  'agent_turn_prepare',
  'before_prompt_build',
  'before_agent_reply',
  'before_agent_finalize',
  'agent_end',
  'before_agent_run',
  'llm_output',
])
const ofPrompts = new Set(['agent_turn_prepare', 'before_prompt_build', 'heartbeat_prompt_contribution'])

export interface Asked {
  readonly plugin: HostedPlugin
  readonly mode: Mode
  readonly entry: PluginEntry
  readonly state: string
  readonly config: object
  readonly workspaceOf: (agent: string) => string
  readonly log: (line: string) => void
  readonly systemEvent: (text: string, options: { readonly sessionKey: string }) => void
}

export const emptyRegistration = (plugin: string, mode: Mode): Registration => ({
  plugin,
  mode,
  hooks: [],
  services: [],
  tools: [],
  commands: [],
  supplements: [],
  routes: [],
})

export const register = (asked: Asked): Registration => {
  const { entry, mode, plugin } = asked
  const kept = {
    hooks: [] as Hook[],
    services: [] as Service[],
    tools: [] as Array<Tool | Callable>,
    commands: [] as Command[],
    supplements: [] as Supplement[],
    routes: [] as Route[],
  }
  const on = (name: string, handler: Callable, options: Partial<Hook> = {}) => {
    if (!drivenHooks.includes(name)) throw new Error(`the fake host does not drive the hook ${name} yet`)
    if (!permitted(name, entry)) {
      asked.log(`[plugins] ${plugin.id}: the hook ${name} is blocked by plugins.entries.${plugin.id}.hooks`)
      return
    }
    const { eligibleTriggers, matcher, priority = 0 } = options
    const timeoutMs = entry.hooks?.timeouts?.[name] ?? entry.hooks?.timeoutMs ?? options.timeoutMs
    kept.hooks.push({ name, handler, priority, timeoutMs, matcher, eligibleTriggers })
  }
  const say = (level: string) => (message: string) => asked.log(`[plugins] ${level} ${message}`)
  const api = strict(`api (${mode})`, {
    id: plugin.id,
    name: plugin.id,
    registrationMode: mode,
    pluginConfig: entry.config ?? {},
    config: asked.config,
    logger: { debug: say('debug'), info: say('info'), warn: say('warn'), error: say('error') },
    get runtime() {
      if (mode === 'cli-metadata' || mode === 'setup-only')
        throw new Error(`runtime is intentionally unavailable during ${mode} registration`)
      return runtimeOf(asked)
    },
    on,
    // Its system prompt holds no files of the workspace, so there is nothing that these would be told.
    registerHook: () => {},
    registerService: (service: Service) => kept.services.push(service),
    registerTool: (tool: Tool | Callable) => kept.tools.push(tool),
    registerCommand: (command: Command) => kept.commands.push(command),
    registerMemoryCorpusSupplement: (supplement: Supplement) => kept.supplements.push(supplement),
    registerHttpRoute: (route: Route) => kept.routes.push(route),
    // The command line is a process of its own; here it is only taken.
    registerCli: () => {},
  })
  plugin.register(api as never)
  return { plugin: plugin.id, mode, ...kept }
}

const permitted = (name: string, { hooks }: PluginEntry): boolean =>
  (!ofConversations.has(name) || hooks?.allowConversationAccess === true) && (!ofPrompts.has(name) || hooks?.allowPromptInjection !== false)

const runtimeOf = ({ config, state, systemEvent, workspaceOf }: Asked): object =>
  strict('api.runtime', {
    state: strict('api.runtime.state', { resolveStateDir: () => state }),
    config: strict('api.runtime.config', { current: () => config }),
    agent: strict('api.runtime.agent', {
      resolveAgentDir: (_config: unknown, agent: string) => join(state, 'agents', agent, 'agent'),
      resolveAgentWorkspaceDir: (_config: unknown, agent: string) => workspaceOf(agent),
    }),
    system: strict('api.runtime.system', { enqueueSystemEvent: systemEvent }),
  })

/** Says what is missing instead of being undefined. */
const strict = <A extends object>(name: string, offered: A): A =>
  new Proxy(offered, {
    get: (target, key, receiver) => {
      if (typeof key === 'string' && !(key in target)) throw new Error(`the fake host has no ${name}.${key} yet`)
      return Reflect.get(target, key, receiver)
    },
  })
