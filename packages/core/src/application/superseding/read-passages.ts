/** Looks up, for the passages that a batch of documents adds or changes, what they may supersede and what they are copies of. */

import { type CalledNode, outrightPairs, type ResolvedOutright, type Saying } from '@crabtrail/text/evidence/outright-pairs'
import { isEntryId } from '@crabtrail/text/passages/chunks'
import { type Outright, readOutright } from '@crabtrail/text/statements/outright'
import * as Effect from 'effect/Effect'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { type GraphView, isOrMayBeTrusted, isRecallable, type Supersession } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import { type BesidePassage, type ReadPassage, type ReadPassages, recordsOnly } from '../../domain/superseding/read-statements.ts'
import { type KnownPassage, type PlacedPassage, titlesBeside } from '../../domain/superseding/same-label.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import type { Passage } from '../brain/caches.ts'
import { readLinks } from '../documents/joined-passages.ts'
import { type Bodies, knownSources } from '../documents/known-sources.ts'
import { passagesOf } from '../passages/passages.ts'

interface ReadChanges {
  readonly events: ReadonlyArray<NewEvent>
  readonly after: BrainState
  /** Reads contents that are stored or about to be. */
  readonly bodies: (refs: ReadonlyArray<ContentRef>) => ReturnType<Access['bodies']>
  readonly findAll: Access['findAll']
  /** The number of memories before the run. */
  readonly startedWith: number
  /** The sources whose passages are notes: no talks and no programs. */
  readonly notes: ReadonlySet<SourceNumber>
  /** True for a memory that the run changed, once its last document is read. Undefined before. */
  readonly isChanged: ((node: NodeNumber) => boolean) | undefined
}

/** Returns a passage as the rules of superseding compare it: a title that only repeats its beginning is none. */
export const knownPassage = ({ item, refs, text, title }: Passage): KnownPassage => ({
  node: item.node,
  title: refs.title === undefined ? '' : title,
  text,
})

/** The mark that the record of a talk puts before a message of the owner. */
const ownerMark = 'user: '

const numbersOf = (found: ReadonlyArray<{ readonly number: number }>): ReadonlyArray<NodeNumber> => [
  ...new Set(found.map(({ number }) => number)),
]

/** Most changed passages of a batch whose labelled lines are looked up: further ones are taken for new. */
const searchedMost = 500

interface Changed {
  readonly stated: PlacedPassage
  readonly isOwners: boolean
  /** True where its document was read before. */
  readonly isRead: boolean
  readonly isRecord: boolean
  /** The titles of passages that may have its labels. Empty for one that supersedes nothing by a label. */
  readonly titles: ReadonlyArray<string>
}

const isBullet = /^[-*+][ \t]/

export const readPassages = Effect.fnUntraced(function* (brain: OpenBrain, changes: ReadChanges) {
  const { after, bodies, events, findAll, isChanged, startedWith } = changes
  const outright = isChanged === undefined ? undefined : { ...(yield* saidOutrightIn(after, bodies)), isChanged }
  // Passages of one reading have no order, and what is read into an empty memory supersedes nothing but what it names.
  if (startedWith === 0) return { passages: [], days: new Map(), outright } satisfies ReadPassages
  const changed = changedTexts(events, after)
  const texts = yield* bodies(changed.flatMap((node) => refsOf(after, node)))
  const textOf = (node: NodeNumber) => texts.get(after.graph.node(node)?.text as ContentRef)
  const written = changed.flatMap((node) => textOf(node) ?? [])
  const known = yield* foundByText(findAll, written)
  const changedNow = new Set(changed)
  const isOfRun = (node: NodeNumber) => node > startedWith || changedNow.has(node)
  const read = yield* changedPassages(brain, changes, changed, texts)
  const beside = yield* passagesBeside(brain, changes, read, isOfRun)
  const holders = heldBy(after.graph)
  const passages: Array<ReadPassage> = []
  for (const { isOwners, isRead, isRecord, stated, titles } of read) {
    const { node, text } = stated
    const same = numbersOf(known.get(text) ?? [])
    const copied = yield* knownPassages(brain, same, text, isOfRun)
    const older = holders.get(node) ?? []
    const before = older.length > 0 || titles.length > 0 ? brain.state.graph.node(node)?.text : undefined
    const former = before === undefined ? undefined : (yield* bodies([before])).get(before)
    const held = former === undefined || older.length === 0 ? undefined : { former, held: yield* heldPassages(brain, older) }
    const said = text.startsWith(ownerMark) ? numbersOf(known.get(text.slice(ownerMark.length)) ?? []) : same
    const kept = isOwners ? keptWords(brain, said) : []
    const gaveWay = former === undefined ? [] : brain.state.graph.supersededBy(node).map(({ by }) => by)
    const near = [...new Map(titles.flatMap((title) => beside.get(title) ?? []).map((one) => [one.node, one])).values()]
    if (copied.length === 0 && kept.length === 0 && held === undefined && near.length === 0) continue
    passages.push({ ...stated, isRead, isRecord, known: copied, kept, held, beside: near, former, gaveWay })
  }
  const nodes = passages.flatMap(({ beside: near, known: copies }) => [...copies, ...near].map(({ node }) => node))
  const newer = nodes.flatMap((node) => after.graph.supersededBy(node).map(({ by }) => by))
  return { passages, days: daysOf(after, [...nodes, ...newer, ...changed]), outright } satisfies ReadPassages
})

