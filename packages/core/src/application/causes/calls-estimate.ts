/** Estimates what the calls of a run for causes will take, from the questions themselves. */
import * as Effect from 'effect/Effect'
import { causesPrompt, causesTask, maySend, passageText, windowsOf } from '../../domain/causes/causes-call.ts'
import { isLive, mayBeInjected, type Origin } from '../../domain/graph.ts'
import type { NodeNumber } from '../../domain/identity.ts'
import type { IngestedDocument } from '../../domain/ingest/ingested-document.ts'
import { callCost, nanoUsd } from '../../domain/model/model-call.ts'
import { medianLatency } from '../../domain/projections/model-calls.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { contentDrafts } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { changedDocument } from '../documents/changed-documents.ts'
import type { CallsEstimate } from '../documents/ingest-progress.ts'
import type { MatchedDocument } from '../documents/matching.ts'
import { othersMarks } from '../documents/others-marks.ts'
import { ContentStore } from '../ports/content-store.ts'
import { type OrderedDocument, offerOf, sendable } from './document-order.ts'

export const isAskedIn =
  ({ state }: OpenBrain) =>
  (node: NodeNumber): boolean =>
    state.causes.asked.has(node)

/** Estimates the calls about stored documents. */
export const estimated = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<OrderedDocument>) {
  const contents = yield* ContentStore
  const { state } = brain
  const { tokensIn } = causesTask.limits(yield* profileOf(state, brain.key))
  const tokens: Array<number> = []
  for (const document of documents) {
    for (const window of windowsOf(sendable(document, state), isAskedIn(brain))) {
      const offer = yield* offerOf(document.source, window, state, (refs) => contents.bodies(brain.key, refs))
      tokens.push(causesPrompt(offer, tokensIn)?.tokens ?? 0)
    }
  }
  return yield* estimateOf(brain, tokens)
})

/** Estimates the calls about documents as if they were read in by `origin`. */
export const estimatedAhead = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<MatchedDocument>, origin: Origin) {
  const contents = yield* ContentStore
  const { tokensIn } = causesTask.limits(yield* profileOf(brain.state, brain.key))
  const repeated = yield* othersMarks(brain, (refs) => contents.bodies(brain.key, refs), documents)
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

/**
 * Returns the passages that could be sent once the document is stored, in its order, and their texts. A passage that is not stored with
 * this text has a number below zero.
 */
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

/** Sums calls by the tokens of their messages. */
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
