/** The edges between the passages of a document: neighbours in order, headings over parts. */

import { headingSlug } from '../documents/chunk-id.ts'
import type { EdgeKind } from '../edge-kinds.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeView, GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { clamp, type Nano, nano } from '../strength.ts'
import { type SequencedChunk, sequenceEdges } from './ingest-sequence.ts'

/** A document whose passages have their numbers. Lists run side by side. */
export interface PlacedDocument {
  readonly chunks: ReadonlyArray<SequencedChunk & { readonly heading: ReadonlyArray<string> }>
  readonly nodes: ReadonlyArray<NodeNumber>
  /** Nodes of the document that were there before. */
  readonly before: ReadonlyArray<NodeNumber>
}

interface Wanted {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly kind: EdgeKind
  readonly strength: Nano
}

/** How many edges were linked or restored, and how many pruned. */
export interface ChangedEdges {
  readonly linked: number
  readonly pruned: number
}

interface DecidedEdges extends ChangedEdges {
  readonly events: ReadonlyArray<NewEvent>
}

/** Kinds that the document itself makes: what it no longer says of them is pruned. A learned edge beside one stays. */
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

/** Why an edge goes, if it does; one that stays is no longer wanted anew. A weight is never changed in place. */
const reasonToPrune = (wanted: Map<string, Wanted>, { first, kind, source, target }: EdgeView): 'source' | 'reweighed' | undefined => {
  const name = nameOf({ source, target, kind })
  const now = wanted.get(name)
  if (now === undefined) return 'source'
  if (isReweighed(first, now.strength)) return 'reweighed'
  wanted.delete(name)
  return undefined
}

/** Less of a difference is not worth an event. */
export const isReweighed = (before: Nano, now: Nano): boolean => Math.abs(now - before) >= nano(0.05)

const nameOf = ({ kind, source, target }: Omit<Wanted, 'strength'>): string => `${source} ${kind} ${target}`

/** A pruned edge that says the same comes back with what it learned. */
export const formerEdge = (graph: GraphView, source: NodeNumber, target: NodeNumber, kind: EdgeKind, first: Nano): EdgeNumber | undefined =>
  graph.between(source, target).find((edge) => {
    const view = graph.edge(edge)
    return view !== undefined && view.kind === kind && !view.linked && view.first === first
  })

/** What an edge of that weight begins with, within the bounds of the profile. */
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

/** The first passage of the nearest heading above that has one. */
const parentOf = (heading: ReadonlyArray<string>, firstOf: ReadonlyMap<string, NodeNumber>): NodeNumber | undefined => {
  for (let depth = heading.length - 1; depth >= 0; depth--) {
    const parent = firstOf.get(headingSlug(heading.slice(0, depth)))
    if (parent !== undefined) return parent
  }
  return undefined
}
