/** Encodes the recent turns in blocks of lines. The line of a finished turn stays the same, so most blocks equal those of the snapshot before. */
import type { TurnNumber } from '../identity.ts'
import type { TurnShelf } from '../projections/turns/turn-shelf.ts'
import type { SnapshotBlock } from './block.ts'

/** A block may end only at a multiple of this turn number, so that most blocks stay the same when older turns are dropped. */
const turnsInStretch = 64
/** Minimum turns of a block that another follows, because turn numbers may be far apart. */
const turnsInBlock = 16
const prefix = 'turns '

export const turnBlocks = (turns: TurnShelf): ReadonlyArray<SnapshotBlock> => {
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
export const readTurnBlocks = (blocks: ReadonlyArray<SnapshotBlock>): Map<TurnNumber, string> => {
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
