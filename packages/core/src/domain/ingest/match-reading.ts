/**
 * Matches the passages of all documents of a reading with the stored nodes, so that what was learned on a text stays with it, also where the
 * text is now in another document.
 *
 * The text decides, before the place. A node that leaves its document in this reading comes before one that was retired earlier, and one under
 * the same heading before others. A taught node that leaves while its text stays elsewhere on a node that was taught nothing takes the place of
 * that node, also where its own place has a text of other words: so the order in which the documents of a move are read makes no difference.
 * A text that was changed is compared with all new texts before its place decides. A retired node on which something was
 * learned comes back only with its text or an edit of it, not with any text under its heading. Where several nodes or places fit alike and
 * something was learned, the choice is told (`Unsure`).
 */

import { sectionOf } from '@crabtrail/text/passages/chunks'
import { isEdit } from '@crabtrail/text/words/scoring'
import { bornUtility } from '../edge-rules.ts'
import { type GraphView, isLive, type Origin, usedKinds } from '../graph.ts'
import type { EdgeNumber, NodeNumber, SourceNumber } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'
import {
  type Chunk,
  type Known,
  type LeavingTexts,
  type MatchedChunks,
  type Matches,
  match,
  matchEdited,
  matchPlaces,
  matchTexts,
  placesOf,
  unsureEdits,
} from './match-passages.ts'

export interface PlacedChunk extends Chunk {
  /** Id of the passage under the key that the document has now. */
  readonly id: string
}

export interface Reading<C, N> {
  readonly documents: ReadonlyArray<MatchedChunks<C, N>>
  /** Nodes of other documents that have the text of a passage or of a node of the documents. */
  readonly others: ReadonlyArray<N>
  /** Live nodes with other texts that had the text of a passage before. */
  readonly former: ReadonlyArray<FormerText>
  /** Sources whose documents are gone. */
  readonly gone: ReadonlySet<SourceNumber>
  /** Passages of which the caller says which node they were. */
  readonly became: ReadonlyArray<{ readonly node: NodeNumber; readonly place: string }>
  readonly originOf: (chunk: C) => Origin
}

/** A text that a node had before; `id` is its id now. */
export interface FormerText extends Pick<Known, 'node' | 'id' | 'text'> {}

/** A node that may belong to another place, or a place to another node. */
export interface Unsure<C, N> {
  readonly node: Pick<Known, 'node' | 'id'>
  /** Other places of its text or of a text like it: passages of the documents, or nodes of other documents. */
  readonly places: Listed<C | N>
  /** Taught nodes with this text that have no place any more. */
  readonly instead: Listed<N>
}

/** The first of many, and the number of all. */
export interface Listed<T> {
  readonly first: ReadonlyArray<T>
  readonly all: number
}

/** Places and nodes that are listed of each unsure node. */
const listedMost = 20

const listed = <T>(all: ReadonlyArray<T>): Listed<T> => ({ first: all.slice(0, listedMost), all: all.length })

/** Lists all but the one at an index. */
const others = <T>(all: ReadonlyArray<T>, but: number): Listed<T> => {
  const { first } = listed(all.slice(0, listedMost + 1).filter((_, at) => at !== but))
  return { first, all: all.length - 1 }
}

const none: Listed<never> = { first: [], all: 0 }

export interface MatchedReading<C, N> extends Matches<C, N> {
  /** Nodes that leave and take the place of an untaught node of a document that is not read: `[node, twin]`. */
  readonly takenOver: ReadonlyArray<readonly [node: N, twin: N]>
  readonly unsure: ReadonlyArray<Unsure<C, N>>
}

