/** The other memories of the host beside this plugin, by the configuration: who has the memory slot, and what does not fit. Pure. */
import { isSwitchedOn, ownId, type SwitchConfig } from './switch.ts'

export interface NeighbourConfig extends SwitchConfig {
  readonly plugins?:
    | (NonNullable<SwitchConfig['plugins']> & {
        readonly slots?: { readonly memory?: string | undefined; readonly contextEngine?: string | undefined } | undefined
      })
    | undefined
}

export interface Neighbours {
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
