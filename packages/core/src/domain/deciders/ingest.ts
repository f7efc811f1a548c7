/** Turns what documents say now into what has changed since: nodes added, revised, restored or retired, and the edges between them. */
import type { NewEvent } from '../events/brain-event.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../identity.ts'
import { isLive, type NodeState, type Origin } from '../node.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { decideIngestEdges, type PlacedDocument } from './ingest-edges.ts'

/** A passage of a document as it is now, with the contents it would be stored as. */
export interface IngestedChunk {
  readonly id: string
  readonly title: string
  readonly text: string
  readonly span: readonly [start: number, end: number]
  readonly heading: ReadonlyArray<string>
  /** Keys of sources and, behind `#`, slugs of headings that it links to. */
  readonly links: ReadonlyArray<string>
  readonly contents: { readonly id: ContentRef; readonly title: ContentRef; readonly text: ContentRef }
}

/** A node of the same source as it is stored. */
export interface StoredNode {
  readonly node: NodeNumber
  readonly id: string
  readonly title: string
  readonly text: string
}

export interface IngestedDocument {
  readonly key: string
  readonly format: 'markdown' | 'text'
  /** Known when the source was read before. */
  readonly source: SourceNumber | undefined
  readonly contents: { readonly key: ContentRef; readonly digest: ContentRef }
  readonly chunks: ReadonlyArray<IngestedChunk>
  /** All nodes that were ever read from it. */
  readonly stored: ReadonlyArray<StoredNode>
}

export interface IngestCounts {
  readonly added: number
  readonly revised: number
  readonly unchanged: number
  readonly retired: number
  readonly linked: number
  readonly pruned: number
}

export interface DecidedIngest {
  readonly events: ReadonlyArray<NewEvent>
  readonly counts: IngestCounts
}

/** Only documents that changed are given. `known` finds the first live node of a source that is not among them, by key and heading slug. */
export const decideIngest = (
  documents: ReadonlyArray<IngestedDocument>,
  origin: Origin,
  state: BrainState,
  profile: Profile,
  known: (link: string) => NodeNumber | undefined,
): DecidedIngest => {
  const events: Array<NewEvent> = []
  const placed: Array<PlacedDocument> = []
  const counts = { added: 0, revised: 0, unchanged: 0, retired: 0 }
  let node = state.graph.nodes
  let source = state.registers.sources.size
  for (const document of documents) {
    const number = document.source ?? ++source
    events.push(sourceEvent(document, number))
    const before = new Map(document.stored.map((stored) => [stored.id, stored]))
    const nodes: Array<NodeNumber> = []
    for (const chunk of document.chunks) {
      const stored = before.get(chunk.id)
      before.delete(chunk.id)
      const at = stored?.node ?? ++node
      nodes.push(at)
      if (stored === undefined) {
        events.push(addition(chunk, at, number, origin))
        counts.added++
      } else counts[revise(events, chunk, stored, state.graph.stateOf(at), origin)]++
    }
    for (const { node: gone } of before.values()) {
      if (!isLive(state.graph.stateOf(gone))) continue
      events.push({ type: 'NodeRetired', data: { node: gone, reason: 'source' } })
      counts.retired++
    }
    placed.push({ key: document.key, chunks: document.chunks, nodes, before: document.stored.map((stored) => stored.node) })
  }
  const edges = decideIngestEdges(placed, state.graph, profile, known)
  return { events: [...events, ...edges.events], counts: { ...counts, linked: edges.linked, pruned: edges.pruned } }
}

const sourceEvent = ({ contents, format, source }: IngestedDocument, number: SourceNumber): NewEvent =>
  source === undefined
    ? { type: 'SourceAdded', data: { source: number, key: contents.key, digest: contents.digest, format } }
    : { type: 'SourceRevised', data: { source: number, digest: contents.digest } }

const addition = ({ contents, span }: IngestedChunk, node: NodeNumber, source: SourceNumber, origin: Origin): NewEvent => ({
  type: 'NodeAdded',
  origin,
  data: { node, ...contents, nodeType: 'fact', state: 'normal', source, span: [span[0], span[1]] },
})

/** Appends what changed of a node and says how it counts. */
const revise = (
  events: Array<NewEvent>,
  chunk: IngestedChunk,
  stored: StoredNode,
  state: NodeState | undefined,
  origin: Origin,
): 'added' | 'revised' | 'unchanged' => {
  const { contents, span } = chunk
  const live = isLive(state)
  if (!live) events.push({ type: 'NodeRestored', data: { node: stored.node, state: 'normal' } })
  if (chunk.text === stored.text && chunk.title === stored.title) return live ? 'unchanged' : 'added'
  events.push({
    type: 'NodeRevised',
    origin,
    data: { node: stored.node, title: contents.title, text: contents.text, span: [span[0], span[1]] },
  })
  return live ? 'revised' : 'added'
}