export const matchReading = <C extends PlacedChunk, N extends Known>(reading: Reading<C, N>, state: BrainState): MatchedReading<C, N> => {
  const { became, documents, others } = reading
  const { graph } = state
  const now: Now = { graph, isTaught: taughtIn(state) }
  const nodes = [...documents.flatMap(({ before }) => before), ...others]
  const chunks = documents.flatMap((document) => document.chunks)
  const matches: Matches<C, N> = { stored: new Map(), free: new Set(nodes) }
  for (const { node: number, place } of became) {
    const [chunk, node] = [chunks.find(({ id }) => id === place), nodes.find(({ node }) => node === number)]
    if (chunk !== undefined && node !== undefined) match(matches, chunk, node)
  }
  const told = new Set([...matches.stored.values()].map(({ node }) => node))
  for (const document of documents) matchTexts(document, matches, graph)
  const moved = matchMoved(reading, matches, now)
  matchFormer(reading, matches, now)
  const open = new Map(openIn(documents, matches).map(({ formerId, text }) => [formerId, text]))
  const isReplaced = ({ id, text }: N) => !isEdit(open.get(id) ?? text, text)
  const replaced = takePlaces(reading, matches, now, isReplaced)
  const edited = matchEdited(leavingTexts(reading, matches, now), matches, graph)
  const isOwn = (chunk: C, node: N) => (isLive(graph.stateOf(node.node)) ? !edited.others.has(chunk) : isEdit(chunk.text, node.text))
  const mayHave = (chunk: C, node: N) => !now.isTaught(node.node) || isOwn(chunk, node)
  for (const document of documents) matchPlaces(document, matches, graph, mayHave)
  const left = takePlaces(reading, matches, now, () => true)
  const isPlaced = new Set([...replaced.takenOver, ...left.takenOver].map(([node]) => node))
  const doubtful = unsureEdits(edited, matches)
    .filter(({ node }) => !isPlaced.has(node))
    .map(({ node, places }) => ({ node, places: listed(places), instead: none }))
  const asked = [...moved, ...replaced.unsure, ...doubtful, ...left.unsure, ...replacedBefore(reading, matches, now)]
  const isAsked = new Set(asked.map(({ node }) => node.node))
  const copied = copiedBefore(reading, matches, now).filter(({ node }) => !isAsked.has(node.node))
  const unsure = [...asked, ...copied].filter(({ node }) => !told.has(node.node))
  return { ...matches, takenOver: [...replaced.takenOver, ...left.takenOver], unsure }
}

/** Matches nodes that have no text and no place in this reading with the text that they had before, where one text and one node alone are so. */
const matchFormer = <C extends PlacedChunk, N extends Known>(
  { documents, former }: Reading<C, N>,
  matches: Matches<C, N>,
  { graph }: Now,
): void => {
  const placed = new Set(documents.flatMap((document) => placesOf(document, matches, graph).map(([, { node }]) => node)))
  const free = new Map([...matches.free].flatMap((one) => (placed.has(one.node) ? [] : [[one.node, one] as const])))
  const had = Map.groupBy(former, ({ text }) => text)
  const fresh = openIn(documents, matches).filter(({ text }) => had.has(text))
  for (const [text, [chunk, another]] of Map.groupBy(fresh, (one) => one.text)) {
    const [node, other] = new Set((had.get(text) ?? []).flatMap((one) => free.get(one.node) ?? []))
    if (chunk !== undefined && another === undefined && node !== undefined && other === undefined) match(matches, chunk, node)
  }
}

/**
 * Tells the taught nodes that had the text of a new passage before, and got another at their place. The earlier reading took that for an edit; it
 * may have been a move. A passage is new where no live node had it, also where a retired one that was taught nothing comes back with it.
 */
const replacedBefore = <C extends PlacedChunk, N extends Known>(
  { documents, former }: Reading<C, N>,
  matches: Matches<C, N>,
  now: Now,
): ReadonlyArray<Unsure<C, N>> => {
  const isBack = (node: N | undefined) => node !== undefined && !isLive(now.graph.stateOf(node.node)) && !now.isTaught(node.node)
  const returned = documents.flatMap(({ chunks }) => chunks.filter((chunk) => isBack(matches.stored.get(chunk))))
  const fresh = Map.groupBy([...openIn(documents, matches), ...returned], ({ text }) => text)
  return former.flatMap((node) => {
    const places = now.isTaught(node.node) ? (fresh.get(node.text) ?? []) : []
    return places.length === 0 ? [] : [{ node, places: listed(places), instead: none }]
  })
}

/** Returns the passages without a node. */
const openIn = <C, N>(documents: ReadonlyArray<MatchedChunks<C, N>>, { stored }: Matches<C, N>): ReadonlyArray<C> =>
  documents.flatMap(({ chunks }) => chunks.filter((chunk) => !stored.has(chunk)))

/** What is known when a reading is matched. */
interface Now {
  readonly graph: GraphView
  /** True where something would be lost with a node: a verdict, a learned strength from it or to it, or a word of its owner. */
  readonly isTaught: (node: NodeNumber) => boolean
}

