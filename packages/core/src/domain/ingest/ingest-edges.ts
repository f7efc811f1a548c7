/**
 * Edges between passages: between neighbours in a document (`sequential`), from a heading to its parts (`hierarchical`), to the passages that a passage
 * links to (`link`), and between passages that share a name (`mention`).
 */

import { headingSlug } from '@crabtrail/text/passages/chunks'
import { documentThread } from '@crabtrail/text/passages/document'
import { speakerOf } from '@crabtrail/text/words/phrases'
import { naturalLogarithm } from '@crabtrail/text/words/scoring'
import { terms } from '@crabtrail/text/words/tokenise'
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { EventData, NewEvent } from '../events/brain-event.ts'
import type { EdgeKind, EdgeView, GraphView, LabelNumber, MentionRole } from '../graph.ts'
import type { ContentRef, EdgeNumber, NodeNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import { ingestStrength } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { type Nano, nano } from '../strength.ts'

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
  const links = chunks.flatMap(({ text, thread }, i) => {
    if (thread === undefined) return []
    const asks = /[?？]/.test(text.slice(-askedWithin))
    return [{ thread, node: nodes[i] ?? 0, words: terms(text).length, asks, speaker: speakerOf(text) }]
  })
  return Map.groupBy(links, ({ thread }) => thread)
}

/** A document whose passages have node numbers: `nodes[i]` is the node of `chunks[i]`. */
export interface PlacedDocument {
  readonly chunks: ReadonlyArray<SequencedChunk & { readonly heading: ReadonlyArray<string>; readonly isEntry?: boolean }>
  readonly nodes: ReadonlyArray<NodeNumber>
  /** Nodes that were stored for the document before this run, and those that it has from another one. Some are named twice. */
  readonly before: ReadonlyArray<NodeNumber>
}

type Wanted = Omit<EventData<'EdgeLinked'>, 'edge' | 'reason'>

/** `linked`: number of edges linked or restored. `pruned`: number of edges pruned. */
export interface ChangedEdges {
  readonly linked: number
  readonly pruned: number
}

/** Edge kinds that a document defines. An edge of these kinds is pruned when the document no longer implies it; learned edges stay. */
const ingested: ReadonlySet<EdgeKind> = new Set(['sequential', 'hierarchical'])

/** `takenOver` maps nodes of other documents to the nodes that take their places. */
export const documentEdges = (
  documents: ReadonlyArray<PlacedDocument>,
  { graph, sources }: Pick<BrainState, 'graph' | 'sources'>,
  profile: Profile,
  takenOver: ReadonlyMap<NodeNumber, NodeNumber>,
): ChangedEdges & { readonly events: ReadonlyArray<NewEvent> } => {
  const wanted = new Map<string, Wanted>()
  for (const document of documents) for (const edge of wantedBy(document, profile)) wanted.set(nameOf(edge), edge)
  const beside = new Set([...takenOver.keys()].flatMap((twin) => [...(sources.byNumber.get(graph.sourceNumberOf(twin))?.nodes ?? [])]))
  const now = (node: NodeNumber) => takenOver.get(node) ?? node
  for (const { first, kind, source, target } of ingestedFrom(graph, beside)) {
    const edge = { source: now(source), target: now(target), kind, strength: first }
    wanted.set(nameOf(edge), edge)
  }
  const before = new Set([...documents.flatMap((document) => document.before), ...beside, ...takenOver.values()])
  const pruned = ingestedFrom(graph, before).flatMap((view): ReadonlyArray<NewEvent> => {
    const reason = reasonToPrune(wanted, view)
    return reason === undefined ? [] : [{ type: 'EdgePruned', data: { edge: view.edge, reason } }]
  })
  const linked = [...wanted.values()].map(linking(graph, graph.edges))
  return { events: [...pruned, ...linked], linked: linked.length, pruned: pruned.length }
}

