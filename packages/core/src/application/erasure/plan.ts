/** Finds everything that an erasure takes: once before the lock is held, and again within it if somebody wrote meanwhile. */

import { forgottenKeys, partKeys } from '@crabtrail/text/evidence/forgotten-words'
import { isEntryId } from '@crabtrail/text/passages/chunks'
import { says } from '@crabtrail/text/statements/quoted-words'
import { questionTerms } from '@crabtrail/text/words/tokenise'
import * as Effect from 'effect/Effect'
import { type Erasure, returning } from '../../domain/erasure/erasure.ts'
import { type BrainEvent, type BrainEventOf, type EventData, isReadBy, namedContents } from '../../domain/events/brain-event.ts'
import type { ContentKind } from '../../domain/events/event-definition.ts'
import type { ContentRef, NodeNumber, Position, SourceNumber, TurnNumber } from '../../domain/identity.ts'
import { type BrainState, brainState, emptyFold } from '../../domain/projections/brain-fold.ts'
import { filesTold, nameTold } from '../../domain/recall/situation.ts'
import type { OpenBrain } from '../brain/brain.ts'
import { forEachEvent } from '../brain/commit-row.ts'
import { visitContents } from '../brain/contents.ts'
import { ContentStore } from '../ports/content-store.ts'
import { ErasureStore, type OwnedContent } from '../ports/erasure-store.ts'
import { type ContentRow, EventStore, type IndexChange } from '../ports/event-store.ts'
import { SearchIndex } from '../ports/search-index.ts'
import { followIndex } from '../text-index/index-changes.ts'
import { aliasWords, takeNamed } from './named-aliases.ts'
import { type Asked, marks, meantBy, nothingTaken, ownersIn, type Taken, takeContent } from './selection.ts'
import { type Traces, tracesOf } from './traces.ts'

/* Finds contents that repeat what is forgotten: in questions, verdicts, hints and cues or, for a subject, in any content. */

const visitKept = ({ key }: OpenBrain, visit: (row: ContentRow & { readonly body: string }) => void) =>
  visitContents(key, (row) => {
    if (row.body !== undefined) visit({ ...row, body: row.body })
  })

/**
 * Kinds that are not searched for a subject: digests have no words, and a folder tells where its documents are, not what they are about.
 */
const saysNothing: ReadonlySet<ContentKind> = new Set(['source-digest', 'source-root'])

/**
 * Takes everything that contains the phrase. A memory or source that says it now is taken whole. Of everything else only the content that
 * says it is taken, and of a memory the text that it had before.
 */
const takeSubject = (brain: OpenBrain, phrase: string, taken: Taken) =>
  visitKept(brain, (row) => {
    if (saysNothing.has(row.kind) || taken.nodes.has(row.owner === 'node' ? row.number : 0) || !says(row.body, phrase)) return
    takeRow(brain.state, row, taken)
  })

/** Takes the contents of a branch that were copied from its parent, and what they are now a part of. */
const takeCopies = (brain: OpenBrain, copied: ReadonlySet<ContentRef>, taken: Taken) =>
  visitContents(brain.key, (row) => {
    if (copied.has(row.ref)) takeRow(brain.state, row, taken)
  })

const takeRow = (state: BrainState, row: ContentRow, taken: Taken): void => {
  const { graph, sources } = state
  if (row.owner === 'node' && saysNow(state, row.number).includes(row.ref)) taken.nodes.add(row.number)
  else if (row.owner === 'source' && sources.byNumber.get(row.number)?.key === row.ref) takeWhole(state, row.number, taken)
  else {
    if (row.owner === 'node' && graph.stateOf(row.number) !== undefined) taken.revised.add(row.number)
    takeContent(taken, ownedOf(row))
  }
}

const takeWhole = ({ sources }: BrainState, source: number, taken: Taken): void => {
  taken.sources.add(source)
  for (const node of sources.byNumber.get(source)?.nodes ?? []) taken.nodes.add(node)
}

const saysNow = ({ graph }: BrainState, node: NodeNumber): ReadonlyArray<ContentRef> => {
  const view = graph.node(node)
  return view === undefined
    ? []
    : [view.id, view.text, ...(view.title === undefined ? [] : [view.title]), ...(view.links === undefined ? [] : [view.links])]
}

/** Kinds of contents that people and hosts say in turns. */
const spoken: ReadonlySet<ContentKind> = new Set(['question', 'hint', 'feedback-text', 'explanation'])

