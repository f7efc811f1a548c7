/** Finds the stored passages of documents in the order in which the documents have them. */
import * as Effect from 'effect/Effect'
import { isLive } from '../../domain/graph.ts'
import type { NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { contentDrafts } from '../brain/contents.ts'
import { changedDocument } from '../ingest/changed-documents.ts'
import { knownSources } from '../ingest/known-sources.ts'
import type { MatchedDocument } from '../ingest/matching.ts'
import { othersMarks } from '../ingest/others-marks.ts'
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
