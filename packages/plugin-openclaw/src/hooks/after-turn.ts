/** `agent_end` closes a turn. `reply_payload_sending` puts a line behind the reply; the host calls it for chat channels and web chat, not at the API. */
import { guarded, type HostParts } from '@crabtrail/agent-host/state/parts'
import { deliveredRun } from '@crabtrail/agent-host/state/runs'
import { endTurn, replyCharacters, type TurnEnd } from '@crabtrail/agent-host/turn/completion'
import { withHeardLine } from '@crabtrail/agent-host/turn/heard-line'
import { limits } from '@crabtrail/core'
import { spokenText } from '@crabtrail/text/words/spoken-text'
import type { HookContext } from '../host/heard.ts'
import { hook, inRun } from './hook.ts'

export interface EndedTurn {
  /** All messages of the session; those of this turn come last. */
  readonly messages: ReadonlyArray<unknown>
  readonly success: boolean
  readonly error?: string
}

type EndedRun = EndedTurn & { readonly runId?: string; readonly durationMs?: number }

export const agentEnd = (parts: HostParts) =>
  hook('agent_end', parts, (event: EndedRun, heard) =>
    endTurn(parts, inRun(heard, event), (asked) => turnEnd(event, asked), event.durationMs),
  )

/**
 * The host reports success even when its model failed, so the stop reason of the last message decides. `asked`: the words of the question; the messages
 * of the turn come behind it. More of a person may stand between them: the host hands a message that comes in meanwhile to the run underway.
 */
export const turnEnd = ({ error, messages, success }: EndedTurn, asked: string): TurnEnd => {
  const all = messages as ReadonlyArray<Message | null>
  const own = all.slice(beginOf(all, asked) + 1)
  const said = own.flatMap((message) => (message?.role === 'assistant' ? [message] : []))
  const stopped = said.at(-1)?.stopReason
  const failed = stopped === 'error' || error !== undefined
  const aborted = stopped === 'aborted' || !success
  const ids = own.flatMap((message) => (typeof message?.id === 'string' && message.id !== '' ? [message.id] : []))
  return {
    outcome: failed ? 'failure' : aborted ? 'aborted' : 'success',
    messages: ids.filter((id) => Buffer.byteLength(id) <= limits.idBytes).slice(0, limits.messages),
    reply: said.flatMap(textsOf).join('\n').slice(0, replyCharacters),
    meanwhile: own.flatMap((message, place) =>
      isOwners(message) ? [{ text: spokenText(textsOf(message).join('\n')), reply: lastAnswer(own.slice(0, place)) }] : [],
    ),
    answer: lastAnswer(own),
  }
}

const lastAnswer = (messages: ReadonlyArray<Message | null>): string =>
  (
    messages
      .flatMap((message) => (message?.role === 'assistant' ? [textsOf(message)] : []))
      .findLast((texts) => texts.join('').trim() !== '') ?? []
  )
    .join('\n')
    .slice(0, replyCharacters)

/** The place of the question, which stands behind messages that nobody answered, if there are any; without it that of the last message of a person. */
const beginOf = (all: ReadonlyArray<Message | null>, asked: string): number => {
  const isUser = (message: Message | null): message is Message => message?.role === 'user'
  const isAsked = (message: Message | null) => isUser(message) && spokenText(textsOf(message).at(-1) ?? '') === asked
  // Messages without words, a picture alone, are no question that could be found.
  const found = asked === '' ? -1 : all.findLastIndex(isAsked)
  return found === -1 ? all.findLastIndex(isUser) : found
}

/** True only where the host itself says so. Its own reports, such as the end of a subagent, have the role of a user as well. */
const isOwners = (message: Message | null): message is Message => {
  if (message?.role !== 'user') return false
  const { __openclaw: known, provenance } = message
  return known?.senderIsOwner === true && (provenance === undefined || provenance?.kind === 'external_user')
}

/** Untrusted until each field is checked. */
interface Message {
  readonly role?: unknown
  readonly id?: unknown
  readonly content?: unknown
  readonly stopReason?: unknown
  readonly provenance?: { readonly kind?: unknown } | null
  readonly __openclaw?: { readonly senderIsOwner?: unknown } | null
}

const textsOf = ({ content }: Message): ReadonlyArray<string> =>
  typeof content === 'string'
    ? [content]
    : Array.isArray(content)
      ? content.flatMap((part) => (part?.type === 'text' && typeof part.text === 'string' ? [part.text] : []))
      : []

interface Sending<Payload> {
  readonly payload: Payload
  readonly kind: string
  readonly runId?: string
  readonly sessionKey?: string
}

export const replyPayloadSending = (parts: HostParts) =>
  guarded(
    'reply_payload_sending',
    parts,
    <Payload extends { readonly text?: string }>(
      { kind, payload, ...event }: Sending<Payload>,
      context: Pick<HookContext, 'runId' | 'sessionKey'>,
    ) => {
      const run = kind === 'final' ? deliveredRun(parts.state, { ...event, ...context }) : undefined
      const told = withHeardLine(run, payload.text)
      const sent = (text: string | undefined) => (text === undefined ? undefined : { payload: { ...payload, text } })
      return told instanceof Promise ? told.then(sent) : sent(told)
    },
  )
