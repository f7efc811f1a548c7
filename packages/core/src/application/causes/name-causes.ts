/**
 * Asks a model which passages of the documents of a run are causes of others near them, and tells what the calls will take before the first one.
 *
 * Guarantees: passages are asked about once, whatever ends a run, until they get another text. Nothing is sent that no model may be given.
 */

import * as Effect from 'effect/Effect'
import {
  type CausesOffer,
  type CauseWindow,
  causesPrompt,
  causesTask,
  followedCauses,
  maySend,
  nextWindow,
  passageText,
  windowsOf,
} from '../../domain/causes/causes-call.ts'
import type { ModelFallback } from '../../domain/events/model-events.ts'
import { isLive, mayBeInjected, type Origin } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { IngestedDocument } from '../../domain/ingest/ingested-document.ts'
import { callCost, nanoUsd } from '../../domain/model/model-call.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { medianLatency } from '../../domain/projections/model-calls.ts'
import type { IngestAnswer } from '../answers.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { storedAccess } from '../brain/brain.ts'
import { contentDrafts } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import type { Attempt } from '../commands/run-command.ts'
import { changedDocument } from '../documents/changed-documents.ts'
import { type CallsEstimate, IngestProgress } from '../documents/ingest-progress.ts'
import { type Bodies, knownSources, othersMarks } from '../documents/known-sources.ts'
import type { MatchedDocument } from '../documents/matching.ts'
import { askAndRecord, type ModelAround, type ModelMeans, ModelPace, modelMeansOf } from '../model/ask-model.ts'
import type { CausesStop } from '../operations/ingest.ts'
import { InvalidRequest } from '../request-errors.ts'
import type { IngestRequest } from '../requests.ts'

/** Refuses a request for causes in a process that asks no model. A dry run asks none. */
export const mayNameCauses = Effect.fnUntraced(function* (
  model: ModelAround['model'],
  { causes, dryRun }: Pick<IngestRequest, 'causes' | 'dryRun'>,
) {
  const { modelMs } = yield* ModelPace
  if (causes !== true || dryRun === true || (model !== undefined && modelMs > 0)) return
  const problem = 'this process has no language model to ask: give it one (--model), or leave causes out'
  return yield* new InvalidRequest({ field: 'causes', problem })
})

type CausesAnswer = NonNullable<IngestAnswer['causes']>

/** Returns the field of the answer; nothing where causes are not asked for. `interrupted` is told what was done so far. */
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

interface OrderedDocument {
  readonly source: SourceNumber
  readonly passages: ReadonlyArray<NodeNumber>
}

/** Returns stored passages in the order of the text, which is not that of their numbers. A document that changed since is left out. */
const documentsInOrder = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<MatchedDocument>) {
  const { bodies } = yield* storedAccess(brain)
  const live = (yield* knownSources(brain.state, bodies)).filter(({ retired }) => !retired)
  const byKey = new Map(live.map((one) => [one.key, one] as const))
  const repeated = yield* othersMarks(brain, bodies, documents)
  const ordered: Array<OrderedDocument> = []
  for (const document of documents) {
    const known = byKey.get(document.key)
    if (known === undefined) continue
    // These drafts are never stored: only the ids of the passages are needed.
    const { changed } = yield* changedDocument(brain, yield* contentDrafts, { ...document, known }, repeated)
    const nodes = (changed?.stored ?? []).filter(({ node }) => isLive(brain.state.graph.stateOf(node)))
    const byId = new Map(nodes.map(({ id, node }) => [id, node] as const))
    const passages = new Set((changed?.chunks ?? []).flatMap(({ id }) => byId.get(id) ?? []))
    if (passages.size > 1) ordered.push({ source: known.source, passages: [...passages] })
  }
  return ordered
})

const sendable = ({ passages }: OrderedDocument, { graph }: Pick<BrainState, 'graph'>): ReadonlyArray<NodeNumber> =>
  passages.filter((node) => maySend(graph, node))

