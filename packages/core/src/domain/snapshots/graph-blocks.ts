/**
 * Encodes the columns of a graph in blocks of rows, and decodes them.
 *
 * Constant and changing columns are in separate blocks. While a graph only learns, most blocks are byte-equal to those of the snapshot
 * before, and a store keeps equal blocks once.
 */
import { emptyColumns, type GraphColumns, growEdges, growNodes, isUntrustedAt } from '../projections/graph/graph-columns.ts'
import { findAgain, makeRoom, type RefColumn, refBytes } from '../projections/graph/ref-table.ts'

/** A named part of a snapshot: columns of numbers as bytes, everything else as text. A store keeps equal data once for all snapshots. */
export interface SnapshotBlock {
  readonly name: string
  readonly data: string | Uint8Array
}

/** The parts of a snapshot are not in the expected format. The message says why. */
export class MalformedSnapshot extends Error {
  override readonly name = 'MalformedSnapshot'
}

const nodesInBlock = 4_096
const edgesInBlock = 8_192
const labelsInBlock = 4_096

export const graphBlocks = (columns: GraphColumns): ReadonlyArray<SnapshotBlock> =>
  families(columns).flatMap(({ columns: own, name, ranges }) =>
    ranges.map(([from, to], i) => ({ name: `${name} ${i}`, data: rowsToBytes(own, from, to) })),
  )

/** Throws {@link MalformedSnapshot} if a block is missing or has the wrong size. */
export const readGraphBlocks = (
  { edges, labels, nodes }: { readonly nodes: number; readonly edges: number; readonly labels: number },
  blocks: ReadonlyMap<string, SnapshotBlock['data']>,
): GraphColumns => {
  const columns = emptyColumns()
  growNodes(columns, nodes)
  growEdges(columns, edges)
  columns.nodes = nodes
  columns.edges = edges
  makeRoom(columns.labels, labels)
  columns.labels.count = labels
  for (const { columns: own, name, ranges } of families(columns)) {
    for (const [i, [from, to]] of ranges.entries()) {
      const data = blocks.get(`${name} ${i}`)
      if (data === undefined || typeof data === 'string') throw new MalformedSnapshot(`it has no block ${name} ${i}`)
      bytesToRows(data, own, from, to)
    }
  }
  findAgain(columns.labels)
  columns.untrusted = countUntrusted(columns)
  return columns
}

/** Counts in a pass over all nodes, because a snapshot does not store the count. */
const countUntrusted = (columns: GraphColumns): number => {
  let count = 0
  for (let node = 1; node <= columns.nodes; node++) if (isUntrustedAt(columns, node)) count++
  return count
}

interface Family {
  readonly name: string
  readonly columns: ReadonlyArray<ColumnOfRows>
  readonly ranges: ReadonlyArray<readonly [number, number]>
}

const families = (columns: GraphColumns): ReadonlyArray<Family> => {
  const [nodes, edges] = [rangesOf(columns.nodes, nodesInBlock), rangesOf(columns.edges, edgesInBlock)]
  const labels = rangesOf(columns.labels.count, labelsInBlock)
  const { edgeKind, edgeLabel, edgeRole, edgeSource, edgeTarget, first, lastRenewed, lastUsed } = columns
  const { linked, previousOut, skips, strength, uses } = columns
  const { lastOut, nodeDay, nodeImportance, nodeOrigin, nodeRead, nodeSource, nodeState, nodeTrust, nodeType, praise, utility } = columns
  const { timesCorrected, timesFired, timesSeen, timesUsed, turnFirst, turnLast } = columns
  const refs = [columns.id, columns.title, columns.text, columns.links, columns.tags].flatMap(refCells)
  return [
    { name: 'nodes', ranges: nodes, columns: [...single(nodeSource, nodeRead, nodeImportance, nodeDay, nodeType, nodeOrigin), ...refs] },
    { name: 'nodes-standing', ranges: nodes, columns: single(utility, lastOut, praise, nodeState, nodeTrust) },
    { name: 'nodes-life', ranges: nodes, columns: single(turnFirst, turnLast, timesSeen, timesFired, timesUsed, timesCorrected) },
    { name: 'edges', ranges: edges, columns: single(first, edgeSource, edgeTarget, previousOut, edgeLabel, edgeKind, edgeRole) },
    { name: 'labels', ranges: labels, columns: refCells(columns.labels.rows) },
    { name: 'edges-standing', ranges: edges, columns: single(strength, lastUsed, lastRenewed, uses, skips, linked) },
  ]
}

const refCells = ({ bytes, held }: RefColumn): ReadonlyArray<ColumnOfRows> => [
  { cells: bytes, width: refBytes },
  { cells: held, width: 1 },
]

const single = (...columns: ReadonlyArray<ColumnOfRows['cells']>): ReadonlyArray<ColumnOfRows> =>
  columns.map((cells) => ({ cells, width: 1 }))

/** Splits rows 0 (unused) to `highest` into ranges of at most `size` rows, the ends exclusive. */
const rangesOf = (highest: number, size: number): Family['ranges'] =>
  Array.from({ length: Math.ceil((highest + 1) / size) }, (_, i) => [i * size, Math.min((i + 1) * size, highest + 1)] as const)

type NumberColumn = Float64Array | Int32Array | Uint8Array

/** A column and its number of cells in a row. Columns with wider numbers come first, so that each begins at an aligned offset. */
interface ColumnOfRows {
  readonly cells: NumberColumn
  readonly width: number
}

/** Encodes rows of columns as bytes: column after column, in the byte order of the machine, which is little-endian wherever this runs. */
const rowsToBytes = (columns: ReadonlyArray<ColumnOfRows>, from: number, to: number): Uint8Array => {
  const bytes = new Uint8Array(bytesOfRows(columns, to - from))
  let offset = 0
  for (const { cells, width } of columns) {
    const stretch = cells.subarray(from * width, to * width)
    bytes.set(new Uint8Array(stretch.buffer, stretch.byteOffset, stretch.byteLength), offset)
    offset += stretch.byteLength
  }
  return bytes
}

/** Writes rows `from` to `to` (exclusive) into the columns, which must have room. Throws {@link MalformedSnapshot} for a wrong length. */
const bytesToRows = (bytes: Uint8Array, columns: ReadonlyArray<ColumnOfRows>, from: number, to: number): void => {
  if (bytes.byteLength !== bytesOfRows(columns, to - from)) {
    throw new MalformedSnapshot(`${bytes.byteLength} bytes are not ${to - from} rows`)
  }
  let offset = 0
  for (const { cells, width } of columns) {
    const room = cells.subarray(from * width, to * width)
    // A copy of bytes needs no aligned input.
    new Uint8Array(room.buffer, room.byteOffset, room.byteLength).set(bytes.subarray(offset, offset + room.byteLength))
    offset += room.byteLength
  }
}

const bytesOfRows = (columns: ReadonlyArray<ColumnOfRows>, rows: number): number =>
  columns.reduce((sum, { cells, width }) => sum + cells.BYTES_PER_ELEMENT * width * rows, 0)
