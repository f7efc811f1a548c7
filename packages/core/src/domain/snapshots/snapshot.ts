/**
 * Encodes a whole fold as blocks, and decodes it, so that opening a brain costs reading the blocks and folding a short tail.
 *
 * A snapshot is a cache of the log. The same log gives the same bytes. A snapshot that does not fit is discarded and rebuilt.
 */
import type { BrainFold } from '../projections/brain-fold.ts'
import { TurnShelf } from '../projections/turns/turn-shelf.ts'
import type { SnapshotBlock } from './block.ts'
import { graphBlocks, readGraphBlocks } from './graph-blocks.ts'
import { type HeadFields, readHead, writeHead } from './head-text.ts'
import { MalformedSnapshot } from './rows.ts'
import { readTurnBlocks, turnBlocks } from './turn-blocks.ts'

/** Raise it with every change of the state of a fold, of how an event is folded, or of this format. Other versions are not read. */
export const projectionVersion = 1

export const encodeSnapshot = (fold: BrainFold): ReadonlyArray<SnapshotBlock> => [
  { name: 'head', data: writeHead(fold) },
  ...graphBlocks(fold.columns),
  ...turnBlocks(fold.ledger.turns),
]

/** Returns a new fold that shares no memory with the blocks. Throws {@link MalformedSnapshot}. */
export const decodeSnapshot = (blocks: ReadonlyArray<SnapshotBlock>): BrainFold => {
  const named = new Map(blocks.map(({ data, name }) => [name, data]))
  const head = headOf(named.get('head'))
  const { absent, at, doubts, lastTurn, position, progress, registers } = head
  return {
    position,
    at,
    columns: { ...readGraphBlocks(head, named), doubts },
    ledger: { last: lastTurn, turns: new TurnShelf(readTurnBlocks(blocks)), absent },
    registers,
    progress,
  }
}

const headOf = (data: SnapshotBlock['data'] | undefined): HeadFields => {
  if (typeof data !== 'string') throw new MalformedSnapshot('it has no head')
  return readHead(data)
}