/**
 * Takes what was said in turns with a word that only the forgotten memories have: it quotes them, or asks for nothing else. Cues are
 * questions, too. Hints are also taken if they name a forgotten source.
 */
const takeQuotes = Effect.fnUntraced(function* (brain: OpenBrain, taken: Taken, keys: ReadonlyArray<string>) {
  const erasure = yield* ErasureStore
  const words = taken.nodes.size === 0 ? new Set<string>() : yield* erasure.wordsOnlyIn(brain.key, [...taken.nodes])
  if (words.size === 0 && keys.length === 0) return
  const quotes = (text: string) => {
    const said = questionTerms(text)
    return said.words.some((word) => said.ways(word).some((term) => words.has(term)))
  }
  const names = (text: string) => keys.some((key) => text === key || text.startsWith(`${key}:`))
  const files = new Set(keys.map(nameTold))
  const tellsFile = (text: string) => filesTold(text).some((name) => files.has(name))
  yield* visitKept(brain, (row) => {
    if (spoken.has(row.kind)) {
      if (quotes(row.body) || (row.kind === 'hint' && (names(row.body) || tellsFile(row.body)))) takeContent(taken, ownedOf(row))
    } else if (row.owner === 'node' && brain.state.graph.typeOf(row.number) === 'cue' && quotes(row.body)) taken.nodes.add(row.number)
  })
})

const ownedOf = ({ kind, number, owner, ref }: ContentRow): OwnedContent => ({ ref, kind, owner, number })

export interface Plan extends Erasure {
  /** Position of the log when the plan was made. */
  readonly at: Position
  readonly taken: ReadonlyArray<OwnedContent>
  /** Nodes that lose some contents and keep others. The text index gets them anew, with `index`. */
  readonly revised: ReadonlyArray<NodeNumber>
  readonly index: ReadonlyArray<IndexChange>
  /** First positions of commits whose stored keys would still tell what was asked. */
  readonly signals: ReadonlyArray<Position>
  readonly bury: ReadonlyArray<string>
  /** Memories that hold again, because only what is erased superseded them. */
  readonly returns: ReadonlyArray<NodeNumber>
}

/** Plans the erasure of what a request names; of a branch, of the contents `copied` that were copied from its parent. */
export const planErasure = Effect.fnUntraced(function* (brain: OpenBrain, asked: Asked, copied?: ReadonlySet<ContentRef>) {
  const erasure = yield* ErasureStore
  const traces = yield* tracesOf(brain)
  const found = copied === undefined ? yield* meantBy(brain, asked, traces) : nothingTaken()
  yield* takeNamed(brain, found, traces)
  if (copied !== undefined) yield* takeCopies(brain, copied, found)
  if (asked.scope === 'subject') yield* takeSubject(brain, asked.name, found)
  takeEmptied(brain, found)
  const names = yield* namesOf(brain, found)
  yield* takeQuotes(brain, found, [...names.sources.values()])
  takeDoubts(found, traces)
  for (const content of yield* erasure.owned(brain.key, ownersIn(found, traces))) takeContent(found, content)
  const phrase = asked.scope === 'subject' ? asked.name : undefined
  const buriedWords = [...(yield* wordsOf(brain, found, phrase)), ...(yield* aliasWords(brain, found, traces, phrase))]
  yield* takeFormer(brain, found, traces)
  yield* takeDigests(brain, found)
  yield* takeTraces(brain, found, traces)
  const gone = new Set(found.contents.keys())
  const revised = [...found.revised].filter((node) => !found.nodes.has(node)).sort(rising)
  return {
    at: brain.state.position,
    scope: asked.scope,
    taken: [...found.contents.values()].map((content) => subjectOf(content, traces)),
    contents: [...gone].sort(),
    nodes: [...found.nodes].sort(rising),
    sources: [...found.sources].sort(rising),
    revised,
    index: yield* indexOf(brain, revised, gone),
    signals: yield* signalsOf(brain, gone),
    bury: [...new Set([...names.bury, ...buriedWords])],
    returns: [...new Set(returning(brain.state.graph, [...found.nodes]).map(({ node }) => node))],
  } satisfies Plan
})

/** A content of a call is told as one of the turn or the document that the call was about. */
const subjectOf = (content: OwnedContent, { calls }: Traces): OwnedContent => {
  const { source, turns: [turn] = [] } = (content.owner === 'call' ? calls.get(content.number) : undefined) ?? {}
  if (turn !== undefined) return { ...content, owner: 'turn', number: turn }
  return source === undefined ? content : { ...content, owner: 'source', number: source }
}

