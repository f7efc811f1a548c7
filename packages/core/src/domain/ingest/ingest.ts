/**
 * Compares documents with the stored state and decides the changes: sources and passages added, revised, moved, restored or retired, and
 * the edges between them.
 */

import * as Result from 'effect/Result'
import type { UncountedAlias } from '../aliases/aliases.ts'
import { withdrawnCauses } from '../causes/causes-call.ts'
import { type Decision, defined } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { noDay } from '../events/event-definition.ts'
import { isLive, isMoreTrusted, mayBeInjected, type Origin } from '../graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../identity.ts'
import type { Profile } from '../profiles/profile.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import { documentEdges, type PlacedDocument } from './ingest-edges.ts'
import { keptOut, stayingOut } from './ingest-unlearned.ts'
import type { IngestChanges, IngestedChunk, IngestedDocument, OtherNode, StoredNode } from './ingested-document.ts'
import { type Listed, matchReading } from './match-reading.ts'

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

/** A node of which it cannot be told whether its passage is the one it was. */
export interface UnsureNode {
  readonly node: NodeNumber
  readonly was: string
  /** Nodes that stand at other places of its text. */
  readonly places: Listed<NodeNumber>
  /** Retired nodes that the passage may have been instead. */
  readonly instead: Listed<NodeNumber>
}

export interface IngestResult {
  readonly counts: IngestCounts
  readonly unsure: ReadonlyArray<UnsureNode>
  readonly unlearned: UnlearnedPassages
  /** Aliases that the documents name and that do not count, each with its node. */
  readonly uncounted: ReadonlyArray<UncountedAlias & { readonly node: NodeNumber }>
}

/** Returns the events and the numbers of changed passages and edges. `origin` is the origin of the documents. */
export const decideIngest = (
  {
    became = [],
    documents,
    elsewhere,
    former = [],
    gone,
    goneLater = [],
    origin,
    others = [],
  }: IngestChanges & { readonly origin: Origin },
  state: BrainState,
  profile: Profile,
): Decision<IngestResult> => {
  const events: Array<NewEvent> = []
  const placed: Array<PlacedDocument> = []
  const counts = { added: 0, revised: 0, unchanged: 0, retired: 0 }
  const unlearned = { out: [] as Array<NodeNumber>, replaced: [] as Array<NodeNumber>, keptOut: keptOut(state) }
  const numbers: Numbers = { node: state.graph.nodes, source: state.sources.byNumber.size }
  const read = documents.map((document) => {
    const staying = stayingOut(document.chunks, document.stored, unlearned.keptOut)
    const out = new Set(staying.values())
    const [chunks, before] = [document.chunks.filter((chunk) => !staying.has(chunk)), document.stored.filter((node) => !out.has(node))]
    return { document, staying, chunks, before }
  })
  const known = matchReading<IngestedChunk, StoredNode>(
    { documents: read, others, former, gone: new Set([...gone, ...goneLater]), became, originOf: (chunk) => originOf(chunk, origin) },
    state,
  )
  const nodeOf = new Map<IngestedChunk | StoredNode, NodeNumber>()
  for (const { before, document, staying } of read) {
    const stored = new Map([...staying, ...document.chunks.flatMap((chunk) => pairOf(chunk, known.stored.get(chunk)))])
    const rest = before.filter((node) => known.free.has(node))
    const one = place(events, { counts, numbers, unlearned }, { ...document, staying, storedFor: stored, rest }, origin, state)
    for (const [i, chunk] of one.all.entries()) nodeOf.set(chunk, one.nodes[i] ?? 0)
    placed.push(one.placed)
  }
  for (const { key, root, source } of elsewhere) events.push({ type: 'SourceRenamed', data: { source, key, root } })
  const takenOver = known.takenOver.map(([node, twin]) => ({ node, twin: twin as OtherNode }))
  for (const { node, twin } of takenOver) takeOver(events, counts, { node, twin }, state)
  const moved = new Set([...known.stored.values(), ...takenOver.map(({ node }) => node)].map(({ node }) => node))
  for (const source of gone) {
    events.push({ type: 'SourceRetired', data: { source, reason: 'gone' } })
    for (const node of state.sources.byNumber.get(source)?.nodes ?? []) if (!moved.has(node)) retire(events, counts, node, state)
  }
  const edges = documentEdges(placed, state, profile, new Map(takenOver.map(({ node, twin }) => [twin.node, node.node])))
  const withdrawn = withdrawnCauses(events, state)
  const numberOf = (one: IngestedChunk | StoredNode) => ('node' in one ? one.node : (nodeOf.get(one) ?? 0))
  const answer = {
    counts: { ...counts, linked: edges.linked, pruned: edges.pruned + withdrawn.length },
    unlearned: { out: unlearned.out, replaced: unlearned.replaced },
    uncounted: documents.flatMap(({ chunks }) =>
      chunks.flatMap((chunk) => (chunk.uncounted ?? []).map((one) => ({ ...one, node: numberOf(chunk) }))),
    ),
    unsure: known.unsure.map(({ instead, node, places }) => ({
      node: node.node,
      was: node.id,
      places: { ...places, first: places.first.map(numberOf) },
      instead: { ...instead, first: instead.first.map(numberOf) },
    })),
  }
  return Result.succeed({ events: [...events, ...edges.events, ...withdrawn], answer })
}

