/**
 * Asks a model which passages of the documents of a run are causes of others near them.
 *
 * Guarantees: passages are asked about once, whatever ends a run, until they get another text. Nothing is sent that may not be put before a
 * model. What the calls will take is told before the first one.
 */
import * as Effect from 'effect/Effect'
import { windowsOf } from '../../domain/causes/cause-windows.ts'
import type { ModelFallback } from '../../domain/events/model-events.ts'
import { nanoUsd } from '../../domain/model/model-call.ts'
import type { IngestAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { MatchedDocument } from '../ingest/matching.ts'
import { type ModelAround, type ModelMeans, ModelPace, modelMeansOf } from '../model/ask-model.ts'
import type { CausesStop } from '../operations/ingest.ts'
import { IngestProgress } from '../ports/document-files.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { IngestRequest } from '../requests.ts'
import { askNext, type CausesCall, type NoCall, sendable } from './ask-causes.ts'
import { estimated, estimatedAhead, isAskedIn } from './calls-estimate.ts'
import { documentsInOrder, type OrderedDocument } from './document-order.ts'

/** Refuses a request for causes in a process that asks no model. A dry run asks none. */
export const mayNameCauses = Effect.fnUntraced(function* (
  model: ModelAround['model'],
  { causes, dryRun }: Pick<IngestRequest, 'causes' | 'dryRun'>,
) {
  const { modelMs } = yield* ModelPace
  if (causes !== true || dryRun === true || (model !== undefined && modelMs > 0)) return
  return yield* new InvalidRequest({
    field: 'causes',
    problem: 'this process has no language model to ask: give it one (--model), or leave causes out',
  })
})

type CausesAnswer = NonNullable<IngestAnswer['causes']>

/**
 * Returns the field of the answer; nothing where causes are not asked for. A dry run asks nothing and tells what the calls would take.
 * `interrupted` is told what was done so far where the run is interrupted.
 */
export const nameCauses = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  documents: ReadonlyArray<MatchedDocument>,
  around: ModelAround,
  interrupted: (causes: CausesAnswer) => Effect.Effect<void>,
) {
  if (request.causes !== true) return {}
  if (request.dryRun === true) return { causes: yield* rehearsed(brain, request, documents) }
  const { means } = yield* modelMeansOf(around)
  if (means === undefined) return {}
  const ordered = yield* documentsInOrder(brain, documents)
  return { causes: yield* asking(brain, request, ordered, means, interrupted) }
})

const nothingYet = { calls: 0, failed: 0, edges: 0, refused: 0, tokens: 0, nanoUsd: 0 }

const rehearsed = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest, documents: ReadonlyArray<MatchedDocument>) {
  const expected = yield* estimatedAhead(brain, documents, request.origin ?? 'owner')
  const { nanoUsd: _, ...nothing } = nothingYet
  return { ...nothing, costUsd: 0, left: expected.calls, expected } satisfies CausesAnswer
})

const asking = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  documents: ReadonlyArray<OrderedDocument>,
  means: ModelMeans,
  interrupted: (causes: CausesAnswer) => Effect.Effect<void>,
) {
  const progress = yield* IngestProgress
  const estimate = yield* estimated(brain, documents)
  const sum = { ...nothingYet }
  let stopped: CausesStop | undefined
  let last: { readonly fallback: ModelFallback; readonly detail: string | undefined } | undefined
  const soFar = (): CausesAnswer => {
    const { nanoUsd: spent, ...told } = sum
    return {
      ...told,
      costUsd: spent / nanoUsd,
      left: leftOf(brain, documents),
      ...(last === undefined ? {} : { lastFailure: last.fallback }),
      ...(last?.detail === undefined ? {} : { detail: last.detail }),
      ...(stopped === undefined ? {} : { stopped }),
    }
  }
  const count = (call: CausesCall | NoCall): CausesCall | NoCall => {
    if (typeof call === 'string') return call
    const { costNanoUsd, fallback, refused, tokensIn, tokensOut } = call.answered
    if (fallback !== undefined) [last, sum.failed] = [{ fallback, detail: call.detail }, sum.failed + 1]
    sum.calls++
    sum.edges += call.linked
    sum.refused += refused
    sum.tokens += tokensIn + tokensOut
    sum.nanoUsd += costNanoUsd
    return call
  }
  // An interruption waits until a call is over, recorded and counted, so what was paid for is kept: that takes at most the deadline of a call.
  const next = (document: OrderedDocument) => Effect.uninterruptible(Effect.map(askNext(brain, request, document, means), count))
  const run = Effect.gen(function* () {
    if (estimate.calls > 0) yield* progress({ stage: 'asked', done: 0, of: estimate.calls, estimate })
    for (const document of documents) {
      for (;;) {
        const call = yield* next(document)
        if (call === 'done') break
        if (typeof call === 'string') {
          stopped = call
          return
        }
        yield* progress({ stage: 'asked', done: sum.calls, of: Math.max(sum.calls, estimate.calls) })
        if (call.answered.fallback === 'unwanted') return
      }
    }
  })
  yield* Effect.onInterrupt(run, () => interrupted(soFar()))
  return soFar()
})

/** Returns the number of calls that are not made. */
const leftOf = (brain: OpenBrain, documents: ReadonlyArray<OrderedDocument>): number =>
  documents.reduce((sum, document) => sum + [...windowsOf(sendable(document, brain.state), isAskedIn(brain))].length, 0)
