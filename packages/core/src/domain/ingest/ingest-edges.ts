/** Edges between the passages of one document: between neighbours (`sequential`) and from a heading to its parts (`hierarchical`). */

import { headingSlug } from '@crabtrail/text/passages/chunks'
import { documentThread } from '@crabtrail/text/passages/document'
import { speakerOf } from '@crabtrail/text/words/phrases'
import { terms } from '@crabtrail/text/words/tokenise'
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { EdgeKind, EdgeView, GraphView } from '../graph.ts'
import type { EdgeNumber, NodeNumber } from '../identity.ts'
import { ingestStrength, type Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { type Nano, nano } from '../strength.ts'

/* Edges between neighbouring passages of a thread, with their walk weights. */

export interface SequencedChunk {
  readonly text: string
  readonly thread: string | undefined
}

export interface SequenceEdge {
  readonly source: NodeNumber
  readonly target: NodeNumber
  /** Walk weight; `ingestStrength` turns it into a strength. */
  readonly weight: number
}

/** Least weight of an edge outside of prose. Weaker edges are not stored. */
const leastWeight = 0.05
/** UTF-16 units at the end of a text in which a question mark makes the text a question. */
const askedWithin = 40

/**
 * Returns the edges from each chunk to the next two and the previous two chunks of its thread; in the place of the second next one, to the next
 * turn of the same speaker. Passages of prose are joined only to the
 * next and the previous one, without a least weight, so that these edges can be learned.
 *
 * A target of more than `lengthMost` words gets a lower weight, because it also has other content. The edge from a question to the next
 * chunk is stronger, the more so the shorter that chunk is. `nodes[i]` is the node of `chunks[i]`.
 */
export const sequenceEdges = (
  chunks: ReadonlyArray<SequencedChunk>,
  nodes: ReadonlyArray<NodeNumber>,
  settings: Profile['ingest'],
): ReadonlyArray<SequenceEdge> => {
  const { afterNext, beforePrevious, lengthMost, next, previous, prose } = settings
  const edges: Array<SequenceEdge> = []
  for (const [name, thread] of threadsOf(chunks, nodes)) {
    const isProse = name === documentThread
    for (const [i, from] of thread.entries()) {
      const lead = (to: Link | undefined, weight: number) => {
        const carried = to === undefined ? 0 : (isProse ? prose : 1) * weight * Math.min(1, lengthMost / Math.max(1, to.words))
        if (to !== undefined && (isProse || carried >= leastWeight)) edges.push({ source: from.node, target: to.node, weight: carried })
      }
      lead(thread[i + 1], next * answering(from, thread[i + 1], settings))
      lead(thread[i - 1], previous)
      if (isProse) continue
      lead(nextOfSpeaker(thread, i) ?? thread[i + 2], afterNext)
      lead(thread[i - 2], beforePrevious)
    }
  }
  return edges
}

/** The number of turns behind one among which its speaker's next turn is looked for: an agent says several things while it works. */
const turnsBetween = 8

/** Returns the next turn of the speaker of a turn, if others speak between the two. */
const nextOfSpeaker = (thread: ReadonlyArray<Link>, at: number): Link | undefined => {
  const speaker = thread[at]?.speaker
  if (speaker === undefined || thread[at + 1]?.speaker === speaker) return undefined
  return thread.slice(at + 2, at + 2 + turnsBetween).find((turn) => turn.speaker === speaker)
}

const answering = (from: Link, to: Link | undefined, { answerLength, asked }: Profile['ingest']): number => {
  if (!from.asks || to === undefined) return 1
  const brevity = Math.min(1, answerLength / Math.max(1, to.words))
  return 1 + (asked - 1) * brevity * brevity
}

interface Link {
  readonly node: NodeNumber
  readonly words: number
  readonly asks: boolean
  readonly speaker: string | undefined
}

const threadsOf = (chunks: ReadonlyArray<SequencedChunk>, nodes: ReadonlyArray<NodeNumber>): ReadonlyMap<string, ReadonlyArray<Link>> => {
  const threads = new Map<string, Array<Link>>()
  for (const [i, { text, thread }] of chunks.entries()) {
    if (thread === undefined) continue
    const link = { node: nodes[i] ?? 0, words: terms(text).length, asks: /[?？]/.test(text.slice(-askedWithin)), speaker: speakerOf(text) }
    const known = threads.get(thread)
    if (known === undefined) threads.set(thread, [link])
    else known.push(link)
  }
  return threads
}

/** A document whose passages have node numbers: `nodes[i]` is the node of `chunks[i]`. */
export interface PlacedDocument {
  readonly chunks: ReadonlyArray<SequencedChunk & { readonly heading: ReadonlyArray<string>; readonly isEntry?: boolean }>
  readonly nodes: ReadonlyArray<NodeNumber>
  /** Nodes that were stored for the document before this run, and those that it has from another one. Some are named twice. */
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

/** `takenOver` maps nodes of other documents to the nodes that take their places. */
export const documentEdges = (
  documents: ReadonlyArray<PlacedDocument>,
  { graph, sources }: Pick<BrainState, 'graph' | 'sources'>,
  profile: Profile,
  takenOver: ReadonlyMap<NodeNumber, NodeNumber>,
): DecidedEdges => {
  const wanted = new Map<string, Wanted>()
  for (const document of documents) for (const edge of wantedBy(document, profile)) wanted.set(nameOf(edge), edge)
  const beside = new Set([...takenOver.keys()].flatMap((twin) => [...(sources.byNumber.get(graph.sourceNumberOf(twin))?.nodes ?? [])]))
  const now = (node: NodeNumber) => takenOver.get(node) ?? node
  for (const { first, kind, source, target } of ingestedFrom(graph, beside)) {
    const edge = { source: now(source), target: now(target), kind, strength: first }
    wanted.set(nameOf(edge), edge)
  }
  const events: Array<NewEvent> = []
  let pruned = 0
  let linked = 0
  const before = new Set([...documents.flatMap((document) => document.before), ...beside, ...takenOver.values()])
  for (const view of ingestedFrom(graph, before)) {
    const reason = reasonToPrune(wanted, view)
    if (reason === undefined) continue
    events.push({ type: 'EdgePruned', data: { edge: view.edge, reason } })
    pruned++
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

/** Returns the linked edges of kinds that documents define from these nodes. */
const ingestedFrom = (graph: GraphView, nodes: ReadonlySet<NodeNumber>): ReadonlyArray<EdgeView> =>
  [...nodes].flatMap((node) => graph.out(node).flatMap((edge) => graph.edge(edge) ?? [])).filter(({ kind }) => ingested.has(kind))

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

const wantedBy = function* ({ chunks, nodes }: PlacedDocument, profile: Profile): Generator<Wanted> {
  const { ingest } = profile
  const strength = (weight: number): Nano => ingestStrength(profile, weight)
  for (const { source, target, weight } of sequenceEdges(chunks, nodes, ingest)) {
    yield { source, target, kind: 'sequential', strength: strength(weight) }
  }
  const firstOf = new Map<string, NodeNumber>()
  for (const [i, { heading, isEntry }] of chunks.entries()) {
    const source = nodes[i] ?? 0
    const path = headingSlug(heading)
    const parent = parentOf(heading, firstOf, isEntry === true ? heading.length : heading.length - 1)
    if (parent !== undefined && parent !== source) {
      // A line leads to its heading and not back: a heading would lead to thousands of lines.
      const [from, to] = isEntry === true ? [source, parent] : [parent, source]
      yield { source: from, target: to, kind: 'hierarchical', strength: strength(ingest.part) }
    }
    if (!firstOf.has(path)) firstOf.set(path, source)
  }
}

/** Returns the first passage under the nearest heading that has one, from the first `deepest` headings inwards to none; or undefined. */
const parentOf = (heading: ReadonlyArray<string>, firstOf: ReadonlyMap<string, NodeNumber>, deepest: number): NodeNumber | undefined => {
  for (let depth = deepest; depth >= 0; depth--) {
    const parent = firstOf.get(headingSlug(heading.slice(0, depth)))
    if (parent !== undefined) return parent
  }
  return undefined
}

/* Edges of kind `link`: compares the passages that each passage links to with the link edges that it has. */

export interface WantedLinks {
  /**
   * Maps each live passage whose links are known to the passages that they lead to. Edges of passages that are not in the map stay unchanged.
   */
  readonly wanted: ReadonlyMap<NodeNumber, ReadonlyArray<NodeNumber>>
}

export const decideIngestLinks = (
  { wanted }: WantedLinks,
  { graph }: Pick<BrainState, 'graph'>,
  profile: Profile,
): Decision<ChangedEdges> => {
  const strength = ingestStrength(profile, profile.ingest.link)
  const events: Array<NewEvent> = []
  let linked = 0
  let number: EdgeNumber = graph.edges
  for (const [source, targets] of wanted) {
    const missing = new Set(targets)
    missing.delete(source)
    for (const edge of graph.out(source)) {
      if (graph.kindOf(edge) === 'link' && !missing.delete(graph.targetOf(edge)))
        events.push({ type: 'EdgePruned', data: { edge, reason: 'source' } })
    }
    for (const target of missing) {
      const former = formerEdge(graph, source, target, 'link', strength)
      if (former === undefined) {
        events.push({ type: 'EdgeLinked', data: { edge: ++number, source, target, kind: 'link', strength, reason: 'ingest' } })
      } else events.push({ type: 'EdgeRestored', data: { edge: former, reason: 'source' } })
      linked++
    }
  }
  return Result.succeed({ events, answer: { linked, pruned: events.length - linked } })
}
