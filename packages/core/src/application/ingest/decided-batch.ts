/** Decides the events of a batch on the current state, outside of any lock. It runs again only if another writer committed first. */

import * as Effect from 'effect/Effect'
import { decideStep } from '../../domain/decide.ts'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { ignore } from '../../domain/events/brain-event.ts'
import { placed } from '../../domain/events/codec/event-codec.ts'
import { isLive, isRecallable, type Origin } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import { joinsByNames } from '../../domain/ingest/ingest-edges.ts'
import { keptOut, stayingOut } from '../../domain/ingest/ingest-unlearned.ts'
import type { IngestChanges } from '../../domain/ingest/ingested-document.ts'
import { joinsSimilar } from '../../domain/ingest/similar-passages.ts'
import { mayJudge, notesWait } from '../../domain/judging/judge-call.ts'
import { type BrainState, brainState, cloneFold, foldEvent } from '../../domain/projections/brain-fold.ts'
import type { ReadPassages } from '../../domain/superseding/read-statements.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { ContentDrafts } from '../brain/contents.ts'
import { profileOf } from '../brain/profile-in-force.ts'
import { changedDocument, changedMeanwhile, isProse, othersOfText } from '../documents/changed-documents.ts'
import {
  affectedBy,
  bothChanged,
  type Changed,
  type FormerPassage,
  type Joining,
  joinMentions,
  linkedPassages,
  passagesIn,
} from '../documents/joined-passages.ts'
import { type Bodies, type KnownSource, othersMarks } from '../documents/known-sources.ts'
import { holdsUnlearned, isElsewhere, isMoved, isUnchanged, liveNodes, type MatchedDocument } from '../documents/matching.ts'
import { InvalidRequest } from '../request-errors.ts'
import { readPassages } from '../superseding/read-passages.ts'
import { joinSimilar } from './similar-passages.ts'

export interface Compared {
  readonly documents: ReadonlyArray<MatchedDocument>
  readonly gone: ReadonlyArray<KnownSource>
  /** Missing sources that later batches of the run retire. */
  readonly goneLater: ReadonlyArray<KnownSource>
}

export type Decided = Effect.Success<ReturnType<typeof decideBatch>>

interface Asked {
  readonly compared: Compared
  readonly origin: Origin
  /** True for the last batch with documents. */
  readonly last: boolean
  /** Joins links that an earlier run left unjoined. */
  readonly inherits: boolean
  readonly changed: Changed | 'all'
  readonly startedWith: number
  /** Most passages whose mentions are joined in the same commit. */
  readonly most: number
  /** Passages, by id, of which the caller says which node they were. */
  readonly became: ReadonlyArray<Became>
  readonly isJudged: boolean
}

export interface Became {
  readonly node: NodeNumber
  readonly place: string
}

