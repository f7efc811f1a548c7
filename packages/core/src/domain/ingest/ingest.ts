/** Turns what documents say now into what has changed since: sources and passages added, revised, moved, restored or retired, and the edges between them. */

import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { DocumentFormat } from '../documents/document.ts'
import type { NewEvent } from '../events/brain-event.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../identity.ts'
import { isLive, isMoreTrusted, mayBeInjected, type Origin } from '../node.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { documentEdges, type PlacedDocument } from './ingest-edges.ts'
import { knownChunks } from './ingest-known.ts'

/** A passage of a document as it is now, with the contents it would be stored as. */
export interface IngestedChunk {
  readonly id: string
  /** Its id under the key that the document had so far. */
  readonly formerId: string
  /** A record that does not say what it is called. */
  readonly isUnnamed?: boolean
  readonly title: string
  readonly text: string
  readonly span: readonly [start: number, end: number]
  readonly heading: ReadonlyArray<string>
  /** Passages of one thread follow each other; undefined: it follows none. */
  readonly thread: string | undefined
  /** It holds what others wrote: it is untrusted, whoever brings it, and stands in no order with the rest. */
  readonly isOthers?: boolean
  /** Targets of its links as they are written. */
  readonly links: ReadonlyArray<string>
  /** What it is found by beside its title; `''` for nothing. */
  readonly tags?: string
  /** In nano-units from 0 to 1. */
  readonly importance?: number | undefined
  readonly contents: {
    readonly id: ContentRef
    /** Undefined for one that has none. */
    readonly title: ContentRef | undefined
    readonly text: ContentRef
    /** Undefined where there never were any. */
    readonly links: ContentRef | undefined
    /** Undefined for one that has none. */
    readonly tags?: ContentRef | undefined
  }
}

/** A node of the same source as it is stored. */
export interface StoredNode {
  readonly node: NodeNumber
  readonly id: string
  readonly title: string
  readonly text: string
  /** Undefined where none were ever recorded. */
  readonly links: ReadonlyArray<string> | undefined
  readonly tags?: string
  readonly importance?: number | undefined
  /** Its id under the key that the document has now; undefined where that is the same, or cannot be told. */
  readonly movedId: ContentRef | undefined
}

export interface IngestedDocument {
  readonly format: DocumentFormat
  /** Known when the source was read before, under this key or another. */
  readonly source: SourceNumber | undefined
  /** Says what it said, under another key. */
  readonly moved: boolean
  /** `root` is given where it is to be recorded. */
  readonly contents: { readonly key: ContentRef; readonly digest: ContentRef; readonly root: ContentRef | undefined }
  readonly chunks: ReadonlyArray<IngestedChunk>
  /** All nodes that were ever read from it. */
  readonly stored: ReadonlyArray<StoredNode>
}

/** A source that says what it said, in another folder. */
export interface ElsewhereSource {
  readonly source: SourceNumber
  readonly key: ContentRef
  readonly root: ContentRef
}

