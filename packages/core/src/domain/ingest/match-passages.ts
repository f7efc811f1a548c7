/**
 * Matches the passages of a document with its stored nodes, so that what was learned about a text stays with it.
 *
 * The same text is the same passage: first in its section, wherever it stands there, then in other sections, then in other documents
 * (`match-reading.ts`). A passage with another text is matched by its id, which tells its place or its first words, unless another passage is
 * clearly nearer to the old text ({@link matchEdited}); then the line of the same section and subject that shares most words with it counts as its
 * former text. A line that may be about another subject is another memory. A record without a name has only its position for an id, so it is matched
 * by its text alone first.
 */

import { withoutQuoteMarks } from '@crabtrail/text/passages/blocks'
import { isEntryId, sectionOf } from '@crabtrail/text/passages/chunks'
import { isOfList, speakerOf, wordsOf } from '@crabtrail/text/words/phrases'
import type { Weights } from '@crabtrail/text/words/scoring'
import { editedLeast, even, likeness, weightsAmong } from '@crabtrail/text/words/scoring'
import { type GraphView, isLive } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'

/** A passage as it stands in the document now. */
export interface Chunk {
  /** Id of the passage under the stored key of the document. */
  readonly formerId: string
  readonly title: string
  readonly text: string
  /** True for a record without a name of its own. */
  readonly isUnnamed?: boolean
  /** True for a line of a list, a row or a turn. */
  readonly isEntry?: boolean
}

/** A stored node. */
export interface Known {
  readonly node: NodeNumber
  readonly id: string
  readonly title: string
  readonly text: string
}

/** The matches so far. A matched passage and its node take no further part. */
export interface Matches<C, N> {
  readonly stored: Map<C, N>
  readonly free: Set<N>
}

/** A document to match: its passages now and the nodes that were read from it. */
export interface MatchedChunks<C, N> {
  readonly chunks: ReadonlyArray<C>
  readonly before: ReadonlyArray<N>
}

type States = Pick<GraphView, 'stateOf'>

/** Matches the passages of a document that have the text of a node of it: at its place, then in its section, then anywhere. */
export const matchTexts = <C extends Chunk, N extends Known>(
  document: MatchedChunks<C, N>,
  matches: Matches<C, N>,
  graph: States,
): void => {
  const take = taking(document, matches, graph)
  const { chunks } = document
  const placed = chunks.filter(({ isUnnamed }) => isUnnamed !== true)
  const byText: KeyOf = (_, text) => text
  take(chunks, (id, text) => `${id}\n${text}`)
  take(
    chunks.filter(({ isUnnamed }) => isUnnamed === true),
    byText,
    (id, text) => (id.includes('#') ? '' : text),
  )
  take(placed, (id, text) => `${sectionOf(id)}\n${text}`)
  take(placed, byText)
}

type KeyOf = (id: string, text: string) => string

/**
 * Matches the passages of a document that have another text than before: by their place, and lines by their words. `mayHave` tells whether a node
 * may have the text that stands at its place.
 */
export const matchPlaces = <C extends Chunk, N extends Known>(
  document: MatchedChunks<C, N>,
  matches: Matches<C, N>,
  graph: States,
  mayHave: (chunk: C, node: N) => boolean = () => true,
): void => {
  for (const [chunk, node] of placesOf(document, matches, graph)) if (mayHave(chunk, node)) match(matches, chunk, node)
  const nodes = document.before.filter(({ node }) => isLive(graph.stateOf(node)))
  const lines = document.chunks.filter((chunk) => chunk.isUnnamed !== true && chunk.isEntry === true && !matches.stored.has(chunk))
  for (const { chunk, node } of editedLines(lines, nodes, matches.free)) match(matches, chunk, node)
}

/** Returns the passages without a node, each with the node without a passage that has its place: a live one before a retired one. */
export const placesOf = <C extends Chunk, N extends Known>(
  document: MatchedChunks<C, N>,
  { free, stored }: Matches<C, N>,
  graph: States,
): ReadonlyArray<readonly [chunk: C, node: N]> => {
  const places: Matches<C, N> = { stored: new Map(), free: new Set(free) }
  const { before, chunks } = document
  const nodes = before.filter(({ node }) => isLive(graph.stateOf(node)))
  // Where several lines have one label, an id tells only the place of a line.
  const alike = new Set([...repeated(chunks.map(({ formerId }) => formerId)), ...repeated(nodes.map(({ id }) => id))])
  taking(
    document,
    places,
    graph,
  )(
    chunks.filter((chunk) => !stored.has(chunk) && !alike.has(labelOf(chunk.formerId))),
    (id) => id,
  )
  return [...places.stored]
}

export const match = <C, N>({ free, stored }: Matches<C, N>, chunk: C, node: N): void => {
  stored.set(chunk, node)
  free.delete(node)
}