/** Takes what memories that stay said while they were in a taken source, and do not say now. */
const takeFormer = Effect.fnUntraced(function* (brain: OpenBrain, taken: Taken, { moved }: Traces) {
  const erasure = yield* ErasureStore
  const isTaken = (source: SourceNumber) => taken.sources.has(source)
  const nodes = new Set([...moved].flatMap(([node, former]) => (!taken.nodes.has(node) && [...former].some(isTaken) ? [node] : [])))
  if (nodes.size === 0) return
  const now = new Map<NodeNumber, { readonly source: SourceNumber; readonly said: ReadonlyMap<string, ReadonlyArray<ContentRef>> }>()
  const there = new Set<ContentRef>()
  yield* forEachEvent(brain, 1, brain.state.position, (event) => {
    if (!tellsNode(event) || !nodes.has(event.data.node)) return
    const { node } = event.data
    const before = now.get(node)
    const said = new Map([...(before?.said ?? []), ...saidIn(event, before?.said.get('text'))])
    const source = ('source' in event.data ? event.data.source : undefined) ?? before?.source ?? 0
    now.set(node, { source, said })
    if (isTaken(source)) for (const ref of [...said.values()].flat()) there.add(ref)
  })
  const kept = new Set([...now.values()].flatMap(({ said }) => [...said.values()].flat()))
  for (const content of yield* erasure.owned(brain.key, [{ owner: 'node', numbers: [...nodes] }])) {
    if (!there.has(content.ref) || kept.has(content.ref)) continue
    taken.revised.add(content.number)
    takeContent(taken, content)
  }
})

type TellingNode = 'NodeAdded' | 'NodeRevised' | 'NodeUntitled' | 'AliasesNamed'
const tellsNode = (event: BrainEvent): event is BrainEventOf<TellingNode> =>
  event.type === 'NodeAdded' || event.type === 'NodeRevised' || event.type === 'NodeUntitled' || event.type === 'AliasesNamed'

type Said = readonly [field: string, refs: ReadonlyArray<ContentRef>]

/** Returns the contents that a document gives a memory by an event, each under the name of its field. Aliases end with the `former` text. */
const saidIn = (event: BrainEventOf<TellingNode>, former: ReadonlyArray<ContentRef> | undefined): ReadonlyArray<Said> => {
  if (event.type === 'NodeUntitled') return [['title', []]]
  if (event.type === 'AliasesNamed') return event.data.by === 'document' ? [['aliases', [event.data.names ?? []].flat()]] : []
  const { id, links, tags, text, title }: Partial<EventData<'NodeAdded'> & EventData<'NodeRevised'>> = event.data
  const aliases = text === undefined || former?.includes(text) === true ? undefined : []
  return Object.entries({ id, links, text, title, tags, aliases }).flatMap(
    ([field, said]): ReadonlyArray<Said> => (said === undefined ? [] : [[field, [said].flat()]]),
  )
}

/** Takes the corrections of an erased memory: they were stored beside its text and repeat it. */
const takeDoubts = ({ feedbacks, nodes }: Taken, { doubts }: Traces): void => {
  for (const node of nodes) for (const feedback of doubts.get(node)?.keys() ?? []) feedbacks.add(feedback)
}

/** Takes a source if its last memory is taken: its name tells what it held. */
const takeEmptied = ({ state: { erased, graph, sources } }: OpenBrain, taken: Taken): void => {
  const hasLost = (text: ContentRef | undefined) => text !== undefined && erased.has(text)
  const isGone = (node: NodeNumber) => taken.nodes.has(node) || hasLost(graph.node(node)?.text)
  for (const node of [...taken.nodes]) {
    const source = graph.node(node)?.source
    const nodes = source === undefined ? undefined : sources.byNumber.get(source)?.nodes
    if (source !== undefined && nodes !== undefined && [...nodes].every(isGone)) taken.sources.add(source)
  }
}

const rising = (a: number, b: number): number => a - b