/** A graph does not list the edges that lead to a node, so they are gone through once, when the first node is asked about. */
const taughtIn = ({ graph, owner }: BrainState): Now['isTaught'] => {
  let led: ReadonlySet<NodeNumber> | undefined
  const isLed = (node: NodeNumber) => {
    led ??= new Set(learnedEdges(graph).map(graph.targetOf))
    return led.has(node)
  }
  return (node) => {
    const { corrected, used } = graph.lifeOf(node)
    if (used > 0 || corrected > 0 || graph.isPraised(node) || graph.utilityOf(node) !== bornUtility) return true
    if (owner.protections.has(node) || graph.doubtsOf(node).length > 0) return true
    const leads = (edge: EdgeNumber) => usedKinds.has(graph.kindOf(edge) ?? 'link') || graph.strengthOf(edge) !== graph.firstOf(edge)
    return graph.out(node).some(leads) || isLed(node)
  }
}

const learnedEdges = (graph: GraphView): ReadonlyArray<EdgeNumber> =>
  Array.from({ length: graph.edges }, (_, i) => i + 1).filter(
    (edge) => graph.isLinked(edge) && graph.kindOf(edge) === 'learned' && graph.strengthOf(edge) !== 0,
  )

/** Ways to tell which of several places with one text a node had, the surest first: by the headings, by the text alone. */
const keys: ReadonlyArray<(id: string, text: string) => string> = [(id, text) => `${headingsOf(id)}\n${text}`, (_, text) => text]

const headingsOf = (id: string): string => {
  const section = sectionOf(id)
  return section.includes('#') ? section.slice(section.indexOf('#')) : ''
}

/** True for a live node that loses its place in this reading. */
const leaving = <C, N extends Known>({ documents, gone }: Reading<C, N>, graph: GraphView): ((node: NodeNumber) => boolean) => {
  const read = new Set(documents.flatMap(({ before }) => before.map(({ node }) => node)))
  return (node) => isLive(graph.stateOf(node)) && (gone.has(graph.sourceNumberOf(node)) || read.has(node))
}

/** Matches passages with free nodes of other documents that have their text. */
const matchMoved = <C extends PlacedChunk, N extends Known>(
  reading: Reading<C, N>,
  matches: Matches<C, N>,
  now: Now,
): ReadonlyArray<Unsure<C, N>> => {
  const { documents, originOf } = reading
  const { graph } = now
  const unsure: Array<Unsure<C, N>> = []
  if (openIn(documents, matches).length === 0) return unsure
  const isLeaving = leaving(reading, graph)
  const documentOf = new Map(documents.flatMap((document) => document.chunks.map((chunk) => [chunk, document] as const)))
  const isFit = { now: isLeaving, before: (node: NodeNumber) => graph.stateOf(node) === 'retired' }
  for (const when of ['now', 'before'] as const) {
    for (const keyOf of keys) {
      const fitting = [...matches.free].filter(({ node }) => isFit[when](node)).sort((a, b) => a.node - b.node)
      const byKey = Map.groupBy(fitting, ({ id, node, text }) => `${graph.originOf(node)} ${keyOf(id, text)}`)
      if (byKey.size === 0) continue
      for (const [key, places] of Map.groupBy(openIn(documents, matches), (chunk) => `${originOf(chunk)} ${keyOf(chunk.id, chunk.text)}`)) {
        const nodes = byKey.get(key) ?? []
        const taught = nodes.filter(({ node }) => now.isTaught(node))
        const chosen = new Set(nodes.length <= places.length ? nodes : [...new Set([...taught, ...nodes])].slice(0, places.length))
        for (const [i, node] of [...chosen].entries()) match(matches, places[i] as C, node)
        const instead = listed(taught.filter((node) => !chosen.has(node)))
        const inOrder =
          nodes.length === places.length &&
          isOne(nodes.map(({ node }) => graph.sourceNumberOf(node))) &&
          isOne(places.map((one) => documentOf.get(one)))
        if (inOrder) continue
        const areTaught = new Set(taught)
        for (const [i, node] of [...chosen].entries()) {
          const elsewhere = areTaught.has(node) ? others(places, i) : none
          if (elsewhere.all + instead.all > 0) unsure.push({ node, places: elsewhere, instead })
        }
      }
    }
  }
  return unsure
}

