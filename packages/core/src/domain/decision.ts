/** The answer of every decider: the events of a command and the answer of its caller, or a refusal. */
import type * as Result from 'effect/Result'
import type { EventData, NewEvent } from './events/brain-event.ts'
import type { Origin } from './graph.ts'
import type { ActorNumber, NodeNumber, Position, SessionNumber, TurnNumber } from './identity.ts'

export type SessionKind = EventData<'SessionStarted'>['kind']

/** The speaker of a command and the place of its events, as `decide` computes them for every decider. */
export interface Speaker {
  readonly origin: Origin
  /** The actor's number, known or given in the same commit. */
  readonly actor: ActorNumber
  readonly session: SessionKind
  /** The session's number, known or given in the same commit; undefined outside a session. */
  readonly sessionNumber: SessionNumber | undefined
  readonly isNewSession: boolean
  readonly first: Position
}

export interface Decided<Answer> {
  /** The events in the order in which they are stored. Empty: nothing is appended. */
  readonly events: ReadonlyArray<NewEvent>
  readonly answer: Answer
  /** Stores the introductions of actor and session even where there are no other events. */
  readonly introduces?: true
}

export type Decision<Answer> = Result.Result<Decided<Answer>, Rejection>

/**
 * The reasons why a decider makes no events: the command names something that does not exist, or asks for something that the settings do
 * not allow.
 */
export type Rejection =
  | { readonly _tag: 'UnknownTurn'; readonly turn: TurnNumber }
  | { readonly _tag: 'NodeNotShown'; readonly turn: TurnNumber; readonly node: NodeNumber }
  | { readonly _tag: 'NodeNotLive'; readonly node: NodeNumber }
  | { readonly _tag: 'SameNode' }
  | { readonly _tag: 'JudgedAndInstead'; readonly node: NodeNumber; readonly about: 'nodes' | 'turn' }
  | { readonly _tag: 'SpeakerIsMute' }
  | { readonly _tag: 'OwnerOnly'; readonly origin: Origin; readonly about: 'settings' | 'tag' }
  | { readonly _tag: 'NodeNotTrusted'; readonly node: NodeNumber }
  | { readonly _tag: 'NodeNotInReview'; readonly node: NodeNumber }
  | { readonly _tag: 'KindDoesNotLearn'; readonly kind: string }
  | { readonly _tag: 'StrengthOutOfBounds'; readonly min: number; readonly max: number }
  /** Grown edges of a cue add to what is set: a walk reads no strength from 0 up to below `least`. In units. */
  | { readonly _tag: 'StrengthUnreachable'; readonly min: number; readonly least: number; readonly max: number }
  | { readonly _tag: 'NothingNamed' }
  /** Facts wait for their effects, which must be first. The command is decided again when these are in the log; no caller sees this. */
  | { readonly _tag: 'LearnerBehind' }

type Defined<T> = { readonly [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  readonly [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>
}

/** Returns the fields that have a value: an event leaves the others out. */
export const defined = <T extends object>(fields: T): Defined<T> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as Defined<T>

/** Returns undefined for an empty list, for {@link defined}. */
export const filled = <T>(all: ReadonlyArray<T>): ReadonlyArray<T> | undefined => (all.length === 0 ? undefined : all)
