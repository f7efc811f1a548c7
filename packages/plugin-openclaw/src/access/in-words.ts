/** Who gets memory, in words. */
import type { PluginConfig } from '../plugin-config.ts'
import type { Access } from './access-kinds.ts'
import { type HostConfig, namesAnybody, ownersOf } from './owners.ts'

/** To whoever asks where no memory is given; nothing of what is remembered is in it. */
export const refusedHere = ({ chatKind }: Access): string =>
  chatKind === 'group'
    ? 'Memory is for private conversations with the owner of this agent, not for groups and channels.'
    : 'Memory is for private conversations with the owner of this agent, and it is not known that the owner is asking here.'

const nameYourself = (channel: string): string => `openclaw config set commands.ownerAllowFrom '["${channel}:YOUR_ID"]'`

export const ownerAdvice = (channel: string): string =>
  `nobody who writes over ${channel} is known as the owner, so nobody gets memory there; name yourself: ${nameYourself(channel)}`

/** For each chat channel that is switched on and of which the owner list names nobody, also before anybody wrote there. */
export const missingOwners = (host: HostConfig): ReadonlyArray<string> => unownedChannels(host).map(ownerAdvice)

/** In one line of a status. */
export const whoGetsMemory = (host: HostConfig, { groups, senders }: Pick<PluginConfig, 'groups' | 'senders'>): string => {
  const owners = ownersOf(host)
  const [channels, apart] = [channelsOf(host), 'a brain of their own each, without anything of the agent’s']
  const direct =
    owners.length > 0
      ? `direct chats of ${owners.join(', ')}`
      : channels.length === 0
        ? 'no chat channel is set up'
        : 'nobody in chat channels'
  return [
    'web chat and terminal with the owner’s rights',
    direct,
    `other senders: ${senders === 'each' ? apart : 'none'}`,
    `groups and channels: ${groups === 'own' ? apart : 'none'}`,
  ].join('; ')
}

export interface AccessProblem {
  readonly text: string
  /** The command with which the owner ends the problem. */
  readonly command: string
}

/** The first setting of the host, if any, that keeps the owner from being recognised or lets others read along. */
export const accessProblem = (host: HostConfig): AccessProblem | undefined => {
  const [unowned] = unownedChannels(host)
  if (unowned !== undefined)
    return {
      text: `nobody on ${unowned} gets memory, because the owner list names nobody there`,
      command: nameYourself(unowned),
    }
  if (!sharedHistory(host)) return undefined
  return {
    text: 'several people may write to the one main session: what the agent tells you stands in the history that others are answered from',
    command: 'openclaw config set session.dmScope per-channel-peer',
  }
}

const unownedChannels = (host: HostConfig): ReadonlyArray<string> => channelsOf(host).filter((channel) => !namesAnybody(host, channel))

/** Names of the chat channels that are switched on. */
const channelsOf = ({ channels }: HostConfig): ReadonlyArray<string> =>
  Object.entries(channels ?? {}).flatMap(([name, one]) =>
    name !== 'defaults' && typeof one === 'object' && one !== null && (one as { readonly enabled?: boolean }).enabled !== false
      ? [name]
      : [],
  )

const sharedHistory = (host: HostConfig): boolean =>
  (host.session?.dmScope ?? 'main') === 'main' && channelsOf(host).some((name) => isOpen(host, name))

const isOpen = ({ channels }: HostConfig, name: string): boolean => {
  const { allowFrom = [] } = ((channels ?? {}) as Readonly<Record<string, unknown>>)[name] as {
    readonly allowFrom?: ReadonlyArray<string | number>
  }
  return allowFrom.includes('*') || allowFrom.length > 1
}