/** Returns a function that matches passages with free nodes of the same key, live ones first: a retired node may have the id of its successor. */
const taking = <C extends Chunk, N extends Known>({ before }: MatchedChunks<C, N>, matches: Matches<C, N>, graph: States) => {
  const nodes = before.toSorted((a, b) => Number(isLive(graph.stateOf(b.node))) - Number(isLive(graph.stateOf(a.node))) || a.node - b.node)
  return (some: ReadonlyArray<C>, keyOf: KeyOf, nodeKey = keyOf) => {
    const byKey = Map.groupBy(nodes.filter((node) => matches.free.has(node)).reverse(), ({ id, text }) => nodeKey(id, text))
    for (const chunk of some) {
      const node = matches.stored.has(chunk) ? undefined : byKey.get(keyOf(chunk.formerId, chunk.text))?.pop()
      if (node !== undefined) match(matches, chunk, node)
    }
  }
}

/**
 * Returns the texts of the lines that are memories, by which a list that was cut is known. A line that a passage has as well, such as a short
 * list, tells nothing.
 */
export const knownLines = (stored: ReadonlyArray<Pick<Known, 'id' | 'text'>>): ReadonlySet<string> => {
  const unquoted = stored.map(({ id, text }) => ({ isEntry: isEntryId(id), text: withoutQuoteMarks(text).trim() }))
  const inPassages = new Set(unquoted.flatMap(({ isEntry, text }) => (isEntry ? [] : text.split(/\r\n|\n|\r/).map((line) => line.trim()))))
  return new Set(unquoted.flatMap(({ isEntry, text }) => (isEntry && !inPassages.has(text) ? [text] : [])))
}

/** The most pairs of lines of one section that are compared. In a larger change all lines are new. */
const editedMost = 100_000

/** Pairs changed lines with lines of the same section and subject that are gone: those that share most words first, ties by their order. */
const editedLines = <C extends Chunk, N extends Known>(
  lines: ReadonlyArray<C>,
  nodes: ReadonlyArray<N>,
  free: ReadonlySet<N>,
): ReadonlyArray<{ readonly chunk: C; readonly node: N }> => {
  const before = Map.groupBy(nodes, ({ id }) => sectionOf(id))
  return [...Map.groupBy(lines, ({ formerId }) => sectionOf(formerId))].flatMap(([section, now]) => {
    const all = before.get(section) ?? []
    const former = all.filter((node) => free.has(node))
    if (former.length === 0 || now.length * former.length > editedMost) return []
    const words = new Map<C | N, ReadonlySet<string>>([...now, ...all].map((one) => [one, new Set(valueWords(one.text))]))
    const wordCounts = counted(all.flatMap((node) => [...(words.get(node) ?? [])]))
    const subjectCounts = counted(all.map(subjectOf))
    const alike = former.flatMap((node) => {
      const subject = subjectOf(node)
      const own = subject !== '' && subjectCounts.get(subject) === 1 ? [] : ownWords([...(words.get(node) ?? [])], wordCounts)
      return now
        .filter((chunk) => subjectOf(chunk) === subject && own.every((word) => words.get(chunk)?.has(word)))
        .map((chunk) => ({ chunk, node, like: likeness(words.get(chunk) ?? new Set(), words.get(node) ?? new Set(), even) }))
        .filter(({ like }) => like >= editedLeast)
    })
    return firstPairs(alike.sort((a, b) => b.like - a.like || a.node.node - b.node.node))
  })
}

/** Returns the pairs without those that have a passage or a node of one before. */
const firstPairs = <Pair extends { readonly chunk: unknown; readonly node: unknown }>(pairs: ReadonlyArray<Pair>): ReadonlyArray<Pair> => {
  const taken = new Set<unknown>()
  return pairs.filter(({ chunk, node }) => {
    if (taken.has(chunk) || taken.has(node)) return false
    taken.add(chunk).add(node)
    return true
  })
}

/** Returns the label of a row, the words before the colon of a line, or the speaker of a turn; `''` for none. */
const subjectOf = ({ text, title }: Pick<Known, 'text' | 'title'>): string =>
  isOfList(title) ? (speakerOf(text) ?? '') : title.slice(title.lastIndexOf(' › ') + 1).toLowerCase()

/** Returns the words of a line without those of the header that is printed in each row. */
const valueWords = (text: string): ReadonlyArray<string> => wordsOf(text.replace(/(?:^|; )(?![-*+•·–] )[^:;\n]{1,200}: /g, '; '))

/** Returns the words that tell a line from others: the first that it alone has, or all of them. Numbers are values, and change. */
const ownWords = (words: ReadonlyArray<string>, counts: ReadonlyMap<string, number>): ReadonlyArray<string> => {
  const told = words.filter((word) => !/\p{N}/u.test(word))
  const own = told.find((word) => counts.get(word) === 1)
  return own === undefined ? told : [own]
}

