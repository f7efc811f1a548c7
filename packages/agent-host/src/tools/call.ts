/** Prepares one call of a tool: the memory that it sees, who asks, which turn it means, and how its answer reaches the model. */
import { type Request, toolVerdictTier } from '@crabtrail/core'
import { isWorkerFailure } from '@crabtrail/store/worker'
import * as Result from 'effect/Result'
import { refusedHere } from '../access/access.ts'
import { accessNow } from '../access/asker.ts'
import { asAgent, asOwner, type HeardContext, type Talk, talkOf } from '../conversation/conversation.ts'
import { isQuiet } from '../notes/others-text.ts'
import { errorInWords, forModel, isRefusal } from '../render/errors.ts'
import { failed, type HostParts } from '../state/parts.ts'
import { isTurnOf, type Looking, newestRun, recentTurn } from '../state/runs.ts'
import type { Run } from '../state/shared-state.ts'

/** Who calls a tool. */
export interface Caller {
  readonly context: HeardContext
  /** The host's statement that the answered message is the owner's; absent when it made none. */
  readonly senderIsOwner: boolean | undefined
}

export type Asked =
  | {
      readonly _tag: 'Known'
      readonly talk: Talk
      /** True when the answered message is the owner's. */
      readonly senderIsOwner: boolean
      /**
       * True when the answered message is the owner's and the agent has surely read no text of others in this turn, because such text may have
       * caused the call. Only then may a call name turns of other conversations.
       */
      readonly byOwner: boolean
      /** True where the memory is the owner's own and nobody else reads along. */
      readonly isPrivate: boolean
      /** Selections of erasures that were shown while this message is answered; undefined where it is not known which message that is. */
      readonly rehearsed: Set<string> | undefined
      /** Tier of a verdict now: the owner's (`conscious`) or the agent's. */
      readonly tier: ReturnType<typeof toolVerdictTier>
      /** The turn and the message that are being answered. */
      readonly answering: NonNullable<Request.FeedbackRequest['answering']>
      /** The reason why a verdict teaches nothing here; absent when it may teach. */
      readonly mute: string | undefined
    }
  | { readonly _tag: 'Unknown'; readonly why: string }

/** The answer when no memory may be seen. */
export interface WithheldFrom {
  readonly _tag: 'Withheld'
  readonly why: string
}

/** A host may not name the run of a tool call; the newest run of the session tells what started it. */
export const askedBy = (
  parts: Pick<HostParts, 'config' | 'host' | 'naming' | 'owners' | 'state'>,
  { context, senderIsOwner: word }: Caller,
): Asked | WithheldFrom => {
  const { host, naming, state } = parts
  const newest = newestRun(state, context)
  // Another sender in the same conversation has another run.
  const run = newest?.senderId === context.senderId ? newest : undefined
  const access = run?.access ?? accessNow(parts, context)
  const isOthers = word === false && access.memory === 'owner' && run?.interactive !== false
  const known = talkOf(naming, context, access)
  if (Result.isFailure(known)) return { _tag: 'Unknown', why: known.failure }
  if (access.memory === 'none' || isOthers) return { _tag: 'Withheld', why: refusedHere(access) }
  const talk = run?.talk ?? known.success
  const isOff = context.sessionKey !== undefined && state.muted.has(context.sessionKey)
  const mute = isOff
    ? 'Memory is switched off in this conversation; the owner switches it on with /trail on.'
    : talk.sessionKind === 'interactive' && run?.interactive !== false
      ? undefined
      : `Nothing that is said in a ${talk.sessionKind === 'interactive' ? 'turn that nobody asked for' : `${talk.sessionKind} session`} teaches the memory; the owner can say it in a conversation.`
  const senderIsOwner = word === true
  const readOthers = hasReadOthers(host, run)
  const byOwner = senderIsOwner && run !== undefined && !readOthers
  const tier = toolVerdictTier({ isOwners: senderIsOwner, message: ownersMessage(run), readOthers })
  return {
    _tag: 'Known',
    talk,
    senderIsOwner,
    byOwner,
    isPrivate: access.memory === 'owner',
    rehearsed: run?.rehearsed,
    tier,
    answering: answeredBy(run),
    mute,
  }
}