const pairOf = <C, N>(chunk: C, node: N | undefined): ReadonlyArray<readonly [C, N]> => (node === undefined ? [] : [[chunk, node]])

/** Lets a node take the place of another one with its text in a document that is not read. */
const takeOver = (
  events: Array<NewEvent>,
  counts: NodeCounts,
  { node: { aliases: named = '', day, id: was, node, title }, twin }: { readonly node: StoredNode; readonly twin: OtherNode },
  state: BrainState,
): void => {
  const { graph } = state
  const { id, links, tags, title: newTitle } = twin.contents
  const data = {
    node,
    ...defined({
      id: was === twin.id ? undefined : id,
      title: title === twin.title ? undefined : newTitle,
      links,
      tags: tags === undefined ? [] : [tags],
      importance: twin.importance,
      day: day === twin.day ? undefined : (twin.day ?? noDay),
    }),
    ...sourceOf(graph, node, graph.sourceNumberOf(twin.node)),
  }
  events.push({ type: 'NodeRevised', data })
  if (newTitle === undefined && title !== '') events.push({ type: 'NodeUntitled', data: { node } })
  if (named !== (twin.aliases ?? '')) events.push(aliasesByDocument(node, twin.contents.aliases))
  counts.revised++
  retire(events, counts, twin.node, state)
}

/** Returns the fields of an event that say that a node is read from another source than before; none where it is not. */
const sourceOf = (graph: BrainState['graph'], node: NodeNumber, source: SourceNumber) => {
  const formerSource = graph.sourceNumberOf(node)
  return formerSource === source ? {} : { source, formerSource }
}

interface Numbers {
  node: NodeNumber
  source: SourceNumber
}

type NodeCounts = { -readonly [K in 'added' | 'revised' | 'unchanged' | 'retired']: number }

interface Tally {
  readonly counts: NodeCounts
  readonly numbers: Numbers
  readonly unlearned: {
    readonly out: Array<NodeNumber>
    readonly replaced: Array<NodeNumber>
    readonly keptOut: ReturnType<typeof keptOut>
  }
}

/** A document whose passages are matched with stored nodes. */
interface KnownDocument extends IngestedDocument {
  readonly staying: ReadonlyMap<IngestedChunk, StoredNode>
  readonly storedFor: ReadonlyMap<IngestedChunk, StoredNode>
  /** Nodes of the document that match no passage of the reading. */
  readonly rest: ReadonlyArray<StoredNode>
}

const place = (
  events: Array<NewEvent>,
  { counts, numbers, unlearned }: Tally,
  document: KnownDocument,
  origin: Origin,
  state: BrainState,
) => {
  const { rest, staying, storedFor } = document
  const source = document.source ?? ++numbers.source
  events.push(...sourceEvents(document, source, state))
  const nodes: Array<NodeNumber> = []
  for (const chunk of document.chunks) {
    const stored = storedFor.get(chunk)
    const staysOut = staying.has(chunk)
    nodes.push(stored?.node ?? ++numbers.node)
    if (stored === undefined) {
      events.push(addition(chunk, numbers.node, source, originOf(chunk, origin)), ...documentAliases(chunk, numbers.node, undefined))
      counts.added++
      continue
    }
    const from = sourceOf(state.graph, stored.node, source)
    const isElsewhere = from.source !== undefined
    const moved = {
      ...(document.moved || stored.id !== chunk.formerId ? { id: chunk.contents.id } : {}),
      ...(isElsewhere ? { ...from, span: [...chunk.span] as const } : {}),
    }
    const became = revise(events, chunk, stored, { moved, staysOut }, originOf(chunk, origin), state)
    events.push(...documentAliases(chunk, stored.node, stored))
    if (staysOut) unlearned.out.push(stored.node)
    else {
      counts[became]++
      if (unlearned.keptOut.has(stored.node)) unlearned.replaced.push(stored.node)
    }
  }
  for (const { movedId, node } of rest) {
    if (movedId !== undefined) events.push({ type: 'NodeRevised', data: { node, id: movedId } })
    retire(events, counts, node, state)
  }
  const inOrder = document.chunks.map(({ isOthers }) => isOthers !== true)
  const placed: PlacedDocument = {
    chunks: document.chunks.filter((_, i) => inOrder[i]),
    nodes: nodes.filter((_, i) => inOrder[i]),
    before: [...document.stored.map(({ node }) => node), ...nodes.filter((node) => node <= state.graph.nodes)],
  }
  return { all: document.chunks, nodes, placed }
}

/** Returns the aliases that a document gives a passage, where they are others than before. Those of a former text ended with it. */
const documentAliases = (
  { aliases = '', contents, text }: IngestedChunk,
  node: NodeNumber,
  stored: StoredNode | undefined,
): ReadonlyArray<NewEvent> => {
  const before = stored?.text === text ? (stored.aliases ?? '') : ''
  if (aliases === before) return []
  return [aliasesByDocument(node, contents.aliases)]
}

