/** Names and numbers of things. The log identifies a thing by its number; its printed id is a content. */
import * as Result from 'effect/Result'
import * as Schema from 'effect/Schema'

declare const counted: unique symbol

/**
 * A number of one kind. A number of another kind does not fit where it is asked for, so that an edge is never looked up as a node. A plain
 * number fits: literals and the results of arithmetic need no conversion.
 */
export type NumberOf<Kind extends string> = number & { readonly [counted]?: Kind }

/**
 * Returns the Schema of whole numbers of one kind, from `minimum` up to the largest that JavaScript holds exactly. It carries the kind as the
 * annotation `numberOf`, from which readers find the fields that name a node or an edge.
 */
const numberOf = <const Kind extends string>(kind: Kind, minimum: 0 | 1 = 1): Schema.Codec<NumberOf<Kind>> =>
  Schema.Int.check(Schema.isBetween({ minimum, maximum: Number.MAX_SAFE_INTEGER })).annotate({ numberOf: kind })

/** The 1-based index of an event in a brain's log; 0 is before the first event. */
export const Position = numberOf('position', 0)
export type Position = typeof Position.Type

// Numbers of things. Deciders give them: one above the highest, never used twice.
export const NodeNumber = numberOf('node')
export type NodeNumber = typeof NodeNumber.Type
/** A node, or 0 for none. */
export const NodeOrNone = numberOf('node', 0)
export const EdgeNumber = numberOf('edge')
export type EdgeNumber = typeof EdgeNumber.Type
export const SourceNumber = numberOf('source')
export type SourceNumber = typeof SourceNumber.Type
export const SessionNumber = numberOf('session')
export type SessionNumber = typeof SessionNumber.Type
export const ActorNumber = numberOf('actor')
export type ActorNumber = typeof ActorNumber.Type
export const TurnNumber = numberOf('turn')
export type TurnNumber = typeof TurnNumber.Type
export const FeedbackNumber = numberOf('feedback')
export type FeedbackNumber = typeof FeedbackNumber.Type
/** A call of a language model, by whatever task. */
export const CallNumber = numberOf('call')
export type CallNumber = typeof CallNumber.Type

/** Crabtrail itself: the actor of events by the learner and maintenance. People and hosts have numbers from 1. */
export const systemActor: ActorNumber = 0

/** The key of a brain, always in full: `tenant/agent/name`. */
export const BrainKey = Schema.String.check(Schema.isPattern(/^[^/\s]{1,128}\/[^/\s]{1,128}\/[^/\s]{1,128}$/u)).pipe(
  Schema.brand('BrainKey'),
)
export type BrainKey = typeof BrainKey.Type

/** sha256 over 16 random bytes and a body, in hex: identifies a content without revealing anything of it. */
export const ContentRef = Schema.String.check(Schema.isPattern(/^[0-9a-f]{64}$/)).pipe(Schema.brand('ContentRef'))
export type ContentRef = typeof ContentRef.Type

const part = /^[\p{L}\p{N}._:@+-]{1,128}$/u

export const defaultBrain = 'local/main/default' as BrainKey

/** Reads `[[tenant/]agent/]name`; missing parts are those of the brain `beside`. Fails with the part that is wrong. */
export const parseBrainKey = (text: string, beside: BrainKey = defaultBrain): Result.Result<BrainKey, string> => {
  const parts = text.split('/')
  if (parts.length > 3)
    return Result.fail(`a brain key has at most three parts, [[tenant/]agent/]name: ${JSON.stringify(text.slice(0, 200))}`)
  const bad = parts.find((one) => !part.test(one) || /^\.\.?$/.test(one))
  if (bad !== undefined) {
    return Result.fail(
      `${JSON.stringify(bad.slice(0, 140))} cannot be part of a brain key: 1 to 128 letters, digits or . _ : @ + -, and not . or .. alone`,
    )
  }
  const [tenant, agent, name] = [...beside.split('/').slice(0, 3 - parts.length), ...parts]
  return Result.succeed(`${tenant}/${agent}/${name}` as BrainKey)
}

/** Returns the printed name of a thing whose name was erased. It is always valid as an argument. */
export const erasedNode = (node: NodeNumber): string => `erased:${node}`
export const printedTurn = (turn: TurnNumber): string => `t${turn}`
export const printedSession = (session: SessionNumber): string => `s${session}`
export const printedFeedback = (feedback: FeedbackNumber): string => `f${feedback}`