/** Returns a function that makes the event of a missing edge: a former one is restored, any other is linked with the next number after `last`. */
export const linking = (graph: GraphView, last: EdgeNumber): ((edge: Wanted) => NewEvent) => {
  let number = last
  return (edge) => {
    const former = formerEdge(graph, edge)
    if (former !== undefined) return { type: 'EdgeRestored', data: { edge: former, reason: 'source' } }
    return { type: 'EdgeLinked', data: { edge: ++number, ...edge, reason: 'ingest' } }
  }
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

const nameOf = ({ kind, source, target }: Pick<Wanted, 'kind' | 'source' | 'target'>): string => `${source} ${kind} ${target}`

/**
 * Returns a pruned edge with the same ends, kind and first strength, and of a mention the same role and name, or undefined. A restored edge keeps the
 * strength that it learned.
 */
const formerEdge = (graph: GraphView, { kind, label, role, source, strength, target }: Wanted): EdgeNumber | undefined => {
  const former = graph.between(source, target).find((edge) => {
    const view = graph.edge(edge)
    return view !== undefined && view.kind === kind && !view.linked && view.first === strength
  })
  if (former === undefined || role === undefined) return former
  return graph.roleOf(former) === role && graph.label(graph.labelOf(former)) === label ? former : undefined
}

const wantedBy = function* ({ chunks, nodes }: PlacedDocument, profile: Profile): Generator<Wanted> {
  for (const { source, target, weight } of sequenceEdges(chunks, nodes, profile.ingest)) {
    yield { source, target, kind: 'sequential', strength: ingestStrength(profile, weight) }
  }
  const firstOf = new Map<string, NodeNumber>()
  for (const [i, { heading, isEntry }] of chunks.entries()) {
    const source = nodes[i] ?? 0
    const path = headingSlug(heading)
    const parent = parentOf(heading, firstOf, isEntry === true ? heading.length : heading.length - 1)
    if (parent !== undefined && parent !== source) {
      // A line leads to its heading and not back: a heading would lead to thousands of lines.
      const [from, to] = isEntry === true ? [source, parent] : [parent, source]
      yield { source: from, target: to, kind: 'hierarchical', strength: ingestStrength(profile, profile.ingest.part) }
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
  const link = linking(graph, graph.edges)
  let linked = 0
  for (const [source, targets] of wanted) {
    const missing = new Set(targets)
    missing.delete(source)
    for (const edge of graph.out(source)) {
      if (graph.kindOf(edge) === 'link' && !missing.delete(graph.targetOf(edge)))
        events.push({ type: 'EdgePruned', data: { edge, reason: 'source' } })
    }
    events.push(...[...missing].map((target) => link({ source, target, kind: 'link', strength })))
    linked += missing.size
  }
  return Result.succeed({ events, answer: { linked, pruned: events.length - linked } })
}

/*
 * Edges of kind `mention`. A name weighs more the rarer it is, and most if one passage is about it and the other mentions it. The edges of a passage
 * depend only on the passages that have its names, so passages can be decided in any order and number. Measurements: ADR 0015.
 */

/** A passage that has a name. `isAbout`: the passage is about the name; false: it only mentions the name. */
export interface Carrier {
  readonly node: NodeNumber
  readonly isAbout: boolean
}

export interface NamedPassage {
  readonly node: NodeNumber
  /** Name → true if the passage is about it, false if the passage mentions it. Empty for a passage that no longer exists. */
  readonly names: ReadonlyMap<string, boolean>
}

export interface Names {
  /** All passages that have the name, including those that are being decided. */
  readonly carriers: (name: string) => ReadonlyArray<Carrier>
  readonly isTitled: (node: NodeNumber) => boolean
}

export interface Mention {
  readonly source: NodeNumber
  readonly target: NodeNumber
  readonly role: MentionRole
  /** Shared name with the largest weight; of equal weights the first in code-unit order. */
  readonly name: string
  /** All shared names that count for this pair. */
  readonly names: ReadonlyArray<string>
  readonly strength: Nano
}

export const joinsByNames = ({ mentions }: Profile): boolean => mentions.edgesMost > 0

/**
 * Returns the most carriers of a name that are looked up. A name in more passages joins none of them, but may have joined some before so
 * many passages changed.
 */
export const carriersLookedUp = ({ mentions }: Profile, changed = 0): number => mentions.carriersMost + changed

/** Returns the mentions of a passage, strongest first, at most `profile.mentions.edgesMost`. Equal weights are ordered by node number. */
export const mentionsOf = ({ names, node }: NamedPassage, brain: Names, profile: Profile): ReadonlyArray<Mention> => {
  const { carriersMost, commonAt, edgesMost } = profile.mentions
  const found = new Map<NodeNumber, { weight: number; name: string; role: MentionRole; names: Array<string> }>()
  const isTitled = brain.isTitled(node)
  for (const [name, isAbout] of names) {
    const carriers = brain.carriers(name)
    if (carriers.length < 2 || carriers.length > carriersMost) continue
    const rarity = 1 - naturalLogarithm(carriers.length) / naturalLogarithm(commonAt)
    for (const other of carriers) {
      const role: MentionRole = isAbout || other.isAbout ? 'title' : 'shared'
      // Unless both passages have titles, a name that both texts mention is weak evidence that they belong together.
      if (other.node === node || (role === 'shared' && !(isTitled && brain.isTitled(other.node)))) continue
      const weight = rarity * roleWeight(isAbout, other.isAbout, profile)
      const known = found.get(other.node)
      if (known === undefined) found.set(other.node, { weight, name, role, names: [name] })
      else {
        known.names.push(name)
        if (role === 'title') known.role = role
        if (weight > known.weight || (weight === known.weight && name < known.name)) Object.assign(known, { weight, name })
      }
    }
  }
  return [...found]
    .sort(([a, one], [b, other]) => other.weight - one.weight || a - b)
    .slice(0, edgesMost)
    .map(([target, { weight, ...mention }]) => ({ source: node, target, ...mention, strength: ingestStrength(profile, weight) }))
}

const roleWeight = (isAbout: boolean, isOtherAbout: boolean, { mentions }: Profile): number => {
  if (isAbout) return isOtherAbout ? mentions.bothAbout : mentions.isMentioned
  return isOtherAbout ? mentions.mentions : mentions.bothMention
}

/** Adds passages to the carriers of their names. A list stops at `most` + 1 entries, which is enough to see that a name is too common. */
export const addCarriers = (found: ReadonlyMap<string, Array<Carrier>>, passages: ReadonlyArray<NamedPassage>, most: number): void => {
  for (const { names, node } of passages) {
    for (const [name, isAbout] of names) {
      const known = found.get(name)
      if (known !== undefined && known.length <= most) known.push({ node, isAbout })
    }
  }
}

export interface LabelledMention extends Mention {
  readonly label: ContentRef
}

export interface WantedMentions {
  /** Maps a passage to the mentions that it should have. Edges of passages that are not in the map stay unchanged. */
  readonly wanted: ReadonlyMap<NodeNumber, ReadonlyArray<LabelledMention>>
  /** Names that edges of these passages were linked by, without erased names. */
  readonly linkedBy: LinkedBy
  /** Highest edge number in use, including edges that the same commit links before. */
  readonly lastEdge: EdgeNumber
}

export type LinkedBy = ReadonlyMap<LabelNumber, string>

export const decideMentions = (
  { lastEdge, linkedBy, wanted }: WantedMentions,
  { graph }: Pick<BrainState, 'graph'>,
): Decision<ChangedEdges> => {
  const events: Array<NewEvent> = []
  const link = linking(graph, lastEdge)
  let linked = 0
  for (const [node, mentions] of wanted) {
    const missing = new Map(mentions.map((mention) => [mention.target, mention]))
    for (const edge of graph.out(node)) {
      if (graph.kindOf(edge) !== 'mention') continue
      const view = graph.edge(edge)
      const now = missing.get(graph.targetOf(edge))
      if (view !== undefined && now !== undefined && saysTheSame(graph, view, now, linkedBy)) {
        missing.delete(now.target)
        continue
      }
      events.push({ type: 'EdgePruned', data: { edge, reason: now === undefined ? 'source' : 'reweighed' } })
    }
    events.push(...[...missing.values()].map((mention) => link(edgeOf(mention))))
    linked += missing.size
  }
  return Result.succeed({ events, answer: { linked, pruned: events.length - linked } })
}

const edgeOf = ({ label, role, source, strength, target }: LabelledMention): Wanted => {
  return { source, target, kind: 'mention', strength, role, label }
}

/**
 * True if an edge stays as it is: same role, nearly the same first strength, and linked by a name that both passages still share. A
 * different shared name is accepted unless a pruned edge with the preferred name can be restored.
 */
const saysTheSame = (graph: GraphView, { edge, first }: EdgeView, mention: LabelledMention, linkedBy: LinkedBy): boolean => {
  if (graph.roleOf(edge) !== mention.role || isReweighed(first, mention.strength)) return false
  const name = linkedBy.get(graph.labelOf(edge))
  if (name === undefined || !mention.names.includes(name)) return false
  return name === mention.name || formerEdge(graph, edgeOf(mention)) === undefined
}
