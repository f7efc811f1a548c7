/** For whom a tool is called: whose memory it is, who the requester is, and whether anything may be learned from it. */

import { type Request, toolVerdictTier } from '@crabtrail/core'
import { RemoteMemoryError } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { accessNow } from '../access/asker.ts'
import { refusedHere } from '../access/owners.ts'
import { asOwner, type HeardContext, type Talk, talkOf } from '../host/conversation.ts'
import { failed, type PluginParts } from '../host/handler.ts'
import type { Run } from '../host/shared-state.ts'
import { errorInWords, isRefusal } from '../render/errors.ts'
import { isTurnOf, type Looking, newestRun, recentTurn } from '../turn/runs.ts'
import { ownAnswers } from '../workspace/others-text.ts'

/** The part that is used of what the host tells a tool of its run. */
export interface AskingContext extends Pick<HeardContext, 'agentId' | 'sessionKey' | 'sessionId' | 'workspaceDir'> {
  readonly senderIsOwner?: boolean
  readonly messageChannel?: string
  readonly requesterSenderId?: string
  /** The chat that the message came from. */
  readonly nativeChannelId?: string
}

export type Asked =
  | {
      readonly talk: Talk
      /** Whether it is the owner whose message is answered. */
      readonly senderIsOwner: boolean
      /**
       * The same, while nothing that others wrote was read in the turn: a page can talk an agent into asking. What was asked in other
       * conversations is told then, and theirs can be meant.
       */
      readonly byOwner: boolean
      /** Whose a verdict is that is given now: the owner's (conscious) or the agent's. */
      readonly tier: ReturnType<typeof toolVerdictTier>
      /** The message that is answered while the tool is called. */
      readonly answering: NonNullable<Request.FeedbackRequest['answering']>
      /** Why nothing that is said here teaches. */
      readonly mute: string | undefined
    }
  | { readonly unknown: string }

/** The answer where no memory may be seen. */
export interface WithheldFrom {
  readonly withheld: string
}

/** A tool is not told of the run that it belongs to; the newest run of its session knows what set it off. */
export const askedBy = (parts: Pick<PluginParts, 'config' | 'hostConfig' | 'state'>, context: AskingContext): Asked | WithheldFrom => {
  const { state } = parts
  const heard = heardOf(context)
  const newest = newestRun(state, heard)
  // Another sender in the same conversation has a run of his own.
  const run = newest?.senderId === heard.senderId ? newest : undefined
  const access = run?.access ?? accessNow(parts, heard)
  const isOthers = context.senderIsOwner === false && access.memory === 'owner' && run?.interactive !== false
  const known = talkOf(heard, access)
  if (Result.isFailure(known)) return { unknown: known.failure }
  if (access.memory === 'none' || isOthers) return { withheld: refusedHere(access) }
  const talk = run?.talk ?? known.success
  const isOff = context.sessionKey !== undefined && state.muted.has(context.sessionKey)
  const mute = isOff
    ? 'Memory is switched off in this conversation; the owner switches it on with /trail on.'
    : talk.sessionKind === 'interactive' && run?.interactive !== false
      ? undefined
      : `Nothing that is said in a ${talk.sessionKind === 'interactive' ? 'turn that nobody asked for' : `${talk.sessionKind} session`} teaches the memory; the owner can say it in a conversation.`
  const senderIsOwner = context.senderIsOwner === true
  const byOwner = senderIsOwner && !hasReadOthers(run)
  const tier = toolVerdictTier({ isOwners: senderIsOwner, message: ownersMessage(run), readOthers: hasReadOthers(run) })
  return { talk, senderIsOwner, byOwner, tier, answering: answeredBy(run), mute }
}

const answeredBy = (run: Run | undefined): NonNullable<Request.FeedbackRequest['answering']> => ({
  ...(run?.turn === undefined ? {} : { turn: run.turn }),
  ...(run?.interactive === true ? { message: run.request.question } : {}),
})

const hasReadOthers = (run: Run | undefined): boolean => [...(run?.tools.keys() ?? [])].some((name) => !ownAnswers.has(name))

