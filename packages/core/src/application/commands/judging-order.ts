/** The order in which the messages of a brain are judged, and the replies before them. */
import type * as Deferred from 'effect/Deferred'
import * as Semaphore from 'effect/Semaphore'
import type { BrainKey, NodeNumber, TurnNumber } from '../../domain/identity.ts'
import { shownReply } from '../../domain/judging/judge-prompt.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { TurnRecord } from '../../domain/projections/turns/turn-record.ts'
import type { OpenBrain } from '../brain/brain.ts'

/** The order of each brain. */
export type JudgingOrders = Map<BrainKey, JudgingOrder>

/** The beginning of what was answered in a turn. */
export interface HeldReply {
  readonly text: string
  /** How many contents were erased of the brain when it was said: a later erasure may be about its words. */
  readonly erased: number
}

/** Judgements are made one after the other. */
export interface JudgingOrder {
  /** While a message is judged, the next one waits. */
  readonly one: Semaphore.Semaphore
  /** Replies by their turns, the newest last. A model is shown each with the message behind it. No log has them, so a restart loses them. */
  readonly replies: Map<TurnNumber, HeldReply>
  /** The call under way: the memories that it may change, and a signal of its end. Undefined while no model is asked. */
  underWay: { readonly offered: ReadonlySet<NodeNumber>; readonly ended: Deferred.Deferred<void> } | undefined
}

/** How the judgements of a brain follow each other. */
export const orderOf = (judging: JudgingOrders, { key }: OpenBrain): JudgingOrder => {
  const order = judging.get(key) ?? { one: Semaphore.makeUnsafe(1), replies: new Map(), underWay: undefined }
  judging.set(key, order)
  return order
}

/** Most replies that are held for a brain. */
const repliesMost = 64

/** Holds what was answered in a turn, for the model that judges the next message. */
export const holdReply = (judging: JudgingOrders, brain: OpenBrain, turn: TurnNumber, text: string): void => {
  const { replies } = orderOf(judging, brain)
  replies.delete(turn)
  replies.set(turn, { text: text.slice(0, shownReply), erased: brain.state.erased.size })
  for (const oldest of [...replies.keys()].slice(0, -repliesMost)) replies.delete(oldest)
}

/** Returns what was answered in a turn; undefined where it is not held, or something was erased since. */
export const heldReply = (
  replies: JudgingOrder['replies'] | undefined,
  turn: TurnRecord | undefined,
  { erased }: BrainState,
): string | undefined => {
  const held = replies?.get(turn?.turn ?? 0)
  return held?.erased === erased.size ? held.text : undefined
}
