/** Routes a message over Telegram by the configuration of the host, tells whether its sender is the owner, and lets plugins change the reply. */
import type { Said } from '../telegram.ts'
import type { HookRunner } from './hook-runner.ts'
import type { Registration } from './registration.ts'
import type { Person, Session } from './session.ts'

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

interface Delivery {
  readonly hooks: HookRunner
  readonly who: Registration
  readonly session: Session
  readonly runId: string
}

/** Returns the text that is sent: that of the last plugin that changed it. The real host asks so in web chat, too, which is not driven here. */
export const deliveredText = async ({ hooks, runId, session, who }: Delivery, text: string): Promise<string> => {
  const about = { sessionKey: session.key, runId }
  const event = { payload: { text }, kind: 'final', channel: 'telegram', ...about }
  const answers = await hooks.ask({ who, name: 'reply_payload_sending', event, ctx: { channelId: 'telegram', ...about } })
  const changed = answers.at(-1) as { readonly payload?: { readonly text?: string } } | undefined
  return changed?.payload?.text ?? text
}
