/** Vectors of a brain as a list: the plain reference for stores. */
import type { ContentRef, NodeNumber, NodeVector } from '@crabtrail/core'

export type Vectors = ReadonlyArray<NodeVector & { readonly embedder: string }>

export const embedders = (vectors: Vectors): ReadonlyArray<{ readonly embedder: string; readonly vectors: number }> =>
  [...Map.groupBy(vectors, ({ embedder }) => embedder)]
    .map(([embedder, of]) => ({ embedder, vectors: of.length }))
    .sort((a, b) => (a.embedder < b.embedder ? -1 : 1))

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

/** Returns the vectors that are not made from these contents or nodes. */
export const erasedOf = (vectors: Vectors, contents: ReadonlyArray<ContentRef>, nodes: ReadonlyArray<NodeNumber>): Vectors => {
  const gone = new Set<ContentRef | undefined>(contents)
  const emptied = new Set(nodes)
  return vectors.filter(({ madeOf, node }) => !emptied.has(node) && !gone.has(madeOf.text) && !gone.has(madeOf.title))
}

/** Returns copies of some vectors, by node. */
export const given = (vectors: Vectors, isAsked: (one: Vectors[number]) => boolean): ReadonlyArray<NodeVector> =>
  vectors
    .filter(isAsked)
    .sort((a, b) => a.node - b.node)
    .map(ownCopy)

const ownCopy = ({ madeOf, node, vector }: NodeVector): NodeVector => ({ node, madeOf, vector: vector.slice() })
