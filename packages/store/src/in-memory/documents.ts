/** Text index as a list of documents, each with the positions between which it is valid. */

import {
  byTextOfIndex,
  type ContentRef,
  type FiledText,
  type IndexChange,
  type IndexSpace,
  type IndexStatistics,
  type NodeNumber,
  type NodeVector,
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

export const statistics = (documents: Documents, space: IndexSpace, at?: Position): IndexStatistics =>
  statisticsIn(held(documents, space, at))

export const statisticsOf = (documents: Documents, space: IndexSpace, nodes: ReadonlyArray<NodeNumber>, at?: Position): IndexStatistics => {
  const counted = new Set(nodes)
  return statisticsIn(held(documents, space, at).filter(({ node }) => counted.has(node)))
}

const statisticsIn = (counted: Documents): IndexStatistics => {
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

/* Vectors of a brain as a list: the plain reference for stores. */

export type Vectors = ReadonlyArray<NodeVector & { readonly embedder: string }>

export const embedders = (vectors: Vectors): ReadonlyArray<{ readonly embedder: string; readonly vectors: number }> =>
  [...Map.groupBy(vectors, ({ embedder }) => embedder)]
    .map(([embedder, of]) => ({ embedder, vectors: of.length }))
    .sort((a, b) => (a.embedder < b.embedder ? -1 : 1))

export const page = (vectors: Vectors, embedder: string, after: NodeNumber, limit: number): ReadonlyArray<NodeVector> =>
  given(vectors.filter((one) => one.embedder === embedder && one.node > after)).slice(0, Math.max(0, limit))

export const of = (vectors: Vectors, embedder: string, nodes: ReadonlyArray<NodeNumber>): ReadonlyArray<NodeVector> =>
  given(vectors.filter((one) => one.embedder === embedder && nodes.includes(one.node)))

/** Adds or replaces vectors. A vector with a missing content is left out. */
export const put = (
  vectors: Vectors,
  contents: ReadonlyMap<ContentRef, unknown>,
  embedder: string,
  made: ReadonlyArray<NodeVector>,
): Vectors => {
  const isWhole = ({ madeOf: { text, title } }: NodeVector) => contents.has(text) && (title === undefined || contents.has(title))
  const whole = new Map(made.filter(isWhole).map((one) => [one.node, { ...ownCopy(one), embedder }]))
  return [...vectors.filter((one) => one.embedder !== embedder || !whole.has(one.node)), ...whole.values()]
}

export const without = (vectors: Vectors, embedder: string, nodes: ReadonlyArray<NodeNumber>): Vectors =>
  vectors.filter((one) => one.embedder !== embedder || !nodes.includes(one.node))

/** Returns the vectors that are not made from these contents or nodes. */
export const erasedOf = (vectors: Vectors, contents: ReadonlyArray<ContentRef>, nodes: ReadonlyArray<NodeNumber>): Vectors => {
  const gone = new Set<ContentRef | undefined>(contents)
  const emptied = new Set(nodes)
  return vectors.filter(({ madeOf, node }) => !emptied.has(node) && !gone.has(madeOf.text) && !gone.has(madeOf.title))
}

const given = (vectors: Vectors): ReadonlyArray<NodeVector> => vectors.toSorted((a, b) => a.node - b.node).map(ownCopy)

const ownCopy = ({ madeOf, node, vector }: NodeVector): NodeVector => ({ node, madeOf, vector: vector.slice() })