/** Reads the passages that a batch adds or changes, each with what decides whether it may supersede something. */
const changedPassages = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { after, bodies, notes }: Pick<ReadChanges, 'after' | 'bodies' | 'notes'>,
  changed: ReadonlyArray<NodeNumber>,
  texts: ReadonlyMap<ContentRef, string>,
) {
  const paths = yield* pathsOf(after, changed, bodies)
  let searches = 0
  const read: Array<Changed> = []
  for (const node of changed) {
    const view = after.graph.node(node)
    const text = view === undefined ? undefined : texts.get(view.text)
    if (view === undefined || text === undefined) continue
    const title = (view.title === undefined ? undefined : texts.get(view.title)) ?? ''
    const path = paths.get(node) ?? ''
    const stated = { node, title, text, path }
    const isRead = brain.state.sources.byNumber.has(view.source ?? 0)
    // A row or a turn stands beside others of its form: it records, and takes the place of none.
    const isNote = notes.has(view.source ?? 0) && (!isEntryId(texts.get(view.id) ?? '') || isBullet.test(text))
    const isRecord = recordsOnly({ origin: view.origin, path, isNote, isRead })
    const titles = isRecord || searches >= searchedMost ? [] : titlesBeside(stated)
    if (titles.length > 0) searches++
    read.push({ stated, isOwners: view.origin === 'owner', isRead, isRecord, titles })
  }
  return read
})

/** Finds, by their titles, the passages of the sections of the changed ones: those read before, and those of the same documents. */
const passagesBeside = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { after, bodies, findAll }: Pick<ReadChanges, 'after' | 'bodies' | 'findAll'>,
  read: ReadonlyArray<Changed>,
  isOfRun: (node: NodeNumber) => boolean,
) {
  const titles = [...new Set(read.flatMap((one) => one.titles))]
  const beside = new Map<string, ReadonlyArray<BesidePassage>>()
  if (titles.length === 0) return beside
  const { graph } = brain.state
  const found = yield* findAll('node-title', titles)
  const nodes = [...new Set(found.flatMap(numbersOf))].filter(
    (node) => !isOfRun(node) && isRecallable(graph, node) && isOrMayBeTrusted(graph, node),
  )
  const passages = yield* passagesOf(brain, graph, nodes)
  const paths = yield* pathsOf(after, nodes, bodies)
  const own = read.filter((one) => one.titles.length > 0).map(({ stated }): BesidePassage => ({ ...stated, isOfRun: true }))
  for (const node of nodes) {
    const passage = passages.get(node)
    if (passage !== undefined) own.push({ ...knownPassage(passage), path: paths.get(node) ?? '', isOfRun: false })
  }
  for (const [title, some] of Map.groupBy(own, (one) => one.title)) beside.set(title, some)
  return beside
})

interface HeldRecord {
  readonly node: NodeNumber
  readonly record: Supersession
}

/** Returns the records of what supersedes what, by the memory that others gave way to. */
const heldBy = (graph: GraphView): ReadonlyMap<NodeNumber, ReadonlyArray<HeldRecord>> =>
  Map.groupBy(
    graph.superseded().flatMap((node) => graph.supersessionsOf(node).map((record) => ({ node, record }))),
    ({ record }) => record.by,
  )

/** Finds the texts of the memories that gave way to a passage. A text that was erased is left out. */
const heldPassages = Effect.fnUntraced(function* (brain: OpenBrain, records: ReadonlyArray<HeldRecord>) {
  const nodes = records.map(({ node }) => node)
  const passages = yield* passagesOf(brain, brain.state.graph, nodes)
  return records.flatMap(({ node, record }) => {
    const passage = passages.get(node)
    return passage === undefined ? [] : [{ older: knownPassage(passage), record }]
  })
})

/** Finds the contents with these texts, and with those of them that a record has with a mark before them. */
const foundByText = Effect.fnUntraced(function* (findAll: ReadChanges['findAll'], written: ReadonlyArray<string>) {
  const unmarked = written.flatMap((text) => (text.startsWith(ownerMark) ? [text.slice(ownerMark.length)] : []))
  const texts = [...new Set([...written, ...unmarked])]
  const found = yield* findAll('node-text', texts)
  return new Map(texts.map((text, i) => [text, found[i] ?? []]))
})

