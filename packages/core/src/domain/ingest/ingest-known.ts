/**
 * Matches the passages of a document with its stored nodes, so that what was learned about a text stays with it.
 *
 * The same text is the same passage: first in its section, wherever it stands there, then in other sections, then in other documents
 * (`ingest-moved.ts`). A passage with another text is matched by its id, which tells its place or its first words, unless another passage is
 * clearly nearer to the old text (`ingest-edited.ts`); then the line of the same
 * section and subject that shares most words with it counts as its former text. A line that may be about another subject is another memory. A
 * record without a name has only its position for an id, so it is matched by its text alone first.
 */

import { withoutQuoteMarks } from '@crabtrail/text/passages/blocks'
import { isEntryId, sectionOf } from '@crabtrail/text/passages/chunks'
import { isOfList, speakerOf, wordsOf } from '@crabtrail/text/words/phrases'
import { editedLeast, even, likeness } from '@crabtrail/text/words/scoring'
import * as Result from 'effect/Result'
import type { Decision } from '../decision.ts'
import type { NewEvent } from '../events/brain-event.ts'
import { type GraphView, isLive } from '../graph.ts'
import type { NodeNumber } from '../identity.ts'
import type { BrainState } from '../projections/brain-fold.ts'

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
  /** Nodes that match no passage. */
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
  take(
    chunks,
    ({ formerId, text }) => `${formerId}\n${text}`,
    ({ id, text }) => `${id}\n${text}`,
  )
  take(
    chunks.filter(({ isUnnamed }) => isUnnamed === true),
    ({ text }) => text,
    ({ id, text }) => (id.includes('#') ? '' : text),
  )
  take(
    placed,
    ({ formerId, text }) => `${sectionOf(formerId)}\n${text}`,
    ({ id, text }) => `${sectionOf(id)}\n${text}`,
  )
  take(
    placed,
    ({ text }) => text,
    ({ text }) => text,
  )
}

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
  for (const [chunk, node] of editedLines(lines, nodes, matches.free)) match(matches, chunk, node)
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
  taking(document, places, graph)(
    chunks.filter((chunk) => !stored.has(chunk) && !alike.has(labelOf(chunk.formerId))),
    ({ formerId }) => formerId,
    ({ id }) => id,
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
  return (some: ReadonlyArray<C>, keyOf: (chunk: C) => string, nodeKey: (node: N) => string) => {
    const byKey = Map.groupBy(nodes.filter((node) => matches.free.has(node)).reverse(), nodeKey)
    for (const chunk of some) {
      const node = matches.stored.has(chunk) ? undefined : byKey.get(keyOf(chunk))?.pop()
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
): ReadonlyArray<readonly [chunk: C, node: N]> => {
  const before = Map.groupBy(nodes, ({ id }) => sectionOf(id))
  const pairs: Array<readonly [chunk: C, node: N]> = []
  for (const [section, now] of Map.groupBy(lines, ({ formerId }) => sectionOf(formerId))) {
    const all = before.get(section) ?? []
    const former = all.filter((node) => free.has(node))
    if (former.length === 0 || now.length * former.length > editedMost) continue
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
    const taken = new Set<C | N>()
    for (const { chunk, node } of alike.sort((a, b) => b.like - a.like || a.node.node - b.node.node)) {
      if (taken.has(chunk) || taken.has(node)) continue
      taken.add(chunk).add(node)
      pairs.push([chunk, node])
    }
  }
  return pairs
}

/** Returns the label of a row, the words before the colon of a line, or the speaker of a turn; `''` for none. */
export const subjectOf = ({ text, title }: Pick<Known, 'text' | 'title'>): string =>
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

/** Returns the labels that several entries have. */
const repeated = (ids: ReadonlyArray<string>): ReadonlyArray<string> =>
  [...counted(ids.filter(isEntryId).map(labelOf))].flatMap(([label, count]) => (count > 1 ? [label] : []))

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
