/** Looks up, for the passages that a batch of documents adds or changes, what they may supersede and what they are copies of. */
import * as Effect from 'effect/Effect'
import { isEntryId } from '../../domain/documents/chunks.ts'
import type { NewEvent } from '../../domain/events/brain-event.ts'
import { type GraphView, isRecallable, type Supersession } from '../../domain/graph.ts'
import type { ContentRef, NodeNumber, SourceNumber } from '../../domain/identity.ts'
import type { BrainState } from '../../domain/projections/brain-fold.ts'
import type { ReadPassage, ReadPassages } from '../../domain/superseding/read-statements.ts'
import { recordsOnly } from '../../domain/superseding/records.ts'
import { mayBeOwn, statingOf } from '../../domain/superseding/statement.ts'
import { type KnownPassage, knownPassage } from '../../domain/superseding/supersede.ts'
import type { Access, OpenBrain } from '../brain/brain.ts'
import { passagesOf } from '../recall/recall-answer.ts'
import { supersedingEvidence } from './gather.ts'
import { wordSearch } from './word-search.ts'

export interface ReadChanges {
  readonly events: ReadonlyArray<NewEvent>
  /** The state after the events. */
  readonly after: BrainState
  /** Reads contents that are stored or about to be. */
  readonly bodies: (refs: ReadonlyArray<ContentRef>) => ReturnType<Access['bodies']>
  readonly findAll: Access['findAll']
  /** The number of memories before the run. */
  readonly startedWith: number
  /** The sources whose passages are notes: no talks and no programs. */
  readonly notes: ReadonlySet<SourceNumber>
}

/** The mark that the record of a talk puts before a message of the owner. */
const ownerMark = 'user: '

const numbersOf = (found: ReadonlyArray<{ readonly number: number }>): ReadonlyArray<NodeNumber> => [
  ...new Set(found.map(({ number }) => number)),
]

/** Most changed passages of a batch that are searched for: further ones are taken for new. */
const searchedMost = 500

/** A passage that a batch adds or changes. */
interface Changed {
  readonly stated: KnownPassage
  readonly isOwners: boolean
  /** True where its document was read before. */
  readonly isRead: boolean
  readonly isRecord: boolean
  /** True for one whose statements may supersede something. */
  readonly isSearched: boolean
  /** True for a line of a list, a row or a turn. */
  readonly isLine: boolean
}

const isBullet = /^[-*+][ \t]/

export const readPassages = Effect.fnUntraced(function* (brain: OpenBrain, changes: ReadChanges) {
  const { after, bodies, events, findAll, startedWith } = changes
  const none: ReadPassages = { passages: [], days: new Map(), paths: new Map() }
  // Passages of one reading have no order, and what is read into an empty memory supersedes nothing.
  if (startedWith === 0) return none
  const changed = changedTexts(events, after)
  const texts = yield* bodies(changed.flatMap((node) => refsOf(after, node)))
  const textOf = (node: NodeNumber) => texts.get(after.graph.node(node)?.text as ContentRef)
  const known = yield* foundByText(
    findAll,
    changed.flatMap((node) => textOf(node) ?? []),
  )
  const changedNow = new Set(changed)
  const isOfRun = (node: NodeNumber) => node > startedWith || changedNow.has(node)
  const sourceOf = (node: NodeNumber) => after.graph.sourceNumberOf(node)
  const read = yield* changedPassages(brain, changes, changed, texts)
  const search = yield* wordSearch(
    brain,
    read.flatMap(({ isSearched, stated }) => (isSearched ? [stated.text] : [])),
  )
  const held = heldBy(after.graph)
  const passages: Array<ReadPassage> = []
  for (const { isLine, isOwners, isRead, isRecord, isSearched, stated } of read) {
    const { node, text } = stated
    const same = numbersOf(known.get(text) ?? [])
    const copied = yield* knownPassages(brain, same, text, isOfRun)
    const older = held.get(node) ?? []
    const before = isSearched || older.length > 0 ? brain.state.graph.node(node)?.text : undefined
    const former = before === undefined ? undefined : (yield* bodies([before])).get(before)
    const gaveWay = former === undefined || older.length === 0 ? undefined : { former, held: yield* heldPassages(brain, older) }
    // The lines of one document hold side by side.
    const isExcepted = (other: NodeNumber) => isOfRun(other) || (isLine && sourceOf(other) === sourceOf(node))
    const beside = isSearched ? yield* supersedingEvidence(brain, search, { ...stated, former }, isExcepted) : undefined
    const said = text.startsWith(ownerMark) ? numbersOf(known.get(text.slice(ownerMark.length)) ?? []) : same
    const kept = isOwners ? keptWords(brain, said) : []
    if (copied.length === 0 && kept.length === 0 && gaveWay === undefined && beside === undefined) continue
    passages.push({ ...stated, former, isRead, isRecord, known: copied, kept, held: gaveWay, beside })
  }
  const nodes = passages.flatMap(({ beside, known }) => [...known, ...(beside?.nearby ?? [])].map(({ node }) => node))
  const holders = nodes.flatMap((node) => after.graph.supersededBy(node).map(({ by }) => by))
  const { days, paths } = yield* namesOf(after, [...nodes, ...holders, ...changed], bodies)
  return { passages, days, paths } satisfies ReadPassages
})

