/** Reads from the host's configuration who the owner is, where messages arrive, and which settings are missing for the owner to be recognised. Pure. */
import type { HostSettings, Owners, Sender } from '@crabtrail/agent-host/state/parts'

/** The part of the host's configuration that names owners and assigns messages to sessions. */
export interface HostConfig {
  readonly commands?: { readonly ownerAllowFrom?: ReadonlyArray<string | number> | undefined } | undefined
  readonly session?:
    | {
        readonly scope?: string | undefined
        readonly dmScope?: string | undefined
        readonly groupScope?: string | undefined
        readonly identityLinks?: Readonly<Record<string, ReadonlyArray<string>>> | undefined
      }
    | undefined
  readonly bindings?: ReadonlyArray<object> | undefined
  readonly channels?: object | undefined
}

export const ownersIn = (config: HostConfig): Owners => ({
  isListed: (sender) => isListed(config, sender),
  isPeer: (chat) => isOwnersPeer(config, chat),
  isOutside: (channel) => channel !== 'webchat',
  mixesGroups: mixesGroups(config),
  namesAnybody: (channel) => namesAnybody(config, channel),
  advice: ownerAdvice,
  missing: () => missingOwners(config),
})

/** Entries of `commands.ownerAllowFrom`. A wildcard entry names nobody. */
const ownersOf = ({ commands }: HostConfig): ReadonlyArray<string> =>
  (commands?.ownerAllowFrom ?? [])
    .map((entry) => String(entry).trim())
    .filter((entry) => entry !== '' && entry !== '*' && !entry.endsWith(':*'))

/** `telegram:42` names sender 42 on that channel; `42` names the sender with that id on any channel. Accepts fewer spellings than the host. */
export const isListed = (config: HostConfig, { channel, senderId }: Sender): boolean => {
  const sender = plain(withoutChannel(senderId, channel))
  return (
    sender !== '' &&
    ownersOf(config).some((entry) => !isOfOther(config, entry, channel) && plain(withoutChannel(entry, channel)) === sender)
  )
}

/** An entry of another channel names nobody here: on this channel somebody may have chosen `telegram:42` as an id. */
const isOfOther = ({ channels }: HostConfig, entry: string, channel: string): boolean => {
  const prefix = entry
    .slice(0, Math.max(0, entry.indexOf(':')))
    .trim()
    .toLowerCase()
  const named = aliases[prefix] ?? prefix
  return named !== channel.toLowerCase() && (Object.keys(channels ?? {}).includes(named) || wellKnown.includes(named))
}

export const namesAnybody = (config: HostConfig, channel: string): boolean =>
  ownersOf(config).some((entry) => !entry.includes(':') || withoutChannel(entry, channel) !== entry)

/** `peer` comes from the key of a direct chat: an id, or a name under which `session.identityLinks` joins several ids. */
export const isOwnersPeer = (
  config: HostConfig,
  { channel, peer }: { readonly channel: string | undefined; readonly peer: string },
): boolean => {
  const linked = Object.entries(config.session?.identityLinks ?? {}).flatMap(([name, ids]) =>
    name.trim().toLowerCase() === peer ? ids : [],
  )
  const known = linked.map((id) => id.split(':', 1).map((first) => ({ channel: first.toLowerCase(), senderId: id })))
  return [...known.flat(), { channel: channel ?? '', senderId: peer }].some((one) => isListed(config, one))
}

/** True when group messages may arrive in the main session, where the key does not distinguish them from a direct chat. */
export const mixesGroups = ({ bindings = [], session }: HostConfig): boolean =>
  session?.scope === 'global' ||
  session?.groupScope === 'main' ||
  bindings.some((binding: { readonly session?: HostConfig['session'] }) => binding.session?.groupScope === 'main')

const aliases: Readonly<Record<string, string>> = { tg: 'telegram' }

/** Channels of the host, listed also where they are not set up: the owner list may still name them. */
const wellKnown: ReadonlyArray<string> = ['discord', 'imessage', 'irc', 'matrix', 'msteams', 'signal', 'slack', 'telegram', 'whatsapp']

const withoutChannel = (text: string, channel: string): string => {
  const at = text.indexOf(':')
  const prefix = text.slice(0, Math.max(0, at)).trim().toLowerCase()
  return prefix !== '' && (aliases[prefix] ?? prefix) === channel.toLowerCase() ? text.slice(at + 1) : text
}

/** Drops spaces and punctuation from telephone numbers. */
const plain = (id: string): string => {
  const text = id.trim().toLowerCase()
  return /^\+[\d\s().-]+$/.test(text) ? text.replaceAll(/[\s().-]/g, '') : text
}

const nameYourself = (channel: string): string => `openclaw config set commands.ownerAllowFrom '["${channel}:YOUR_ID"]'`

const ownerAdvice = (channel: string): string =>
  `nobody who writes over ${channel} is known as the owner, so nobody gets memory there; name yourself: ${nameYourself(channel)}`

/** One text for each chat channel that is switched on and for which the owner list names nobody, even before a message arrives there. */
export const missingOwners = (host: HostConfig): ReadonlyArray<string> => unownedChannels(host).map(ownerAdvice)

export const whoGetsMemory = (host: HostConfig, { groups, senders }: Pick<HostSettings, 'groups' | 'senders'>): string => {
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
  readonly command: string
}

/** The first setting that keeps the owner from being recognised or lets others read along; absent when there is none. */
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