const aliasesByDocument = (node: NodeNumber, names: ContentRef | undefined): NewEvent => ({
  type: 'AliasesNamed',
  data: { node, by: 'document', ...defined({ names }) },
})

const originOf = ({ isOthers }: IngestedChunk, origin: Origin): Origin =>
  isOthers === true && mayBeInjected(origin) ? 'untrusted' : origin

const sourceEvents = (document: IngestedDocument, source: SourceNumber, { sources }: BrainState): ReadonlyArray<NewEvent> => {
  const { contents, format, moved } = document
  const { digest, key } = contents
  const root = defined({ root: contents.root })
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
  const { id, tags, text, title } = contents
  const told = defined({
    title,
    text,
    links: links.length === 0 ? undefined : contents.links,
    tags: tags === undefined ? undefined : [tags],
    importance,
    day: day ?? readOn,
  })
  return { type: 'NodeAdded', origin, data: { node, id, ...told, nodeType: 'fact', state: 'normal', source, span: [...span] } }
}

/** The new place of a stored node; empty where it stays. */
interface Moved {
  readonly id?: ContentRef
  readonly source?: SourceNumber
  readonly formerSource?: SourceNumber
  readonly span?: readonly [start: number, end: number]
}

/**
 * Appends the events of a stored node and returns how the node counts. A restored node becomes as trusted as `origin`. A live node ends up
 * no more trusted than `origin`. A node that stays out is revised like a live one and not restored.
 */
const revise = (
  events: Array<NewEvent>,
  chunk: IngestedChunk,
  stored: StoredNode,
  { moved, staysOut }: { readonly moved: Moved; readonly staysOut: boolean },
  origin: Origin,
  { graph, owner }: BrainState,
): 'added' | 'revised' | 'unchanged' => {
  const { contents } = chunk
  const { node } = stored
  const live = staysOut || isLive(graph.stateOf(node))
  const isSame = chunk.text === stored.text
  const said = defined({
    title: chunk.title === stored.title ? undefined : contents.title,
    text: isSame ? undefined : contents.text,
    span: isSame ? undefined : ([...chunk.span] as const),
    links: sameLinks(chunk.links, stored.links) ? undefined : contents.links,
    tags: (chunk.tags ?? '') === (stored.tags ?? '') ? undefined : contents.tags === undefined ? [] : [contents.tags],
    importance: chunk.importance === stored.importance ? undefined : chunk.importance,
    day: revisedDay(chunk, stored),
  })
  const before = graph.originOf(node)
  const isUntitled = contents.title === undefined && stored.title !== ''
  const saysOtherwise = Object.keys(said).length > 0 || (live ? isMoreTrusted(before, origin) : before !== origin)
  if (!live) events.push({ type: 'NodeRestored', data: { node, state: owner.protections.has(node) ? 'protected' : 'normal' } })
  if (saysOtherwise) events.push({ type: 'NodeRevised', origin, data: { node, ...moved, ...said } })
  else if (Object.keys(moved).length > 0) events.push({ type: 'NodeRevised', data: { node, ...moved } })
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

const sameLinks = (now: ReadonlyArray<string>, before: ReadonlyArray<string> = []): boolean =>
  now.length === before.length && now.every((link, i) => link === before[i])

const retire = (events: Array<NewEvent>, counts: NodeCounts, node: NodeNumber, { graph }: BrainState): void => {
  if (!isLive(graph.stateOf(node))) return
  events.push({ type: 'NodeRetired', data: { node, reason: 'source' } })
  counts.retired++
}

/* Adds a `BatchStored` mark to a commit of an ingest run while links of the run may be missing. */

export interface BatchCommit {
  /** Events of the commit in the order in which they were decided: documents, then links, then mentions. */
  readonly changes: ReadonlyArray<NewEvent>
  /** Number of this commit in its run, from 1. `batches` is the number of commits that the run has so far. */
  readonly batch: number
  readonly batches: number
  /**
   * `nothing`: no mentions are left to join. `later`: one more commit joins them. `these`: this commit joins mentions that earlier ones
   * left.
   */
  readonly joining: 'nothing' | 'later' | 'these'
  /** True: links that an earlier run left unjoined stay for that run. */
  readonly leavesOthers: boolean
}

/**
 * Returns the changes with their mark. A mark tells a reader of the log that links may be missing. With `joining: 'nothing'`, the last
 * commit is marked only if an earlier commit was marked and this run joins its links; any other commit is marked if it has changes.
 */
export const decideBatch = ({ batch, batches, changes, joining, leavesOthers }: BatchCommit, { sources }: BrainState): Decision<void> => {
  const mark = (data: { readonly batch: number; readonly batches: number }) =>
    Result.succeed({ events: [...changes, { type: 'BatchStored', data } as const], answer: undefined })
  if (joining === 'these') return mark({ batch, batches })
  if (joining === 'later') return mark({ batch, batches: batches + 1 })
  const isMarked = batch === batches ? sources.unjoined && !leavesOthers : changes.length > 0
  return isMarked ? mark({ batch, batches }) : Result.succeed({ events: changes, answer: undefined })
}