/** Reads the passages that a batch adds or changes, each with what decides whether it may supersede something. */
const changedPassages = Effect.fnUntraced(function* (
  brain: OpenBrain,
  { after, bodies, notes }: Pick<ReadChanges, 'after' | 'bodies' | 'notes'>,
  changed: ReadonlyArray<NodeNumber>,
  texts: ReadonlyMap<ContentRef, string>,
) {
  // A reply may say again what is superseded.
  const hasSuperseded = after.graph.superseded().length > 0
  let searches = 0
  const read: Array<Changed> = []
  for (const node of changed) {
    const view = after.graph.node(node)
    const text = view === undefined ? undefined : texts.get(view.text)
    if (view === undefined || text === undefined) continue
    const title = view.title === undefined ? undefined : texts.get(view.title)
    const stated = knownPassage(node, statingOf({ title, text }))
    const source = after.sources.byNumber.get(view.source ?? 0)?.key
    const path = source === undefined ? '' : ((yield* bodies([source])).get(source) ?? '')
    const isOwners = view.origin === 'owner'
    const isRead = brain.state.sources.byNumber.has(view.source ?? 0)
    const isLine = isEntryId(texts.get(view.id) ?? '')
    // A row or a turn stands beside others of its form: it records, and takes the place of none.
    const isNote = notes.has(view.source ?? 0) && (!isLine || isBullet.test(text))
    const isRecord = recordsOnly({ origin: view.origin, path, title: title ?? '', isNote, isRead })
    const isReply = isOwners && hasSuperseded && text.startsWith('assistant: ')
    const isSearched = (!isRecord || isReply) && searches < searchedMost && stated.statements.some(mayBeOwn)
    if (isSearched) searches++
    read.push({ stated, isOwners, isRead, isRecord, isSearched, isLine })
  }
  return read
})

interface HeldRecord {
  readonly node: NodeNumber
  readonly record: Supersession
}

/** Returns the records of what supersedes what, by the memory that others gave way to. */
const heldBy = (graph: GraphView): ReadonlyMap<NodeNumber, ReadonlyArray<HeldRecord>> =>
  Map.groupBy(
    graph.superseded().flatMap((node) => graph.supersededBy(node).map((record) => ({ node, record }))),
    ({ record }) => record.by,
  )

/** Finds the texts of the memories that gave way to a passage. A text that was erased is left out. */
const heldPassages = Effect.fnUntraced(function* (brain: OpenBrain, records: ReadonlyArray<HeldRecord>) {
  const passages = yield* passagesOf(
    brain,
    brain.state.graph,
    records.map(({ node }) => node),
  )
  return records.flatMap(({ node, record }) => {
    const passage = passages.get(node)
    return passage === undefined ? [] : [{ older: brain.words.known(passage), record }]
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

/** Returns the paths of the documents of these memories, and the days that the memories have. */
const namesOf = Effect.fnUntraced(function* (
  { graph, sources }: BrainState,
  nodes: ReadonlyArray<NodeNumber>,
  bodies: ReadChanges['bodies'],
) {
  const keyOf = (node: NodeNumber) => sources.byNumber.get(graph.sourceNumberOf(node))?.key
  const names = yield* bodies([...new Set(nodes.flatMap((node) => keyOf(node) ?? []))])
  const [days, paths] = [new Map<NodeNumber, number>(), new Map<NodeNumber, string>()]
  for (const node of nodes) {
    const key = keyOf(node)
    const path = key === undefined ? undefined : names.get(key)
    if (path === undefined) continue
    paths.set(node, path)
    const day = graph.dayOf(node)
    if (day !== undefined) days.set(node, day)
  }
  return { days, paths }
})

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
      return passage === undefined ? [] : [{ ...brain.words.known(passage), hasTextNow: passage.text === text }]
    })
})

/** Returns those of the memories with the words of a passage that keep a message of the owner. What has a title is more than its record. */
const keptWords = ({ state: { graph } }: OpenBrain, said: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeNumber> =>
  said.filter((node) => graph.typeOf(node) === 'correction' && graph.node(node)?.title === undefined)
