/** Postings of a term as numbers: which of them are valid at a position, and which texts have one. */
import type { NodeNumber, Position, PostingNumbers, Postings } from '@crabtrail/core'
import type { SqlValue } from '../statements/statement.ts'
import { postingNumbers } from './posting-blocks.ts'

const noPostings: Postings = { nodes: new Int32Array(0), counts: new Int32Array(0), lengths: new Int32Array(0) }

/** Node → first position and end of each ended text. */
export type EndedTexts = ReadonlyMap<NodeNumber, ReadonlyArray<readonly [from: Position, until: Position]>>

/** A text: its node, its first position and its length in terms. */
export interface IndexedText {
  readonly node: NodeNumber
  readonly from: Position
  readonly length: number
}

export const hasPosting = (values: ReadonlyArray<number> = [], { from, length, node }: IndexedText): boolean => {
  for (let i = 0; i < values.length; i += postingNumbers) {
    if (values[i] === node && values[i + 1] === from) return values[i + 3] === length
  }
  return false
}

/** Returns those of a term's postings that are valid at `at`, or now. */
export const validAt = (values: PostingNumbers, ended: EndedTexts, at: Position | undefined): Postings => {
  if (values.length === 0) return noPostings
  const most = values.length / postingNumbers
  const [nodes, counts, lengths] = [new Int32Array(most), new Int32Array(most), new Int32Array(most)]
  let found = 0
  for (let i = 0; i < values.length; i += postingNumbers) {
    const [node = 0, from = 0] = [values[i], values[i + 1]]
    if (!holds(ended, node, from, at)) continue
    nodes[found] = node
    counts[found] = values[i + 2] ?? 0
    lengths[found] = values[i + 3] ?? 0
    found++
  }
  return found === most
    ? { nodes, counts, lengths }
    : { nodes: nodes.slice(0, found), counts: counts.slice(0, found), lengths: lengths.slice(0, found) }
}

const holds = (ended: EndedTexts, node: NodeNumber, from: Position, at: Position | undefined): boolean => {
  if (at !== undefined && from > at) return false
  const until = ended.size === 0 ? undefined : ended.get(node)?.find(([first]) => first === from)?.[1]
  return until === undefined || (at !== undefined && until > at)
}

export const keptOf = (values: ReadonlyArray<number>, isGone: (node: NodeNumber, from: Position) => boolean): ReadonlyArray<number> => {
  const kept: Array<number> = []
  for (let i = 0; i < values.length; i += postingNumbers) {
    if (!isGone(values[i] ?? 0, values[i + 1] ?? 0)) kept.push(...values.slice(i, i + postingNumbers))
  }
  return kept.length === values.length ? values : kept
}

/** Returns the ended texts of a space. */
export const endedTexts = (rows: ReadonlyArray<ReadonlyArray<SqlValue>>): EndedTexts => {
  const ended = new Map<NodeNumber, Array<readonly [Position, Position]>>()
  for (const [node, from, until] of rows.map((row) => row.map(Number))) {
    const known = ended.get(node ?? 0)
    if (known === undefined) ended.set(node ?? 0, [[from ?? 0, until ?? 0]])
    else known.push([from ?? 0, until ?? 0])
  }
  return ended
}
