/** For whom a tool is called: whose memory it is, who the requester is, and whether anything may be learned from it. */
import { hearVerdict } from '@crabtrail/core'
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
      /** Whether the owner's own message of this turn surely judges too: only then is a verdict of the agent his. */
      readonly ownerJudges: boolean
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
  return { talk, senderIsOwner, byOwner, ownerJudges: byOwner && isJudgedByOwner(run), mute }
}

/** Tools whose answers are the host's own words or ours. */
const ownWords: ReadonlyArray<string> = ['memory_feedback', 'memory_why', 'tool_search', 'tool_describe', 'tool_call']

const hasReadOthers = (run: Run | undefined): boolean => [...(run?.tools.keys() ?? [])].some((name) => !ownWords.includes(name))

/** Of a run that is not known it is not known either. */
const isJudgedByOwner = (run: Run | undefined): boolean =>
  run?.senderIsOwner === true && run.interactive && hearVerdict(run.request.question) !== undefined

const newestRun = ({ runs }: SharedState, { agentId, sessionId, sessionKey }: HeardContext) =>
  [...runs].findLast(([key]) => key.startsWith(`${agentId}\n${sessionKey ?? sessionId}\n`))?.[1]

/** Who gives a verdict: the owner himself in his own message, or the agent as it sees fit. */
export const speakerOf = ({ ownerJudges, talk }: { readonly ownerJudges: boolean; readonly talk: Talk }) =>
  ownerJudges
    ? ({ ...asOwner(talk), tier: 'conscious' } as const)
    : ({ ...talk, actor: talk.agent ?? 'agent', actorKind: 'agent', origin: 'agent', tier: 'agent' } as const)
