/** The names and numbers by which things are told apart. In the log a thing is its number; its printed id is a content. */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'

/** 1-based index of an event in a brain's log; 0 stands before the first event. */
export type Position = number
/** Numbers are given out by deciders, one up from the highest, and never used twice. */
export type NodeNumber = number
export type EdgeNumber = number
export type SourceNumber = number
export type SessionNumber = number
export type ActorNumber = number
export type TurnNumber = number
export type FeedbackNumber = number

/** Crabtrail itself: the actor of what the learner and maintenance append. People and hosts count from 1. */
export const systemActor: ActorNumber = 0

/** `tenant/agent/name`, always in full. */
export const BrainKey = Schema.String.check(Schema.isPattern(/^[^/\s]{1,128}\/[^/\s]{1,128}\/[^/\s]{1,128}$/u)).pipe(
  Schema.brand('BrainKey'),
)
export type BrainKey = typeof BrainKey.Type

/** sha256 over 16 random bytes and a body, in hex: names a content without telling anything of it. */
export const ContentRef = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)).pipe(Schema.brand('ContentRef'))
export type ContentRef = typeof ContentRef.Type

const part = /^[\p{L}\p{N}._:@+-]{1,128}$/u

/** Reads `[[tenant/]agent/]name`; missing parts are `local` and `main`. Fails with the part that is wrong. */
export const parseBrainKey = (text: string): Result.Result<BrainKey, string> => {
  const parts = text.split('/')
  if (parts.length > 3)
    return Result.fail(`a brain key has at most three parts, [[tenant/]agent/]name: ${JSON.stringify(text.slice(0, 200))}`)
  const bad = parts.find((one) => !part.test(one))
  if (bad !== undefined) {
    return Result.fail(`${JSON.stringify(bad.slice(0, 140))} cannot be part of a brain key: 1 to 128 letters, digits or . _ : @ + -`)
  }
  const [tenant, agent, name] = [...['local', 'main', 'default'].slice(0, 3 - parts.length), ...parts]
  return Result.succeed(`${tenant}/${agent}/${name}` as BrainKey)
}

export const defaultBrain = 'local/main/default' as BrainKey

/** What a thing is called after its name was erased, and what always works as an argument. */
export const erasedNode = (node: NodeNumber): string => `erased:${node}`
export const printedTurn = (turn: TurnNumber): string => `t${turn}`
export const printedSession = (session: SessionNumber): string => `s${session}`
export const printedFeedback = (feedback: FeedbackNumber): string => `f${feedback}`
