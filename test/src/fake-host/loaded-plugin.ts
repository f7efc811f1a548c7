/** The plugin of a fake host as it is loaded: its two living registrations, its services, its reloads. */
import { merged } from '../openclaw-settings.ts'
import { gatewayContext, type Served, serviceContext } from './contexts.ts'
import type { HookRunner } from './hook-runner.ts'
import { type HostClock, within } from './host-clock.ts'
import { emptyRegistration, type HostedPlugin, type Mode, type PluginEntry, type Registration, register } from './registration.ts'
import type { SystemEvents } from './system-events.ts'

export interface Loaded {
  /** The first full registration: services, commands, and what is told of the gateway and of sessions. */
  readonly userSide: Registration
  /** The first one of discovery after it: everything that belongs to a run of an agent. */
  readonly agentSide: Registration
  readonly config: object
}

export interface LoadedPlugin {
  readonly current: () => Loaded
  readonly start: () => Promise<void>
  readonly stop: (between: (userSide: Registration) => void) => Promise<void>
  readonly reconfigure: (change: object) => Promise<void>
  /** A registration in any mode, which nothing is called of. */
  readonly look: (mode: Mode) => Promise<Registration>
  /** With its first turn the host registers the plugin once more, and calls nothing of it. */
  readonly firstTurn: () => Promise<unknown>
}

export interface PluginParts {
  readonly load: () => Promise<HostedPlugin> | HostedPlugin
  readonly entry: PluginEntry
  readonly agents: ReadonlyArray<string>
  /** Merged into the host's own. */
  readonly config: object
  readonly state: string
  readonly workspaceOf: (agent: string) => string
  readonly log: (line: string) => void
  readonly hooks: HookRunner
  readonly clock: HostClock
  readonly events: SystemEvents
}

/** Longest time that the host waits for a service to start or stop, and for handlers that a reload finds running. */
const serviceMs = 5_000
const retirementMs = 5_000

export const loadedPlugin = (parts: PluginParts): LoadedPlugin => {
  const { clock, hooks, log, state, workspaceOf } = parts
  let config: object | undefined
  let loaded: Loaded | undefined
  let extra: Promise<unknown> | undefined
  let atStartup = true
  const look = async (mode: Mode): Promise<Registration> => {
    const plugin = await parts.load()
    config ??= configOf(parts, plugin.id)
    const entry = entryOf(config, plugin.id)
    if (entry.enabled === false) return emptyRegistration(plugin.id, mode)
    return register({ plugin, mode, entry, state, config, workspaceOf, log, systemEvent: parts.events.add })
  }
  const served = (): Served => ({ config: config ?? {}, workspace: workspaceOf(parts.agents[0] ?? 'main'), state, log, atStartup })
  const services = async (who: Registration, what: 'start' | 'stop') => {
    for (const service of who.services) {
      const done = Promise.resolve().then(() => service[what]?.(serviceContext(served())))
      await within(clock, done, serviceMs).catch((error: unknown) =>
        log(`[plugins] the service ${service.id} did not ${what}: ${String(error)}`),
      )
    }
  }
  const opened = (who: Registration) => {
    const ctx = { ...gatewayContext(served()), abortSignal: new AbortController().signal }
    hooks.tell({ who, name: 'gateway_start', event: { port: 1 }, ctx })
  }
  const current = (): Loaded => {
    if (loaded === undefined) throw new Error('the fake host is not started')
    return loaded
  }
  const load = async (userSide: Registration): Promise<void> => {
    loaded = { userSide, agentSide: await look('discovery'), config: config ?? {} }
    extra = undefined
  }
  return {
    current,
    look,
    firstTurn: () => {
      extra ??= look('discovery')
      return extra
    },
    start: async () => {
      atStartup = true
      const full = await look('full')
      await load(full)
      await services(full, 'start')
      opened(full)
    },
    reconfigure: async (change) => {
      const { userSide } = current()
      await retire(parts, userSide.plugin)
      await services(userSide, 'stop')
      await hooks.ask({ who: userSide, name: 'gateway_stop', event: { reason: 'plugin replacement' }, ctx: gatewayContext(served()) })
      config = merged(config, change) as object
      atStartup = false
      const full = await look('full')
      await services(full, 'start')
      opened(full)
      await load(full)
    },
    stop: async (between) => {
      const { userSide } = current()
      await hooks.ask({ who: userSide, name: 'gateway_stop', event: { reason: 'gateway stopping' }, ctx: { port: 1 } })
      between(userSide)
      await services(userSide, 'stop')
      loaded = undefined
      extra = undefined
    },
  }
}

interface Config {
  readonly plugins: { readonly entries: { readonly [id: string]: PluginEntry } }
}

const configOf = ({ agents, config, entry, workspaceOf }: PluginParts, id: string): object =>
  merged(
    {
      agents: { entries: Object.fromEntries(agents.map((agent) => [agent, { workspace: workspaceOf(agent) }])) },
      plugins: { entries: { [id]: entry } },
    },
    config,
  ) as object

const entryOf = (config: object, id: string): PluginEntry => (config as Config).plugins.entries[id] ?? {}

/** Handlers that are still running are waited for, but not for ever. */
const retire = async ({ clock, hooks, log }: PluginParts, id: string): Promise<void> => {
  if (hooks.running() === 0) return
  await within(clock, hooks.idle(), retirementMs).catch(() =>
    log(`[plugins/cleanup] Plugin ${id} forced retirement after ${retirementMs}ms: ${hooks.running()} still-running call(s)`),
  )
}
