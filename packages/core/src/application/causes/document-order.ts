/** Finds the stored passages of documents in the order in which the documents have them, and what of them a model may get. */
import * as Effect from 'effect/Effect'
import { type CausesOffer, type CauseWindow, maySend, passageText } from '../../domain/causes/causes-call.ts'
import { isLive } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { contentDrafts } from '../brain/contents.ts'
import { changedDocument } from '../documents/changed-documents.ts'
import { type Bodies, knownSources } from '../documents/known-sources.ts'
import type { MatchedDocument } from '../documents/matching.ts'
import { othersMarks } from '../documents/others-marks.ts'
import { ContentStore } from '../ports/content-store.ts'

export interface OrderedDocument {
  readonly source: SourceNumber
  /** Live passages. */
  readonly passages: ReadonlyArray<NodeNumber>
}

/**
 * Returns the passages of these documents as they are stored now. The order is read from the text: a passage that was inserted later has a
 * higher number than those behind it. A document that changed since it was read is left out.
 */
export const documentsInOrder = Effect.fnUntraced(function* (brain: OpenBrain, documents: ReadonlyArray<MatchedDocument>) {
  const contents = yield* ContentStore
  const bodies = (refs: Parameters<typeof contents.bodies>[1]) => contents.bodies(brain.key, refs)
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

/** Returns the passages of a document that may be sent now. */
export const sendable = ({ passages }: OrderedDocument, { graph }: Pick<BrainState, 'graph'>): ReadonlyArray<NodeNumber> =>
  passages.filter((node) => maySend(graph, node))

/** Returns a window with the texts that a model gets of it. */
export const offerOf = Effect.fnUntraced(function* (
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
