/** Keeps the `count` most similar nodes, most similar first, ties by the lower number. The result does not depend on the order of offers. */
import type { NodeNumber } from '../identity.ts'
import type { Nano } from '../strength.ts'

export interface NearNode {
  readonly node: NodeNumber
  /** Cosine, −1,000,000,000 to 1,000,000,000. */
  readonly similarity: Nano
}

export interface BestNodes {
  readonly offer: (node: NodeNumber, similarity: Nano) => void
  readonly list: () => ReadonlyArray<NearNode>
}

export const bestNodes = (count: number): BestNodes => {
  const kept: Array<NearNode> = []
  return {
    list: () => kept,
    offer: (node, similarity) => {
      const last = kept.at(-1)
      if (count === 0 || (kept.length === count && last !== undefined && !isBefore(node, similarity, last))) return
      let at = kept.length === count ? count - 1 : kept.length
      for (let before = kept[at - 1]; before !== undefined && isBefore(node, similarity, before); before = kept[at - 1]) {
        kept[at] = before
        at--
      }
      kept[at] = { node, similarity }
    },
  }
}

const isBefore = (node: NodeNumber, similarity: Nano, other: NearNode): boolean =>
  similarity > other.similarity || (similarity === other.similarity && node < other.node)
