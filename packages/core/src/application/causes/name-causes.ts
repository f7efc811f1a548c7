/**
 * Asks a model which passages of the documents of a run are causes of others near them.
 *
 * Guarantees: passages are asked about once, whatever ends a run, until they get another text. Nothing is sent that may not be put before a
 * model. What the calls will take is told before the first one.
 */
import * as Effect from 'effect/Effect'
import { causesTask, followedCauses, nextWindow, windowsOf } from '../../domain/causes/causes-call.ts'
import type { ModelFallback } from '../../domain/events/model-events.ts'
import { nanoUsd } from '../../domain/model/model-call.ts'
import type { IngestAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import type { Attempt } from '../commands/run-command.ts'
import { IngestProgress } from '../documents/ingest-progress.ts'
import type { MatchedDocument } from '../documents/matching.ts'
import { askAndRecord, type ModelAround, type ModelMeans, ModelPace, modelMeansOf } from '../model/ask-model.ts'
import type { CausesStop } from '../operations/ingest.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { IngestRequest } from '../requests.ts'
import { estimated, estimatedAhead, isAskedIn } from './calls-estimate.ts'
import { documentsInOrder, type OrderedDocument, offerOf, sendable } from './document-order.ts'

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
  /** Asks about the next window of a document and counts what came of it. */
  const next = Effect.fnUntraced(function* (document: OrderedDocument) {
    const offer = ({ access, state }: Attempt) => {
      const window = nextWindow(sendable(document, state), (node) => state.causes.asked.has(node))
      return window === undefined ? Effect.undefined : offerOf(document.source, window, state, access.bodies)
    }
    const called = yield* askAndRecord(brain, causesTask, means, { request, durability: 'power', offer }, ({ offer: window, read }) =>
      Effect.succeed(followedCauses(read, window)),
    )
    if ('unasked' in called) return called.unasked === 'repeated' ? 'no-offer' : called.unasked
    for (const { data, type } of called.recorded) {
      if (type === 'EdgeLinked') sum.edges++
      if (type !== 'ModelAnswered') continue
      sum.calls++
      sum.refused += data.refused
      sum.tokens += data.tokensIn + data.tokensOut
      sum.nanoUsd += data.costNanoUsd
      if (data.fallback !== undefined) [last, sum.failed] = [{ fallback: data.fallback, detail: called.detail }, sum.failed + 1]
    }
    return undefined
    // An interruption waits until a call is over, recorded and counted, so what was paid for is kept: that takes at most the deadline of a call.
  }, Effect.uninterruptible)
  const run = Effect.gen(function* () {
    if (estimate.calls > 0) yield* progress({ stage: 'asked', done: 0, of: estimate.calls, estimate })
    for (const document of documents) {
      for (let unasked = yield* next(document); unasked !== 'no-offer'; unasked = yield* next(document)) {
        stopped = unasked
        if (unasked !== undefined || last?.fallback === 'unwanted') return
        yield* progress({ stage: 'asked', done: sum.calls, of: Math.max(sum.calls, estimate.calls) })
      }
    }
  })
  yield* Effect.onInterrupt(run, () => interrupted(soFar()))
  return soFar()
})

/** Returns the number of calls that are not made. */
const leftOf = (brain: OpenBrain, documents: ReadonlyArray<OrderedDocument>): number =>
  documents.reduce((sum, document) => sum + [...windowsOf(sendable(document, brain.state), isAskedIn(brain))].length, 0)