/** Returns the keys of the sources that are taken whole, and the tombstones of everything that is taken. */
const namesOf = Effect.fnUntraced(function* (brain: OpenBrain, taken: Taken) {
  const contents = yield* ContentStore
  const { graph, sources: known } = brain.state
  const mark = marks(brain)
  const inPart = [...taken.nodes].flatMap((node) => {
    const view = graph.node(node)
    return view?.source === undefined || taken.sources.has(view.source) ? [] : [{ id: view.id, source: view.source }]
  })
  const keyOf = (source: SourceNumber) => known.byNumber.get(source)?.key
  const refs = [
    ...[...taken.sources, ...inPart.map(({ source }) => source)].flatMap((source) => keyOf(source) ?? []),
    ...inPart.map(({ id }) => id),
  ]
  const bodies = yield* contents.bodies(brain.key, [...new Set(refs)])
  const said = (ref: ContentRef | undefined) => (ref === undefined ? undefined : bodies.get(ref))
  const sources = new Map([...taken.sources].flatMap((source) => entry(source, said(keyOf(source)))))
  const parts = new Set(inPart.flatMap(({ source }) => said(keyOf(source)) ?? []))
  const bury = [
    ...[...sources.values()].map(mark.source),
    ...[...parts].map(mark.sourceInPart),
    ...inPart.flatMap(({ id }) => said(id) ?? []).map(mark.name),
  ]
  return { sources, bury }
})

/**
 * Returns the tombstones of the texts that are taken of sources that stay. A part of a text has none where a memory that stays says it too, nor
 * has an earlier text, which for a subject must say its words.
 */
const wordsOf = Effect.fnUntraced(function* (brain: OpenBrain, taken: Taken, phrase: string | undefined) {
  const contents = yield* ContentStore
  const { graph, sources } = brain.state
  const texts = [...taken.contents.values()].flatMap(({ kind, number, ref }) => {
    const view = kind === 'node-text' ? graph.node(number) : undefined
    if (view?.source === undefined || taken.sources.has(view.source)) return []
    return [{ ref, id: view.id, source: view.source, isEarlier: view.text !== ref || !taken.nodes.has(number) }]
  })
  const mark = marks(brain)
  const bury = new Set<string>()
  for (const [source, own] of Map.groupBy(texts, (one) => one.source)) {
    const { key: keyRef, nodes = [] } = sources.byNumber.get(source) ?? {}
    const staying = [...nodes].flatMap((node) => (taken.nodes.has(node) ? [] : (graph.node(node)?.text ?? [])))
    const refs = [...own.flatMap(({ id, ref }) => [id, ref]), ...(keyRef === undefined ? [] : [keyRef]), ...staying]
    const bodies = yield* contents.bodies(brain.key, [...new Set(refs)])
    const said = (ref: ContentRef) => bodies.get(ref) ?? ''
    const key = keyRef === undefined ? undefined : bodies.get(keyRef)
    if (key === undefined) continue
    const stays = new Set(staying.flatMap((ref) => partKeys(said(ref))))
    const wholes = new Set(staying.flatMap((ref) => forgottenKeys({ text: said(ref), isEntry: true }).whole))
    const isMeant = ({ isEarlier, ref }: (typeof own)[number]) => !isEarlier || phrase === undefined || says(said(ref), phrase)
    for (const { id, isEarlier, ref } of own.filter((one) => bodies.has(one.ref) && isMeant(one))) {
      const { parts, whole } = forgottenKeys({ text: said(ref), isEntry: isEntryId(said(id)) }, phrase)
      for (const one of whole) if (!(isEarlier && wholes.has(one))) bury.add(mark.words(key, one))
      for (const one of parts) if (!stays.has(one)) bury.add(mark.words(key, one))
      bury.add(mark.sourceInPart(key))
    }
  }
  return bury
})

const entry = <K, V>(key: K, value: V | undefined): ReadonlyArray<readonly [K, V]> => (value === undefined ? [] : [[key, value]])

/**
 * Takes the digests of documents that lose a passage or an alias: a digest would confirm a right guess at the missing text. If a document was revised
 * since, only its older digests are taken.
 */
const takeDigests = Effect.fnUntraced(function* (brain: OpenBrain, taken: Taken) {
  const erasure = yield* ErasureStore
  const { graph, sources } = brain.state
  const sourceOf = (node: NodeNumber) => graph.node(node)?.source ?? []
  const namedNow = ({ number, ref }: OwnedContent) => graph.aliasesOf(number).some(({ by, names }) => by === 'document' && names === ref)
  const named = [...taken.contents.values()].flatMap((one) => (one.kind === 'node-alias' && namedNow(one) ? [one.number] : []))
  const torn = new Set([...taken.nodes, ...named].flatMap(sourceOf))
  const revised = new Set([...taken.revised].flatMap(sourceOf))
  const numbers = [...new Set([...torn, ...revised])].filter((source) => !taken.sources.has(source))
  if (numbers.length === 0) return
  for (const content of yield* erasure.owned(brain.key, [{ owner: 'source', numbers }])) {
    if (content.kind !== 'source-digest') continue
    if (torn.has(content.number) || sources.byNumber.get(content.number)?.digest !== content.ref) takeContent(taken, content)
  }
})

