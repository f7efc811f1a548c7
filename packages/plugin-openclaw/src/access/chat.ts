/** Reads the chat from the key of a session. Pure. */

/** Of a direct chat or a group: the channel where the key names it, and whom or which, in lower case. */
export type Chat =
  | { readonly kind: 'main' }
  | { readonly kind: 'direct' | 'group'; readonly channel: string | undefined; readonly peer: string }
  /** Any other key: a client, as web chat or a terminal, named the conversation itself. */
  | { readonly kind: 'named' }

const directWords: ReadonlyArray<string> = ['direct', 'dm']
const groupWords: ReadonlyArray<string> = ['group', 'channel', 'room', 'space']
/** Keys that several conversations may share. */
const shared: ReadonlyArray<string> = ['main', 'global', 'unknown']

/** `agent:ID:main`, `agent:ID:CHANNEL[:ACCOUNT]:direct:PEER`, `agent:ID:CHANNEL:group:PEER`; a thread or a topic belongs to its chat. */
export const chatOf = (sessionKey: string | undefined): Chat => {
  const rest = (sessionKey ?? '')
    .toLowerCase()
    .replace(/^agent:[^:]*:/, '')
    .replace(/:(thread|topic):.*$/, '')
  if (shared.includes(rest)) return { kind: 'main' }
  const words = rest.split(':')
  // Without a peer it is a name like any other.
  const at = words.slice(0, -1).findIndex((word) => groupWords.includes(word) || directWords.includes(word))
  const word = words[at]
  if (word === undefined) return { kind: 'named' }
  const isDirect = directWords.includes(word) && at <= 2
  return { kind: isDirect ? 'direct' : 'group', channel: at === 0 ? undefined : words[0], peer: words.slice(at + 1).join(':') }
}
