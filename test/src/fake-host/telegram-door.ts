/** Routes a message over Telegram by the configuration of the host, and tells whether its sender is the owner. */
import type { Said } from '../telegram.ts'
import type { Person } from './session.ts'

/** Part of the host's configuration that says where messages go. */
export interface RoutingConfig {
  readonly commands?: { readonly ownerAllowFrom?: ReadonlyArray<string> }
  readonly session?: { readonly dmScope?: string; readonly groupScope?: string }
}

export const personOf = ({ commands }: RoutingConfig, { from, group }: Said): Person => ({
  from: String(from),
  chat: String(group ?? from),
  isOwner: commands?.ownerAllowFrom?.some((entry) => entry === `telegram:${from}` || entry === String(from)) === true,
})

/** Private chats share the main session unless each has its own; groups have their own unless they share it. */
export const keyOf = ({ session }: RoutingConfig, agent: string, { from, group }: Said): string => {
  if (group !== undefined) return session?.groupScope === 'main' ? `agent:${agent}:main` : `agent:${agent}:telegram:group:${group}`
  return session?.dmScope === 'per-channel-peer' ? `agent:${agent}:telegram:direct:${from}` : `agent:${agent}:main`
}
