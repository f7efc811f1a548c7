/**
 * Encodes a whole fold as blocks, and decodes it, so that opening a brain costs reading the blocks and folding a short tail.
 *
 * A snapshot is a cache of the log. The same log gives the same bytes. A snapshot that does not fit is discarded and rebuilt.
 */
import { canonicalJson } from '../canonical-json.ts'
import type { Position, TurnNumber } from '../identity.ts'
import type { BrainFold } from '../projections/brain-fold.ts'
import {
  chainIncoming,
  emptyColumns,
  type GraphColumns,
  growEdges,
  growNodes,
  hasEdge,
  isUntrustedAt,
} from '../projections/graph/graph-columns.ts'
import { findAgain, makeRoom, type RefColumn, refBytes } from '../projections/graph/reference-table.ts'
import type { TurnLedger } from '../projections/turns/turn-ledger.ts'
import { TurnShelf } from '../projections/turns/turn-record.ts'

/** Raise it with every change of the state of a fold, of how an event is folded, or of this format. Other versions are not read. */
export const projectionVersion = 29

export const encodeSnapshot = (fold: BrainFold): ReadonlyArray<SnapshotBlock> => [
  { name: 'head', data: writeHead(fold) },
  ...graphBlocks(fold.columns),
  ...turnBlocks(fold.ledger.turns),
]

/** Returns a new fold that shares no memory with the blocks. Throws {@link MalformedSnapshot}. */
export const decodeSnapshot = (blocks: ReadonlyArray<SnapshotBlock>): BrainFold => {
  const named = new Map(blocks.map(({ data, name }) => [name, data]))
  const { absent, aliases, doubts, edges, labels, lastTurn, nodes, runAt, supersessions, ...fold } = readHead(named.get('head'))
  return {
    ...fold,
    columns: { ...readGraphBlocks({ nodes, edges, labels }, named), aliases, doubts, runAt, supersessions },
    ledger: { last: lastTurn, turns: new TurnShelf(readTurnBlocks(blocks)), absent },
  }
}

/** The small parts of a fold. `nodes`, `edges` and `labels` are the highest numbers given out. */
interface Head extends Omit<BrainFold, 'columns' | 'ledger'> {
  readonly nodes: number
  readonly edges: number
  readonly labels: number
  readonly runAt: GraphColumns['runAt']
  readonly doubts: GraphColumns['doubts']
  readonly supersessions: GraphColumns['supersessions']
  readonly aliases: GraphColumns['aliases']
  readonly lastTurn: TurnNumber
  readonly absent: TurnLedger['absent']
}

/** Canonical JSON, so that a restored fold gives the same bytes although its fields were rebuilt in another order. */
const writeHead = ({ columns, ledger, ...fold }: BrainFold): string => {
  const { aliases, doubts, edges, labels, nodes, runAt, supersessions } = columns
  const turns = { lastTurn: ledger.last, absent: ledger.absent }
  const head: Head = { ...fold, nodes, edges, labels: labels.count, runAt, doubts, supersessions, aliases, ...turns }
  return canonicalJson(withoutCollections(head))
}

/** Does not validate the fields: the caller has verified that the bytes are those that were written. */
const readHead = (text: SnapshotBlock['data'] | undefined): Head => {
  if (typeof text !== 'string') throw new MalformedSnapshot('it has no head')
  try {
    return withCollections(JSON.parse(text)) as Head
  } catch {
    throw new MalformedSnapshot('its head is not JSON')
  }
}

/** Maps and sets as objects with their entries in the order of the fold. */
const withoutCollections = (value: unknown): unknown => {
  if (value instanceof Map) return { $map: Array.from(value, ([key, held]) => [key, withoutCollections(held)]) }
  if (value instanceof Set) return { $set: [...value] }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, held]) => [name, withoutCollections(held)]))
}

/** The inverse, in place: a walk over what was parsed takes a fifth of the time of a reviver. */
const withCollections = (value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) {
    for (const [i, one] of value.entries()) if (typeof one === 'object' && one !== null) value[i] = withCollections(one)
    return value
  }
  const held = value as Record<string, unknown>
  for (const name of Object.keys(held)) {
    const one = held[name]
    if (typeof one === 'object' && one !== null) held[name] = withCollections(one)
  }
  if ('$map' in held && Array.isArray(held['$map'])) return new Map(held['$map'] as ReadonlyArray<readonly [unknown, unknown]>)
  return '$set' in held && Array.isArray(held['$set']) ? new Set(held['$set']) : value
}

