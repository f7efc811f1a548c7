/**
 * Asks a model which passages of the documents of a run are causes of others near them.
 *
 * Guarantees: passages are asked about once, whatever ends a run, until they get another text. Nothing is sent that may not be put before a
 * model. What the calls will take is told before the first one.
 */
import * as Effect from 'effect/Effect'
import { windowsOf } from '../../domain/causes/cause-windows.ts'
import type { RoutingFallback } from '../../domain/events/session-events.ts'
import { nanoUsd } from '../../domain/routing/routing-cost.ts'
import type { IngestAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import type { MatchedDocument } from '../ingest/matching.ts'
import type { CausesStop } from '../operations/ingest.ts'
import { IngestProgress } from '../ports/document-files.ts'
import type { LanguageModel } from '../ports/language-model.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { IngestRequest } from '../requests.ts'
import { ModelPace, type RoutingMeans, WaitingOutside } from '../routing/ask-model.ts'
import { askNext, sendable } from './ask-causes.ts'
import { estimated, estimatedAhead, isAskedIn } from './calls-estimate.ts'
import { documentsInOrder, type OrderedDocument } from './document-order.ts'

/** The means of a process to ask a model while it reads documents in. */
export interface CausesMeans extends Pick<RoutingMeans, 'erasures' | 'outside'> {
  readonly model: LanguageModel['Service'] | undefined
}

/** Refuses a request for causes in a process that asks no model. A dry run asks none. */
export const mayNameCauses = Effect.fnUntraced(function* (
  model: LanguageModel['Service'] | undefined,
  { causes, dryRun }: Pick<IngestRequest, 'causes' | 'dryRun'>,
) {
  const { modelMs } = yield* ModelPace
  if (causes !== true || dryRun === true || (model !== undefined && modelMs > 0)) return
  return yield* new InvalidRequest({
    field: 'causes',
    problem: 'this process has no routing model to ask: give it one (--model), or leave causes out',
  })
})

/** Returns the field of the answer; nothing where causes are not asked for. A dry run asks nothing and tells what the calls would take. */
export const nameCauses = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  documents: ReadonlyArray<MatchedDocument>,
  { erasures, outside, model }: CausesMeans,
) {
  if (request.causes !== true) return {}
  if (request.dryRun === true) return { causes: yield* rehearsed(brain, request, documents) }
  if (model === undefined) return {}
  const { modelMs } = yield* ModelPace
  const { unwanted, wait } = yield* WaitingOutside
  const ordered = yield* documentsInOrder(brain, documents)
  const causes = yield* asking(brain, request, ordered, {
    model,
    modelMs,
    erasures,
    unwanted,
    outside: (effect) => outside(wait(effect)),
  })
  return { causes }
})

const nothingYet = { calls: 0, failed: 0, edges: 0, refused: 0, tokens: 0 }

const rehearsed = Effect.fnUntraced(function* (brain: OpenBrain, request: IngestRequest, documents: ReadonlyArray<MatchedDocument>) {
  const expected = yield* estimatedAhead(brain, documents, request.origin ?? 'owner')
  return { ...nothingYet, costUsd: 0, left: expected.calls, expected } satisfies IngestAnswer['causes']
})

const asking = Effect.fnUntraced(function* (
  brain: OpenBrain,
  request: IngestRequest,
  documents: ReadonlyArray<OrderedDocument>,
  means: RoutingMeans,
) {
  const progress = yield* IngestProgress
  const { routing } = yield* profileOf(brain.state, brain.key)
  const estimate = yield* estimated(brain, documents)
  const sum = { ...nothingYet, nanoUsd: 0 }
  let stopped: CausesStop | undefined
  let failuresInARow = 0
  let lastFailure: RoutingFallback | undefined
  let detail: string | undefined
  if (estimate.calls > 0) yield* progress({ stage: 'asked', done: 0, of: estimate.calls, estimate })
  for (const document of documents) {
    for (;;) {
      if (failuresInARow >= routing.overMost && leftOf(brain, documents) > 0) stopped = 'failing'
      if (stopped !== undefined) break
      const call = yield* askNext(brain, request, document, means)
      if (call === 'done') break
      if (typeof call === 'string') {
        stopped = call
        break
      }
      failuresInARow = call.fallback === undefined ? 0 : failuresInARow + 1
      if (call.fallback !== undefined) [lastFailure, detail, sum.failed] = [call.fallback, call.detail, sum.failed + 1]
      sum.calls++
      sum.edges += call.linked
      sum.refused += call.refused
      sum.tokens += call.tokens
      sum.nanoUsd += call.costNanoUsd
      yield* progress({ stage: 'asked', done: sum.calls, of: Math.max(sum.calls, estimate.calls) })
    }
  }
  const { nanoUsd: spent, ...told } = sum
  const causes: IngestAnswer['causes'] = {
    ...told,
    costUsd: spent / nanoUsd,
    left: leftOf(brain, documents),
    ...(lastFailure === undefined ? {} : { lastFailure }),
    ...(detail === undefined ? {} : { detail }),
    ...(stopped === undefined ? {} : { stopped }),
  }
  return causes
})

/** Returns the number of calls that are not made. */
const leftOf = (brain: OpenBrain, documents: ReadonlyArray<OrderedDocument>): number =>
  documents.reduce((sum, document) => sum + [...windowsOf(sendable(document, brain.state), isAskedIn(brain))].length, 0)
