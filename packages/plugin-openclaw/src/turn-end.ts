/** How a turn ended, read from the messages of its session. Pure. */
import { limits, type Request } from '@crabtrail/core'

export interface EndedTurn {
  /** The whole session; this turn's are the last. */
  readonly messages: ReadonlyArray<unknown>
  readonly success: boolean
  readonly error?: string
}

export type TurnEnd = Pick<Request.CompleteRequest, 'outcome' | 'messages'> & { readonly reply: string }

/** Nothing in a reply beyond this is looked at. */
const replyCharacters = 32_000

/** A host that met a failing model calls the run a success all the same: its last message says what happened. */
export const turnEnd = ({ error, messages, success }: EndedTurn): TurnEnd => {
  const all = messages as ReadonlyArray<Message | null>
  const own = all.slice(all.findLastIndex((message) => message?.role === 'user') + 1)
  const said = own.flatMap((message) => (message?.role === 'assistant' ? [message] : []))
  const stopped = said.at(-1)?.stopReason
  const failed = stopped === 'error' || error !== undefined
  const aborted = stopped === 'aborted' || !success
  const ids = own.flatMap((message) => (typeof message?.id === 'string' && message.id !== '' ? [message.id] : []))
  return {
    outcome: failed ? 'failure' : aborted ? 'aborted' : 'success',
    messages: ids.filter((id) => Buffer.byteLength(id) <= limits.idBytes).slice(0, limits.messages),
    reply: said.flatMap(textsOf).join('\n').slice(0, replyCharacters),
  }
}

/** Of unknown origin until each field is looked at. */
interface Message {
  readonly role?: unknown
  readonly id?: unknown
  readonly content?: unknown
  readonly stopReason?: unknown
}

const textsOf = ({ content }: Message): ReadonlyArray<string> =>
  typeof content === 'string'
    ? [content]
    : Array.isArray(content)
      ? content.flatMap((part) => (part?.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
      : []
