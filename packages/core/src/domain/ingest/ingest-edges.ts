/** Edges between the passages of one document: between neighbours (`sequential`) and from a heading to its parts (`hierarchical`). */

import { headingSlug } from '../documents/chunk-id.ts'
import type { EdgeKind } from '../edge-kinds.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeView, GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { clamp, type Nano, nano } from '../strength.ts'
import { type SequencedChunk, sequenceEdges } from './ingest-sequence.ts'

/** A document whose passages have node numbers: `nodes[i]` is the node of `chunks[i]`. */
export interface PlacedDocument {
  readonly chunks: ReadonlyArray<SequencedChunk & { readonly heading: ReadonlyArray<string> }>
  readonly nodes: ReadonlyArray<NodeNumber>
  /** Nodes that were stored for the document before this run. */
  readonly before: ReadonlyArray<NodeNumber>
}

interface Wanted {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly kind: EdgeKind
  readonly strength: Nano
}

/** `linked`: number of edges linked or restored. `pruned`: number of edges pruned. */
export interface ChangedEdges {
  readonly linked: number
  readonly pruned: number
}

interface DecidedEdges extends ChangedEdges {
  readonly events: ReadonlyArray<NewEvent>
}

/** Edge kinds that a document defines. An edge of these kinds is pruned when the document no longer implies it; learned edges stay. */
const ingested: ReadonlySet<EdgeKind> = new Set(['sequential', 'hierarchical'])

export const documentEdges = (documents: ReadonlyArray<PlacedDocument>, graph: GraphView, profile: Profile): DecidedEdges => {
  const wanted = new Map<string, Wanted>()
  for (const document of documents) for (const edge of wantedBy(document, profile)) wanted.set(nameOf(edge), edge)
  const events: Array<NewEvent> = []
  let pruned = 0
  let linked = 0
  for (const document of documents) {
    for (const node of document.before) {
      for (const edge of graph.out(node)) {
        const view = graph.edge(edge)
        if (view === undefined || !ingested.has(view.kind)) continue
        const reason = reasonToPrune(wanted, view)
        if (reason === undefined) continue
        events.push({ type: 'EdgePruned', data: { edge, reason } })
        pruned++
      }
    }
  }
  let number: EdgeNumber = graph.edges
  for (const { kind, source, strength, target } of wanted.values()) {
    const former = formerEdge(graph, source, target, kind, strength)
    if (former === undefined) {
      events.push({ type: 'EdgeLinked', data: { edge: ++number, source, target, kind, strength, reason: 'ingest' } })
    } else events.push({ type: 'EdgeRestored', data: { edge: former, reason: 'source' } })
    linked++
  }
  return { events, linked, pruned }
}

/**
 * Returns the reason to prune an edge, or undefined if it stays; an edge that stays is removed from `wanted`. An edge whose first strength
 * changes is pruned and linked anew, because a first strength is never changed in place.
 */
const reasonToPrune = (wanted: Map<string, Wanted>, { first, kind, source, target }: EdgeView): 'source' | 'reweighed' | undefined => {
  const name = nameOf({ source, target, kind })
  const now = wanted.get(name)
  if (now === undefined) return 'source'
  if (isReweighed(first, now.strength)) return 'reweighed'
  wanted.delete(name)
  return undefined
}

/** True if two strengths differ by at least 0.05. A smaller difference is ignored to save events. */
export const isReweighed = (before: Nano, now: Nano): boolean => Math.abs(now - before) >= nano(0.05)

const nameOf = ({ kind, source, target }: Omit<Wanted, 'strength'>): string => `${source} ${kind} ${target}`

/** Returns a pruned edge with the same ends, kind and first strength, or undefined. A restored edge keeps the strength that it learned. */
export const formerEdge = (graph: GraphView, source: NodeNumber, target: NodeNumber, kind: EdgeKind, first: Nano): EdgeNumber | undefined =>
  graph.between(source, target).find((edge) => {
    const view = graph.edge(edge)
    return view !== undefined && view.kind === kind && !view.linked && view.first === first
  })

/** Returns the first strength of an edge with this walk weight, clamped to the bounds of the profile. */
export const ingestStrength = ({ strength: { max, min }, tiers, walk }: Profile, weight: number): Nano =>
  clamp(nano(tiers.habitual + walk.slope * weight), { min: nano(min), max: nano(max) })

const wantedBy = function* ({ chunks, nodes }: PlacedDocument, profile: Profile): Generator<Wanted> {
  const { ingest } = profile
  const strength = (weight: number): Nano => ingestStrength(profile, weight)
  for (const { source, target, weight } of sequenceEdges(chunks, nodes, ingest)) {
    yield { source, target, kind: 'sequential', strength: strength(weight) }
  }
  const firstOf = new Map<string, NodeNumber>()
  for (const [i, { heading }] of chunks.entries()) {
    const source = nodes[i] ?? 0
    const path = headingSlug(heading)
    const parent = parentOf(heading, firstOf)
    if (parent !== undefined && parent !== source)
      yield { source: parent, target: source, kind: 'hierarchical', strength: strength(ingest.part) }
    if (!firstOf.has(path)) firstOf.set(path, source)
  }
}

/** Returns the first passage under the nearest ancestor heading that has one, or undefined. */
const parentOf = (heading: ReadonlyArray<string>, firstOf: ReadonlyMap<string, NodeNumber>): NodeNumber | undefined => {
  for (let depth = heading.length - 1; depth >= 0; depth--) {
    const parent = firstOf.get(headingSlug(heading.slice(0, depth)))
    if (parent !== undefined) return parent
  }
  return undefined
}
