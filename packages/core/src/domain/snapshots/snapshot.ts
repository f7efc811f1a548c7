/**
 * Encodes a whole fold as blocks, and decodes it, so that opening a brain costs reading the blocks and folding a short tail.
 *
 * A snapshot is a cache of the log. The same log gives the same bytes. A snapshot that does not fit is discarded and rebuilt.
 */

import { canonicalJson } from '../canonical-json.ts'
import type { Position, TurnNumber } from '../identity.ts'
import type { BrainFold } from '../projections/brain-fold.ts'
import type { GraphColumns } from '../projections/graph/graph-columns.ts'
import type { TurnLedger } from '../projections/turns/turn-ledger.ts'
import { TurnShelf } from '../projections/turns/turn-record.ts'
import { graphBlocks, MalformedSnapshot, readGraphBlocks, type SnapshotBlock } from './graph-blocks.ts'

/** Raise it with every change of the state of a fold, of how an event is folded, or of this format. Other versions are not read. */
export const projectionVersion = 25

export const encodeSnapshot = (fold: BrainFold): ReadonlyArray<SnapshotBlock> => [
  { name: 'head', data: writeHead(fold) },
  ...graphBlocks(fold.columns),
  ...turnBlocks(fold.ledger.turns),
]

/** Returns a new fold that shares no memory with the blocks. Throws {@link MalformedSnapshot}. */
export const decodeSnapshot = (blocks: ReadonlyArray<SnapshotBlock>): BrainFold => {
  const named = new Map(blocks.map(({ data, name }) => [name, data]))
  const { absent, doubts, edges, labels, lastTurn, nodes, runAt, supersessions, ...fold } = readHead(named.get('head'))
  return {
    ...fold,
    columns: { ...readGraphBlocks({ nodes, edges, labels }, named), doubts, runAt, supersessions },
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
  readonly lastTurn: TurnNumber
  readonly absent: TurnLedger['absent']
}

/** Canonical JSON, so that a restored fold gives the same bytes although its fields were rebuilt in another order. */
const writeHead = ({ columns, ledger, ...fold }: BrainFold): string => {
  const { doubts, edges, labels, nodes, runAt, supersessions } = columns
  const turns = { lastTurn: ledger.last, absent: ledger.absent }
  const head: Head = { ...fold, nodes, edges, labels: labels.count, runAt, doubts, supersessions, ...turns }
  return canonicalJson(withoutCollections(head))
}

/** Does not validate the fields: the caller has verified that the bytes are those that were written. */
const readHead = (text: SnapshotBlock['data'] | undefined): Head => {
  if (typeof text !== 'string') throw new MalformedSnapshot('it has no head')
  try {
    return JSON.parse(text, withCollections)
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

const withCollections = (_: string, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if ('$map' in value && Array.isArray(value.$map)) return new Map(value.$map)
  return '$set' in value && Array.isArray(value.$set) ? new Set(value.$set) : value
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
const eventsBetween = 8_192

/**
 * Maximum snapshots of a brain. If they are spread evenly, restoring any position costs about a hundredth of folding the whole log,
 * whatever its length.
 */
const snapshotsKept = 64

export const isDue = (head: Position, newest: Position): boolean => head - newest >= eventsBetween

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
