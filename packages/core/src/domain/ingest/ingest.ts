/**
 * Compares documents with the stored state and decides the changes: sources and passages added, revised, moved, restored or retired, and
 * the edges between them.
 */

import * as Result from 'effect/Result'
import { withdrawnCauses } from '../causes/causes-call.ts'
import type { Decision } from '../decision.ts'
import type { DocumentFormat } from '../documents/document.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { noDay } from '../events/event-definition.ts'
import { isLive, isMoreTrusted, mayBeInjected, type Origin } from '../graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { documentEdges, type PlacedDocument } from './ingest-edges.ts'
import { knownChunks } from './ingest-known.ts'
import { keptOut, stayingOut } from './ingest-unlearned.ts'

/** A passage of a document as it is now, with references of the contents to store. */
export interface IngestedChunk {
  readonly id: string
  /** Id of the passage under the stored key of the document. */
  readonly formerId: string
  /** True for a record without a name of its own. */
  readonly isUnnamed?: boolean
  /** True for a line of a list, a row or a turn. */
  readonly isEntry?: boolean
  readonly title: string
  readonly text: string
  readonly span: readonly [start: number, end: number]
  readonly heading: ReadonlyArray<string>
  /** Thread in which passages follow each other; undefined: the passage is in no thread. */
  readonly thread: string | undefined
  /**
   * True if the passage holds text of others. It is never trusted, whatever the origin of the document, and gets no sequence or heading
   * edges.
   */
  readonly isOthers?: boolean
  /** Link targets as they are written in the text. */
  readonly links: ReadonlyArray<string>
  /** Tags that the passage is found by, besides its title; `''` for none. */
  readonly tags?: string
  /** In nano-units from 0 to 1. */
  readonly importance?: number | undefined
  /** The day that the passage tells, in days since 1970-01-01; see `days.ts`. */
  readonly day?: number | undefined
  /** The day on which it is read, where it tells none and speaks of a day such as "tomorrow". It counts for a text that is new. */
  readonly readOn?: number | undefined
  readonly contents: {
    readonly id: ContentRef
    /** Undefined for a passage without a title. */
    readonly title: ContentRef | undefined
    readonly text: ContentRef
    /** Undefined if the document is new and the passage has no links. */
    readonly links: ContentRef | undefined
    /** Undefined for a passage without tags. */
    readonly tags?: ContentRef | undefined
  }
}

/** A stored node of the same source. */
export interface StoredNode {
  readonly node: NodeNumber
  readonly id: string
  readonly title: string
  readonly text: string
  /** Undefined if no links were ever stored. */
  readonly links: ReadonlyArray<string> | undefined
  readonly tags?: string
  readonly importance?: number | undefined
  readonly day?: number | undefined
  /** Id under the current key of the document; undefined if the id stays the same or cannot be derived. */
  readonly movedId: ContentRef | undefined
}

export interface IngestedDocument {
  readonly format: DocumentFormat
  /** Undefined for a new source. A known source may have had another key. */
  readonly source: SourceNumber | undefined
  /** True if the source is known under another key. */
  readonly moved: boolean
  /** `root` is defined only if it is to be recorded. */
  readonly contents: { readonly key: ContentRef; readonly digest: ContentRef; readonly root: ContentRef | undefined }
  readonly chunks: ReadonlyArray<IngestedChunk>
  /** All nodes ever read from the document, live or not. */
  readonly stored: ReadonlyArray<StoredNode>
}

/** A source with unchanged text that was found under another root. */
export interface ElsewhereSource {
  readonly source: SourceNumber
  readonly key: ContentRef
  readonly root: ContentRef
}

export interface IngestChanges {
  /** Changed documents only. */
  readonly documents: ReadonlyArray<IngestedDocument>
  readonly elsewhere: ReadonlyArray<ElsewhereSource>
  /** Sources whose documents no longer exist. */
  readonly gone: ReadonlyArray<SourceNumber>
}

export interface IngestCounts {
  readonly added: number
  readonly revised: number
  readonly unchanged: number
  readonly retired: number
  readonly linked: number
  readonly pruned: number
}

/** Passages of the documents that an unlearning retired. */
export interface UnlearnedPassages {
  /** Nodes whose text is still in its document. They stay out. */
  readonly out: ReadonlyArray<NodeNumber>
  /** Nodes that were read in since they have another text than was unlearned. */
  readonly replaced: ReadonlyArray<NodeNumber>
}

export interface IngestResult {
  readonly counts: IngestCounts
  readonly unlearned: UnlearnedPassages
}