export const decideBatch = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  access: Access,
  { became, changed: changedBefore, compared: { documents, gone, goneLater }, inherits, isJudged, last, most, origin, startedWith }: Asked,
) {
  const { state } = brain
  const { changes, read, repeated, same } = yield* gathered(brain, drafts, access, { became, documents, gone, goneLater, startedWith })
  const profile = yield* profileOf(state, brain.key)
  const { answer, events } = decideStep({ _tag: 'ReadDocuments', ...changes, origin }, state, profile)
  const { counts, uncounted, unlearned, unsure } = answer
  const held = yield* unlearnedAmong(brain, drafts, same, repeated)
  const passages = changedPassages(events, state)
  const stored = last || startedWith > 0 ? stateAfter(brain, events) : state
  const after = last ? stored : state
  const bodies = bodiesOf(drafts, access)
  const isDue = last && (inherits || events.some((event) => bearsOnNames(event, brain)))
  const isChanged = isDue ? changedInRun(changedBefore, passages) : undefined
  const reading = { events, after: stored, bodies, findAll: access.findAll, startedWith, notes: notesAmong(events, changes), isChanged }
  const beside = yield* readPassages(brain, reading)
  const { events: superseding } = decideStep({ _tag: 'SupersedeRead', ...beside }, stored, profile)
  // The first notes of a memory have no older ones beside them.
  const waiting = isJudged && startedWith > 0 ? notesWait(changedNotes(events, stored, reading.notes, beside)) : []
  const joins = last && (inherits || events.some((event) => bearsOnLinks(event, brain)))
  const links = joins ? decideStep({ _tag: 'LinkPassages', wanted: yield* linkedPassages(after, bodies) }, after, profile) : noEdges
  const joining = { brain, state: after, graph: after.graph, unindexed: new Set(passages.keys()), profile, bodies }
  const affected = last ? yield* toJoin(joining, passages, changedBefore) : []
  const atOnce = affected.length <= most ? affected : []
  const lastEdge = after.graph.edges + linkedIn(links.events)
  const mentions = atOnce.length === 0 ? noEdges : yield* joinMentions(joining, atOnce, drafts, access.find, lastEdge)
  const similar = joinsSimilar(profile)
    ? yield* joinSimilar({
        ...{ brain, profile, bodies, changed: new Set(passages.keys()) },
        after: stored === state ? stateAfter(brain, events) : stored,
        lastEdge: state.graph.edges + linkedIn([...events, ...links.events, ...mentions.events]),
      })
    : noEdges
  return {
    events: [...events, ...superseding, ...waiting, ...links.events, ...mentions.events, ...similar.events] as ReadonlyArray<NewEvent>,
    changed: passages,
    ...{ unsure, uncounted, superseding },
    /** Names in statements of passages that the run changed which mean nothing, or more than one thing. */
    unresolved: beside.outright?.unresolved.filter(({ said }) => isChanged?.(said) === true) ?? [],
    unlearned: { out: [...unlearned.out, ...held], replaced: unlearned.replaced },
    /** Passages whose mentions are joined by later commits, because they are too many for one. */
    unjoined: atOnce.length === 0 ? affected : [],
    counts: {
      ...counts,
      unchanged: counts.unchanged + liveNodes(state, same),
      linked: counts.linked + links.answer.linked + mentions.answer.linked + similar.answer.linked,
      pruned: counts.pruned + links.answer.pruned + mentions.answer.pruned + similar.answer.pruned,
    },
    renamed: read.flatMap(({ changed, document: one }) =>
      changed !== undefined && one.known !== undefined && isMoved(one) ? [{ from: one.known.key, to: one.key }] : [],
    ),
    retired: gone.map(({ key }) => key),
    /** Documents whose text changed. */
    read: read.flatMap(({ changed, document }) => (changed !== undefined && document.known?.digest !== document.digest ? [document] : [])),
    /** Documents whose file changed again before it was read. */
    lost: read.flatMap(({ changed, document: { key } }) => (changed === undefined ? [{ path: key, reason: changedMeanwhile }] : [])),
  }
})

/** Reads the changed documents and finds what may have been in them, or is elsewhere now. */
const gathered = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  access: Access,
  { became, documents, gone, goneLater, startedWith }: Compared & Pick<Asked, 'became' | 'startedWith'>,
) {
  const isSame = (one: MatchedDocument) => isUnchanged(one) && !isMoved(one) && became.length === 0
  const same = documents.filter(isSame)
  const repeated = yield* othersMarks(brain, bodiesOf(drafts, access), documents)
  const read = yield* Effect.forEach(
    documents.filter((one) => !isSame(one)),
    (document) => changedDocument(brain, drafts, document, repeated),
  )
  const changed = read.flatMap((one) => one.changed ?? [])
  if (became.length > 0) yield* requirePlaces(brain, changed, became)
  const named = became.map(({ node }) => node)
  const beside = startedWith === 0 ? {} : yield* othersOfText(brain, drafts, access.findAll, changed, [...gone, ...goneLater], named)
  const changes: IngestChanges = {
    documents: changed,
    ...beside,
    became,
    goneLater: goneLater.map(({ source }) => source),
    elsewhere: same.filter(isElsewhere).flatMap(({ key, known, root }) => {
      if (known === undefined || root === undefined) return []
      return [{ source: known.source, key: drafts.add(key), root: drafts.add(root) }]
    }),
    gone: gone.map(({ source }) => source),
  }
  return { changes, read, repeated, same }
})