const counted = (all: ReadonlyArray<string>): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  return counts
}

/** Returns the id of an entry without its number among those of one label. */
const labelOf = (id: string): string => id.replace(/~\d+$/, '')

const repeated = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...counted(ids.filter(isEntryId).map(labelOf))].flatMap(([label, count]) => (count > 1 ? [label] : []))

/*
 * Edited texts. A place alone does not tell what a passage was: one reading may change a word of it, give it another heading or file, and put another
 * text where it stood. So the text at the old place is compared with the other new texts. The place decides unless another text is clearly nearer
 * ({@link clearly}). Where neither is clear, and something was learned, the choice is told.
 */

/** Live nodes that are left without a passage, and passages without a node. */
export interface LeavingTexts<C, N> {
  /** By rising number. */
  readonly nodes: ReadonlyArray<N>
  readonly chunks: ReadonlyArray<C>
  readonly documents: ReadonlyArray<MatchedChunks<C, N>>
  /** True where something would be lost with a node. */
  readonly isTaught: (node: N) => boolean
  readonly isOneOrigin: (chunk: C, node: N) => boolean
}

interface Fit<C, N> {
  readonly chunk: C
  readonly node: N
  /** In thousandths, see {@link likeness}. */
  readonly like: number
  readonly isPlace: boolean
  /** True where both texts have words enough to tell them from others: with fewer the place decides, and the answer asks. */
  readonly isTold: boolean
  /** True where the likeness is known without a question. */
  readonly isSure: boolean
}

/** The texts of the nodes that were taught something, compared with the passages that they may be now. */
export interface Edited<C, N> {
  readonly fits: ReadonlyArray<Fit<C, N>>
  readonly likenessOf: (chunk: C, node: N) => number
  /** Edits of nodes that were taught nothing and have no place any more: no node with a lesson may have one for its place. */
  readonly others: ReadonlySet<C>
}

/*
 * All four are in thousandths, see `words/scoring.ts` of the text package. A text that moved and had one word of six exchanged has 714. Two texts about one matter, such as a key
 * and the door that it opens, share up to a third of their words and have about 300.
 */

/** From this likeness on, a text that moved is known without a question. */
const surelyLeast = 700
/** By how much another text must be nearer than the text at the old place to be preferred to it: as much as one word of nine makes. */
const clearly = 200
/** The least likeness of a text that a node may be instead of the one it has now, and of a node without a text, which must be more than chance. */
const [insteadLeast, goneLeast] = [250, 400]

/** Words of the shorter of two texts from which on they tell enough to be known without a question. */
const tellingLeast = 6

/** Passages that are compared with one node: those that share most of its rare words. */
const comparedMost = 20
/** A word that more of the new passages have finds none of them, so that the cost grows with the nodes and not with their square. */
const commonMost = 100

/**
 * Matches nodes with edited texts elsewhere that are clearly nearer than the text at their place. Nodes that were taught nothing take part, too,
 * so that no lesson takes the edit of one of them; without a taught node that lost its text, nothing is compared and every place decides. One
 * that was taught nothing and has no place any more is retired all the same, so that it is back when its text is.
 */
export const matchEdited = <C extends Chunk, N extends Known>(
  texts: LeavingTexts<C, N>,
  matches: Matches<C, N>,
  graph: Pick<GraphView, 'stateOf'>,
): Edited<C, N> => {
  const { chunks, documents, isOneOrigin, isTaught, nodes } = texts
  const taught = new Set(chunks.length === 0 ? [] : nodes.filter(isTaught))
  const words = wordSets()
  if (taught.size === 0) return { fits: [], likenessOf: () => 0, others: new Set() }
  const weightOf = weightsAmong([...documents.flatMap(({ before }) => before), ...nodes].map(({ text }) => text))
  const likenessOf = (chunk: C, node: N) => likeness(words(chunk), words(node), weightOf)
  const places = new Map(documents.flatMap((one) => placesOf(one, matches, graph)).map(([chunk, node]) => [node, chunk]))
  const near = nearest(chunks, words, weightOf)
  const fits = nodes.flatMap((node) => {
    const place = places.get(node)
    const others = near(node, (chunk) => chunk !== place && isOneOrigin(chunk, node) && !isLineOfList(chunk, node, place))
    const all = [...(place === undefined ? [] : [place]), ...others]
    return all.map((chunk): Fit<C, N> => {
      const like = likenessOf(chunk, node)
      const isTold = Math.min(words(chunk).size, words(node).size) >= tellingLeast
      return { chunk, node, like, isPlace: chunk === place, isTold, isSure: isTold && like >= surelyLeast }
    })
  })
  const isLikely = ({ isSure, isTold, like, node }: Fit<C, N>) =>
    isSure || (isTold && like >= editedLeast && taught.has(node) && places.has(node))
  const moved = settled(fits.filter((fit) => fit.isPlace || (isLikely(fit) && isOneSubject(fit)))).filter(({ isPlace }) => !isPlace)
  const isKnown = ({ node }: Fit<C, N>) => taught.has(node) || places.has(node)
  for (const { chunk, node } of moved.filter(isKnown)) match(matches, chunk, node)
  const others = new Set(moved.filter((fit) => !isKnown(fit)).map(({ chunk }) => chunk))
  return { fits: fits.filter(({ node }) => taught.has(node)), likenessOf, others }
}