/** Returns the events and the numbers of changed passages and edges. `origin` is the origin of the documents. */
export const decideIngest = (
  { documents, elsewhere, gone, origin }: IngestChanges & { readonly origin: Origin },
  state: BrainState,
  profile: Profile,
): Decision<IngestResult> => {
  const events: Array<NewEvent> = []
  const placed: Array<PlacedDocument> = []
  const counts = { added: 0, revised: 0, unchanged: 0, retired: 0 }
  const unlearned = { out: [] as Array<NodeNumber>, replaced: [] as Array<NodeNumber>, keptOut: keptOut(state) }
  const numbers: Numbers = { node: state.graph.nodes, source: state.sources.byNumber.size }
  for (const document of documents) placed.push(place(events, { counts, numbers, unlearned }, document, origin, state))
  for (const { key, root, source } of elsewhere) events.push({ type: 'SourceRenamed', data: { source, key, root } })
  for (const source of gone) {
    events.push({ type: 'SourceRetired', data: { source, reason: 'gone' } })
    for (const node of state.sources.byNumber.get(source)?.nodes ?? []) retire(events, counts, node, state)
  }
  const edges = documentEdges(placed, state.graph, profile)
  const withdrawn = withdrawnCauses(events, state)
  const answer = {
    counts: { ...counts, linked: edges.linked, pruned: edges.pruned + withdrawn.length },
    unlearned: { out: unlearned.out, replaced: unlearned.replaced },
  }
  return Result.succeed({ events: [...events, ...edges.events, ...withdrawn], answer })
}

/** Highest numbers in use. */
interface Numbers {
  node: NodeNumber
  source: SourceNumber
}

type NodeCounts = { -readonly [K in 'added' | 'revised' | 'unchanged' | 'retired']: number }

/** Counts of the documents of a run so far. */
interface Tally {
  readonly counts: NodeCounts
  readonly numbers: Numbers
  readonly unlearned: {
    readonly out: Array<NodeNumber>
    readonly replaced: Array<NodeNumber>
    readonly keptOut: ReturnType<typeof keptOut>
  }
}

const place = (
  events: Array<NewEvent>,
  { counts, numbers, unlearned }: Tally,
  document: IngestedDocument,
  origin: Origin,
  state: BrainState,
): PlacedDocument => {
  const source = document.source ?? ++numbers.source
  events.push(...sourceEvents(document, source, state))
  const staying = stayingOut(document.chunks, document.stored, unlearned.keptOut)
  const out = new Set(staying.values())
  const read = document.chunks.filter((chunk) => !staying.has(chunk))
  const known = knownChunks(
    read,
    document.stored.filter((node) => !out.has(node)),
    state.graph,
  )
  const storedFor = new Map([...staying, ...read.map((chunk, i) => [chunk, known.stored[i]] as const)])
  const nodes: Array<NodeNumber> = []
  for (const chunk of document.chunks) {
    const stored = storedFor.get(chunk)
    const staysOut = staying.has(chunk)
    nodes.push(stored?.node ?? ++numbers.node)
    if (stored === undefined) {
      events.push(addition(chunk, numbers.node, source, originOf(chunk, origin)))
      counts.added++
      continue
    }
    const moved = document.moved || stored.id !== chunk.formerId ? { id: chunk.contents.id } : {}
    const became = revise(events, chunk, stored, { moved, staysOut }, originOf(chunk, origin), state)
    if (staysOut) unlearned.out.push(stored.node)
    else {
      counts[became]++
      if (unlearned.keptOut.has(stored.node)) unlearned.replaced.push(stored.node)
    }
  }
  for (const { movedId, node } of known.rest) {
    if (movedId !== undefined) events.push({ type: 'NodeRevised', data: { node, id: movedId } })
    retire(events, counts, node, state)
  }
  const inOrder = document.chunks.map(({ isOthers }) => isOthers !== true)
  return {
    chunks: document.chunks.filter((_, i) => inOrder[i]),
    nodes: nodes.filter((_, i) => inOrder[i]),
    before: document.stored.map(({ node }) => node),
  }
}

const originOf = ({ isOthers }: IngestedChunk, origin: Origin): Origin =>
  isOthers === true && mayBeInjected(origin) ? 'untrusted' : origin