export interface IngestChanges {
  /** Only those that changed. */
  readonly documents: ReadonlyArray<IngestedDocument>
  readonly elsewhere: ReadonlyArray<ElsewhereSource>
  /** Sources that are not there any more. */
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

/** Answers with how many passages and edges changed. `origin` is that of the documents. */
export const decideIngest = (
  { documents, elsewhere, gone, origin }: IngestChanges & { readonly origin: Origin },
  state: BrainState,
  profile: Profile,
): Decision<IngestCounts> => {
  const events: Array<NewEvent> = []
  const placed: Array<PlacedDocument> = []
  const counts = { added: 0, revised: 0, unchanged: 0, retired: 0 }
  const numbers: Numbers = { node: state.graph.nodes, source: state.registers.sources.size }
  for (const document of documents) placed.push(place(events, counts, numbers, document, origin, state))
  for (const { key, root, source } of elsewhere) events.push({ type: 'SourceRenamed', data: { source, key, root } })
  for (const source of gone) {
    events.push({ type: 'SourceRetired', data: { source, reason: 'gone' } })
    for (const node of state.registers.sources.get(source)?.nodes ?? []) retire(events, counts, node, state)
  }
  const edges = documentEdges(placed, state.graph, profile)
  return Result.succeed({ events: [...events, ...edges.events], answer: { ...counts, linked: edges.linked, pruned: edges.pruned } })
}

/** The last numbers given out. */
interface Numbers {
  node: NodeNumber
  source: SourceNumber
}

type NodeCounts = { -readonly [K in 'added' | 'revised' | 'unchanged' | 'retired']: number }

const place = (
  events: Array<NewEvent>,
  counts: NodeCounts,
  numbers: Numbers,
  document: IngestedDocument,
  origin: Origin,
  state: BrainState,
): PlacedDocument => {
  const source = document.source ?? ++numbers.source
  events.push(...sourceEvents(document, source, state))
  const known = knownChunks(document.chunks, document.stored, state.graph)
  const nodes: Array<NodeNumber> = []
  for (const [i, chunk] of document.chunks.entries()) {
    const stored = known.stored[i]
    nodes.push(stored?.node ?? ++numbers.node)
    if (stored === undefined) {
      events.push(addition(chunk, numbers.node, source, originOf(chunk, origin)))
      counts.added++
    } else
      counts[
        revise(
          events,
          chunk,
          stored,
          document.moved || stored.id !== chunk.formerId ? { id: chunk.contents.id } : {},
          originOf(chunk, origin),
          state,
        )
      ]++
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

const sourceEvents = (document: IngestedDocument, source: SourceNumber, { registers }: BrainState): ReadonlyArray<NewEvent> => {
  const { contents, format, moved } = document
  const { digest, key } = contents
  const root = contents.root === undefined ? {} : { root: contents.root }
  if (document.source === undefined) return [{ type: 'SourceAdded', data: { source, key, digest, format, ...root } }]
  if (!moved) return [{ type: 'SourceRevised', data: { source, digest, ...root } }]
  const renamed: NewEvent = { type: 'SourceRenamed', data: { source, key, ...root } }
  const isRetired = registers.sources.get(source)?.retired === true
  return isRetired ? [renamed, { type: 'SourceRevised', data: { source, digest } }] : [renamed]
}

const addition = (
  { contents, importance, links, span }: IngestedChunk,
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
      nodeType: 'fact',
      state: 'normal',
      source,
      span: [span[0], span[1]],
    },
  }
}

const tagged = (tags: ContentRef | undefined) => (tags === undefined ? {} : { tags: [tags] })
const weighed = (importance: number | undefined) => (importance === undefined ? {} : { importance })

/**
 * Appends what changed of a node and says how it counts. What is there again is read anew: it is as trusted as whoever brought it. What is still
 * there is trusted no more than whoever brings it now.
 */
const revise = (
  events: Array<NewEvent>,
  chunk: IngestedChunk,
  stored: StoredNode,
  moved: { readonly id?: ContentRef },
  origin: Origin,
  { graph, registers }: BrainState,
): 'added' | 'revised' | 'unchanged' => {
  const { contents, span } = chunk
  const { node } = stored
  const live = isLive(graph.stateOf(node))
  const said = {
    ...(chunk.title === stored.title || contents.title === undefined ? {} : { title: contents.title }),
    ...(chunk.text === stored.text ? {} : { text: contents.text, span: [span[0], span[1]] as const }),
    ...(contents.links === undefined || sameLinks(chunk.links, stored.links) ? {} : { links: contents.links }),
    ...((chunk.tags ?? '') === (stored.tags ?? '') ? {} : { tags: contents.tags === undefined ? [] : [contents.tags] }),
    ...(chunk.importance === stored.importance ? {} : weighed(chunk.importance)),
  }
  const before = graph.originOf(node)
  const isUntitled = contents.title === undefined && stored.title !== ''
  const saysOtherwise = Object.keys(said).length > 0 || (live ? isMoreTrusted(before, origin) : before !== origin)
  if (!live) events.push({ type: 'NodeRestored', data: { node, state: registers.protections.has(node) ? 'protected' : 'normal' } })
  if (saysOtherwise) events.push({ type: 'NodeRevised', origin, data: { node, ...moved, ...said } })
  else if (moved.id !== undefined) events.push({ type: 'NodeRevised', data: { node, ...moved } })
  if (isUntitled) events.push({ type: 'NodeUntitled', data: { node } })
  if (!live) return 'added'
  return saysOtherwise || isUntitled ? 'revised' : 'unchanged'
}

/** Links that were never recorded are those of a passage without any. */
const sameLinks = (now: ReadonlyArray<string>, before: ReadonlyArray<string> = []): boolean =>
  now.length === before.length && now.every((link, i) => link === before[i])

const retire = (events: Array<NewEvent>, counts: NodeCounts, node: NodeNumber, { graph }: BrainState): void => {
  if (!isLive(graph.stateOf(node))) return
  events.push({ type: 'NodeRetired', data: { node, reason: 'source' } })
  counts.retired++
}
