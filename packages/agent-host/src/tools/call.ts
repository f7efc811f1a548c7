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

export interface Caller {
  readonly context: HeardContext
  /** The host's statement that the answered message is the owner's; absent when it made none. */
  readonly senderIsOwner: boolean | undefined
}

/** What is known of a call whose memory may be seen. */
export interface Asked {
  readonly talk: Talk
  /** True when the answered message is the owner's. */
  readonly senderIsOwner: boolean
  /** True for the owner's message before any text of others was read in the turn: it may have caused the call. Only then may a call name other turns. */
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

/** Fails with the answer where no memory may be seen. A host may not name the run of a call; the newest run of the session tells what started it. */
export const askedBy = (
  parts: Pick<HostParts, 'config' | 'host' | 'naming' | 'owners' | 'state'>,
  { context, senderIsOwner: word }: Caller,
): Result.Result<Asked, ToolAnswer> => {
  const { host, naming, state } = parts
  const newest = newestRun(state, context)
  // Another sender in the same conversation has another run.
  const run = newest?.senderId === context.senderId ? newest : undefined
  const access = run?.access ?? accessNow(parts, context)
  const isOthers = word === false && access.memory === 'owner' && run?.interactive !== false
  const known = talkOf(naming, context, access)
  if (Result.isFailure(known)) return Result.fail(refusal(`It is not known whose memory this is: ${known.failure}.`))
  if (access.memory === 'none' || isOthers) return Result.fail({ text: refusedHere(access), details: { withheld: true } })
  const talk = run?.talk ?? known.success
  const isOff = context.sessionKey !== undefined && state.muted.has(context.sessionKey)
  const senderIsOwner = word === true
  const readOthers = [...(run?.tools.keys() ?? [])].some((name) => !isQuiet(host.tools, name))
  const message = run?.interactive === true ? run.request.question : undefined
  return Result.succeed({
    talk,
    senderIsOwner,
    byOwner: senderIsOwner && run !== undefined && !readOthers,
    isPrivate: access.memory === 'owner',
    rehearsed: run?.rehearsed,
    tier: toolVerdictTier({ isOwners: senderIsOwner, message: run?.senderIsOwner === true ? message : undefined, readOthers }),
    answering: { ...(run?.turn === undefined ? {} : { turn: run.turn }), ...(message === undefined ? {} : { message }) },
    mute: isOff ? mutedHere : muteIn(talk.sessionKind, run?.interactive !== false),
  })
}

const mutedHere = 'Memory is switched off in this conversation; the owner switches it on with /trail on.'

const muteIn = (kind: Talk['sessionKind'], isAsked: boolean): string | undefined => {
  if (kind === 'interactive' && isAsked) return undefined
  const where = kind === 'interactive' ? 'turn that nobody asked for' : `${kind} session`
  return `Nothing that is said in a ${where} teaches the memory; the owner can say it in a conversation.`
}

/** Says why the owner alone may do this and who asks now is not surely the owner. `act` completes "Only the owner of this agent …". */
export const ownersOnly = ({ rehearsed, senderIsOwner }: Asked, act: string, command: string): string => {
  if (!senderIsOwner) return `Only the owner of this agent ${act}; this message is not known to be from the owner.`
  return rehearsed === undefined
    ? `It is not known which message this answers; the owner can say ${command}.`
    : `Text of others was read in this turn, and may have asked for it; the owner can say ${command}, or ask for it in a new message.`
}

export const speakerOf = ({ talk, tier }: Pick<Asked, 'talk' | 'tier'>) =>
  tier === 'conscious' ? ({ ...asOwner(talk), tier } as const) : ({ ...asAgent(talk), tier } as const)

interface Meant {
  readonly asked: Asked
  /** The named turn, with or without the leading `t`. */
  readonly named: string | undefined
  /** Only turns that put memories before the model. */
  readonly shown: boolean
  /** The answer when there is no turn yet. */
  readonly none: string
}

/** Resolves the named turn, or the newest one of the conversation. Only the owner may name a turn of another conversation. */
export const meantTurn = async (
  looking: Looking,
  { asked: { byOwner, talk }, named, none, shown }: Meant,
): Promise<Result.Result<string, ToolAnswer>> => {
  if (named === undefined) return Result.fromNullishOr(await recentTurn(looking, talk, { shown }), () => refusal(none))
  const turn = `t${named.replace(/^t/, '')}`
  if (byOwner || (await isTurnOf(looking, talk, turn))) return Result.succeed(turn)
  return Result.fail(refusal(`${turn} is no turn of this conversation; leave it out for the last one.`))
}

/** `deadlineMs`: milliseconds that a call may take. */
export type ToolParts = HostParts & { readonly deadlineMs: number }

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

/** The answer of a tool that a run was offered before the memory was switched off. */
export const switchedOff: ToolAnswer = {
  text: 'The memory was switched off by its owner. Nothing was looked up or changed. Go on without it.',
  details: { error: { tag: 'SwitchedOff', message: 'the memory is switched off' } },
}

/** The answer to a malformed request; `text` says what is accepted. */
export const refusal = (text: string): ToolAnswer => ({
  text: `Nothing was changed. ${text}`,
  details: { error: { tag: 'InvalidRequest', message: text } },
})