const sourceEvents = (document: IngestedDocument, source: SourceNumber, { sources }: BrainState): ReadonlyArray<NewEvent> => {
  const { contents, format, moved } = document
  const { digest, key } = contents
  const root = contents.root === undefined ? {} : { root: contents.root }
  if (document.source === undefined) return [{ type: 'SourceAdded', data: { source, key, digest, format, ...root } }]
  if (!moved) return [{ type: 'SourceRevised', data: { source, digest, ...root } }]
  const renamed: NewEvent = { type: 'SourceRenamed', data: { source, key, ...root } }
  const isRetired = sources.byNumber.get(source)?.retired === true
  return isRetired ? [renamed, { type: 'SourceRevised', data: { source, digest } }] : [renamed]
}

const addition = (
  { contents, day, importance, links, readOn, span }: IngestedChunk,
  node: NodeNumber,
  source: SourceNumber,
  origin: Origin,
): NewEvent => {
  const { id, text } = contents
  const title = contents.title === undefined ? {} : { title: contents.title }
  const linked = links.length === 0 || contents.links === undefined ? {} : { links: contents.links }
  return {
    type: 'NodeAdded',
    origin,
    data: {
      node,
      id,
      ...title,
      text,
      ...linked,
      ...tagged(contents.tags),
      ...weighed(importance),
      ...onDay(day ?? readOn),
      nodeType: 'fact',
      state: 'normal',
      source,
      span: [span[0], span[1]],
    },
  }
}

const tagged = (tags: ContentRef | undefined) => (tags === undefined ? {} : { tags: [tags] })
const weighed = (importance: number | undefined) => (importance === undefined ? {} : { importance })
const onDay = (day: number | undefined) => (day === undefined ? {} : { day })

/**
 * Appends the events of a stored node and returns how the node counts. A restored node becomes as trusted as `origin`. A live node ends up
 * no more trusted than `origin`. A node that stays out is revised like a live one and not restored.
 */
const revise = (
  events: Array<NewEvent>,
  chunk: IngestedChunk,
  stored: StoredNode,
  { moved, staysOut }: { readonly moved: { readonly id?: ContentRef }; readonly staysOut: boolean },
  origin: Origin,
  { graph, owner }: BrainState,
): 'added' | 'revised' | 'unchanged' => {
  const { contents, span } = chunk
  const { node } = stored
  const live = staysOut || isLive(graph.stateOf(node))
  const said = {
    ...(chunk.title === stored.title || contents.title === undefined ? {} : { title: contents.title }),
    ...(chunk.text === stored.text ? {} : { text: contents.text, span: [span[0], span[1]] as const }),
    ...(contents.links === undefined || sameLinks(chunk.links, stored.links) ? {} : { links: contents.links }),
    ...((chunk.tags ?? '') === (stored.tags ?? '') ? {} : { tags: contents.tags === undefined ? [] : [contents.tags] }),
    ...(chunk.importance === stored.importance ? {} : weighed(chunk.importance)),
    ...onDay(revisedDay(chunk, stored)),
  }
  const before = graph.originOf(node)
  const isUntitled = contents.title === undefined && stored.title !== ''
  const saysOtherwise = Object.keys(said).length > 0 || (live ? isMoreTrusted(before, origin) : before !== origin)
  if (!live) events.push({ type: 'NodeRestored', data: { node, state: owner.protections.has(node) ? 'protected' : 'normal' } })
  if (saysOtherwise) events.push({ type: 'NodeRevised', origin, data: { node, ...moved, ...said } })
  else if (moved.id !== undefined) events.push({ type: 'NodeRevised', data: { node, ...moved } })
  if (isUntitled) events.push({ type: 'NodeUntitled', data: { node } })
  if (!live) return 'added'
  return saysOtherwise || isUntitled ? 'revised' : 'unchanged'
}

/**
 * Returns the day that a revision records; undefined where it stays. A text that did not change and speaks of a day such as "tomorrow" keeps
 * the day on which it was read first.
 */
const revisedDay = (chunk: IngestedChunk, stored: StoredNode): number | undefined => {
  const kept = chunk.text === stored.text ? stored.day : undefined
  const day = chunk.day ?? (chunk.readOn === undefined ? undefined : (kept ?? chunk.readOn))
  return day === stored.day ? undefined : (day ?? noDay)
}

/** Links that were never stored count as an empty list. */
const sameLinks = (now: ReadonlyArray<string>, before: ReadonlyArray<string> = []): boolean =>
  now.length === before.length && now.every((link, i) => link === before[i])

const retire = (events: Array<NewEvent>, counts: NodeCounts, node: NodeNumber, { graph }: BrainState): void => {
  if (!isLive(graph.stateOf(node))) return
  events.push({ type: 'NodeRetired', data: { node, reason: 'source' } })
  counts.retired++
}