/** Fails unless each passage is in the documents, with the document that has its node now, and no unlearning keeps one of them out. */
const requirePlaces = Effect.fnUntraced(function* (
  { state }: OpenBrain,
  documents: IngestChanges['documents'],
  became: ReadonlyArray<Became>,
) {
  const problem = (text: string) => new InvalidRequest({ field: 'became', problem: text })
  const out = keptOut(state)
  const unlearned = new Set(documents.flatMap(({ chunks, stored }) => [...stayingOut(chunks, stored, out).keys()].map(({ id }) => id)))
  for (const { node, place } of became) {
    if (out.has(node)) return yield* problem('the memory was unlearned and stays out: withdraw the unlearning first')
    if (unlearned.has(place)) return yield* problem(`the passage ${place} was unlearned and stays out: withdraw the unlearning first`)
    if (!documents.some(({ chunks }) => chunks.some(({ id }) => id === place)))
      return yield* problem(`there is no passage ${place} in the documents that are read`)
    const isRead = documents.some(({ stored }) => stored.some((one) => one.node === node))
    if (isLive(state.graph.stateOf(node)) && !isRead)
      return yield* problem('the document that has the memory now is not read: name it, too')
  }
})

const changedInRun = (before: Asked['changed'], now: Changed): ((node: NodeNumber) => boolean) => {
  const all = before === 'all' ? undefined : bothChanged(before, now)
  return (node) => all === undefined || all.has(node)
}

/** Returns the memories of unchanged documents that stay out because they were unlearned, and whose text is in a document. */
const unlearnedAmong = Effect.fnUntraced(function* (
  brain: OpenBrain,
  drafts: ContentDrafts,
  same: ReadonlyArray<MatchedDocument>,
  repeated: ReadonlySet<number>,
) {
  const out = keptOut(brain.state)
  const held: Array<NodeNumber> = []
  for (const document of same.filter((one) => holdsUnlearned(out, one))) {
    const { changed } = yield* changedDocument(brain, drafts, document, repeated)
    if (changed !== undefined) for (const { node } of stayingOut(changed.chunks, changed.stored, out).values()) held.push(node)
  }
  return held
})

/** The documents that hold notes: no talks and no programs. */
const notesAmong = (events: ReadonlyArray<NewEvent>, { documents }: IngestChanges): ReadonlySet<SourceNumber> => {
  const known = documents.flatMap(({ format, source }) => (source !== undefined && isProse(format) ? [source] : []))
  const added = events.flatMap(({ data, type }) => (type === 'SourceAdded' && isProse(data.format) ? [data.source] : []))
  return new Set([...known, ...added])
}

/** Most notes of one commit that are judged: the last ones of it. */
const judgedMost = 100

/** The notes that may say otherwise what older ones say: those that are new or have another text, unless it is a copy of a known one. */
const changedNotes = (
  events: ReadonlyArray<NewEvent>,
  { graph }: BrainState,
  notes: ReadonlySet<SourceNumber>,
  { passages }: ReadPassages,
): ReadonlyArray<NodeNumber> => {
  const copies = new Set(passages.flatMap(({ known, node }) => (known.length > 0 ? [node] : [])))
  const isText = ({ data, type }: NewEvent) => type === 'NodeAdded' || (type === 'NodeRevised' && data.text !== undefined)
  const changed = new Set(events.flatMap((event) => (isText(event) && 'node' in event.data ? [event.data.node] : [])))
  return [...changed]
    .filter((node) => mayJudge(graph, node) && !copies.has(node) && notes.has(graph.sourceNumberOf(node)))
    .slice(-judgedMost)
}

