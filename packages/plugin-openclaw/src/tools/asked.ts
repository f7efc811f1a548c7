/** For whom a tool is called: whose memory it is, who the requester is, and whether anything may be learned from it. */
import { toolVerdictTier } from '@crabtrail/core'
import * as Result from 'effect/Result'
import type { Run, SharedState } from '../shared-state.ts'
import { asOwner, type HeardContext, type Talk, talkOf } from '../signals.ts'

export interface AskingContext extends HeardContext {
  readonly senderIsOwner?: boolean
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
      /** Why nothing that is said here teaches. */
      readonly mute: string | undefined
    }
  | { readonly unknown: string }

/** A tool is not told of the run that it belongs to; the newest run of its session knows what set it off. */
export const askedBy = ({ state }: { readonly state: SharedState }, context: AskingContext): Asked => {
  const known = talkOf(context)
  if (Result.isFailure(known)) return { unknown: known.failure }
  const run = newestRun(state, context)
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
  return { talk, senderIsOwner, byOwner, tier, mute }
}

/** Tools whose answers are the host's own words or ours. */
const ownWords: ReadonlyArray<string> = ['memory_feedback', 'memory_why', 'tool_search', 'tool_describe', 'tool_call']

const hasReadOthers = (run: Run | undefined): boolean => [...(run?.tools.keys() ?? [])].some((name) => !ownWords.includes(name))

/** Of a run that is not known it is not known either. */
const ownersMessage = (run: Run | undefined): string | undefined =>
  run?.senderIsOwner === true && run.interactive ? run.request.question : undefined

const newestRun = ({ runs }: SharedState, { agentId, sessionId, sessionKey }: HeardContext) =>
  [...runs].findLast(([key]) => key.startsWith(`${agentId}\n${sessionKey ?? sessionId}\n`))?.[1]

export const speakerOf = ({ talk, tier }: { readonly talk: Talk; readonly tier: ReturnType<typeof toolVerdictTier> }) =>
  tier === 'conscious'
    ? ({ ...asOwner(talk), tier } as const)
    : ({ ...talk, actor: talk.agent ?? 'agent', actorKind: 'agent', origin: 'agent', tier } as const)