/** Returns the nodes and the passages that are left without each other, with all that tells which of them belong together. */
const leavingTexts = <C extends PlacedChunk, N extends Known>(
  reading: Reading<C, N>,
  matches: Matches<C, N>,
  now: Now,
): LeavingTexts<C, N> => {
  const { graph } = now
  const isLeaving = leaving(reading, graph)
  return {
    nodes: [...matches.free].filter(({ node }) => isLeaving(node)).sort((a, b) => a.node - b.node),
    chunks: openIn(reading.documents, matches),
    documents: reading.documents,
    isTaught: ({ node }) => now.isTaught(node),
    isOneOrigin: (chunk, { node }) => reading.originOf(chunk) === graph.originOf(node),
  }
}

const isOne = (all: ReadonlyArray<unknown>): boolean => new Set(all).size === 1

/** A node that has its text in this reading or keeps it in a document that is not read. */
interface Twin<C, N> {
  readonly place: C | N
  readonly twin: N
}

/** Returns the nodes that have a text after this reading and had it before, by that text. */
const twinsIn = <C extends PlacedChunk, N extends Known>(
  reading: Reading<C, N>,
  matches: Matches<C, N>,
  { graph }: Now,
): ReadonlyMap<string, ReadonlyArray<Twin<C, N>>> => {
  const isLeaving = leaving(reading, graph)
  const read = [...matches.stored].flatMap(
    ([place, twin]): ReadonlyArray<Twin<C, N>> => (place.text === twin.text ? [{ place, twin }] : []),
  )
  const unread = reading.others.filter((twin) => isLive(graph.stateOf(twin.node)) && !isLeaving(twin.node) && matches.free.has(twin))
  return Map.groupBy([...read, ...unread.map((twin) => ({ place: twin, twin }))], ({ twin }) => twin.text)
}

/**
 * Tells the taught nodes that have an edit of their text at their place, while the text as it was stands elsewhere, on a node that was taught
 * nothing: it was copied before the edit, or moved, and something like it was put where it stood.
 */
const copiedBefore = <C extends PlacedChunk, N extends Known>(
  reading: Reading<C, N>,
  matches: Matches<C, N>,
  now: Now,
): ReadonlyArray<Unsure<C, N>> => {
  const edited = [...matches.stored].filter(([chunk, { node, text }]) => chunk.text !== text && now.isTaught(node))
  if (edited.length === 0) return []
  const byText = twinsIn(reading, matches, now)
  return edited.flatMap(([, node]) => {
    const places = (byText.get(node.text) ?? []).flatMap(({ place, twin }) => (now.isTaught(twin.node) ? [] : [place]))
    return places.length === 0 ? [] : [{ node, places: listed(places), instead: none }]
  })
}

/** Lets each taught node that leaves, and is meant, take the place of an untaught one with its text. */
const takePlaces = <C extends PlacedChunk, N extends Known>(
  reading: Reading<C, N>,
  matches: Matches<C, N>,
  now: Now,
  isMeant: (node: N) => boolean,
): Pick<MatchedReading<C, N>, 'takenOver' | 'unsure'> => {
  const { graph } = now
  const isLeaving = leaving(reading, graph)
  const left = [...matches.free]
    .filter((one) => isLeaving(one.node) && isMeant(one) && now.isTaught(one.node))
    .sort((a, b) => a.node - b.node)
  const takenOver: Array<readonly [N, N]> = []
  const unsure: Array<Unsure<C, N>> = []
  if (left.length === 0) return { takenOver, unsure }
  const byText = twinsIn(reading, matches, now)
  const taken = new Set<N>()
  for (const node of left) {
    const alike = (byText.get(node.text) ?? []).filter(
      ({ twin }) => !taken.has(twin) && graph.originOf(twin.node) === graph.originOf(node.node),
    )
    const isUnder = ({ twin }: (typeof alike)[number]) => headingsOf(twin.id) === headingsOf(node.id)
    const free = alike.filter(({ twin }) => !now.isTaught(twin.node)).sort((a, b) => Number(isUnder(b)) - Number(isUnder(a)))
    const [first] = free
    if (first === undefined) {
      const [other] = alike
      if (other !== undefined) unsure.push({ node: other.twin, places: none, instead: listed([node]) })
      continue
    }
    const { place, twin } = first
    taken.add(twin)
    matches.free.delete(node)
    if (place === twin) {
      takenOver.push([node, twin])
      matches.free.delete(twin)
    } else {
      matches.stored.set(place as C, node)
      matches.free.add(twin)
    }
    const places = free.flatMap((one) => (one !== first && isUnder(one) === isUnder(first) ? [one.place] : []))
    if (places.length > 0) unsure.push({ node, places: listed(places), instead: none })
  }
  return { takenOver, unsure }
}
