/** Text index as a list of documents, each with the positions between which it is valid. */

import {
  byTextOfIndex,
  type FiledText,
  type IndexChange,
  type IndexSpace,
  type IndexStatistics,
  type NodeNumber,
  type Position,
  type Postings,
  type WholeIndex,
} from '@crabtrail/core'

interface IndexedDocument {
  readonly space: IndexSpace
  readonly node: NodeNumber
  readonly counts: ReadonlyMap<string, number>
  /** Beginnings that were looked for, and whether a term begins so. The terms of a document never change. */
  readonly begun: Map<string, boolean>
  readonly length: number
  readonly words: number
  readonly from: Position
  /** Position at which the document ended; 0 while it is valid. */
  readonly until: Position
}

export type Documents = ReadonlyArray<IndexedDocument>

/**
 * Returns the documents after the changes. Adding ends the open document of the same node; a document that ends where it began is dropped.
 */
export const changed = (documents: Documents, changes: ReadonlyArray<IndexChange>): Documents => changes.reduce(oneChange, documents)

const oneChange = (documents: Documents, change: IndexChange): Documents => {
  const until = change.change === 'add' ? change.from : change.until
  const rest = documents.flatMap((one) => {
    if (one.space !== change.space || one.node !== change.node || one.until !== 0) return [one]
    return until > one.from ? [{ ...one, until }] : []
  })
  if (change.change === 'end') return rest
  const { counts, from, length, node, space, terms, words } = change
  const counted = new Map(terms.map((term, i) => [term, counts[i] ?? 0]))
  return [...rest, { space, node, counts: counted, begun: new Map(), length, words, from, until: 0 }]
}

const held = (documents: Documents, space: IndexSpace, at: Position = Number.MAX_SAFE_INTEGER): Documents =>
  documents.filter((one) => one.space === space && one.from <= at && (one.until === 0 || one.until > at))

export const statistics = (documents: Documents, space: IndexSpace, at?: Position): IndexStatistics => {
  const counted = held(documents, space, at)
  return {
    documents: counted.length,
    totalLength: counted.reduce((sum, one) => sum + one.length, 0),
    totalWords: counted.reduce((sum, one) => sum + one.words, 0),
  }
}

export const holds = (documents: Documents, space: IndexSpace, texts: ReadonlyArray<FiledText>): boolean => {
  const open = new Map(held(documents, space).map(({ counts, node }) => [node, counts]))
  return texts.every(({ node, terms }) => open.has(node) && terms.every((term) => open.get(node)?.has(term)))
}

export const postings = (documents: Documents, space: IndexSpace, terms: ReadonlyArray<string>, at?: Position): ReadonlyArray<Postings> => {
  const searched = held(documents, space, at).toSorted((a, b) => a.node - b.node)
  return terms.map((term) => {
    const found = searched.filter(({ counts }) => counts.has(term))
    return {
      nodes: Int32Array.from(found, ({ node }) => node),
      counts: Int32Array.from(found, ({ counts }) => counts.get(term) ?? 0),
      lengths: Int32Array.from(found, ({ length }) => length),
    }
  })
}

export const begins = (documents: Documents, space: IndexSpace, beginnings: ReadonlyArray<string>): ReadonlyArray<boolean> =>
  beginnings.map((beginning) => documents.some((one) => one.space === space && hasTerm(one, beginning)))

const hasTerm = ({ begun, counts }: IndexedDocument, beginning: string): boolean => {
  const known = begun.get(beginning)
  if (known !== undefined) return known
  const has = [...counts.keys()].some((term) => term.startsWith(beginning))
  begun.set(beginning, has)
  return has
}

export const whole = (documents: Documents): WholeIndex => {
  const texts = documents.toSorted(byTextOfIndex)
  const postings = new Map<string, Map<string, Array<number>>>()
  for (const { counts, from, length, node, space } of texts) {
    const terms = postings.get(space) ?? new Map<string, Array<number>>()
    postings.set(space, terms)
    for (const [term, count] of counts) terms.set(term, [...(terms.get(term) ?? []), node, from, count, length])
  }
  return { postings, texts: texts.map(({ from, length, node, space, until, words }) => ({ space, node, from, until, length, words })) }
}

/** Returns the words of documents that only texts of these nodes contain or contained. */
export const wordsOnlyIn = (documents: Documents, nodes: ReadonlyArray<NodeNumber>): ReadonlySet<string> => {
  const asked = new Set(nodes)
  const words = (isAsked: boolean) =>
    documents.flatMap(({ counts, node, space }) => (space === 'document' && asked.has(node) === isAsked ? [...counts.keys()] : []))
  const others = new Set(words(false))
  return new Set(words(true).filter((word) => !others.has(word)))
}
