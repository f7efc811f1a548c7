/** `agent_end` closes a turn. `reply_payload_sending` puts a line behind the reply; the host calls it for chat channels and web chat, not at the API. */
import { guarded, type HostParts } from '@crabtrail/agent-host/state/parts'
import { deliveredRun } from '@crabtrail/agent-host/state/runs'
import { endTurn, replyCharacters, type TurnEnd } from '@crabtrail/agent-host/turn/completion'
import { withHeardLine } from '@crabtrail/agent-host/turn/heard-line'
import { limits } from '@crabtrail/core'
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
  hook('agent_end', parts, (event: EndedRun, heard) => endTurn(parts, inRun(heard, event), () => turnEnd(event), event.durationMs))

/** The host reports success even when its model failed, so the stop reason of the last message decides. */
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
    answer: (said.map(textsOf).findLast((texts) => texts.some((text) => text.trim() !== '')) ?? []).join('\n').slice(0, replyCharacters),
  }
}

/** Untrusted until each field is checked. */
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