/** A block may end only at a multiple of this turn number, so that most blocks stay the same when older turns are dropped. */
const turnsInStretch = 64
/** Minimum turns of a block that another follows, because turn numbers may be far apart. */
const turnsInBlock = 16
const prefix = 'turns '

/** Encodes the recent turns in blocks of lines. The line of a finished turn stays the same, so most blocks equal those of the snapshot before. */
const turnBlocks = (turns: TurnShelf): ReadonlyArray<SnapshotBlock> => {
  const blocks: Array<Array<string>> = []
  let stretch = -1
  for (const [turn, line] of turns.lines()) {
    const of = Math.floor(turn / turnsInStretch)
    const last = blocks.at(-1)
    if (last === undefined || (of !== stretch && last.length >= turnsInBlock)) blocks.push([])
    blocks.at(-1)?.push(`${turn} ${line}`)
    stretch = of
  }
  return blocks.map((lines, i) => ({ name: `${prefix}${i}`, data: lines.join('\n') }))
}

/** Returns the line of each turn. A line is parsed when its turn is first requested. */
const readTurnBlocks = (blocks: ReadonlyArray<SnapshotBlock>): Map<TurnNumber, string> => {
  const lines = new Map<TurnNumber, string>()
  for (const { data, name } of blocks) {
    if (!name.startsWith(prefix) || typeof data !== 'string') continue
    for (const entry of data.split('\n')) {
      const end = entry.indexOf(' ')
      lines.set(Number(entry.slice(0, end)), entry.slice(end + 1))
    }
  }
  return lines
}

/* Decides when a brain is due for a snapshot and which old snapshots to keep. */

/** Events after which the next snapshot is due. Opening a brain folds at most about so many, which takes a few milliseconds. */
export const eventsBetween = 8_192

/**
 * Maximum snapshots of a brain. If they are spread evenly, restoring any position costs about a hundredth of folding the whole log,
 * whatever its length.
 */
const snapshotsKept = 64

export const isDue = (head: Position, newest: Position): boolean => head - newest >= eventsBetween

/** Returns the position at which the snapshot after one at `last` is due, where snapshots are made anew along a log that ends at `end`. */
export const nextDue = (last: Position, end: Position, between: number): Position =>
  last + Math.max(between, Math.ceil(end / snapshotsKept))

/** Returns at most `most` positions: the newest, and of the others those whose removal would open the widest gaps. Expects rising `positions`. */
export const worthKeeping = (positions: ReadonlyArray<Position>, most: number = snapshotsKept): ReadonlyArray<Position> => {
  const kept = [...positions]
  while (kept.length > Math.max(1, most)) kept.splice(leastMissed(kept), 1)
  return kept
}

/** Returns the index whose removal opens the smallest gap, never the last. Of equals it is the newest, so that old positions stay. */
const leastMissed = (positions: ReadonlyArray<Position>): number => {
  let [least, gap] = [0, Number.POSITIVE_INFINITY]
  for (let i = 0; i < positions.length - 1; i++) {
    const opened = (positions[i + 1] ?? 0) - (positions[i - 1] ?? 0)
    if (opened <= gap) [least, gap] = [i, opened]
  }
  return least
}

/*
 * Encodes the columns of a graph in blocks of rows, and decodes them.
 *
 * Constant and changing columns are in separate blocks. While a graph only learns, most blocks are byte-equal to those of the snapshot
 * before, and a store keeps equal blocks once.
 */

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

const graphBlocks = (columns: GraphColumns): ReadonlyArray<SnapshotBlock> =>
  families(columns).flatMap(({ columns: own, name, ranges }) =>
    ranges.map(([from, to], i) => ({ name: `${name} ${i}`, data: rowsToBytes(own, from, to) })),
  )

/** Throws {@link MalformedSnapshot} if a block is missing or has the wrong size. */
const readGraphBlocks = (
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
  for (let edge = 1; edge <= columns.edges; edge++) if (hasEdge(columns, edge)) chainIncoming(columns, edge)
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
