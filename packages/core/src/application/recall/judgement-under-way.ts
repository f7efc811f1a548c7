/** Has a recall wait for a judgement under way that may change what it gives. */
import * as Clock from 'effect/Clock'
import * as Deferred from 'effect/Deferred'
import * as Effect from 'effect/Effect'
import type { ContextBundle } from '../../domain/context/context-bundle.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { JudgingOrder, JudgingOrders } from '../commands/judging-order.ts'
import { limits } from '../limits.ts'
import { type ModelAround, ModelPace, WaitingOutside } from '../model/ask-model.ts'

export type Given = Pick<ContextBundle, 'included'>

/** True where a call under way may change a memory that is given. */
export const mayBeJudged = (order: JudgingOrder | undefined, { included }: Given): boolean =>
  order?.underWay !== undefined && included.some((node) => order.underWay?.offered.has(node))

/**
 * Waits until the judgement under way has ended. The time of a recall has to last for looking up everything twice: what the first time took is
 * taken from the wait twice, and where little is left there is none.
 */
export const judgementEnded = Effect.fnUntraced(function* (
  { judging, outside }: Pick<ModelAround, 'outside'> & { readonly judging: JudgingOrders },
  { key }: OpenBrain,
  began: number,
) {
  const underWay = judging.get(key)?.underWay
  const { judgedMs = limits.judgedMs } = yield* ModelPace
  const { aside } = yield* WaitingOutside
  const leftMs = judgedMs - 2 * ((yield* Clock.currentTimeMillis) - began)
  if (underWay !== undefined && leftMs > 0) yield* outside(aside(Effect.timeoutOption(Deferred.await(underWay.ended), leftMs)))
})