/** Returns the turns of which a question or a hint is taken: what a model was asked there repeats it. */
const turnsOf = ({ contents }: Taken): ReadonlySet<TurnNumber> =>
  new Set([...contents.values()].flatMap(({ kind, number }) => (kind === 'question' || kind === 'hint' ? [number] : [])))

/** Takes the contexts that contain a taken memory or a taken correction, and the names that nothing else has. */
const takeTraces = Effect.fnUntraced(function* (brain: OpenBrain, taken: Taken, { contexts, doubts, labels }: Traces) {
  const erasure = yield* ErasureStore
  const { nodes, revised } = taken
  const hasLostWords = (node: NodeNumber) => [...(doubts.get(node)?.values() ?? [])].some((said) => taken.contents.has(said))
  const isTouched = (node: NodeNumber) => nodes.has(node) || revised.has(node) || hasLostWords(node)
  const isAsked = turnsOf(taken)
  const sealed = new Map([...contexts].filter(([, { asks, nodes: of }]) => of.some(isTouched) || asks.some((turn) => isAsked.has(turn))))
  const phrases = yield* lastNames(brain, taken, labels)
  if (sealed.size > 0) {
    const owners = [...Map.groupBy(sealed.values(), ({ owner }) => owner.owner)]
    const owned = owners.map(([owner, all]) => ({ owner, numbers: [...new Set(all.map((one) => one.owner.number))] }))
    for (const content of yield* erasure.owned(brain.key, owned)) if (sealed.has(content.ref)) takeContent(taken, content)
  }
  if (phrases.size === 0) return
  for (const content of yield* erasure.owned(brain.key, [{ owner: 'brain', numbers: [0] }])) {
    if (phrases.has(content.ref)) takeContent(taken, content)
  }
})

/**
 * Finds the edge labels of taken memories whose names no remaining passage has. Revised memories count, too: their earlier text may have
 * had the name.
 */
const lastNames = Effect.fnUntraced(function* (brain: OpenBrain, { nodes, revised }: Taken, labels: Traces['labels']) {
  const index = yield* SearchIndex
  const contents = yield* ContentStore
  const touched = [...labels].flatMap(([ref, ends]) => ([...ends].some((node) => nodes.has(node) || revised.has(node)) ? [ref] : []))
  const names = yield* contents.bodies(brain.key, touched)
  const last = new Set<ContentRef>()
  for (const [ref, name] of names) {
    const [postings] = yield* index.postings(brain.key, 'phrase', [name])
    if ((postings?.nodes ?? []).every((node) => nodes.has(node))) last.add(ref)
  }
  return last
})

/** Returns index changes that add the nodes again, from their events in the log, without the contents in `gone`. */
const indexOf = Effect.fnUntraced(function* (brain: OpenBrain, nodes: ReadonlyArray<NodeNumber>, gone: ReadonlySet<ContentRef>) {
  if (nodes.length === 0) return []
  const contents = yield* ContentStore
  const wanted = new Set(nodes)
  const events: Array<BrainEvent> = []
  yield* forEachEvent(brain, 1, brain.state.position, (event) => {
    if (isReadBy(event, 'text index') && wanted.has(event.data.node)) events.push(event)
  })
  const follower = followIndex(events, brainState(emptyFold()).graph)
  const kept = follower.needs.filter((ref) => !gone.has(ref))
  const bodies = yield* contents.bodies(brain.key, kept)
  return follower.changes((ref) => bodies.get(ref))
})

/**
 * Finds the commits whose keyed request named a taken content. The store keeps a digest of such a request, which must go with its words.
 */
const signalsOf = Effect.fnUntraced(function* (brain: OpenBrain, gone: ReadonlySet<ContentRef>) {
  if (gone.size === 0) return []
  const store = yield* EventStore
  const commands = (yield* store.commands(brain.key)).toSorted((a, b) => a.first - b.first)
  const signals = new Set<Position>()
  let at = 0
  yield* forEachEvent(brain, 1, brain.state.position, (event) => {
    for (let next = commands[at + 1]; next !== undefined && next.first <= event.position; next = commands[++at + 1]);
    const command = commands[at]
    if (command === undefined || event.position < command.first || event.position >= command.first + command.count) return
    if (namedContents(event).some(({ ref }) => gone.has(ref))) signals.add(command.first)
  })
  return [...signals]
})