const offerOf = Effect.fnUntraced(function* (
  source: SourceNumber,
  window: CauseWindow,
  { graph }: Pick<BrainState, 'graph'>,
  bodies: Bodies,
) {
  const refsOf = (node: NodeNumber) => [graph.node(node)?.title, graph.node(node)?.text] as const
  const said = yield* bodies(window.flatMap(({ node }) => refsOf(node).flatMap((ref) => ref ?? [])))
  const bodyOf = (ref: ContentRef | undefined) => (ref === undefined ? '' : (said.get(ref) ?? ''))
  const text = (node: NodeNumber) => {
    const [title, passage] = refsOf(node)
    return passageText(bodyOf(title), bodyOf(passage))
  }
  const texts = new Map(
    window.flatMap(({ node }) => {
      const ref = graph.node(node)?.text
      return ref === undefined ? [] : [[node, ref] as const]
    }),
  )
  return { source, window, texts, text } satisfies CausesOffer
})

const isAskedIn =
  ({ state }: OpenBrain) =>
  (node: NodeNumber): boolean =>
    state.causes.asked.has(node)

const estimated = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<OrderedDocument>) {
  const { bodies } = yield* storedAccess(brain)
  const { state } = brain
  const { tokensIn } = causesTask.limits(yield* profileOf(state, brain.key))
  const tokens: Array<number> = []
  for (const document of documents) {
    for (const window of windowsOf(sendable(document, state), isAskedIn(brain))) {
      const offer = yield* offerOf(document.source, window, state, bodies)
      tokens.push(causesPrompt(offer, tokensIn)?.tokens ?? 0)
    }
  }
  return yield* estimateOf(brain, tokens)
})

/** Estimates the calls about documents as if they were read in by `origin`. */
const estimatedAhead = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<MatchedDocument>, origin: Origin) {
  const { bodies } = yield* storedAccess(brain)
  const { tokensIn } = causesTask.limits(yield* profileOf(brain.state, brain.key))
  const repeated = yield* othersMarks(brain, bodies, documents)
  const tokens: Array<number> = []
  for (const document of documents) {
    // These drafts are never stored.
    const { changed } = yield* changedDocument(brain, yield* contentDrafts, document, repeated)
    if (changed === undefined) continue
    const { passages, text } = passagesAhead(brain, changed, origin)
    for (const window of windowsOf(passages, isAskedIn(brain))) tokens.push(causesPrompt({ window, text }, tokensIn)?.tokens ?? 0)
  }
  return yield* estimateOf(brain, tokens)
})

/** Returns the passages that could be sent once the document is stored, and their texts. One not stored with this text has a number below 0. */
const passagesAhead = ({ state: { graph } }: OpenBrain, { chunks, stored }: IngestedDocument, origin: Origin) => {
  const nodes = new Map(stored.map((one) => [one.id, one] as const))
  const texts = new Map<NodeNumber, string>()
  for (const [place, { formerId, isOthers, text, title }] of chunks.entries()) {
    const known = nodes.get(formerId)
    const node = known !== undefined && known.text === text && known.title === title ? known.node : -1 - place
    const isSent = isLive(graph.stateOf(node)) ? maySend(graph, node) : mayBeInjected(origin) && isOthers !== true
    if (isSent) texts.set(node, passageText(title, text))
  }
  return { passages: [...texts.keys()], text: (node: NodeNumber) => texts.get(node) ?? '' }
}

const estimateOf = Effect.fnUntraced(function* (brain: OpenBrain, tokens: ReadonlyArray<number>) {
  const profile = yield* profileOf(brain.state, brain.key)
  const calls = tokens.length
  const tokensIn = tokens.reduce((sum, one) => sum + one, 0)
  return {
    calls,
    tokensIn,
    costUsd: callCost(tokensIn, calls * causesTask.limits(profile).tokensOut, profile.model) / nanoUsd,
    milliseconds: calls * (medianLatency(brain.state.model) ?? firstCallMs),
  } satisfies CallsEstimate
})

/** Milliseconds of a call before the first one was made. */
const firstCallMs = 1_000
