/** What stands beside this plugin by the configuration: other memories, with what does not fit, and other runtimes, with what they lack. Pure. */
import { isSwitchedOn, ownId, type SwitchConfig } from './switch.ts'

interface NeighbourConfig extends SwitchConfig {
  readonly plugins?:
    | (NonNullable<SwitchConfig['plugins']> & {
        readonly slots?: { readonly memory?: string | undefined; readonly contextEngine?: string | undefined } | undefined
      })
    | undefined
}

interface Neighbours {
  readonly text: string
  /** True where something does not fit. */
  readonly isProblem: boolean
  /** The command that puts it right, where there is one. */
  readonly command?: string
}

/** The plugin that has the slot where nobody chose one. */
const usualOwner = 'memory-core'

/** Tools of other plugins that have the name of one of ours. The host gives an agent one tool of a name: that of the plugin that it loads first. */
const sameTools: Readonly<Record<string, ReadonlyArray<string>>> = { 'memory-lancedb': ['memory_forget'] }

export const neighbours = (config: NeighbourConfig): Neighbours => {
  const { contextEngine, memory = usualOwner } = config.plugins?.slots ?? {}
  if (memory === ownId)
    return {
      text: `plugins.slots.memory names ${ownId}, which takes no slot: the host has no memory search of its own then`,
      isProblem: true,
      command: `openclaw config set plugins.slots.memory ${usualOwner}`,
    }
  const isThere = memory !== 'none' && isSwitchedOn(config, memory)
  const shared = isThere ? sameTools[memory] : undefined
  if (shared !== undefined)
    return {
      text: `${memory} has a tool ${shared.join(', ')} too, and the agent gets one of the two: to forget something here, say /trail forget`,
      isProblem: true,
    }
  const slot = isThere ? `${memory} has the memory slot` : 'no plugin has the memory slot, so the host has no memory search of its own'
  const engine = contextEngine === undefined || contextEngine === 'legacy' ? '' : `; ${contextEngine} assembles the context`
  return { text: `${slot}${engine}; memories of this plugin are given beside them`, isProblem: false }
}

/** Runtimes for which the host calls fewer hooks (ADR 0089). Every other one that is named is a command. */
const harnesses: ReadonlyArray<string> = ['codex', 'copilot']
const ownRuntime = 'openclaw'

/** One text for each runtime beside the host's own that an agent may run on. */
export const otherRuntimes = (
  config: NeighbourConfig & { readonly agents?: unknown; readonly models?: unknown },
): ReadonlyArray<string> => {
  const plugins = harnesses.filter((id) => config.plugins?.entries?.[id]?.enabled === true && isSwitchedOn(config, id))
  const named = [...runtimesIn(config.agents), ...runtimesIn(config.models)].filter((id) => id !== ownRuntime && id !== 'auto')
  return [...new Set([...plugins, ...named])].toSorted().map((id) => `${id}: ${harnesses.includes(id) ? underHarness : underCommand}`)
}

const underHarness = 'memories are given and stay in its thread; memory_search finds none of them'
const underCommand =
  'no memories in web chat, where the host does not say who asks; over chat channels for owners in commands.ownerAllowFrom; no tools, unless the command has those of the host'

/** Ids of each `agentRuntime` in a part of the configuration, wherever it stands, and of commands that a model is named by, as `claude-cli/opus`. */
const runtimesIn = (part: unknown): ReadonlyArray<string> => {
  if (typeof part === 'string') return commandOf(part)
  if (typeof part !== 'object' || part === null) return []
  return Object.entries(part).flatMap(([name, value]) =>
    name === 'agentRuntime' && typeof value?.id === 'string' ? [value.id] : [...commandOf(name), ...runtimesIn(value)],
  )
}

const commandOf = (model: string): ReadonlyArray<string> => /^([\w-]+-cli)\//.exec(model)?.slice(1) ?? []
