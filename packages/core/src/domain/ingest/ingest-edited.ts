/**
 * Matches passages with nodes whose text was changed and may have moved in the same reading: what was learned goes with the text that is
 * nearest to the old one.
 *
 * A place alone does not tell what a passage was: one reading may change a word of it, give it another heading or file, and put another text
 * where it stood. So the text at the old place is compared with the other new texts. The place decides unless another text is clearly nearer
 * (`clearly`). Where neither is clear, and something was learned, the choice is told.
 */

import { isEntryId, sectionOf } from '@crabtrail/text/passages/chunks'
import { wordsOf } from '@crabtrail/text/words/phrases'
import { editedLeast, likeness, type Weights, weightsAmong } from '@crabtrail/text/words/scoring'
import type { GraphView } from '../graph.ts'
import { type Chunk, type Known, type MatchedChunks, type Matches, match, placesOf, subjectOf } from './ingest-known.ts'

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

/** A passage that may be the new text of a node. */
interface Fit<C, N> {
  readonly chunk: C
  readonly node: N
  /** In thousandths, see {@link likeness}. */
  readonly like: number
  /** True where the passage stands at the place of the node. */
  readonly isPlace: boolean
  /** True where the likeness is known without a question. */
  /** True where both texts have words enough to tell them from others: with fewer the place decides, and the answer asks. */
  readonly isTold: boolean
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
 * All four are in thousandths, see `scoring.ts`. A text that moved and had one word of six exchanged has 714. Two texts about one matter, such as a key
 * and the door that it opens, share up to a third of their words and have about 300.
 */

/** From this likeness on, a text that moved is known without a question. */
const surelyLeast = 700
/** By how much another text must be nearer than the text at the old place to be preferred to it: as much as one word of nine makes. */
const clearly = 200
/** The least likeness for which a text is named as what a node may be instead of the text that it has now. */
const insteadLeast = 250
/** The same for a node that has no text any more: what was deleted is asked about only where a new text has more than chance in common with it. */
const goneLeast = 400

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
  const words = wordSets<C | N>()
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

/** Returns a function that gives the words of a text and reads each text once. */
const wordSets = <T extends { readonly text: string }>(): ((one: T) => ReadonlySet<string>) => {
  const known = new Map<T, ReadonlySet<string>>()
  return (one) => {
    const words = known.get(one) ?? new Set(wordsOf(one.text))
    known.set(one, words)
    return words
  }
}

/** Returns a function that finds the passages which share most of the rare words of a node, at most {@link comparedMost}. */
const nearest = <C, N>(chunks: ReadonlyArray<C>, words: (one: C | N) => ReadonlySet<string>, weightOf: Weights) => {
  const holding = new Map<string, Array<number>>()
  for (const [at, chunk] of chunks.entries()) {
    for (const word of words(chunk)) {
      const all = holding.get(word)
      if (all === undefined) holding.set(word, [at])
      else all.push(at)
    }
  }
  return (node: N, isMeant: (chunk: C) => boolean): ReadonlyArray<C> => {
    const weights = new Map<number, number>()
    for (const word of words(node)) {
      const all = holding.get(word) ?? []
      if (all.length > commonMost) continue
      for (const at of all) weights.set(at, (weights.get(at) ?? 0) + weightOf(word))
    }
    const found = [...weights].sort(([a, one], [b, other]) => other - one || a - b)
    return found
      .flatMap(([at]) => chunks[at] ?? [])
      .filter(isMeant)
      .slice(0, comparedMost)
  }
}

/** True for a line and a node of one list whose own line is gone: lines of one list are told apart by their subjects (`ingest-known.ts`). */
const isLineOfList = (chunk: Chunk, node: Known, place: Chunk | undefined): boolean =>
  place === undefined && chunk.isEntry === true && isEntryId(node.id) && sectionOf(chunk.formerId) === sectionOf(node.id)

/** False for a line with another label than the line that the node was: it is about another subject, however alike the rest is. */
const isOneSubject = <C extends Chunk, N extends Known>({ chunk, node }: Fit<C, N>): boolean =>
  chunk.isEntry !== true || !isEntryId(node.id) || subjectOf(chunk) === subjectOf(node)

/** Returns the fits that go together, the nearest first. A place counts as nearer by {@link clearly}. Ties: the place, then the older node. */
const settled = <C, N extends Known>(fits: ReadonlyArray<Fit<C, N>>): ReadonlyArray<Fit<C, N>> => {
  const rank = ({ isPlace, like }: Fit<C, N>) => like + (isPlace ? clearly : 0)
  const taken = new Set<C | N>()
  return fits
    .toSorted((a, b) => rank(b) - rank(a) || Number(b.isPlace) - Number(a.isPlace) || a.node.node - b.node.node)
    .filter(({ chunk, node }) => {
      if (taken.has(chunk) || taken.has(node)) return false
      taken.add(chunk).add(node)
      return true
    })
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
