/** Whom the host's configuration names as the owner, and what it says of where messages arrive. Pure. */

/** What of the host's configuration says who the owner is and how messages are put into sessions. */
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

/** Entries of `commands.ownerAllowFrom`. An entry for everybody names nobody. */
export const ownersOf = ({ commands }: HostConfig): ReadonlyArray<string> =>
  (commands?.ownerAllowFrom ?? [])
    .map((entry) => String(entry).trim())
    .filter((entry) => entry !== '' && entry !== '*' && !entry.endsWith(':*'))

export interface Sender {
  readonly channel: string
  readonly senderId: string
}

/** `telegram:42` names the sender 42 of that channel, `42` the sender of that id on any: stricter than the host, which knows more spellings. */
export const isListed = (config: HostConfig, { channel, senderId }: Sender): boolean => {
  const sender = plain(withoutChannel(senderId, channel))
  return (
    sender !== '' &&
    ownersOf(config).some((entry) => !isOfOther(config, entry, channel) && plain(withoutChannel(entry, channel)) === sender)
  )
}

/** An entry of another channel names nobody here: a sender may have chosen `telegram:42` as an id on this one. */
const isOfOther = ({ channels }: HostConfig, entry: string, channel: string): boolean => {
  const prefix = entry
    .slice(0, Math.max(0, entry.indexOf(':')))
    .trim()
    .toLowerCase()
  const named = aliases[prefix] ?? prefix
  return named !== channel.toLowerCase() && (Object.keys(channels ?? {}).includes(named) || wellKnown.includes(named))
}

/** True where the owner list names somebody of this channel. */
export const namesAnybody = (config: HostConfig, channel: string): boolean =>
  ownersOf(config).some((entry) => !entry.includes(':') || withoutChannel(entry, channel) !== entry)

/** A peer of a direct chat as a session's key names it: an id, or the name under which `session.identityLinks` joins several. */
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

/** True where messages of groups may arrive in the main session, where no key tells them from a direct chat. */
export const mixesGroups = ({ bindings = [], session }: HostConfig): boolean =>
  session?.scope === 'global' ||
  session?.groupScope === 'main' ||
  bindings.some((binding: { readonly session?: HostConfig['session'] }) => binding.session?.groupScope === 'main')

const aliases: Readonly<Record<string, string>> = { tg: 'telegram' }

/** Channels of the host, also where this one has not set them up: the owner list may be older than that. */
const wellKnown: ReadonlyArray<string> = ['discord', 'imessage', 'irc', 'matrix', 'msteams', 'signal', 'slack', 'telegram', 'whatsapp']

const withoutChannel = (text: string, channel: string): string => {
  const at = text.indexOf(':')
  const prefix = text.slice(0, Math.max(0, at)).trim().toLowerCase()
  return prefix !== '' && (aliases[prefix] ?? prefix) === channel.toLowerCase() ? text.slice(at + 1) : text
}

/** Without what people write into telephone numbers. */
const plain = (id: string): string => {
  const text = id.trim().toLowerCase()
  return /^\+[\d\s().-]+$/.test(text) ? text.replaceAll(/[\s().-]/g, '') : text
}
