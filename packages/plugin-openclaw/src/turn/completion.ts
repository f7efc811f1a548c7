/** After the turn: it is closed with how it ended and what it used, and the memory learns behind it. */

import { limits, type Request } from '@crabtrail/core'
import type { HeardContext } from '../host/conversation.ts'
import { failed, guarded, type PluginParts } from '../host/handler.ts'
import { conversationOf, keepNewest, type Run, type SharedState } from '../host/shared-state.ts'
import { learnSoon } from './background-learning.ts'
import { beatOf, tellBeat } from './heartbeat.ts'
import { findRun, runKeyOf } from './runs.ts'

type EndedRun = EndedTurn & { readonly runId?: string; readonly durationMs?: number }

const name = 'agent_end'

export const agentEnd = (parts: PluginParts) =>
  guarded(name, parts, (event: EndedRun, context: HeardContext) => {
    const { state } = parts
    const runId = context.runId ?? event.runId
    const named = runId === undefined ? context : { ...context, runId }
    const beat = beatOf(parts, named)
    if (beat !== undefined) {
      tellBeat(parts, beat)
      learnSoon(parts, beat.talk.brain, 'heartbeat')
    }
    const [run, runKey] = [findRun(state, named), runKeyOf(named)]
    if (run?.turnKey === undefined || runKey === undefined) return
    run.durationMs += Math.max(0, event.durationMs ?? 0)
    const end = turnEnd(event)
    run.ended = end.outcome
    dropEnd(state, runKey)
    if (end.outcome === 'failure') holdEnd(state, runKey, conversationOf(run.talk), () => closeLater(parts, run, end))
    else close(parts, run, end)
  })

const close = (parts: PluginParts, run: Run, end: TurnEnd): void => {
  const { interactive, talk, turnKey } = run
  if (turnKey === undefined) return
  parts.memory.worker().signal('complete', { ...talk, ...completionOf(run, end), recallKey: turnKey })
  run.toolTexts.length = 0
  if (interactive) learnSoon(parts, talk.brain, 'turn')
}

/** Out of a timer there is no host to catch anything. */
const closeLater = (parts: PluginParts, run: Run, end: TurnEnd): void => {
  try {
    close(parts, run, end)
  } catch (error) {
    failed(parts, name, error)
  }
}

/** What others said to the agent, or nobody knows who, teaches nothing, nor does what it said where it was given no memory. */
const completionOf = (run: Run, { messages = [], outcome, reply }: TurnEnd): Omit<Request.CompleteRequest, 'recallKey'> => {
  const { durationMs, included, senderIsOwner, toolTexts } = run
  const evidence = included.length > 0 && senderIsOwner === true ? { reply, toolTexts: [...toolTexts] } : {}
  const tools = [...run.tools].map(([tool, tally]) => ({ name: tool, ...tally }))
  return { outcome, durationMs: Math.round(durationMs), tools, messages, ...evidence }
}

/** How a turn ended, read from the messages of its session. Pure. */

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

/**
 * Ends of turns that may not be the last word: the host tries again within a run when a model fails, and tells each attempt's end.
 *
 * A failure is kept until the run goes on, which makes it void, or until it surely does not: the session has another run, is over, the
 * plugin stops, or two minutes pass.
 */

const heldMs = 120_000
const heldMost = 64

export const holdEnd = (state: SharedState, runKey: string, conversation: string, tell: () => void): void => {
  dropEnd(state, runKey)
  const release = () => {
    dropEnd(state, runKey)
    tell()
  }
  const timer = setTimeout(release, heldMs).unref()
  for (const oldest of keepNewest(state.held, runKey, { conversation, timer, release }, heldMost)) {
    clearTimeout(oldest.timer)
    oldest.release()
  }
}

/** The run goes on: it has not ended. */
export const dropEnd = ({ held }: SharedState, runKey: string): void => {
  clearTimeout(held.get(runKey)?.timer)
  held.delete(runKey)
}

/** Tells what is held of one conversation, or of all. */
export const releaseEnds = ({ held }: SharedState, conversation?: string): void => {
  for (const end of [...held.values()]) if (conversation === undefined || end.conversation === conversation) end.release()
}