const refsOf = ({ graph }: BrainState, node: NodeNumber): ReadonlyArray<ContentRef> => {
  const { id, text, title } = graph.node(node) ?? {}
  return [id, text, title].filter((ref) => ref !== undefined)
}

const changedTexts = (events: ReadonlyArray<NewEvent>, { graph }: BrainState): ReadonlyArray<NodeNumber> => [
  ...new Set(
    events.flatMap(({ data, type }) =>
      (type === 'NodeAdded' || (type === 'NodeRevised' && data.text !== undefined)) && isRecallable(graph, data.node) ? [data.node] : [],
    ),
  ),
]

/** Returns the paths of the documents of memories. A note has none. */
const pathsOf = Effect.fnUntraced(function* (
  { graph, sources }: BrainState,
  nodes: ReadonlyArray<NodeNumber>,
  bodies: ReadChanges['bodies'],
) {
  const keyOf = (node: NodeNumber) => sources.byNumber.get(graph.sourceNumberOf(node))?.key
  const names = yield* bodies([...new Set(nodes.flatMap((node) => keyOf(node) ?? []))])
  return new Map(nodes.map((node) => [node, names.get(keyOf(node) as ContentRef) ?? '']))
})

const daysOf = ({ graph }: BrainState, nodes: ReadonlyArray<NodeNumber>): ReadonlyMap<NodeNumber, number> =>
  new Map(
    nodes.flatMap((node) => {
      const day = graph.sourceNumberOf(node) === 0 ? undefined : graph.dayOf(node)
      return day === undefined ? [] : [[node, day] as const]
    }),
  )

/** Finds the memories that have or once had a text, by rising number. */
const knownPassages = Effect.fnUntraced(function* (
  brain: OpenBrain,
  same: ReadonlyArray<NodeNumber>,
  text: string,
  isOfRun: (node: NodeNumber) => boolean,
) {
  const { graph } = brain.state
  const nodes = same.filter((node) => !isOfRun(node) && isRecallable(graph, node) && graph.typeOf(node) !== 'correction')
  const passages = yield* passagesOf(brain, graph, nodes)
  return nodes
    .sort((a, b) => a - b)
    .flatMap((node) => {
      const passage = passages.get(node)
      return passage === undefined ? [] : [{ ...knownPassage(passage), hasTextNow: passage.text === text }]
    })
})

/** Returns those of the memories with the words of a passage that keep a message of the owner. What has a title is more than its record. */
const keptWords = ({ state: { graph } }: OpenBrain, said: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeNumber> =>
  said.filter((node) => graph.typeOf(node) === 'correction' && graph.node(node)?.title === undefined)

interface NewNote {
  readonly node: NodeNumber
  readonly id: string
  readonly says: ReadonlyArray<Outright>
}

/** Returns what is said outright, by all memories of a state or by a note that is about to be kept. Titles are read only where anything is said. */
export const saidOutrightIn = Effect.fnUntraced(function* (state: BrainState, bodies: Bodies, note?: NewNote) {
  const { graph } = state
  const saying = note === undefined ? yield* sayingNodes(state, bodies) : [note]
  if (saying.length === 0) return { pairs: [], unresolved: [] } satisfies ResolvedOutright as ResolvedOutright
  const views = Array.from({ length: graph.nodes }, (_, i) => i + 1)
    .filter((node) => isRecallable(graph, node))
    .flatMap((node) => graph.node(node) ?? [])
  const names = yield* bodies([
    ...new Set(views.flatMap(({ id, title }): ReadonlyArray<ContentRef> => (title === undefined ? [id] : [id, title]))),
  ])
  const nodes = views.map(({ id, node, source, title }): CalledNode => {
    return { node, id: names.get(id) ?? '', title: title === undefined ? '' : (names.get(title) ?? ''), source }
  })
  const own = note === undefined ? [] : [{ node: note.node, id: note.id, title: '', source: undefined }]
  const sources = (yield* knownSources(state, bodies)).filter(({ retired }) => !retired)
  return outrightPairs(saying, [...nodes.filter(({ node }) => node !== note?.node), ...own], sources)
})

const sayingNodes = Effect.fnUntraced(function* ({ graph }: BrainState, bodies: Bodies) {
  const kept: Array<{ readonly node: NodeNumber; readonly links: ContentRef }> = []
  for (let node = 1; node <= graph.nodes; node++) {
    const links = isRecallable(graph, node) ? graph.node(node)?.links : undefined
    if (links !== undefined) kept.push({ node, links })
  }
  if (kept.length === 0) return []
  const written = yield* bodies([...new Set(kept.map(({ links }) => links))])
  return kept.flatMap(({ links, node }): ReadonlyArray<Saying> => {
    const says = readLinks(written.get(links)).flatMap((link) => readOutright(link) ?? [])
    return says.length === 0 ? [] : [{ node, says }]
  })
})