/** Says why the owner alone may do this and who asks now is not surely the owner. `act` completes "Only the owner of this agent …". */
export const ownersOnly = ({ rehearsed, senderIsOwner }: Extract<Asked, { _tag: 'Known' }>, act: string, command: string): string => {
  if (!senderIsOwner) return `Only the owner of this agent ${act}; this message is not known to be from the owner.`
  return rehearsed === undefined
    ? `It is not known which message this answers; the owner can say ${command}.`
    : `Text of others was read in this turn, and may have asked for it; the owner can say ${command}, or ask for it in a new message.`
}

const answeredBy = (run: Run | undefined): NonNullable<Request.FeedbackRequest['answering']> => ({
  ...(run?.turn === undefined ? {} : { turn: run.turn }),
  ...(run?.interactive === true ? { message: run.request.question } : {}),
})

const hasReadOthers = ({ tools }: HostParts['host'], run: Run | undefined): boolean =>
  [...(run?.tools.keys() ?? [])].some((name) => !isQuiet(tools, name))

/** Returns the owner's message that is being answered; undefined when the run is unknown or not the owner's. */
const ownersMessage = (run: Run | undefined): string | undefined =>
  run?.senderIsOwner === true && run.interactive ? run.request.question : undefined

export const speakerOf = ({ talk, tier }: { readonly talk: Talk; readonly tier: ReturnType<typeof toolVerdictTier> }) =>
  tier === 'conscious' ? ({ ...asOwner(talk), tier } as const) : ({ ...asAgent(talk), tier } as const)

interface Meant {
  /** The named turn, with or without the leading `t`. */
  readonly named: string | undefined
  readonly talk: Talk
  readonly byOwner: boolean
  /** Only turns that put memories before the model. */
  readonly shown: boolean
  /** The answer when there is no turn yet. */
  readonly none: string
}

/** Resolves the named turn, or the newest one of the conversation. Only the owner may name a turn of another conversation. */
export const meantTurn = async (
  looking: Looking,
  { byOwner, named, none, shown, talk }: Meant,
): Promise<{ readonly _tag: 'Found'; readonly turn: string } | { readonly _tag: 'Refused'; readonly answer: ToolAnswer }> => {
  if (named === undefined) {
    const turn = await recentTurn(looking, talk, { shown })
    return turn === undefined ? { _tag: 'Refused', answer: refusal(none) } : { _tag: 'Found', turn }
  }
  const turn = `t${named.replace(/^t/, '')}`
  if (byOwner || (await isTurnOf(looking, talk, turn))) return { _tag: 'Found', turn }
  return { _tag: 'Refused', answer: refusal(`${turn} is no turn of this conversation; leave it out for the last one.`) }
}

/** `text` is for the model, `details` for programs. */
export interface ToolAnswer {
  readonly text: string
  readonly details: object
}

export const toolAnswer = async (name: string, parts: HostParts, work: () => Promise<ToolAnswer>) => {
  const { details, text } = await work().catch((error: unknown) => explained(name, parts, error))
  return { content: [{ type: 'text' as const, text }], details }
}

/** A refused request is the agent's to correct and does not count as a failure. */
const explained = (name: string, parts: HostParts, error: unknown): ToolAnswer => {
  const tag = isWorkerFailure(error) ? error._tag : 'Defect'
  const message = errorInWords(error, forModel)
  if (isRefusal(error)) return { text: `Nothing was changed. ${message}`, details: { error: { tag, message } } }
  failed(parts, name, error)
  return { text: `The memory could not answer: ${message}. Go on without it.`, details: { error: { tag, message } } }
}

/** The answer to a malformed request; `text` says what is accepted. */
export const refusal = (text: string): ToolAnswer => ({
  text: `Nothing was changed. ${text}`,
  details: { error: { tag: 'InvalidRequest', message: text } },
})