const wordSets = () => {
  const known = new Map<object, ReadonlySet<string>>()
  return (one: { readonly text: string }): ReadonlySet<string> => {
    const words = known.get(one) ?? new Set(wordsOf(one.text))
    known.set(one, words)
    return words
  }
}

/** Returns a function that finds the passages which share most of the rare words of a node, at most {@link comparedMost}. */
const nearest = <C extends Chunk>(chunks: ReadonlyArray<C>, words: ReturnType<typeof wordSets>, weightOf: Weights) => {
  const holding = new Map<string, Array<number>>()
  for (const [at, chunk] of chunks.entries()) {
    for (const word of words(chunk)) {
      const all = holding.get(word)
      if (all === undefined) holding.set(word, [at])
      else all.push(at)
    }
  }
  return (node: Known, isMeant: (chunk: C) => boolean): ReadonlyArray<C> => {
    const weights = new Map<number, number>()
    for (const word of words(node)) {
      const all = holding.get(word) ?? []
      if (all.length > commonMost) continue
      for (const at of all) weights.set(at, (weights.get(at) ?? 0) + weightOf(word))
    }
    return [...weights]
      .sort(([a, one], [b, other]) => other - one || a - b)
      .flatMap(([at]) => chunks[at] ?? [])
      .filter(isMeant)
      .slice(0, comparedMost)
  }
}

/** True for a line and a node of one list whose own line is gone: lines of one list are told apart by their subjects. */
const isLineOfList = (chunk: Chunk, node: Known, place: Chunk | undefined): boolean =>
  place === undefined && chunk.isEntry === true && isEntryId(node.id) && sectionOf(chunk.formerId) === sectionOf(node.id)

/** False for a line with another label than the line that the node was: it is about another subject, however alike the rest is. */
const isOneSubject = <C extends Chunk, N extends Known>({ chunk, node }: Fit<C, N>): boolean =>
  chunk.isEntry !== true || !isEntryId(node.id) || subjectOf(chunk) === subjectOf(node)

/** Returns the fits that go together, the nearest first. A place counts as nearer by {@link clearly}. Ties: the place, then the older node. */
const settled = <C, N extends Known>(fits: ReadonlyArray<Fit<C, N>>): ReadonlyArray<Fit<C, N>> => {
  const rank = ({ isPlace, like }: Fit<C, N>) => like + (isPlace ? clearly : 0)
  return firstPairs(fits.toSorted((a, b) => rank(b) - rank(a) || Number(b.isPlace) - Number(a.isPlace) || a.node.node - b.node.node))
}

/**
 * Returns the taught nodes of which it is not sure whether they have the right passage now, each with the other passages that it may be. A
 * passage that has a node with a text at least as near is none of them.
 */
export const unsureEdits = <C extends Chunk, N extends Known>(
  { fits, likenessOf }: Edited<C, N>,
  { stored }: Matches<C, N>,
): ReadonlyArray<{ readonly node: N; readonly places: ReadonlyArray<C> }> => {
  const chunkOf = new Map([...stored].map(([chunk, node]) => [node, chunk]))
  return [...Map.groupBy(fits, ({ node }) => node)].flatMap(([node, all]) => {
    const now = chunkOf.get(node)
    const own = all.find(({ chunk }) => chunk === now)
    const likeNow = own?.like ?? (now === undefined ? 0 : likenessOf(now, node))
    const isRival = ({ isPlace, like }: Fit<C, N>): boolean => {
      if (now === undefined) return like >= (isPlace ? insteadLeast : goneLeast)
      if (own?.isPlace === true && likeNow >= editedLeast) return like > likeNow
      if (isPlace && own?.isSure === false) return true
      return like >= insteadLeast && like > likeNow - clearly
    }
    const rivals = all.filter((fit) => {
      const holder = stored.get(fit.chunk)
      return fit.chunk !== now && isRival(fit) && (holder === undefined || likenessOf(fit.chunk, holder) < fit.like)
    })
    return rivals.length === 0 ? [] : [{ node, places: rivals.sort((a, b) => b.like - a.like).map(({ chunk }) => chunk) }]
  })
}