const linkedIn = (events: ReadonlyArray<NewEvent>): number => events.filter(({ type }) => type === 'EdgeLinked').length

const noEdges = { events: [], answer: { linked: 0, pruned: 0 } } as const

/** Tells whether an event can change the target of a link: it changes links, sources or passages. */
const bearsOnLinks = ({ data, type }: NewEvent, { state }: OpenBrain): boolean => {
  switch (type) {
    case 'SourceAdded':
    case 'SourceRenamed':
    case 'SourceRetired':
    case 'NodeAdded':
    case 'NodeRetired':
    case 'NodeRestored':
      return true
    case 'SourceRevised':
      return data.root !== undefined || state.sources.byNumber.get(data.source)?.retired === true
    case 'NodeRevised':
      return data.id !== undefined || data.source !== undefined || data.links !== undefined
    default: {
      ignore<'links'>(type)
      return false
    }
  }
}

/** True where an event can change what is superseded outright: links, names, or the text of a memory whose record ends with it. */
const bearsOnNames = (event: NewEvent, brain: OpenBrain): boolean => {
  if (event.type !== 'NodeRevised') return bearsOnLinks(event, brain)
  const { node, text, title } = event.data
  const isOut = text !== undefined && brain.state.graph.supersededBy(node).some(({ reason }) => reason === 'outright')
  return isOut || title !== undefined || bearsOnLinks(event, brain)
}

const toJoin = Effect.fnUntraced(function* (joining: Joining, changedNow: Changed, changedBefore: Asked['changed']) {
  const { graph, profile } = joining
  if (!joinsByNames(profile)) return []
  if (changedBefore === 'all') return passagesIn(graph)
  const changed = bothChanged(changedBefore, changedNow)
  return changed.size === 0 ? [] : yield* affectedBy(joining, changed)
})

/** Passages whose names can change with these events, each with its former title and text. */
const changedPassages = (events: ReadonlyArray<NewEvent>, { graph }: BrainState): Changed => {
  const nodes = new Set<NodeNumber>()
  for (const { data, type } of events) {
    switch (type) {
      case 'NodeAdded':
      case 'NodeRetired':
      case 'NodeRestored':
      case 'NodeUntitled':
        nodes.add(data.node)
        break
      case 'NodeRevised':
        if ([data.text, data.title, data.links, data.source].some((one) => one !== undefined)) nodes.add(data.node)
        break
      default: {
        ignore<'mentions'>(type)
      }
    }
  }
  const former = (node: NodeNumber): ReadonlyArray<FormerPassage> => {
    const view = isRecallable(graph, node) ? graph.node(node) : undefined
    return view === undefined ? [] : [{ title: view.title, text: view.text }]
  }
  return new Map([...nodes].map((node) => [node, former(node)]))
}

const stateAfter = (brain: OpenBrain, events: ReadonlyArray<NewEvent>): BrainState => {
  if (events.length === 0) return brain.state
  const after = cloneFold(brain.fold)
  for (const [i, event] of events.entries()) foldEvent(after, placed(event, brain.fold.position + 1 + i, { at: brain.fold.at, actor: 0 }))
  return brainState(after)
}

const bodiesOf = (drafts: ContentDrafts, access: Access): Bodies =>
  Effect.fnUntraced(function* (refs: ReadonlyArray<ContentRef>) {
    const bodies = new Map<ContentRef, string>()
    const missing: Array<ContentRef> = []
    for (const ref of refs) {
      const body = drafts.body(ref)
      if (body === undefined) missing.push(ref)
      else bodies.set(ref, body)
    }
    if (missing.length > 0) for (const [ref, body] of yield* access.bodies(missing)) bodies.set(ref, body)
    return bodies
  })
