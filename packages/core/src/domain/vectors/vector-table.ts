/**
 * Holds the vectors of a brain’s nodes and finds those nearest to a question.
 *
 * Guarantees: results depend on the current contents, never on the order of changes. A result of the prefilter equals the exact one except
 * for nodes that the prefilter left out. It is exact if the prefilter leaves nothing out.
 */

import { assertThat, neverRises } from '../assertion.ts'
import type { NodeNumber } from '../identity.ts'
import { type Nano, one } from '../strength.ts'
import {
  cosine,
  countDifferences,
  leanMost,
  leanOf,
  leanTable,
  sketchBits,
  sketchWords,
  type Turn,
  turning,
  writeSketch,
} from './sketch.ts'

/* Keeps the `count` most similar nodes of a similarity of `least` or more, most similar first, ties by the lower number. The result does not depend on the order of offers. */

export interface NearNode {
  readonly node: NodeNumber
  /** Cosine, −1,000,000,000 to 1,000,000,000. */
  readonly similarity: Nano
}

export interface BestNodes {
  readonly offer: (node: NodeNumber, similarity: Nano) => void
  readonly list: () => ReadonlyArray<NearNode>
}

const bestNodes = (count: number, least: Nano): BestNodes => {
  const kept: Array<NearNode> = []
  return {
    list: () => kept,
    offer: (node, similarity) => {
      const last = kept.at(-1)
      if (count === 0 || similarity < least || (kept.length === count && last !== undefined && !isBefore(node, similarity, last))) return
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

/** Below every cosine. */
const anySimilarity = Number.NEGATIVE_INFINITY

export const assertNearest = (near: ReadonlyArray<NearNode>): void =>
  assertThat(
    'nearest memories stand most similar first',
    neverRises(near, ({ similarity }) => similarity),
  )

export interface NearestOptions {
  /** Returns whether a node may be in the result; by default every node may. Called for each node in the table. */
  readonly admit?: (node: NodeNumber) => boolean
  /** The lowest similarity of a result, in nano-units; by default the lowest there is. */
  readonly least?: Nano
  /** Vectors that the prefilter leaves for the exact comparison; more if there are ties at the limit. Default: {@link prefilterWidth}. */
  readonly width?: number
}

/** Returns the width for a table of `vectors` vectors. Measured: it leaves out hardly one in a hundred of the twenty nearest (ADR 0016). */
export const prefilterWidth = (vectors: number): number => Math.max(widthLeast, Math.ceil(vectors * widthShare))

const widthLeast = 1_000
const widthShare = 0.02
/** The Hamming distance leaves this many times the width. {@link leanOf} selects from these. */
const countedTimes = 6
/** Greater than every Hamming distance; set for rows that are not admitted. */
const farthest = sketchBits + 1
const firstCapacity = 64

/** Returns how far a similarity leads that of the last of the nearest nodes, as a share of the greatest lead there can be, 0 to 1. */
export const leadOver = (near: ReadonlyArray<NearNode>, similarity: Nano): number => {
  const background = near.at(-1)?.similarity ?? one
  return background >= one ? 0 : Math.min(1, Math.max(0, (similarity - background) / (one - background)))
}

export class VectorTable {
  /** Length of each vector in numbers, at least 1. */
  readonly dimension: number
  readonly #turn: Turn
  #size = 0
  readonly #rows = new Map<NodeNumber, number>()
  #nodes = new Float64Array(firstCapacity)
  #vectors: Float32Array
  #sketches = new Uint32Array(firstCapacity * sketchWords)
  #differences = new Uint16Array(firstCapacity)

  constructor(dimension: number) {
    if (!Number.isInteger(dimension) || dimension < 1) throw new RangeError(`a dimension is a whole number from 1, not ${dimension}`)
    this.dimension = dimension
    this.#turn = turning(dimension)
    this.#vectors = new Float32Array(firstCapacity * dimension)
  }

  get size(): number {
    return this.#size
  }

  vectorOf(node: NodeNumber): Float32Array | undefined {
    const row = this.#rows.get(node)
    return row === undefined ? undefined : this.#vectors.slice(row * this.dimension, (row + 1) * this.dimension)
  }

  /** Returns the similarity of a question to a node; undefined for a node without a vector. */
  similarity(question: Float32Array, node: NodeNumber): Nano | undefined {
    this.#check(question)
    const row = this.#rows.get(node)
    return row === undefined ? undefined : cosine(this.#vectors, row, question)
  }

  /** Adds or replaces the vector of a node by a copy of `vector`. Expects unit length and does not normalise. */
  upsert(node: NodeNumber, vector: Float32Array): void {
    this.#check(vector)
    const row = this.#rows.get(node) ?? this.#newRow(node)
    this.#vectors.set(vector, row * this.dimension)
    writeSketch(this.#turn(vector), this.#sketches, row * sketchWords)
  }

  remove(node: NodeNumber): void {
    const row = this.#rows.get(node)
    if (row === undefined) return
    this.#rows.delete(node)
    this.#size--
    const [last, { dimension }] = [this.#size, this]
    if (row === last) return
    const moved = this.#nodes[last] ?? 0
    this.#nodes[row] = moved
    this.#rows.set(moved, row)
    this.#vectors.copyWithin(row * dimension, last * dimension, (last + 1) * dimension)
    this.#sketches.copyWithin(row * sketchWords, last * sketchWords, (last + 1) * sketchWords)
  }

  /** Returns the `count` nearest, most similar first, ties by the lower number. Uses the prefilter if there are more vectors than its width. */
  nearest(question: Float32Array, count: number, options: NearestOptions = {}): ReadonlyArray<NearNode> {
    const { least = anySimilarity, width = prefilterWidth(this.#size) } = options
    if (this.#size <= width) return this.nearestExactly(question, count, options)
    this.#check(question)
    const numbers = this.#turn(question)
    const best = bestNodes(count, least)
    for (const row of this.#leaning(this.#close(numbers, width * countedTimes, options.admit), numbers, width))
      this.#offer(row, question, best)
    assertNearest(best.list())
    return best.list()
  }

  /** Like `nearest`, but compares every admitted vector. */
  nearestExactly(question: Float32Array, count: number, options: Omit<NearestOptions, 'width'> = {}): ReadonlyArray<NearNode> {
    const { admit, least = anySimilarity } = options
    this.#check(question)
    const best = bestNodes(count, least)
    for (let row = 0; row < this.#size; row++) if (admit?.(this.#nodes[row] ?? 0) ?? true) this.#offer(row, question, best)
    assertNearest(best.list())
    return best.list()
  }

  /** Returns the admitted rows with the lowest Hamming distance: at least `least`, or all if there are fewer. */
  #close(numbers: Float64Array, least: number, admit: NearestOptions['admit']): Int32Array {
    const question = new Uint32Array(sketchWords)
    writeSketch(numbers, question, 0)
    countDifferences(this.#sketches, this.#size, question, this.#differences)
    const counts = new Int32Array(sketchBits + 1)
    for (let row = 0; row < this.#size; row++) {
      const differs = this.#differences[row] ?? 0
      if (admit?.(this.#nodes[row] ?? 0) ?? true) counts[differs] = (counts[differs] ?? 0) + 1
      else this.#differences[row] = farthest
    }
    const { limit, taken } = lowest(counts, least)
    const rows = new Int32Array(taken)
    for (let row = 0, at = 0; row < this.#size; row++) if ((this.#differences[row] ?? 0) < limit) rows[at++] = row
    return rows
  }

  /** Returns those of `rows` with the greatest lean: at least `least`, or all if there are fewer. */
  #leaning(rows: Int32Array, numbers: Float64Array, least: number): Int32Array {
    if (rows.length <= least) return rows
    const table = leanTable(numbers)
    const away = new Int32Array(rows.length)
    const counts = new Int32Array(2 * leanMost + 1)
    for (let at = 0; at < rows.length; at++) {
      const one = leanMost - leanOf(table, this.#sketches, rows[at] ?? 0)
      away[at] = one
      counts[one] = (counts[one] ?? 0) + 1
    }
    const { limit } = lowest(counts, least)
    return rows.filter((_, at) => (away[at] ?? 0) < limit)
  }

  #offer(row: number, question: Float32Array, best: BestNodes): void {
    best.offer(this.#nodes[row] ?? 0, cosine(this.#vectors, row, question))
  }

  #newRow(node: NodeNumber): number {
    if (this.#size === this.#nodes.length) this.#grow()
    const row = this.#size++
    this.#nodes[row] = node
    this.#rows.set(node, row)
    return row
  }

  #grow(): void {
    const capacity = this.#nodes.length * 2
    const [nodes, vectors, sketches] = [this.#nodes, this.#vectors, this.#sketches]
    this.#nodes = new Float64Array(capacity)
    this.#nodes.set(nodes)
    this.#vectors = new Float32Array(capacity * this.dimension)
    this.#vectors.set(vectors)
    this.#sketches = new Uint32Array(capacity * sketchWords)
    this.#sketches.set(sketches)
    this.#differences = new Uint16Array(capacity)
  }

  #check(vector: Float32Array): void {
    if (vector.length !== this.dimension) throw new RangeError(`a vector of ${vector.length} numbers in a table of ${this.dimension}`)
  }
}

/** Returns the exclusive end of the lowest buckets that together hold at least `least`, and their sum; all buckets if their sum is lower. */
const lowest = (counts: Int32Array, least: number): { readonly limit: number; readonly taken: number } => {
  let [limit, taken] = [0, 0]
  while (limit < counts.length && taken < least) taken += counts[limit++] ?? 0
  return { limit, taken }
}