/** Of a run that is not known it is not known either. */
const ownersMessage = (run: Run | undefined): string | undefined =>
  run?.senderIsOwner === true && run.interactive ? run.request.question : undefined

/** The context in the form that hooks get for the same conversation. */
const heardOf = ({
  agentId,
  messageChannel,
  nativeChannelId,
  requesterSenderId,
  sessionId,
  sessionKey,
  workspaceDir,
}: AskingContext): HeardContext => ({
  ...(agentId === undefined ? {} : { agentId }),
  ...(sessionKey === undefined ? {} : { sessionKey }),
  ...(sessionId === undefined ? {} : { sessionId }),
  ...(workspaceDir === undefined ? {} : { workspaceDir }),
  ...(messageChannel === undefined ? {} : { channel: messageChannel }),
  ...(nativeChannelId === undefined ? {} : { chatId: nativeChannelId }),
  ...(requesterSenderId === undefined ? {} : { senderId: requesterSenderId }),
})

export const speakerOf = ({ talk, tier }: { readonly talk: Talk; readonly tier: ReturnType<typeof toolVerdictTier> }) =>
  tier === 'conscious'
    ? ({ ...asOwner(talk), tier } as const)
    : ({ ...talk, actor: talk.agent ?? 'agent', actorKind: 'agent', origin: 'agent', tier } as const)

/** Reads what a model gave a tool: hosts check it against the schema, but not all do. */

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Absent where it is no text, or says nothing. */
export const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined)

/** One text is a list of one. */
export const textsOf = (value: unknown): ReadonlyArray<string> =>
  (Array.isArray(value) ? value : [value]).flatMap((one: unknown) => textOf(one) ?? [])

/** Which turn a tool is about: the one that is named, else the newest of the conversation. */

interface Meant {
  /** As the tools take it, with or without its `t`. */
  readonly named: string | undefined
  readonly talk: Talk
  readonly byOwner: boolean
  /** Only a turn that put memories before the model. */
  readonly shown: boolean
  /** Said where there is no turn yet. */
  readonly none: string
}

/** What was asked in another conversation is for the owner alone. */
export const meantTurn = async (
  looking: Looking,
  { byOwner, named, none, shown, talk }: Meant,
): Promise<{ readonly turn: string } | { readonly refused: ToolAnswer }> => {
  if (named === undefined) {
    const turn = await recentTurn(looking, talk, { shown })
    return turn === undefined ? { refused: refusal(none) } : { turn }
  }
  const turn = `t${named.replace(/^t/, '')}`
  if (byOwner || (await isTurnOf(looking, talk, turn))) return { turn }
  return { refused: refusal(`${turn} is no turn of this conversation; leave it out for the last one.`) }
}

/** What a tool gives back: a text for the model, details for programs. A failure is a text too, and is counted. */

export interface ToolAnswer {
  readonly text: string
  readonly details: object
}

export const toolAnswer = async (name: string, parts: PluginParts, work: () => Promise<ToolAnswer>) => {
  const { details, text } = await work().catch((error: unknown) => explained(name, parts, error))
  return { content: [{ type: 'text' as const, text }], details }
}

/** What the agent can put right is not a failure of ours. */
const explained = (name: string, parts: PluginParts, error: unknown): ToolAnswer => {
  const tag = error instanceof RemoteMemoryError ? error.tag : 'Defect'
  const message = error instanceof RemoteMemoryError ? errorInWords(error, 'model') : error instanceof Error ? error.message : String(error)
  if (isRefusal(error)) return { text: `Nothing was changed. ${message}`, details: { error: { tag, message } } }
  failed(parts, name, error)
  return { text: `The memory could not answer: ${message}. Go on without it.`, details: { error: { tag, message } } }
}

/** A request that is malformed, in words that say what is taken. */
export const refusal = (text: string): ToolAnswer => ({
  text: `Nothing was changed. ${text}`,
  details: { error: { tag: 'InvalidRequest', message: text } },
})
