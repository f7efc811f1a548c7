/**
 * Asks a model about one thing after the other while documents are read in: a run that can be stopped after each call, and keeps what was paid for.
 */

import * as Clock from 'effect/Clock'
import * as Effect from 'effect/Effect'
import type { BrainEvent } from '../../domain/events/brain-event.ts'
import type { ModelFallback, ModelTaskName } from '../../domain/events/model-events.ts'
import type { CallLimits } from '../../domain/model/model-call.ts'
import { callCost, nanoUsd, pauseEnd } from '../../domain/model/model-call.ts'
import { medianLatency } from '../../domain/projections/model-calls.ts'
import type { AskedAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import type { Unasked } from '../model/ask-model.ts'
import { isoTime } from '../naming/names.ts'
import type { AskedStop } from '../operations/ingest.ts'
import { type CallsEstimate, IngestProgress } from './ingest-progress.ts'

/** A call that was recorded, or why none was made. */
type Call =
  | { readonly recorded: ReadonlyArray<BrainEvent>; readonly detail: string | undefined; readonly isEstimated: boolean }
  | { readonly unasked: Unasked['unasked'] | 'repeated' }

interface Run<Thing, E, R> {
  readonly brain: OpenBrain
  readonly task: Extract<ModelTaskName, 'causes' | 'aliases'>
  readonly things: ReadonlyArray<Thing>
  readonly estimate: CallsEstimate
  /** The most calls of this run. Absent: as many as there are things to ask about. */
  readonly most?: number | undefined
  /** Asks once about a thing; `no-offer`: there is nothing left to ask about it. */
  readonly ask: (thing: Thing) => Effect.Effect<Call, E, R>
  /** Returns the number of calls that are not made. */
  readonly left: () => number
  readonly heard: (event: BrainEvent) => void
  readonly interrupted: (asked: AskedAnswer) => Effect.Effect<void>
}

export const askInTurn = Effect.fnUntraced(function* <Thing, E, R>({
  ask,
  brain,
  estimate,
  heard,
  interrupted,
  left,
  most = Number.POSITIVE_INFINITY,
  task,
  things,
}: Run<Thing, E, R>) {
  const progress = yield* IngestProgress
  const sum = { calls: 0, failed: 0, refused: 0, tokens: 0, nanoUsd: 0, estimated: 0 }
  let pausedUntil: string | undefined
  let stopped: AskedStop | undefined
  let last: { readonly fallback: ModelFallback; readonly detail: string | undefined } | undefined
  const soFar = (): AskedAnswer => {
    const { estimated, nanoUsd: spent, ...told } = sum
    return {
      ...told,
      costUsd: spent / nanoUsd,
      left: left(),
      ...(last === undefined ? {} : { lastFailure: last.fallback }),
      ...(last?.detail === undefined ? {} : { detail: last.detail }),
      ...(stopped === undefined ? {} : { stopped }),
      ...(pausedUntil === undefined ? {} : { pausedUntil }),
      ...(estimated === 0 ? {} : { estimated }),
    }
  }
  const next = Effect.fnUntraced(function* (thing: Thing) {
    const called = yield* ask(thing)
    if ('unasked' in called) return called.unasked === 'repeated' ? 'no-offer' : called.unasked
    if (called.isEstimated) sum.estimated++
    for (const event of called.recorded) {
      heard(event)
      if (event.type !== 'ModelAnswered') continue
      const { costNanoUsd, fallback, refused, tokensIn, tokensOut } = event.data
      sum.calls++
      sum.refused += refused
      sum.tokens += tokensIn + tokensOut
      sum.nanoUsd += costNanoUsd
      if (fallback !== undefined) [last, sum.failed] = [{ fallback, detail: called.detail }, sum.failed + 1]
    }
    return undefined
    // An interruption waits until a call is over, recorded and counted, so what was paid for is kept: that takes at most the deadline of a call.
  }, Effect.uninterruptible)
  const run = Effect.gen(function* () {
    if (estimate.calls > 0) yield* progress({ stage: 'asked', task, done: 0, of: estimate.calls, estimate })
    for (const thing of things) {
      for (let unasked = yield* next(thing); unasked !== 'no-offer'; unasked = yield* next(thing)) {
        stopped = unasked
        if (unasked === 'paused') pausedUntil = yield* endOfPause(brain)
        if (unasked !== undefined || last?.fallback === 'unwanted' || sum.calls >= most) return
        yield* progress({ stage: 'asked', task, done: sum.calls, of: Math.max(sum.calls, estimate.calls) })
      }
    }
  })
  yield* Effect.onInterrupt(run, () => interrupted(soFar()))
  return soFar()
})

const endOfPause = Effect.fnUntraced(function* ({ key, state }: OpenBrain) {
  const { model } = yield* profileOf(state, key)
  const until = pauseEnd(state.model, model, yield* Clock.currentTimeMillis)
  return until === undefined ? undefined : isoTime(until)
})

/** Returns what a dry run tells: nothing was asked, and what the calls would take. */
export const rehearsedCalls = (expected: CallsEstimate): AskedAnswer => ({
  ...{ calls: 0, failed: 0, refused: 0, tokens: 0, costUsd: 0 },
  left: expected.calls,
  expected,
})

/** Estimates calls of these tokens each. */
export const estimateOf = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { tokensOut }: Pick<CallLimits, 'tokensOut'>,
  tokens: ReadonlyArray<number>,
) {
  const { model } = yield* profileOf(brain.state, brain.key)
  const calls = tokens.length
  const tokensIn = tokens.reduce((sum, one) => sum + one, 0)
  return {
    calls,
    tokensIn,
    costUsd: callCost(tokensIn, calls * tokensOut, model) / nanoUsd,
    milliseconds: calls * (medianLatency(brain.state.model) ?? firstCallMs),
  } satisfies CallsEstimate
})

/** Milliseconds of a call before the first one was made. */
const firstCallMs = 1_000
